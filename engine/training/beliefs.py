"""Exact beliefs about the other hand of a fencer who knows by which odds the opponent plays."""

from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.rules import COPIES_OF_A_VALUE, HAND_SIZE
from engine.training.opponents import Odds
from engine.training.rounds import Bools, Ints, Rounds

HANDS: Final[Ints] = np.array(
    [
        [0, *(chosen.count(card) for card in range(1, 6))]
        for chosen in combinations_with_replacement(range(6), HAND_SIZE)
    ]
)
"""Every hand of up to five cards, a row each: how many cards of each value; column 0 is unused."""

AT_ONCE: Final = 8192
"""Hands for which the opponent is asked at the same time."""

_SIZE = HANDS.sum(1)
_PLACES = np.array([0, *((COPIES_OF_A_VALUE + 1) ** place for place in range(5))])
_NONE = len(HANDS)
_INDEX = np.full((COPIES_OF_A_VALUE + 1) ** 5, _NONE)
_INDEX[HANDS @ _PLACES] = np.arange(len(HANDS))

# Ways to choose n of m cards.
_WAYS = np.zeros((COPIES_OF_A_VALUE + 1, COPIES_OF_A_VALUE + 1))
for _cards in range(COPIES_OF_A_VALUE + 1):
    for _chosen in range(_cards + 1):
        _WAYS[_cards, _chosen] = _WAYS[_cards - 1, _chosen] + _WAYS[_cards - 1, _chosen - 1] if _chosen else 1


class Beliefs:
    """What the fencer in one seat of each round believes of the other hand."""

    def __init__(self, rounds: Rounds, seats: Ints, odds: Odds) -> None:
        """Begin where the cards have just been dealt."""
        self.rounds = rounds
        self.seats = seats
        self.odds = odds
        self.chances: NDArray[np.float64] = self._ways(np.arange(len(seats)), HANDS) * (_SIZE == HAND_SIZE)
        """The probability of each of `HANDS`, a row per round."""
        self._normalise(np.arange(len(seats)))

    def play(self, rows: Ints, outputs: Ints) -> None:
        """Play one legal action in each row, and learn from what its fencer sees of it."""
        rounds, seats = self.rounds, self.seats
        own = rounds.turn[rows] == seats[rows]
        theirs, mine = rows[~own], rows[own]
        if len(theirs):
            told = self.chances[theirs] * self._likelihood(theirs, outputs[~own])
            # What the opponent would play with no hand at all tells nothing of its hand.
            self.chances[theirs] = np.where(told.any(1)[:, None], told, self.chances[theirs])
        played, drawn = rounds.played[rows], rounds.drawn[rows]
        held = rounds.hands[rows, seats[rows]]
        rounds.play(rows, outputs)
        cards = rounds.played[rows] - played
        number = rounds.drawn[rows] - drawn
        if len(theirs):
            self._lose(theirs, cards[~own])
            self._draw(theirs, number[~own])
        if len(mine):
            drew = rounds.hands[mine, seats[mine]] - held[own] + cards[own]
            self._see_drawn(mine, drew)
        self._normalise(rows)

    def _unseen(self, rows: Ints) -> Ints:
        """Return how many cards of each value the fencer has not seen."""
        unseen = COPIES_OF_A_VALUE - self.rounds.hands[rows, self.seats[rows]] - self.rounds.played[rows]
        unseen[:, 0] = 0
        return unseen

    def _ways(self, rows: Ints, cards: Ints) -> NDArray[np.float64]:
        """Return in how many ways the cards not seen give each of these hands."""
        unseen = self._unseen(rows)
        ways: NDArray[np.float64] = _WAYS[unseen[:, None, 1:], cards[None, :, 1:]].prod(2)
        return ways

    def _likelihood(self, rows: Ints, outputs: Ints) -> NDArray[np.float64]:
        """Return with what probability the opponent plays these actions with each hand."""
        likelihood = np.zeros((len(rows), len(HANDS)))
        which, hands = np.nonzero(self.chances[rows])
        for start in range(0, len(which), AT_ONCE):
            part, hand = which[start : start + AT_ONCE], hands[start : start + AT_ONCE]
            guessed = self.rounds.take(rows[part])
            everyone = np.arange(len(part))
            guessed.hands[everyone, guessed.turn] = HANDS[hand]
            legal: Bools = guessed.legal(everyone)
            possible = legal[everyone, outputs[part]]
            odds = self.odds(guessed, everyone[possible], legal[possible])
            likelihood[part[possible], hand[possible]] = odds[np.arange(len(odds)), outputs[part[possible]]]
        return likelihood

    def _lose(self, rows: Ints, cards: Ints) -> None:
        """Take played cards out of the hands."""
        before = _INDEX[np.minimum((HANDS @ _PLACES)[None, :] + (cards @ _PLACES)[:, None], len(_INDEX) - 1)]
        before[_SIZE[None, :] + cards.sum(1)[:, None] > HAND_SIZE] = _NONE
        self.chances[rows] = np.take_along_axis(_padded(self.chances[rows]), before, 1)

    def _draw(self, rows: Ints, numbers: Ints) -> None:
        """Let the opponent draw cards that nobody sees."""
        unseen = self._unseen(rows)
        for index in range(HAND_SIZE):
            more = numbers > index
            if not more.any():
                return
            before = _padded(self.chances[rows[more]])
            after = np.zeros((more.sum(), len(HANDS)))
            for card in range(1, 6):
                without = HANDS.copy()
                without[:, card] -= 1
                source = np.where(without[:, card] >= 0, _INDEX[np.maximum(without @ _PLACES, 0)], _NONE)
                left = np.maximum(unseen[more, card][:, None] - without[None, :, card], 0)
                after += before[:, source] * left
            self.chances[rows[more]] = after

    def _see_drawn(self, rows: Ints, drew: Ints) -> None:
        """Learn from the fencer's own new cards: what it drew, the opponent cannot hold."""
        # Of the cards unseen before, those that the hand leaves can give the new ones.
        unseen = self._unseen(rows) + drew
        left = np.maximum(unseen[:, None, 1:] - HANDS[None, :, 1:], 0)
        self.chances[rows] *= _WAYS[left, np.minimum(drew, COPIES_OF_A_VALUE)[:, None, 1:]].prod(2)

    def _normalise(self, rows: Ints) -> None:
        self.chances[rows] /= self.chances[rows].sum(1, keepdims=True)


def _padded(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return chances with a last column of zeros, for hands that cannot be."""
    return np.concatenate((chances, np.zeros((len(chances), 1))), 1)
