"""A tiny game, and odds to play it by."""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.en_garde import PRESETS
from engine.en_garde.bots.arrays.rounds import Bools, Ints, Rounds, Size

FERTI: Final = PRESETS["ferti-advanced"]
ONE_BLADE: Final = replace(FERTI, parry=False, indirect=False)
TINY: Final = Size(values=2, copies=4, hand=2, squares=7)


def by_cards(rounds: Rounds, rows: Ints, legal: Bools) -> NDArray[np.float64]:
    """Return odds that tell of the hand and of what was played."""
    turn = rounds.turn[rows]
    tells = rounds.hands[rows, turn][:, [1]] + rounds.played[rows][:, [2]] + np.arange(legal.shape[1])
    weights = legal * (1.0 + tells % 4)
    return np.asarray(weights / weights.sum(1, keepdims=True))
