"""The part of a form that chooses the rules of a match."""

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widget import Widget

from engarde_tui.presentation import presentation_of
from engarde_tui.widgets.form import Fold, OneOf
from engarde_tui.widgets.panel import Framed
from engine.game import game_of
from engine.message import message


class RulesForm(Widget):
    """A list of the game's presets; a game with more choices overrides it."""

    class Changed(Message):
        """The player has chosen other rules."""

    def __init__(self, rules: Any) -> None:
        """Choose `rules` at first."""
        super().__init__()
        self._first = rules

    @property
    def rules(self) -> Any:
        """The chosen rules; raises ValueError, in the form's own words, if they clash."""
        return self._presets[self.query_one("#preset", OneOf).chosen or ""]

    def compose(self) -> ComposeResult:
        """Show a line for each preset."""
        titles = {name: presentation_of(rules).rules_title(rules) for name, rules in self._presets.items()}
        chosen = next(name for name, rules in self._presets.items() if rules == self._first)
        with Framed(message("Rules")):
            yield OneOf(titles, chosen, id="preset", in_column=True)

    def more(self, *, unfolded: bool) -> Fold:
        """Return the line that shows and hides the rest of the form, which has the class `folded`."""
        return Fold(message("more rules…"), unfolded, name="more")

    @property
    def _presets(self) -> dict[str, Any]:
        return dict(game_of(self._first).presets)

    @on(OneOf.Changed, "#preset")
    def _post_changed(self, event: OneOf.Changed) -> None:
        event.stop()
        self.post_message(self.Changed())
