"""Read, write and name record files."""

import errno
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Final

from engarde_tui.language import tr
from engarde_tui.paths import expanded, whole
from engarde_tui.play.day import local
from engarde_tui.play.problem import Problem, insist_on_regular_file, printable
from engine import record
from engine.message import Message, message
from engine.names import identity
from engine.record import Record, RecordError

_MOST_BYTES: Final = 1_000_000
"""Far more than any match: a round has about 100 bytes, and there are at most 1,000."""

_STANDARD_INPUT: Final = message("standard input")


class FileError(Problem):
    """A file cannot be read or written, or is not a record; the message says which, and why."""


def read_record(path: str) -> Record:
    """Return the record in a file.

    Raises FileError if it cannot be read or is not a record, UsageError if it is no regular file.
    """
    file = expanded(path)
    try:
        insist_on_regular_file(file)
        with file.open("rb") as stream:
            return _read(path, stream)
    except (OSError, ValueError) as error:
        raise FileError(message("{path}: {reason}", path=path, reason=reason(error))) from None


def read_standard_input() -> Record:
    """Return the record on standard input; raises FileError if it is not a record."""
    try:
        return _read(_STANDARD_INPUT, sys.stdin.buffer)
    except (OSError, ValueError) as error:
        raise FileError(message("{path}: {reason}", path=_STANDARD_INPUT, reason=reason(error))) from None


def _read(name: str | Message, stream: BinaryIO) -> Record:
    data = stream.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise FileError(message("{path}: larger than any record of a match", path=name))
    try:
        return record.read(data)
    except RecordError as error:
        raise FileError(message("{path}: {reason}", path=name, reason=error)) from None


def write_record(what: Record, path: str) -> None:
    """Write a record to a new file that only its user may read; raises FileError, also if the file exists."""
    write_new(path, record.write(what), mode=0o600)


def write_new(path: str, text: str, *, mode: int = 0o666) -> None:
    """Write a text to a new file; raises FileError, also if the file exists, and leaves no half of one."""
    file = expanded(path)
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            with open(descriptor, "w", encoding="utf-8") as stream:
                stream.write(text)
        except BaseException:
            os.unlink(file)
            raise
    except (OSError, ValueError) as error:
        raise FileError(message("{path}: {reason}", path=path, reason=reason(error))) from None


def file_name(what: Record) -> str:
    """Return a name for a record's file, in local time: "anna-bruno-20261121-1840.engarde"."""
    return f"{in_file_name(what.match.names)}-{local(what.date):%Y%m%d-%H%M}{record.SUFFIX}"


def in_file_name(names: Iterable[str]) -> str:
    """Return players as the name of a file has them: "anna-bruno"."""
    return "-".join(re.sub(r"\W+", "-", identity(name).lower()).strip("-") or "fencer" for name in names)


def new_file(path: str) -> Path:
    """Return the whole path of a file that is to be written; raises FileError if it cannot be made there."""
    file = whole(path)
    try:
        file.parent.stat()
        if os.path.lexists(file):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    except (OSError, ValueError) as error:
        raise FileError(message("{path}: {reason}", path=path, reason=reason(error))) from None
    return file


def reason(error: OSError | ValueError) -> str:
    """Return why a file could not be opened, read or written, for people."""
    return str(getattr(error, "strerror", None) or error)


def read_given(file: str) -> Record:
    """Return the record in a file, or in standard input for `-`; raises FileError."""
    return read_standard_input() if file == "-" else read_record(file)


def name_of_given(file: str) -> str:
    """Return what to call a file in words."""
    return tr("standard input") if file == "-" else printable(file)
