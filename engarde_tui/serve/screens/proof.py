"""The commitments to the decks, and their proofs."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from engarde_tui import paths
from engarde_tui.screens.base import AppScreen
from engarde_tui.serve.hall.table import HallPlace
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.scroll import Scroll


class ProofScreen(AppScreen):
    """Shows the commitment of each round; for finished rounds also the deck and the salt that prove it."""

    CSS_PATH: ClassVar = paths.style_sheets("hall")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,p", "app.close", show=False, id="close-proof", tooltip="Close this page")
    ]

    def __init__(self, place: HallPlace, rules: Any) -> None:
        super().__init__()
        self.rules = rules
        self._codes = f"{place.seat_code_hint}The table's code: {place.hall_table.code}."
        self._proofs = place.hall_table.proofs

    def compose(self) -> ComposeResult:
        """Yield an explanation, the codes, and a paragraph for each round, newest first."""
        with Scroll():
            yield Static(
                "The deck of a round is fixed before it is played. The commitment is the SHA-256 of the deck,"
                " a space and the salt. Note it down, and check it once the round is over; engarde verify"
                " checks a whole record.",
                markup=False,
            )
            yield Static(self._codes, markup=False)
            for proof in reversed(self._proofs):
                lines = [f"Round {proof.number}", f"  commitment {proof.commitment}"]
                if proof.salt:
                    lines += [f"  deck {proof.deck}", f"  salt {proof.salt}"]
                yield Static("\n".join(lines), markup=False)
        yield KeyBar()
