"""The fencers as silhouettes, drawn facing right; the fencer on the right is mirrored.

figures/*.txt has a drawing for each size and pose, under a line that says where the front foot is and where
the blade begins, as column and row, and how it points.
"""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

_FOLDER: Final = Path(__file__).parents[1] / "figures"
_HEAD: Final = re.compile(r"\[(\w+)\] foot (\d+) blade (\d+) (\d+) (\w+)\n")
_MIRROR: Final = str.maketrans("▌▐", "▐▌")


class Pose(StrEnum):
    """What a fencer is doing."""

    SALUTE = "salute"
    GUARD = "guard"
    CLOSE = "close"
    """On guard at distance 1: the arm bent, the blade up."""
    ADVANCE = "advance"
    LUNGE = "lunge"
    THRUST = "thrust"
    """A lunge at distance 1: the body drawn back, so that there is room for the blade."""
    PARRY = "parry"
    EVADE = "evade"
    HIT = "hit"
    VICTORY = "victory"
    DEFEAT = "defeat"


class Pointing(StrEnum):
    """How a blade points."""

    AHEAD = "ahead"
    RISING = "rising"
    UPRIGHT = "upright"
    FALLING = "falling"
    NONE = "none"
    """It has been dropped."""


class Figure(NamedTuple):
    """One drawing: its rows, all of the same length."""

    rows: tuple[str, ...]
    foot: int
    """The column of the front foot."""
    blade: tuple[int, int]
    """Column and row of the first cell of the blade."""
    pointing: Pointing

    @property
    def mirrored(self) -> "Figure":
        """The figure facing left."""
        last = len(self.rows[0]) - 1
        column, row = self.blade
        rows = tuple(line[::-1].translate(_MIRROR) for line in self.rows)
        return Figure(rows, last - self.foot, (last - column, row), self.pointing)


class FigureSize(NamedTuple):
    """The drawings of one size."""

    name: str
    height: int
    """Rows of a figure."""
    back: int
    """Columns that a fencer on guard takes behind the front foot."""
    blade: int
    """Columns of a level blade."""

    @property
    def raised_blade(self) -> int:
        """The rows of a raised blade."""
        return self.height // 2

    def figure(self, pose: Pose) -> Figure:
        """Return the drawing of a pose."""
        return _figures(self)[pose]


SMALL: Final = FigureSize("small", 6, 6, 5)
MEDIUM: Final = FigureSize("medium", 11, 13, 9)
LARGE: Final = FigureSize("large", 17, 20, 13)


@cache
def _figures(size: FigureSize) -> dict[Pose, Figure]:
    text = (_FOLDER / f"{size.name}.txt").read_text(encoding="utf-8")
    figures = {}
    _, *parts = _HEAD.split(text)
    for pose, foot, column, row, pointing, drawing in zip(
        *(parts[start::6] for start in range(6)), strict=True
    ):
        lines = drawing.removesuffix("\n").split("\n")
        width = max(map(len, lines))
        rows = tuple(line.ljust(width) for line in lines)
        figures[Pose(pose)] = Figure(rows, int(foot), (int(column), int(row)), Pointing(pointing))
    return figures
