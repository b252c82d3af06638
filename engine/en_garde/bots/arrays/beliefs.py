"""What a fencer believes of the other hand after all that was played: exact, by Bayes' rule.

It follows from the view alone, so that what was taken back or read again changes nothing.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.bots.arrays.policy import Odds
from engine.en_garde.bots.arrays.rounds import Ints, Rounds
from engine.en_garde.bots.counting import counts
from engine.en_garde.bots.inputs import PHASES, output_of
from engine.en_garde.round import FULL_DECK
from engine.en_garde.rules import COPIES_OF_A_VALUE, HAND_SIZE
from engine.en_garde.view import RoundView

Chances = NDArray[np.float64]
"""The probability of each of `HANDS`."""

HANDS: Final[Ints] = np.array(
    [
        [0, *(chosen.count(card) for card in range(1, 6))]
        for chosen in combinations_with_replacement(range(6), HAND_SIZE)
    ]
)
"""Every hand of up to five cards, a row each: how many cards of each value; column 0 is unused."""

_SIZE = HANDS.sum(1)
_PLACES = np.array([0, *((COPIES_OF_A_VALUE + 1) ** place for place in range(5))])
_NONE = len(HANDS)
_INDEX = np.full((COPIES_OF_A_VALUE + 1) ** 5, _NONE)
_INDEX[HANDS @ _PLACES] = np.arange(len(HANDS))

_WAYS = np.array([[comb(cards, chosen) for chosen in range(6)] for cards in range(6)])
"""Ways to choose n of m cards."""


def believed(view: RoundView, odds: Odds) -> tuple[Rounds, Chances]:
    """Return the round as far as the player whose view it is sees it, and the chances of the other hand.

    The opponent is taken to have played by `odds`, above 0 for any legal action. In the one row of the
    rounds, its hand and the pile are face down. Cards must be left to draw.
    """
    seat = view.seat
    assert seat is not None
    assert view.pile
    row = np.zeros(1, np.int64)
    rounds = Rounds([view.rules], np.zeros((1, len(FULL_DECK)), np.int64), row + int(view.first))
    # The opponent never had the cards that came to the player; when they came tells nothing of its hand.
    own = np.array(counts(view.hand))
    for play in view.plays:
        if play.seat is seat:
            own += counts(play.action.cards)
    # Those that are yet to be drawn are in the hand from the start, and face-down ones fewer.
    own[0] = HAND_SIZE - own.sum()
    rounds.hands[0, seat] = own
    unseen = COPIES_OF_A_VALUE - own
    chances: Chances = _WAYS[unseen[1:], HANDS[:, 1:]].prod(1) * (_SIZE == HAND_SIZE).astype(float)
    for play in view.plays:
        output, cards, drawn = output_of(play.action), np.array(counts(play.action.cards)), rounds.drawn[0]
        theirs = play.seat is not seat
        if theirs:
            chances = _without(chances * _likelihood(rounds, chances, output, odds), cards)
            unseen -= cards
        rounds.play(row, row + output)
        if theirs:
            chances = _with_drawn(chances, unseen, int(rounds.drawn[0] - drawn))
            chances = chances / chances.sum()
    rounds.phase[0], rounds.turn[0] = PHASES.index(view.phase), seat
    return rounds, chances / chances.sum()


def _likelihood(rounds: Rounds, chances: Chances, output: int, odds: Odds) -> Chances:
    """Return with what probability the opponent, who is to act, plays this with each possible hand."""
    likelihood = np.zeros(len(HANDS))
    hands = np.flatnonzero(chances)
    guessed, rows = rounds.take(np.zeros(len(hands), np.int64)), np.arange(len(hands))
    guessed.hands[rows, guessed.turn] = HANDS[hands]
    legal = guessed.legal(rows)
    rows = rows[legal[:, output]]
    if len(rows):
        likelihood[hands[rows]] = odds(guessed, rows, legal[rows])[:, output]
    return likelihood


def _without(chances: Chances, cards: Ints) -> Chances:
    """Return the chances of the hands that are left when these cards are played."""
    before = _INDEX[np.minimum((HANDS + cards) @ _PLACES, len(_INDEX) - 1)]
    before[_SIZE + cards.sum() > HAND_SIZE] = _NONE
    return _padded(chances)[before]


def _with_drawn(chances: Chances, unseen: Ints, number: int) -> Chances:
    """Return the chances of the hands when `number` of the cards in neither hand are drawn.

    `unseen` are the cards that the hand, and later draws, can be of.
    """
    for _ in range(number):
        before, chances = _padded(chances), np.zeros(len(HANDS))
        for card in range(1, 6):
            without = HANDS.copy()
            without[:, card] -= 1
            source = np.where(without[:, card] >= 0, _INDEX[np.maximum(without @ _PLACES, 0)], _NONE)
            chances += before[source] * np.maximum(unseen[card] - without[:, card], 0)
    return chances


def _padded(chances: Chances) -> Chances:
    """Return chances with a last zero, for hands that cannot be."""
    return np.append(chances, 0.0)
