"""What can go wrong with our files, and what people can do about it."""

import sqlite3
from pathlib import Path
from typing import Final

from engarde_tui.match.problem import Problem

ELSEWHERE: Final = "choose another folder with --data or ENGARDE_DATA"

RESTORE: Final = f"restore it from a copy or move it away, or {ELSEWHERE}"
"""What every command can do about a damaged file."""

_LONGEST_CAUSE: Final = 100
"""Characters of SQLite's own message; one about a damaged file can quote all of it."""


class StoreError(Problem):
    """Something cannot be read from or written to disk; says what, in which file, and what to do."""


class DamagedStoreError(StoreError):
    """The file is no database of ours, or a broken one; setting it aside makes room for a new one."""


def explanation(path: Path, error: sqlite3.Error) -> StoreError:
    """What to tell of an error of the database; only its primary code counts."""
    cause = f"{error}"[:_LONGEST_CAUSE]
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:
            # The last one means that a table is missing, since our statements are right.
            return DamagedStoreError(f"{path} is damaged or not an engarde file ({cause}): {RESTORE}")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError(f"{path} is locked by another program: close that, then try again")
        case sqlite3.SQLITE_FULL:
            return StoreError(f"{path} cannot be written, the disk is full: make room, then try again")
        case sqlite3.SQLITE_IOERR:
            return StoreError(
                f"{path} cannot be read or written ({cause}): see whether the disk is full or broken and try"
                f" again, or {ELSEWHERE}"
            )
        case _:
            return StoreError(
                f"{path} cannot be read or written ({cause}): mend that and try again, or {ELSEWHERE}"
            )
