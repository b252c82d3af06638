"""The hall's line in the header of a stored match; it holds the secret, so no player sees it."""

from typing import Final, NamedTuple

from engarde_tui.match.commitment import SECRET
from engine.record import Record

HALL: Final = "Hall"
"""The key of the line."""

LISTED: Final = "listed"
"""The kind of a match at a table that the lobby lists."""

BY_CODE: Final = "by-code"
"""The kind of a match at a table that only its code opens."""

ALONE: Final = "alone"
"""The kind of a match played at one member's keyboard."""

_KINDS: Final = (LISTED, BY_CODE, ALONE)

NOBODY: Final = "~"
"""Stands for a guest or a bot; no member can have this name."""


class HallLine(NamedTuple):
    """The words of the line; all are "" if the match has no valid one."""

    kind: str = ""
    secret: str = ""
    left: str = ""
    right: str = ""

    @classmethod
    def parse(cls, text: str) -> "HallLine":
        """Return the words of the line's value; all are "" if it is not valid."""
        words = text.split(" ")
        if len(words) != len(cls._fields) or words[0] not in _KINDS or not SECRET.fullmatch(words[1]):
            return cls()
        return cls(*words)

    @classmethod
    def of(cls, record: Record) -> "HallLine":
        """Return the words of the line in a record's header."""
        return cls.parse(dict(record.others).get(HALL, ""))

    @property
    def text(self) -> str:
        """The line's value, for `parse`."""
        return " ".join(self)

    @property
    def members(self) -> tuple[str, str]:
        """The members' names, left and right; `NOBODY` for anybody else."""
        return self.left, self.right
