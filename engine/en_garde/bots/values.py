"""What an action is worth to the master: its own chance after it, averaged over all that may follow.

That chance depends on the cards the player draws, and where the round may end on the other hand. All of them
are tried and weighed by the deals that lead to them, so no luck is in it: equal views, equal values. Every
deal of the cards that the player has not seen counts as equally likely.
"""

from math import comb
from operator import sub
from typing import NamedTuple

from engine.en_garde.actions import Action
from engine.en_garde.bots.counting import Counts, hand_of, knowledge, possible_hands
from engine.en_garde.bots.playout import imagined
from engine.en_garde.bots.policy import chance
from engine.en_garde.legal import Hand
from engine.en_garde.round import Round
from engine.en_garde.rules import CARD_VALUES, PISTE_SQUARES
from engine.en_garde.view import RoundView


class Outcome(NamedTuple):
    """What it comes to if certain cards are drawn after an action."""

    odds: float
    """The probability, 0 to 1, of these cards."""
    chance: float
    """The chance, 0 to 1, that whoever has drawn them wins."""


def outcomes(view: RoundView, action: Action) -> dict[Hand, Outcome]:
    """Return all outcomes of a legal action of the player to act, by the cards drawn, ascending."""
    unseen = knowledge(view).unseen
    drawn = view.pile - len(_after(view, action, (), unseen).draw_pile)
    deals = comb(sum(unseen), drawn)
    return {
        hand_of(cards): Outcome(ways / deals, _chance(view, action, hand_of(cards), _less(unseen, cards)))
        for cards, ways in possible_hands(unseen, drawn)
    }


def value(outcomes: dict[Hand, Outcome]) -> float:
    """Return the chance, 0 to 1, that an action with these outcomes wins."""
    return min(sum(odds * chance for odds, chance in outcomes.values()), 1.0)


def values(view: RoundView, actions: tuple[Action, ...]) -> tuple[float, ...]:
    """Return for each of the `actions` the chance, 0 to 1, that the player to act wins after it."""
    return tuple(value(outcomes(view, action)) for action in actions)


def _chance(view: RoundView, action: Action, drawn: Hand, left: Counts) -> float:
    """Return the player's chance after the action and this draw, if these cards are left unseen."""
    seat = view.turn
    assert seat is not None
    state = _after(view, action, drawn, left)
    # All that is not over looks the same to the player, whatever the other hand is.
    if not _may_depend_on_hand(state):
        return chance(state.view(seat), seat)
    size, seen = view.hand_sizes[seat.other], None
    total = 0.0
    for hand, ways in possible_hands(left, size):
        state = _after(view, action, drawn, left, hand)
        if state.result is not None:
            total += ways * chance(state.view(seat), seat)
        else:
            seen = chance(state.view(seat), seat) if seen is None else seen
            total += ways * seen
    return total / comb(sum(left), size)


def _after(view: RoundView, action: Action, drawn: Hand, left: Counts, hand: Counts | None = None) -> Round:
    """Return the round after the action if `drawn` comes next; by default the other hand is any of `left`."""
    assert view.turn is not None
    size = view.hand_sizes[view.turn.other]
    cards = hand_of(left)
    other, pile = (
        (cards[:size], cards[size:]) if hand is None else (hand_of(hand), hand_of(_less(left, hand)))
    )
    played = tuple(play.action for play in view.plays)
    return imagined(view, other, drawn + pile)._replace(actions=played).play(action)


def _may_depend_on_hand(state: Round) -> bool:
    """Return whether another hand of the opponent might have ended the round, or ended it otherwise."""
    if state.attack is not None:
        return False
    # Without a move is only who is too near for every card, with too few squares behind.
    left, right = state.positions
    is_near = right - left < max(CARD_VALUES) and min(left - 1, PISTE_SQUARES - right) < max(CARD_VALUES)
    return state.turn is None or not state.draw_pile or is_near


def _less(counts: Counts, others: Counts) -> Counts:
    return tuple(map(sub, counts, others))
