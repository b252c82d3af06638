"""The rules of En Garde in a form: the published games, and the house rules one by one."""

from dataclasses import asdict
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult

from engarde_tui.games.en_garde.rules_words import (
    HOUSE_RULES,
    HOUSE_RULES_TITLE,
    PRESET_LINES,
    rules_title,
)
from engarde_tui.language import put, tr
from engarde_tui.widgets.form import OneOf, Tick
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.rules_form import RulesForm
from engine.en_garde import PRESETS, Rules
from engine.en_garde.rules import preset_name
from engine.message import Message

_GAP: Final = 2
"""Columns between the titles of games and what is said of them."""


class HouseRulesForm(RulesForm):
    """A list of games, the easiest first, above the house rules; each updates the other."""

    def compose(self) -> ComposeResult:
        """Show the games above the house rules."""
        titles = {name: rules_title(PRESETS[name]) for name in PRESET_LINES}
        width = max(map(cell_len, titles.values())) + _GAP
        games = {
            name: f"{set_cell_size(titles[name], width)}{put(line)}" for name, line in PRESET_LINES.items()
        }
        with Framed(tr("Rules")):
            yield OneOf(games, preset_name(self._first), id="preset", in_column=True)
        with Framed(put(HOUSE_RULES_TITLE), id="house-rules"):
            for name, text in HOUSE_RULES.items():
                yield Tick(put(text), getattr(self._first, name), name=name)

    @property
    def rules(self) -> Rules:
        """The ticked rules; raises ValueError, in the form's own words, if they clash."""
        try:
            return Rules(**self._ticked)
        except ValueError as error:
            labels = {repr(name): tr('"{label}"', label=put(text)) for name, text in HOUSE_RULES.items()}
            why: Message = error.args[0]
            fields = {field: labels[name] for field, name in why.fields.items()}
            raise ValueError(tr(why.text, **fields)) from None

    @property
    def _ticked(self) -> dict[str, bool]:
        return {str(tick.name): tick.value for tick in self.query(Tick)}

    @on(OneOf.Changed, "#preset")
    def _choose_game(self, event: OneOf.Changed) -> None:
        """Tick the house rules of a game; the open discard pile stays as it is."""
        event.stop()
        rules = asdict(PRESETS[str(event.one_of.chosen)])
        for tick in self.query(Tick):
            if tick.name != "open_discard":
                tick.value = rules[str(tick.name)]
        self.post_message(self.Changed())

    @on(Tick.Changed)
    def _choose_house_rule(self, event: Tick.Changed) -> None:
        """Mark the game that the house rules make, if any."""
        event.stop()
        try:
            name = preset_name(self.rules)
        except ValueError:
            name = None
        self.query_one("#preset", OneOf).chosen = name
        self.post_message(self.Changed())
