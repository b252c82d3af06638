"""What a report of an error needs: facts about this run, and the error without hands or names of people.

In English, whatever the user speaks: it is for those who mend the program.
"""

import os
import platform
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from typing import Final

from engarde_tui import __version__
from engarde_tui.language import ENGLISH, TRANSLATOR
from engarde_tui.play.problem import printable

_SAID_BY_PYTHON: Final = (AttributeError, NameError, RecursionError, TypeError)
"""Errors whose message is about code; that of any other may quote a card or a name, so it is left out."""

_TERMINAL: Final = (
    *("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LC_TERMINAL"),
    *("ACCESSIBLE", "NO_MOTION", "ENGARDE_PLAIN_TEXTUAL"),
)
_SET: Final = ("TMUX", "STY", "SSH_CONNECTION", "NO_COLOR")
"""Variables of which it matters only that they are set."""


def facts() -> list[str]:
    """Return the versions, the system, the terminal and its size, a line each."""
    translator = TRANSLATOR.get()
    terminal = [f"{name}={printable(os.environ[name])}" for name in _TERMINAL if name in os.environ]
    terminal += [f"{name} is set" for name in _SET if os.environ.get(name)]
    return [
        f"engarde {__version__}",
        f"Python {platform.python_version()} ({platform.python_implementation()})",
        f"Textual {version('textual')}, Rich {version('rich')}",
        f"system: {platform.system()} {platform.release()} {platform.machine()}",
        f"terminal: {', '.join(terminal) or 'unknown'}",
        f"size: {_size()}",
        # Textual puts something else in its place, which has no encoding.
        f"encoding: {getattr(sys.__stdout__, 'encoding', 'unknown')}",
        f"language: {ENGLISH if translator is None else translator.language}",
    ]


def _size() -> str:
    """Return the size of the terminal at which the user sits, whichever stream leads there."""
    for stream in range(3):
        with suppress(OSError):
            size = os.get_terminal_size(stream)
            return f"{size.columns} columns, {size.lines} rows"
    return "unknown"


def traced(error: BaseException) -> Iterator[str]:
    """Yield the lines of the traceback of an error: where in the code, and of which kind."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from traced(before)
        yield "After that:"
    yield "Traceback (most recent call last):"
    frames = [
        (_shortened(frame.filename), frame.lineno or 0, frame.name, frame.line)
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    yield from "".join(traceback.format_list(frames)).splitlines()
    yield ": ".join(filter(None, [type(error).__name__, _said(error)]))
    for part in getattr(error, "exceptions", ()):
        yield from traced(part)


def _said(error: BaseException) -> str:
    """Return what an error says, as far as it is about code."""
    if isinstance(error, ImportError):
        # What it says may tell where the module lies, which may be somebody's.
        return error.name or ""
    return str(error) if isinstance(error, _SAID_BY_PYTHON) else ""


def _shortened(file: str) -> str:
    """Return the path of a module below the folder it is imported from, which may be somebody's."""
    folders = [folder for folder in sys.path if folder and file.startswith(os.path.join(folder, ""))]
    return os.path.relpath(file, max(folders, key=len)) if folders else os.path.basename(file)
