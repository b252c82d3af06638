"""The language that the settings choose, found at once: to read them all would delay help and errors."""

import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_MOST: Final = 10_000
"""Bytes that are looked at: the entry comes before all tables."""


def language_in(file: Path) -> str:
    """Return the language in a file of settings; "" if it says none, or cannot be read."""
    with suppress(OSError):
        # Reading from a pipe could block.
        if stat.S_ISREG(file.stat().st_mode):
            with file.open("rb") as settings:
                return _language(settings.read(_MOST).decode(errors="replace"))
    return ""


def _language(text: str) -> str:
    for line in text.splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "language":
            return value.partition("#")[0].strip().strip("'\"")
        if name.lstrip().startswith("["):
            break
    return ""
