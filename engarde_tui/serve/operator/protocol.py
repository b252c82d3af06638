"""The operator's socket: where it is, and how an order and its answer are written, one line of JSON each."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

SOCKET: Final = "operator.sock"
"""The socket's name in the hall's folder."""

TEXT: Final = "text"
"""The key of an answer, to be read by a person."""

PROBLEM: Final = "problem"
"""The key of an answer that says why nothing was done."""

LANGUAGE: Final = "language"
"""The key of an order that says in which of the program's languages to answer, by its code."""

LONGEST: Final = 1_000_000
"""Bytes of a line, at most."""

_MAX_PATH: Final = 100
"""Bytes of a path that every system takes as a socket's."""


def line_of(message: Mapping[str, Any]) -> bytes:
    """Return a message as one line."""
    return json.dumps(message).encode() + b"\n"


def message_of(line: bytes) -> dict[str, Any]:
    """Return the message of a line; raises ValueError if it has none."""
    found = json.loads(line)
    if not isinstance(found, dict):
        raise ValueError("no JSON object")
    return found


@contextmanager
def reachable(folder: Path) -> Iterator[str]:
    """Yield a path of the socket in `folder` that is short enough; raises OSError if there is none."""
    path = folder / SOCKET
    if len(os.fsencode(path)) <= _MAX_PATH:
        yield str(path)
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        # Where a system has no such paths, the socket cannot be found.
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)
