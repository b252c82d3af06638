"""What each action wins on guesses of the hidden cards, played on by the master's network and then counted.

The hands guessed follow all that the opponent has played in the round, if it plays like the network but now
and then anything legal. Chance comes from the view alone: equal views, equal answers.
"""

from functools import cache
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.actions import Action, advance_and_attack, attack
from engine.en_garde.bots.arrays.beliefs import HANDS, Chances, believed
from engine.en_garde.bots.arrays.policy import Policy, drawn, surprising
from engine.en_garde.bots.arrays.rounds import OVER, Ints, Rounds
from engine.en_garde.bots.counting import hand_of
from engine.en_garde.bots.inputs import OUTPUTS, output_of
from engine.en_garde.bots.policy import weights
from engine.en_garde.bots.solver import Counting
from engine.en_garde.rules import COPIES_OF_A_VALUE
from engine.en_garde.view import RoundView

SURPRISE: Final = 0.3
"""How often the opponent is taken to have played any legal action at all.

To believe less of the network takes a little less from the master, and more from everybody else.
"""

COUNTED: Final = 1
"""With so many cards left to draw, or fewer, a guess is counted to the end."""


@cache
def policy() -> Policy:
    """Return the master's network, loaded on first use."""
    return Policy(weights())


def searched(view: RoundView, guesses: int, surprise: float = SURPRISE) -> dict[Action, float]:
    """Return for each legal action of the player to act its mean result on the same guesses, -1 to 1.

    With a `surprise` of 1 all hands that fit what was played are believed alike. Cards must be left to draw.
    """
    assert view.pile
    source = np.random.default_rng(crc32(repr((view.rules, view.first, view.hand, view.plays)).encode()))
    rounds, chances = believed(view, surprising(policy().odds, surprise))
    guess = np.tile(np.arange(guesses), len(view.legal))
    tried = _guessed(rounds, chances, guesses, source).take(guess)
    tried.play(np.arange(len(guess)), np.repeat([output_of(action) for action in view.legal], guesses))
    results = _results(tried, guess, int(rounds.turn[0]), Counting(view.rules), source)
    return dict(zip(view.legal, results.reshape(-1, guesses).mean(1).tolist(), strict=True))


def _guessed(rounds: Rounds, chances: Chances, number: int, source: np.random.Generator) -> Rounds:
    """Return guesses of a round: each hand as often as it is believed, give or take one, and any pile."""
    guessed = rounds.take(np.zeros(number, np.int64))
    sums = chances.cumsum()
    hands = np.searchsorted(sums, (np.arange(number) + source.random()) / number * sums[-1], side="right")
    guessed.hands[:, 1 - rounds.turn[0]] = HANDS[np.minimum(hands, len(HANDS) - 1)]
    left = COPIES_OF_A_VALUE - guessed.hands.sum(1) - guessed.played
    left[:, 0] = 0
    piles = np.array([np.repeat(np.arange(6), cards) for cards in left])
    guessed.deck[:, int(rounds.drawn[0]) :] = source.permuted(piles, axis=1)
    return guessed


def _results(
    rounds: Rounds, guess: Ints, seat: int, counting: Counting, source: np.random.Generator
) -> NDArray[np.float64]:
    """Play on, and return the result of each round for `seat`, -1 to 1; equal guesses have equal chance."""
    results, counted = np.zeros(len(guess)), np.zeros(len(guess), np.bool_)
    number = int(guess.max()) + 1
    while len(rows := np.flatnonzero((rounds.phase != OVER) & ~counted)):
        pile = rounds.pile(rows)
        ending = (pile > 0) & (pile <= COUNTED)
        for row in rows[ending].tolist():
            results[row] = _counted(rounds, row, counting) * (1 if rounds.turn[row] == seat else -1)
        counted[rows[ending]] = True
        if len(rows := rows[~ending]):
            noise = source.standard_exponential((number, OUTPUTS), np.float32)[guess[rows]]
            rounds.play(rows, drawn(policy().odds(rounds, rows, rounds.legal(rows)), noise))
    return np.where(counted, results, rounds.results(seat))


def _counted(rounds: Rounds, row: int, counting: Counting) -> float:
    """Return the mean result of a guess for the player to act, over all orders of its pile."""
    turn = int(rounds.turn[row])
    hands, advanced = rounds.hands[row].tolist(), rounds.advanced[row].tolist()
    pile = tuple(sorted(rounds.deck[row, rounds.drawn[row] :].tolist()))
    return counting.expected(
        hand_of(tuple(hands[turn])),
        hand_of(tuple(hands[1 - turn])),
        pile,
        advanced[turn],
        advanced[1 - turn],
        _attack(*rounds.attack[row].tolist()),
    )


@cache
def _attack(card: int, number: int, indirect: int) -> Action | None:
    """Return the attack to answer, as `Rounds` has it; how far it advanced makes no difference there."""
    if not number:
        return None
    return advance_and_attack(1, card, number) if indirect else attack(card, number)
