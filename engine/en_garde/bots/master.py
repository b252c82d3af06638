"""The master: a small network trained by self-play (see `engine.training`), read and run in plain Python."""

from functools import cache
from importlib.resources import files
from math import exp
from operator import mul
from random import Random
from struct import calcsize, unpack
from typing import Final, NamedTuple

from engine.bots.bot import Bot, Opinion
from engine.en_garde.actions import Action
from engine.en_garde.bots.inputs import INPUTS, OUTPUTS, inputs_of, output_of
from engine.en_garde.view import RoundView
from engine.game import Seat

HIDDEN: Final = 192
"""Units of each of the two hidden layers."""

SHARPNESS: Final = 4
"""The power that the odds of the network are raised to: training keeps them more even than is good."""

RARE: Final = 0.1
"""Actions less likely than this are noise of the training and not played."""

LAYERS: Final = ((INPUTS, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, OUTPUTS + 1))
"""Each layer's inputs and outputs; in the file a row of weights for each output, then the biases."""

Row = tuple[float, ...]


class Network(NamedTuple):
    """The weights, laid out for the way they are used."""

    by_input: tuple[Row, ...]
    """The first layer: what each input adds to all units, since only a few inputs are on."""
    bias: Row
    second: tuple[Row, ...]
    second_bias: Row
    last: tuple[Row, ...]
    last_bias: Row

    def outputs(self, on: list[int]) -> list[float]:
        """The outputs for the inputs that are on."""
        first = [
            max(sum(column), 0.0) for column in zip(self.bias, *[self.by_input[i] for i in on], strict=True)
        ]
        second = [
            max(sum(map(mul, row, first), bias), 0.0)
            for row, bias in zip(self.second, self.second_bias, strict=True)
        ]
        return [sum(map(mul, row, second), bias) for row, bias in zip(self.last, self.last_bias, strict=True)]


def read(data: bytes) -> Network:
    """The network in a file of weights; ValueError where it is none."""
    (first, bias), (second, second_bias), (last, last_bias) = read_layers(data)
    return Network(tuple(zip(*first, strict=True)), bias, second, second_bias, last, last_bias)


def read_layers(data: bytes) -> list[tuple[tuple[Row, ...], Row]]:
    """Weights and biases of each layer, from little-endian half-precision numbers.

    Raises ValueError where there are too many or too few.
    """
    numbers = sum(inputs * outputs + outputs for inputs, outputs in LAYERS)
    if len(data) != calcsize(f"<{numbers}e"):
        raise ValueError(f"the master's weights are {calcsize(f'<{numbers}e')} bytes, not {len(data)}")
    values = unpack(f"<{numbers}e", data)
    parts: list[tuple[tuple[Row, ...], Row]] = []
    start = 0
    for inputs, outputs in LAYERS:
        end = start + inputs * outputs
        rows = tuple(values[row : row + inputs] for row in range(start, end, inputs))
        parts.append((rows, values[end : end + outputs]))
        start = end + outputs
    return parts


def weights() -> bytes:
    """The file of weights that this version ships with."""
    return (files("engine.en_garde.bots") / "master.weights").read_bytes()


@cache
def network() -> Network:
    """The shipped weights, read when first needed."""
    return read(weights())


def chance(view: RoundView, seat: Seat) -> float:
    """The master's estimate, 0 to 1, of the chance that `seat` wins; exact once the round is over."""
    if view.result is not None:
        return 0.5 if view.result.winner is None else float(view.result.winner is seat)
    return _chance(network().outputs(inputs_of(view, seat))[-1])


def opinion(view: RoundView) -> Opinion:
    """What the master would do in the place of the player to act, and how it sees the round."""
    assert view.turn is not None
    outputs = network().outputs(inputs_of(view, view.turn))
    logits = {action: outputs[output_of(action)] for action in view.legal}
    most = max(logits.values())
    parts = {action: exp(SHARPNESS * (logit - most)) for action, logit in logits.items()}
    total = sum(parts.values())
    odds = {action: part / total for action, part in parts.items() if part >= RARE * total}
    total = sum(odds.values())
    ordered = sorted(odds, key=odds.__getitem__, reverse=True)
    return Opinion({action: odds[action] / total for action in ordered}, _chance(outputs[-1]))


class Master(Bot):
    """Plays by the odds of the network."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """An action drawn by the odds of `opinion`: who always did the same could be read."""
        if len(view.legal) == 1:
            return view.legal[0]
        odds: dict[Action, float] = opinion(view).odds
        return source.choices(list(odds), list(odds.values()))[0]


def _chance(result: float) -> float:
    return min(max((1 + result) / 2, 0.0), 1.0)
