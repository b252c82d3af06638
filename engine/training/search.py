"""A search deeper than the master's: every action, on many guesses of the hidden cards, played to the end."""

from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.actions import Action
from engine.en_garde.bots.inputs import output_of
from engine.en_garde.bots.network import read_layers
from engine.en_garde.bots.policy import RARE, SHARPNESS, calibrated, weights
from engine.en_garde.puzzles import turns, unseen_cards
from engine.en_garde.round import Round
from engine.game import Seat
from engine.training.rounds import Bools, Ints, Rounds

Floats = NDArray[np.float32]

_WAYS = np.array([[comb(held, picked) for picked in range(6)] for held in range(6)])

SURPRISE = 0.02
"""How often an opponent is taken to do what the master would not, whatever it holds."""


class Player:
    """The master, for many rounds at once."""

    def __init__(self) -> None:
        """Read the shipped network."""
        self._layers = [
            (np.array(rows, np.float32).T.copy(), np.array(bias, np.float32))
            for rows, bias in read_layers(weights())
        ]

    def outputs(self, rounds: Rounds, rows: Ints, seats: Ints) -> Floats:
        """Return the network's outputs for what each of `seats` sees, a row each."""
        values = rounds.inputs(rows, seats).astype(np.float32)
        for number, (layer, bias) in enumerate(self._layers):
            values = values @ layer + bias
            if number < 2:
                np.maximum(values, 0, out=values)
        return values

    def odds(self, rounds: Rounds, rows: Ints, legal: Bools) -> Floats:
        """Return how likely the master is to play each output, a row per round."""
        return sharpened(self.outputs(rounds, rows, rounds.turn[rows]), legal)

    def choose(self, rounds: Rounds, rows: Ints, source: np.random.Generator) -> Ints:
        """Return an output for each row, drawn by the odds."""
        return drawn(self.odds(rounds, rows, rounds.legal(rows)), source)

    def play_out(self, rounds: Rounds, source: np.random.Generator) -> None:
        """Play all rounds to their ends."""
        while len(playing := rounds.playing):
            for rows in np.array_split(playing, len(playing) // 4096 + 1):
                rounds.play(rows, self.choose(rounds, rows, source))


def sharpened(outputs: Floats, legal: Bools) -> Floats:
    """Return the odds that the master plays by, given the network's outputs, a row per round."""
    logits = np.where(legal, outputs[:, :-1], -np.inf)
    powers = np.exp(SHARPNESS * (logits - logits.max(1, keepdims=True)))
    powers /= powers.sum(1, keepdims=True)
    powers[powers < RARE] = 0
    odds: Floats = powers / powers.sum(1, keepdims=True)
    return odds


def drawn(odds: Floats, source: np.random.Generator) -> Ints:
    """Return an output for each row, drawn by its odds."""
    # Zero is a possible number of this distribution, and nothing can be divided by it.
    noise = np.maximum(source.standard_exponential(odds.shape, np.float32), np.finfo(np.float32).tiny)
    chosen: Ints = (odds / noise).argmax(1)
    return chosen


def guess(state: Round, number: int, source: np.random.Generator) -> Rounds:
    """Return rounds, at their deals, in which the player to act sees what it does in `state`.

    Each is dealt as `engine.en_garde.puzzles.fitting_deck` would.
    """
    seat = state.turn
    assert seat is not None
    hand, plays = state.hands[seat], turns(state.rules, state.first, state.actions)

    def rows(cards: Sequence[int]) -> Ints:
        return np.tile(np.array(cards, np.int64), (number, 1))

    unseen = source.permuted(rows(unseen_cards(state.actions, hand)), axis=1)
    others = len(state.hands[seat.other])
    hands, pile = {seat: rows(hand), seat.other: unseen[:, :others]}, unseen[:, others:]
    for who, cards, taken in reversed(plays):
        held = source.permuted(hands[who], axis=1)
        pile = np.concatenate((held[:, :taken], pile), 1)
        hands[who] = np.concatenate((held[:, taken:], rows(cards)), 1)
    decks = np.concatenate((hands[Seat.LEFT], hands[Seat.RIGHT], pile), 1)
    return Rounds([state.rules] * number, decks, np.full(number, int(state.first)))


class Guesses(NamedTuple):
    """Rounds that fit what the player to act sees, and how likely each is."""

    rounds: Rounds
    likelihood: NDArray[np.float64]
    """How likely the master was to act as the opponent did, with the cards that the guess gives it."""


def play_all(rounds: Rounds, actions: Sequence[Action]) -> None:
    """Play `actions` in all of `rounds`, dealt so that they can be played."""
    rows = np.arange(len(rounds.deck))
    for action in actions:
        rounds.play(rows, np.full(len(rows), output_of(action)))


def weigh(player: Player, rounds: Rounds, actions: Sequence[Action], seat: int) -> Guesses:
    """Play `actions` in all of `rounds`, and say how likely each is to `seat`, who is then to act."""
    rows = np.arange(len(rounds.deck))
    likelihood = np.ones(len(rows))
    for action in actions:
        output = output_of(action)
        if rounds.turn[0] != seat:
            legal = rounds.legal(rows)
            odds = player.odds(rounds, rows, legal)[:, output]
            likelihood *= odds * (1 - SURPRISE) + SURPRISE / legal.sum(1)
            # A guess is the likelier, the more ways there are to pick the cards played from its hands.
            held = rounds.hands[rows, rounds.turn]
            for card, number in Counter(action.cards).items():
                likelihood /= _WAYS[held[:, card], number]
        rounds.play(rows, np.full(len(rows), output))
    return Guesses(rounds, likelihood)


def likely(guessed: Guesses, number: int, source: np.random.Generator) -> Rounds:
    """Return `number` of the rounds, each drawn as often as it is likely."""
    weight = np.cumsum(guessed.likelihood / guessed.likelihood.sum())
    chosen = np.searchsorted(weight, (np.arange(number) + source.random()) / number)
    return guessed.rounds.take(np.minimum(chosen, len(weight) - 1))


def spread(guessed: Guesses) -> float:
    """Return how many equally likely guesses would tell as much as these."""
    likelihood = guessed.likelihood
    return float(likelihood.sum() ** 2 / (likelihood**2).sum())


def results(
    player: Player, rounds: Rounds, actions: Sequence[Action], source: np.random.Generator
) -> NDArray[np.float64]:
    """Return what each action (columns) brings in each round (rows): 1 if its player wins, 0.5 if drawn."""
    tried = _after(rounds, actions)
    seat = int(rounds.turn[0])
    player.play_out(tried, source)
    return _columns(np.where(tried.winner == -1, 0.5, tried.winner == seat), actions)


def expected(player: Player, rounds: Rounds, actions: Sequence[Action]) -> NDArray[np.float64]:
    """Return the master's own estimate of its chance after each action (columns) in each round (rows)."""
    tried = _after(rounds, actions)
    seat = int(rounds.turn[0])
    values = np.where(tried.winner == -1, 0.5, tried.winner == seat)
    playing = tried.playing
    if len(playing):
        outputs = player.outputs(tried, playing, np.full(len(playing), seat))[:, -1]
        values[playing] = [
            calibrated(float(output), to_act=bool(turn == seat))
            for output, turn in zip(outputs, tried.turn[playing], strict=True)
        ]
    return _columns(values, actions)


def _after(rounds: Rounds, actions: Sequence[Action]) -> Rounds:
    """Return copies of all rounds after each of the actions, one action after the other."""
    number = len(rounds.deck)
    tried = rounds.take(np.tile(np.arange(number), len(actions)))
    tried.play(np.arange(number * len(actions)), np.repeat([output_of(each) for each in actions], number))
    return tried


def _columns(values: NDArray[np.float64], actions: Sequence[Action]) -> NDArray[np.float64]:
    return values.reshape(len(actions), -1).T
