"""The end of a round, played out for every hand that the opponent may hold.

Once no card is left to draw, whoever counts knows both hands: each side answers as well as can be.
"""

from typing import NamedTuple

from engine.en_garde.actions import TAKE_HIT, Action
from engine.en_garde.bots.counting import hand_of, knowledge, possible_hands
from engine.en_garde.bots.playout import imagined
from engine.en_garde.round import Round
from engine.en_garde.view import RoundView
from engine.game import Seat


class Ending(NamedTuple):
    """How the round ends, in shares of the hands the opponent may hold, weighed by their deals."""

    won: float
    drawn: float

    @property
    def chance(self) -> float:
        """The chance to win, 0 to 1; a draw counts as half a win."""
        return self.won + self.drawn / 2

    @property
    def is_certain(self) -> bool:
        """Whether every possible hand leads to the same end."""
        return self.won in (0, 1) and self.drawn in (0, 1)


def ending_of(view: RoundView, action: Action) -> Ending | None:
    """Return how the round ends after an action of the player to act; None if what is drawn decides it."""
    seat = view.seat
    assert seat is not None
    known = knowledge(view)
    won = drawn = total = 0
    for hand, ways in possible_hands(known.unseen, known.other_hand):
        pile = tuple(unseen - held for unseen, held in zip(known.unseen, hand, strict=True))
        state = imagined(view, hand_of(hand), hand_of(pile)).play(action)
        # The last defence left is to take the hit.
        if state.result is None and state.draw_pile and state.legal != (TAKE_HIT,):
            return None
        outcome = _outcome(state, seat)
        won += ways * (outcome > 0)
        drawn += ways * (outcome == 0)
        total += ways
    return Ending(won / total, drawn / total)


def _outcome(state: Round, seat: Seat) -> int:
    """Return 1 if `seat` wins a round in which nothing is drawn any more, 0 if it draws, -1 if it loses."""
    if state.result is not None:
        winner = state.result.winner
        return 0 if winner is None else 1 if winner is seat else -1
    outcomes = [_outcome(state.play(answer), seat) for answer in state.legal]
    return max(outcomes) if state.turn is seat else min(outcomes)
