"""The same rounds played by the engine and by training's arrays, step by step."""

import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np
from staging import ALL_RULES, FULL_DECK, by_chance

from engine.en_garde import Action, Round, Rules, Seat
from engine.en_garde.bots.arrays.rounds import Ints, Rounds
from engine.en_garde.bots.inputs import output_of

HOUSES: Final = tuple(rules for rules in ALL_RULES if not rules.open_discard)
"""All combinations of rules that change the play."""


class Step(NamedTuple):
    """The engine's rounds and the arrays after the same actions."""

    rounds: Rounds
    states: list[Round]
    """All rounds, including those that are over."""
    playing: Ints
    """The rounds in progress, according to the arrays."""


def deal(rules: list[Rules], seed: int) -> list[Round]:
    """Deal a random round per rules; left and right start in turn."""
    source = random.Random(seed)
    return [
        Round.deal(house, source.sample(FULL_DECK, 25), Seat(number % 2))
        for number, house in enumerate(rules)
    ]


def side_by_side(dealt: list[Round], choose: Callable[[int, Round], Action]) -> Iterator[Step]:
    """Play the rounds to their end; yield every step, the deal first.

    `choose` gets the index of a round and its state.
    """
    states = list(dealt)
    rounds = Rounds(
        [state.rules for state in states],
        np.array([state.deck for state in states]),
        np.array([state.first for state in states], np.int64),
    )
    while True:
        yield Step(rounds, list(states), rounds.playing)
        unfinished = [index for index, state in enumerate(states) if state.turn is not None]
        if not unfinished:
            return
        actions = [choose(index, states[index]) for index in unfinished]
        for index, action in zip(unfinished, actions, strict=True):
            states[index] = states[index].play(action)
        rounds.play(np.array(unfinished), np.array([output_of(action) for action in actions]))


def dealt_and_played(rules: list[Rules], seed: int) -> Iterator[Step]:
    """Deal a random round per rules and play it at random."""
    source = random.Random(seed)
    return side_by_side(deal(rules, seed), lambda _, state: by_chance(state.legal, source))
