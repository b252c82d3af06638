"""A list whose highlighted line also has a mark; Textual's differs in colour alone."""

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.events import Click
from textual.geometry import Offset
from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui.play.keys import LIST
from engarde_tui.widgets.keys import bindings


class PointedList(OptionList):
    """Marks the highlighted option in the column before it, whether or not the list has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LIST)

    pointed: Offset | None = None
    """Where its mark was drawn last."""

    def __init__(
        self,
        *options: Option,
        id: str | None = None,
        classes: str | None = None,
        click_marks: bool = False,
    ) -> None:
        """List `options`; `click_marks`: a click only highlights, one on the highlighted option selects."""
        super().__init__(*options, id=id, classes=classes)
        self._click_marks = click_marks

    def render_line(self, y: int) -> Strip:
        """Return one line, with the mark in its first column if it is highlighted."""
        strip = super().render_line(y)
        style = next((segment.style for segment in strip if segment.style), None)
        if style is None or self.highlighted is None or style.meta.get("option") != self.highlighted:
            return strip
        self.pointed = Offset(0, y)
        # In one style, as dim text would be illegible on the cursor.
        text = ("►" if self.has_focus else "·") + strip.crop(1).text
        return Strip([Segment(text, style)], strip.cell_length)

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll to the highlighted option; with the first one, the headings above it are seen too."""
        if all(option.disabled for option in self.options[: self.highlighted or 0]):
            self.scroll_home(animate=False, immediate=True)
        super().scroll_to_highlight(top)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Select only what is highlighted; ignore page keys before there is a size: Textual would crash."""
        if action == "select" and self.highlighted is None:
            return False
        return bool(self.size) or not action.startswith("page_")

    def on_click(self, event: Click) -> None:
        """With `click_marks`, only highlight an option that is not highlighted yet."""
        clicked = event.style.meta.get("option")
        if self._click_marks and clicked is not None and clicked != self.highlighted:
            event.prevent_default()
            self.highlighted = clicked


_Choice = TypeVar("_Choice")


def next_choice(chosen: _Choice, choices: Iterable[_Choice]) -> _Choice:
    """Return the choice after the chosen one; wraps."""
    order = list(choices)
    return order[(order.index(chosen) + 1) % len(order)]
