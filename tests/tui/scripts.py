"""Whole matches, one per rule set and starter; together they have every kind of action of the rules.

The seed deals; the words were chosen by chance once and are written down, so that a test shows what it plays.
"""

from typing import NamedTuple

from engine.en_garde import PRESETS, Match, Seat


class Script(NamedTuple):
    """A match from its first deal to its end."""

    preset: str
    first: Seat
    target: int
    seed: int
    score: tuple[int, int]
    """The score at the end."""
    rounds: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.preset}-{self.first.label}"

    @property
    def match(self) -> Match:
        """The match before its first action."""
        return Match.new(PRESETS[self.preset], target=self.target, first=self.first, seed=self.seed)


SCRIPTS = (
    Script("abacus-basic", Seat.LEFT, 2, 17337, (0, 2), (
        "+5 +1 -1 +5 -2 +4 +5 +2 -2 -1 -4 -3 +4 +3 +5 A1",
        "+5 +3 +4 +5 A5",
    )),
    Script("abacus-basic", Seat.RIGHT, 1, 1, (1, 0), (
        "+1 +5 +5 +4 +4 -1 -4 -4 +2 +1 -3 +5 -2 +1 +3 N",
    )),
    Script("abacus-standard", Seat.LEFT, 2, 3342, (0, 2), (
        "+4 +1 +3 +5 +5 A444 H",
        "+1 +4 +2 -4 -1 +2 +5 +1 +5 +4 A33 P33 -2 A5 P5",
    )),
    Script("abacus-standard", Seat.RIGHT, 1, 3303, (1, 0), (
        "+2 +1 +5 +3 +4 +3 -1 +3 A22 P22 -4 +5 -3 N",
    )),
    Script("abacus-advanced", Seat.LEFT, 2, 4692, (2, 0), (
        "+1 +1 +1 +3 -1 +5 +3 +4 A55 H",
        "+4 +4 -3 +1 +2 +4 +3 +4A3 R3 +5 A1 P1 -2 +1 A2 P2",
    )),
    Script("abacus-advanced", Seat.RIGHT, 1, 135, (0, 1), (
        "+3 +4 +4 +5 +4A22 R1 -3 +1A5 P5 +2A3 R2 N",
    )),
    Script("ferti-standard", Seat.LEFT, 2, 490, (2, 0), (
        "+5 +4 +5 +5 A33 H",
        "+5 +2 +3 -1 +4 +4 A5 P5 A5 H",
    )),
    Script("ferti-standard", Seat.RIGHT, 2, 1994, (0, 2), (
        "+3 +3 +5 +4 +2 +4 -4 A5 P5 A5 H",
        "+2 +5 +1 +5 +5 A444 H",
    )),
    Script("ferti-advanced", Seat.LEFT, 2, 8040, (2, 0), (
        "+5 +4 +5 -2 +5 +3 A2 H",
        "+2 +5 +1 +4 +5 +1A4444 R2 +5A1 P1 -5",
    )),
    Script("ferti-advanced", Seat.RIGHT, 2, 6129, (2, 0), (
        "+2 +2 +3 +3 -1 +4 +5A44 P44 +2A2 R2 +1A3 R5",
        "+5 +4 +4 +5 A4 H",
    )),
)  # fmt: skip
