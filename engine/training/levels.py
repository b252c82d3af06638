"""The public tree of a miniature, level by level.

At each node, matrices hold a number for each hand of the attacker (seat 0, rows) and of the policy that is
attacked (columns).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.en_garde.bots.arrays.rounds import Bools, Ints
from engine.en_garde.bots.solver import CLOSE

Reals = NDArray[np.float64]


class Level(NamedTuple):
    """The nodes of the public tree after the same number of actions, and their children."""

    reach: Reals
    """How often chance and the policy lead there with each pair of hands, the attacker's first."""
    mine: Bools
    """Where the attacker is to act."""
    stuck: Bools
    """With which hands the player to act has no legal action."""
    pile: Ints
    """The cards that are left to draw."""
    parent: Ints
    """The node of each child."""
    output: Ints
    """The action that leads there."""
    share: Reals
    """With what probability each hand plays the action that leads there; 1 for the attacker's."""
    cards: Ints
    """The cards that are played, as counts."""
    drawn: Ints
    """How many cards are drawn."""
    left: Ints
    """The cards not played after it, as counts."""
    result: Reals
    """The attacker's result with each pair of hands, its own first, where the round is over; else 0."""
    following: Ints
    """The node of the next level that each child is; -1 where the round is over."""


def averaged(level: Level, worths: Reals, reach: Reals) -> Reals:
    """Return the mean over the other hands, by how often the node is reached with them; 0 if never."""
    weights = turned(reach[level.parent], level.mine[level.parent])
    total = weights.sum(2)
    return np.where(total > 0, (worths * weights).sum(2) / np.maximum(total, np.finfo(float).tiny), 0)


def first_best(level: Level, gains: Reals) -> Bools:
    """Return for each hand which action gains most; of equal ones the first, and none without an action."""
    highest, number = np.full(level.stuck.shape, -np.inf), np.arange(len(gains))[:, None]
    np.maximum.at(highest, level.parent, gains)
    equal = (gains >= highest[level.parent] - CLOSE) & np.isfinite(gains)
    first = np.full(level.stuck.shape, len(gains))
    np.minimum.at(first, level.parent, np.where(equal, number, len(gains)))
    return np.asarray(number == first[level.parent])


def turned(matrices: Reals, mine: Bools) -> Reals:
    """Return matrices with the player to act first instead of the attacker, or back again."""
    return np.where(mine[:, None, None], matrices, matrices.transpose(0, 2, 1))
