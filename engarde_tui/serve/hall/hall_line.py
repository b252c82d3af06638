"""The hall's line in the header of a stored match; it holds the secret, so no player sees it."""

from typing import Final, NamedTuple

from engarde_tui.fair.commitment import SECRET
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

_TIMES: Final = "#"
"""Separates a name and how often it was released before; no name has it."""


def recorded_name(name: str, released: int) -> str:
    """Return what stands for a member: the name, and how many owners it had before, if any."""
    return f"{name}{_TIMES}{released}" if released else name


def name_and_releases(member_id: str) -> tuple[str, int]:
    """Return the arguments that `recorded_name` was called with; the number is 0 if it is not valid."""
    name, _, number = member_id.partition(_TIMES)
    return name, int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0


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
        """What stands for the members, left and right; `NOBODY` for anybody else."""
        return self.left, self.right
