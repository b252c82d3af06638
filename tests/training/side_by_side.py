"""The same rounds played by the engine and by the arrays of the training, step by step."""

import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np
from staging import ALL_RULES, FULL_DECK, by_chance

from engine.en_garde import Action, Round, Rules, Seat
from engine.en_garde.bots.inputs import output_of
from engine.training.rounds import Ints, Rounds

HOUSES: Final = tuple(rules for rules in ALL_RULES if not rules.open_discard)
"""All that change the play."""


class Step(NamedTuple):
    """Both of them at one time."""

    rounds: Rounds
    states: list[Round]
    """Of all rounds, those that are over too."""
    playing: Ints
    """Which of the rounds go on, as the arrays say."""


def deal(rules: list[Rules], seed: int) -> list[Round]:
    """A round by each of the rules, the cards and who begins by chance."""
    source = random.Random(seed)
    return [
        Round.deal(house, source.sample(FULL_DECK, 25), Seat(number % 2))
        for number, house in enumerate(rules)
    ]


def side_by_side(dealt: list[Round], choose: Callable[[int, Round], Action]) -> Iterator[Step]:
    """Rounds from the deal on; `choose` is told the number of a round. In the last step all are over."""
    states = list(dealt)
    rounds = Rounds(
        [state.rules for state in states],
        np.array([state.deck for state in states]),
        np.array([state.first for state in states], np.int64),
    )
    while True:
        yield Step(rounds, list(states), rounds.playing)
        going_on = [number for number, state in enumerate(states) if state.turn is not None]
        if not going_on:
            return
        actions = [choose(number, states[number]) for number in going_on]
        for number, action in zip(going_on, actions, strict=True):
            states[number] = states[number].play(action)
        rounds.play(np.array(going_on), np.array([output_of(action) for action in actions]))


def dealt_and_played(rules: list[Rules], seed: int) -> Iterator[Step]:
    """A round by each of the rules, dealt and played by chance."""
    source = random.Random(seed)
    return side_by_side(deal(rules, seed), lambda _, state: by_chance(state.legal, source))
