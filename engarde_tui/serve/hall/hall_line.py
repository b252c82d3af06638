"""What the hall writes of its own into the header of a match; nobody else sees it."""

from typing import Final, NamedTuple

from engarde_tui.match.commitment import SECRET
from engine.record import Record

HALL: Final = "Hall"
"""The key of that line."""

LISTED: Final = "listed"
"""The kind of a match at a table that the lobby shows to all."""

BY_CODE: Final = "by-code"
"""The kind of a match at a table that is found by its code alone."""

ALONE: Final = "alone"
"""The kind of a match that a member plays without another keyboard."""

_KINDS: Final = (LISTED, BY_CODE, ALONE)

NOBODY: Final = "~"
"""What stands for a guest or a bot in that line; no member can have such a name."""


class HallLine(NamedTuple):
    """What the line says; all empty for a match that is not of the hall."""

    kind: str = ""
    secret: str = ""
    left: str = ""
    right: str = ""

    @classmethod
    def parse(cls, text: str) -> "HallLine":
        """What was written after the key; empty for anything else."""
        words = text.split(" ")
        if len(words) != len(cls._fields) or words[0] not in _KINDS or not SECRET.fullmatch(words[1]):
            return cls()
        return cls(*words)

    @classmethod
    def of(cls, record: Record) -> "HallLine":
        """What the header of a match says."""
        return cls.parse(dict(record.others).get(HALL, ""))

    @property
    def text(self) -> str:
        """What is written after the key."""
        return " ".join(self)

    @property
    def members(self) -> tuple[str, str]:
        """The names of the members that left and right are."""
        return self.left, self.right
