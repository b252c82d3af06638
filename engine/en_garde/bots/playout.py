"""A yardstick for the arena: tries every action on many guesses of the hidden cards."""

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.bot import Bot
from engine.en_garde.actions import Action
from engine.en_garde.bots.counting import Counts, Knowledge, counts, knowledge
from engine.en_garde.bots.threshold import decide
from engine.en_garde.legal import Hand
from engine.en_garde.round import Round
from engine.en_garde.rules import CARD_VALUES, COPIES_OF_A_VALUE, PISTE_SQUARES
from engine.en_garde.view import RoundView
from engine.game import Seat

GUESSES: Final = 100
"""Guesses per decision."""


class Playout(Bot):
    """Plays out the round from each guess, both sides using the decisions of `threshold`."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return the action that wins most playouts; a draw counts as half a win."""
        if len(view.legal) == 1:
            return view.legal[0]
        known = knowledge(view)
        played = tuple(
            0 if card == 0 else COPIES_OF_A_VALUE - known.own[card] - known.unseen[card] for card in range(6)
        )
        guesses = [guess(view, known, source) for _ in range(GUESSES)]
        return max(view.legal, key=lambda action: sum(_result(start, action, played) for start in guesses))


def guess(view: RoundView, known: Knowledge, source: Random) -> Round:
    """Return a round that fits this view, with the hidden cards dealt at random."""
    unseen = [card for card in CARD_VALUES for _ in range(known.unseen[card])]
    source.shuffle(unseen)
    return imagined(view, tuple(sorted(unseen[: known.other_hand])), tuple(unseen[known.other_hand :]))


def imagined(view: RoundView, other: Hand, pile: tuple[int, ...]) -> Round:
    """Return the round of this view if the other hand, ascending, and the pile are these."""
    seat = view.seat
    assert seat is not None
    own = view.hand
    return Round(
        view.rules,
        view.first,
        (),
        view.positions,
        (own, other) if seat is Seat.LEFT else (other, own),
        pile,
        (),
        view.phase,
        seat,
        view.legal,
        view.attack,
    )


def _result(state: Round, action: Action, played: Counts) -> float:
    """Play the round out from `action`; return 1, 0.5 or 0 for the player of `action`."""
    seat = state.turn
    all_played = list(played)
    while True:
        for card in action.cards:
            all_played[card] += 1
        state = state.play(action)
        if state.result is not None:
            winner = state.result.winner
            return 0.5 if winner is None else float(winner is seat)
        action = state.legal[0] if len(state.legal) == 1 else decide(_knowledge(state, all_played))


def _knowledge(state: Round, played: Sequence[int]) -> Knowledge:
    """Return what `knowledge` would for the player to act, without the cost of a view."""
    seat = state.turn
    assert seat is not None
    left, right = state.positions
    own = counts(state.hands[seat])
    lead = left + right - PISTE_SQUARES - 1
    return Knowledge(
        state.legal,
        own,
        (0, *[COPIES_OF_A_VALUE - own[card] - played[card] for card in CARD_VALUES]),
        len(state.hands[seat.other]),
        len(state.draw_pile),
        right - left,
        -lead if seat else lead,
        left - 1 if seat else PISTE_SQUARES - right,
        state.rules,
        state.attack,
    )
