"""Errors of files, with advice what to do."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from engarde_tui.paths import ELSEWHERE
from engarde_tui.play.problem import Problem
from engarde_tui.play.saving import OvertakenError
from engine.message import message

RESTORE: Final = message("restore it from a copy or move it away, or {elsewhere}", elsewhere=ELSEWHERE)
"""What to do about a damaged file."""

_READING: Final = message("{path} cannot be read ({cause}): {advice}")
_SAVING: Final = message("nothing can be saved in {path} ({cause}): {advice}")

_FIX: Final = message("fix that and try again, or {elsewhere}", elsewhere=ELSEWHERE)
_DISK: Final = message(
    "check whether the disk is full or broken, try again, or {elsewhere}", elsewhere=ELSEWHERE
)
_OWN: Final = message(
    "if it belongs to another user, make it yours (chown), or {elsewhere}", elsewhere=ELSEWHERE
)

_MAKE: Final = message("there is no such folder; make it, or {elsewhere}", elsewhere=ELSEWHERE)

_LONGEST_CAUSE: Final = 100
"""Characters quoted of SQLite's message, which can contain all of a damaged file."""


class StoreError(Problem):
    """Reading or writing failed; the message says what, in which file, and what to do."""


class OutageError(StoreError):
    """The server cannot be used at all, which is in the log already."""


class UnknownOutcomeError(StoreError):
    """The server was lost at the very end: whether it has saved is known only from itself."""


class ConflictError(StoreError, OvertakenError):
    """Somebody else has changed the same at the same time."""


def leads_nowhere(path: Path) -> Path | None:
    """Return the link on the way to a path that leads nowhere; None if there is none, or nobody can say."""
    with suppress(PermissionError):
        for part in (path, *path.parents):
            if part.is_symlink() and not part.exists():
                return part
    return None


def explanation(path: Path, error: sqlite3.Error | OSError, *, saving: bool) -> StoreError:
    """Return the StoreError that explains an error of the system, or of SQLite by its primary code.

    It says that nothing can be saved if that was asked for, and else that the file cannot be read.
    """
    cause = f"{error}"[:_LONGEST_CAUSE]
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:
            # SQLITE_ERROR means that a table is missing, as our SQL is correct.
            return StoreError(
                message(
                    "{path} is damaged or not an engarde file ({cause}): {advice}",
                    path=path,
                    cause=cause,
                    advice=RESTORE,
                )
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError(
                message("{path} is locked by another program: close that, then try again", path=path)
            )
        case sqlite3.SQLITE_FULL:
            return StoreError(
                message("{path} cannot be written, the disk is full: make room, then try again", path=path)
            )
        case sqlite3.SQLITE_IOERR:
            advice = _DISK
        case _:
            advice = _OWN if isinstance(error, PermissionError) else _FIX
    if link := leads_nowhere(path):
        return StoreError(message("{path} is a link that leads nowhere: {advice}", path=link, advice=_FIX))
    if isinstance(error, OSError):
        path, cause = Path(error.filename or path), error.strerror or cause
        with suppress(PermissionError):
            if advice is _OWN and not path.exists():
                advice = _MAKE
    what = _SAVING if saving else _READING
    return StoreError(what._replace(fields={"path": path, "cause": cause, "advice": advice}))
