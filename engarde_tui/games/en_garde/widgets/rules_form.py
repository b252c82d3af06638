"""The rules of En Garde in a form: the published games, and the house rules one by one."""

from dataclasses import asdict
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.css.query import DOMQuery
from textual.events import DescendantFocus
from textual.widgets import Label

from engarde_tui.games.en_garde.rules_words import (
    ABOUT_HOUSE_RULES,
    HOUSE_RULES,
    PRESET_LINES,
    PRESETS_IN_SIGHT,
    rules_title,
)
from engarde_tui.language import put, tr
from engarde_tui.widgets.form import OneOf, Tick
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.rules_form import RulesForm
from engine.en_garde import PRESETS, Rules
from engine.en_garde.rules import preset_name
from engine.message import Message, message

_GAP: Final = 2
"""Columns between the titles of games and what is said of them."""


class HouseRulesForm(RulesForm):
    """The whole game and the simplest; folded away, the others and the house rules. Each follows the rest."""

    def compose(self) -> ComposeResult:
        """Show the two games above what is folded away."""
        titles = {name: rules_title(PRESETS[name]) for name in PRESET_LINES}
        width = max(map(cell_len, titles.values())) + _GAP
        games = {
            name: f"{set_cell_size(titles[name], width)}{put(line)}" for name, line in PRESET_LINES.items()
        }
        chosen = preset_name(self._first)
        variants = {name: games.pop(name) for name in list(games) if name not in PRESETS_IN_SIGHT}
        with Framed(tr("Rules")):
            yield OneOf(games, chosen if chosen in games else None, id="preset", in_column=True)
            yield self.more(unfolded=self._first not in map(PRESETS.get, games))
            yield OneOf(
                variants,
                chosen if chosen in variants else None,
                id="variant",
                in_column=True,
                classes="folded",
                title=message("Variants"),
            )
            with Container(id="house-rules", classes="folded"):
                for name, text in HOUSE_RULES.items():
                    about = put(ABOUT_HOUSE_RULES[name])
                    yield Tick(put(text), getattr(self._first, name), name=name, about=about)
            yield Label(id="about-rule", classes="folded", markup=False)

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
        return {str(tick.name): tick.value for tick in self._house_rules}

    @property
    def _house_rules(self) -> DOMQuery[Tick]:
        return self.query_one("#house-rules").query(Tick)

    @on(DescendantFocus)
    def _explain(self, event: DescendantFocus) -> None:
        """Say what the house rule means that has the focus."""
        about = event.widget.about if isinstance(event.widget, Tick) else ""
        self.query_one("#about-rule", Label).update(about)

    def _mark(self, name: str | None) -> None:
        """Mark a game in whichever list has it; None marks none."""
        for listed in self.query(OneOf):
            listed.chosen = name if name in listed.choices else None

    @on(OneOf.Changed)
    def _choose_game(self, event: OneOf.Changed) -> None:
        """Tick the house rules of a game; the open discard pile stays as it is."""
        event.stop()
        self._mark(event.one_of.chosen)
        rules = asdict(PRESETS[str(event.one_of.chosen)])
        for tick in self._house_rules:
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
        self._mark(name)
        self.post_message(self.Changed())
