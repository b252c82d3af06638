"""Keys as Textual has them, and a part of a screen that scrolls by them."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from engarde_tui.play.keys import SCROLL, KeyAction


def bindings(keys: Iterable[KeyAction], via: str = "") -> list[BindingType]:
    """Return keys as Textual's bindings; their actions run through the action `via`, if one is given."""
    return [bound(key, via) for key in keys]


def bound(key: KeyAction, via: str = "") -> Binding:
    """Return one key as Textual's binding."""
    given = [key.does] * bool(via) + [key.argument] * (key.argument is not None)
    action = f"{via or key.does}({', '.join(map(repr, given))})" if given else key.does
    group = Binding.Group(key.group, compact=True) if key.group else None
    return Binding(
        key.keys,
        action,
        key.label,
        key.is_shown and bool(key.label),
        priority=key.is_first,
        id=key.id,
        tooltip=key.meaning,
        group=group,
    )


class Scroll(VerticalScroll):
    """Textual's, with keys that can be chosen.

    It scrolls at once, not after the next refresh as Textual does: of two keys typed ahead, the second goes
    on from where the first has led.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(SCROLL)

    def scroll_to(self, *given: Any, **named: Any) -> None:
        """Scroll to a place; at the end, what keeps to the end goes on doing so."""
        super().scroll_to(*given, **(named | {"immediate": True, "animate": False}))
        if self.is_anchored and self.is_vertical_scroll_end:
            self.anchor()

    def scroll_end(self, **named: Any) -> None:
        """Scroll to the end."""
        super().scroll_end(**(named | {"immediate": True, "animate": False}))
