"""The odds by which a network plays in many rounds at once."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.bots.arrays.rounds import Bools, Ints, Rounds
from engine.en_garde.bots.network import read_layers
from engine.en_garde.bots.policy import RARE, SHARPNESS

Floats = NDArray[np.float32]

Odds = Callable[[Rounds, Ints, Bools], Floats]
"""Returns the probability of each output in each row, given the legal ones."""

AT_ONCE: Final = 4096
"""Rows for which a network is asked at the same time."""


class Policy:
    """A network that plays many rounds at once."""

    def __init__(self, data: bytes) -> None:
        """Read a file of weights; raises ValueError if there is no network of such a size."""
        self._layers = [
            (np.array(rows, np.float32).T.copy(), np.array(bias, np.float32))
            for rows, bias in read_layers(data)
        ]

    def outputs(self, rounds: Rounds, rows: Ints, seats: Ints) -> Floats:
        """Return the network's outputs for what each of `seats` sees, a row each."""
        found = np.empty((len(rows), len(self._layers[-1][1])), np.float32)
        wide = len(self._layers[0][0])
        for start in range(0, len(rows), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            values = rounds.inputs(rows[part], seats[part])[:, :wide].astype(np.float32)
            for number, (layer, bias) in enumerate(self._layers):
                values = values @ layer + bias
                if number < 2:
                    np.maximum(values, 0, out=values)
            found[part] = values
        return found

    def logits(self, rounds: Rounds, rows: Ints, legal: Bools) -> Floats:
        """Return the logit of each output in each row; minus infinity where it is not legal."""
        found: Floats = np.where(legal, self.outputs(rounds, rows, rounds.turn[rows])[:, :-1], -np.inf)
        return found

    def odds(self, rounds: Rounds, rows: Ints, legal: Bools) -> Floats:
        """Return how likely the master is to play each output, a row per round."""
        return sharpened(self.logits(rounds, rows, legal))


def sharpened(logits: Floats, power: float = SHARPNESS, lowest: float = RARE) -> Floats:
    """Return the odds of `engine.en_garde.bots.policy.sharpened`, a row per round."""
    powers: Floats = np.exp(np.float32(power) * (logits - logits.max(1, keepdims=True)))
    powers /= powers.sum(1, keepdims=True)
    powers[powers < lowest] = 0
    odds: Floats = powers / powers.sum(1, keepdims=True)
    return odds


def surprising(odds: Odds, share: float) -> Odds:
    """Return these odds, except that this share of the actions is any legal one."""

    def mixed(rounds: Rounds, rows: Ints, legal: Bools) -> Floats:
        any_: Floats = (legal / legal.sum(1, keepdims=True)).astype(np.float32)
        return odds(rounds, rows, legal) * np.float32(1 - share) + any_ * np.float32(share)

    return mixed if share else odds


def drawn(odds: Floats, noise: Floats) -> Ints:
    """Return an output for each row, drawn by its odds; the noise is exponential, a number per output."""
    # Zero is a possible number of this distribution, and nothing can be divided by it.
    chosen: Ints = (odds / np.maximum(noise, np.finfo(np.float32).tiny)).argmax(1)
    return chosen
