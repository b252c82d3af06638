"""The rules in short, what the screen shows, and the keys of the screen it was opened from."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType

from engarde_tui import paths
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.scroll import Scroll
from engarde_tui.widgets.sections import Entries, Sections
from engine.game import games

_CLICKS = ("click", "Cards, squares, lines of a list, keys: the mouse works too")


class HelpScreen(AppScreen):
    """Rules and keys on a full screen, so that no hand shows behind it."""

    CSS_PATH: ClassVar = paths.style_sheets("help")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,question_mark,f1", "app.close", show=False, id="close-help", tooltip="Close this page")
    ]

    def __init__(self, rules: Any | None, bindings: Sequence[ActiveBinding]) -> None:
        """Explain `rules`, by default those of the default game, and what `bindings` do."""
        super().__init__()
        house = next(iter(games().values()))
        self.rules = rules or house.presets[house.default]
        self._keys_first = rules is None
        self._bindings_explained = bindings

    def compose(self) -> ComposeResult:
        """Show the rules before the keys, or after them if no match is open."""
        words = presentation_of(self.rules)
        rules = _points(f"Rules: {full_title(self.rules)}", words.rules_in_short(self.rules))
        screen = _points("Screen", words.screen_in_short)
        keys = Entries("Keys", [*self._keys().items(), _CLICKS], "key")
        with Scroll():
            yield Sections([keys, rules, screen] if self._keys_first else [rules, screen, keys])
        yield KeyBar()

    def on_resize(self) -> None:
        """Keep a row for the keys below what scrolls."""
        self.query_one(Scroll).styles.max_height = self.size.height - 1

    def _keys(self) -> dict[str, str]:
        """Return the meaning of every key that works, keys of one meaning together, in the order of the bar.

        Leaves out bindings that are neither in the bar nor have a tooltip.
        """
        keys: dict[str, list[str]] = {}
        for active in self._bindings_explained:
            binding = active.binding
            if active.enabled and (binding.show or binding.tooltip):
                meaning = self.navigator.wording(binding.tooltip or binding.description.capitalize())
                keys.setdefault(meaning, []).append(self.app.get_key_display(binding))
        return {" ".join(dict.fromkeys(names)): meaning for meaning, names in keys.items()}


def _points(title: str, points: Sequence[str]) -> Entries:
    return Entries(title, [("•", point) for point in points], "dim")
