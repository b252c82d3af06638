"""Both hands and the piles: in a replay, before spectators, and at the end of a round."""

from typing import Any

from textual.app import ComposeResult
from textual.containers import Center, Horizontal

from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piles import Discard, DrawPile
from engarde_tui.widgets.score_sheet import ScoreSheet
from engine.game import Seat


def both_hands(scene: Any) -> ComposeResult:
    """Yield each hand on its fencer's side, between them the piles and, in wide windows, the rounds."""
    with Center(), Horizontal(classes="both"):
        yield Hand(Seat.LEFT).data_bind(scene)
        yield DrawPile(is_between=True).data_bind(scene)
        yield Discard(is_between=True).data_bind(scene)
        yield ScoreSheet().data_bind(scene)
        yield Hand(Seat.RIGHT).data_bind(scene)
