"""The options of a duel in a form: the length and the life cards."""

from dataclasses import replace
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Label

from engarde_tui.games.swords_and_shields.names import colour_name
from engarde_tui.games.swords_and_shields.words import life_points, rules_title
from engarde_tui.language import tr, tr_as
from engarde_tui.widgets.form import OneOf
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.rules_form import RulesForm
from engine.game import Seat
from engine.swords_and_shields import PRESETS, Colour, Options
from engine.swords_and_shields.cards import LIFE_COLOURS

_LOT: Final = "lot"


class DuelForm(RulesForm):
    """The two lengths, and a life card for each player, drawn at random unless chosen."""

    def compose(self) -> ComposeResult:
        """Show the lengths; the life cards are folded away."""
        first: Options = self._first
        titles = {name: rules_title(options) for name, options in PRESETS.items()}
        columns = max(map(cell_len, titles.values())) + 2
        lengths = {
            name: f"{set_cell_size(title, columns)}{life_points(PRESETS[name].life)}"
            for name, title in titles.items()
        }
        chosen = next((name for name, options in PRESETS.items() if options.life == first.life), None)
        with Framed(tr("Length")):
            yield OneOf(lengths, chosen, id="preset", in_column=True)
            yield self.more(unfolded=any(first.life_cards))
            yield Label(tr("Life cards"), classes="folded")
            with Container(id="life-cards", classes="folded"):
                choices = {_LOT: tr("random")} | {each.value: colour_name(each) for each in LIFE_COLOURS}
                for seat, title in zip(Seat, (tr_as("seat", "Left"), tr_as("seat", "Right")), strict=True):
                    colour = first.life_cards[seat]
                    yield Label(title)
                    yield OneOf(choices, _LOT if colour is None else colour.value, id=f"life-{seat.label}")

    @property
    def rules(self) -> Options:
        """The chosen options; raises ValueError, in the form's own words, if both life cards are the same."""
        name = self.query_one("#preset", OneOf).chosen
        left, right = (self._life_card(seat) for seat in Seat)
        if left is not None and left is right:
            raise ValueError(
                tr("both life cards are {colour}: choose two colours, or random", colour=colour_name(left))
            )
        length = self._first if name is None else PRESETS[name]
        first: Options = self._first
        return replace(first, life=length.life, life_cards=(left, right))

    def _life_card(self, seat: Seat) -> Colour | None:
        chosen = self.query_one(f"#life-{seat.label}", OneOf).chosen
        return None if chosen in (None, _LOT) else Colour(chosen)

    @on(OneOf.Changed, "#life-left")
    @on(OneOf.Changed, "#life-right")
    def _choose_life_card(self, event: OneOf.Changed) -> None:
        """Let the form say what will be played."""
        event.stop()
        self.post_message(self.Changed())
