"""Why a round ended, and who wins once the draw pile is empty."""

from typing import NamedTuple

from engine.en_garde.legal import Hand
from engine.en_garde.rules import PISTE_SQUARES, Rules
from engine.game import ABSENCE, AGREEMENT, FORFEIT, RESIGNATION, TIME, Result, Seat
from engine.game import Reason as AnyReason


class Reason(AnyReason):
    """Why a round ended."""

    HIT = "hit"
    NO_MOVE = "no-move"
    CARDS = "cards"
    DISTANCE = "distance"
    DRAW = "draw"
    FORFEIT = FORFEIT
    """The player to act could not go on (an external bot that failed)."""
    ABSENCE = ABSENCE
    """The loser did not return to the match."""
    RESIGNATION = RESIGNATION
    """The loser resigned the match."""
    TIME = TIME
    """The loser ran out of the time that was agreed."""
    AGREEMENT = AGREEMENT
    """The players agreed to a draw."""


class Showdown(NamedTuple):
    """The comparison that decides a round: first `cards`, then `advanced`, each as (left, right)."""

    distance: int
    cards: tuple[int, int] | None
    """Cards equal to the distance; None if the rules skip them."""
    advanced: tuple[int, int]
    """Squares advanced from the fencer's own end of the piste."""

    @property
    def result(self) -> Result:
        """The winner by cards, else by squares advanced, else a draw."""
        for counted, reason in ((self.cards, Reason.CARDS), (self.advanced, Reason.DISTANCE)):
            if counted is not None and counted[0] != counted[1]:
                return Result(Seat.LEFT if counted[0] > counted[1] else Seat.RIGHT, reason)
        return Result(None, Reason.DRAW)


def compare(
    rules: Rules, positions: tuple[int, int], hands: tuple[Hand, Hand], *, final_evasion: bool
) -> Showdown:
    """Compare both hands and positions.

    `final_evasion` means that the last action was an evasion with the pile already empty.
    """
    left, right = positions
    distance = right - left
    counts = rules.cards_decide and not (final_evasion and rules.final_evasion_skips_cards)
    return Showdown(
        distance,
        (hands[0].count(distance), hands[1].count(distance)) if counts else None,
        (left - 1, PISTE_SQUARES - right),
    )
