"""The hall's own line in the header of a match, which nobody else sees."""

from typing import Final, NamedTuple

from engarde_tui.match.commitment import SECRET
from engine.record import Record

HALL: Final = "Hall"
"""The key of the line."""

LISTED: Final = "listed"
"""The kind of a match at a table that the lobby lists."""

BY_CODE: Final = "by-code"
"""The kind of a match at a table that only its code leads to."""

ALONE: Final = "alone"
"""The kind of a match that is played from one member's keyboard only."""

_KINDS: Final = (LISTED, BY_CODE, ALONE)

NOBODY: Final = "~"
"""Stands for a guest or a bot in the line; no member can have this name."""


class HallLine(NamedTuple):
    """The words of the line; all "" if the match has none."""

    kind: str = ""
    secret: str = ""
    left: str = ""
    right: str = ""

    @classmethod
    def parse(cls, text: str) -> "HallLine":
        """The words of a line's value; all "" if it is not one of the hall's."""
        words = text.split(" ")
        if len(words) != len(cls._fields) or words[0] not in _KINDS or not SECRET.fullmatch(words[1]):
            return cls()
        return cls(*words)

    @classmethod
    def of(cls, record: Record) -> "HallLine":
        """The words of the line in a record's header."""
        return cls.parse(dict(record.others).get(HALL, ""))

    @property
    def text(self) -> str:
        """The line's value, as `parse` takes it."""
        return " ".join(self)

    @property
    def members(self) -> tuple[str, str]:
        """The members' names, left and right; `NOBODY` for anybody else."""
        return self.left, self.right
