"""The rules in short, what the screen shows, and the keys of the screen it was opened from."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from engarde_tui import paths
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.scroll import Scroll
from engine.game import games


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
        """Show the rules above the keys, or below them if no match is open."""
        with Scroll():
            parts = [self._explain_rules, self._explain_keys]
            for part in reversed(parts) if self._keys_first else parts:
                yield from part()
        yield KeyBar()

    def _explain_rules(self) -> ComposeResult:
        yield self._heading(f"The rules: {full_title(self.rules)}")
        for point in presentation_of(self.rules).rules_in_short(self.rules):
            yield Static(f"· {point}", markup=False)
        yield self._heading("The screen")
        for point in presentation_of(self.rules).screen_in_short:
            yield Static(f"· {point}", markup=False)

    def _explain_keys(self) -> ComposeResult:
        yield self._heading("The keys")
        for key, meaning in self._keys().items():
            yield Static(f"{key:>10}  {meaning}", markup=False)
        yield Static("You can also click: cards, squares, lines of a list, keys.", classes="remark")

    @staticmethod
    def _heading(text: str) -> Static:
        return Static(Content.styled(text, "bold $accent"), classes="heading")

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
