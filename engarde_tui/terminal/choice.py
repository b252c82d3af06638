"""Whether only what changes is written, or all that Textual draws."""

import os
from pathlib import Path
from typing import Final

import textual

from engarde_tui.terminal.environment import is_on

TESTED: Final = ((8, 2, 8), (8, 3))
"""The releases of Textual whose frames are known: from the first, before the second."""


def writes_changes() -> bool:
    """Return whether only changes are written: not with ENGARDE_PLAIN_TEXTUAL, or another Textual."""
    if is_on(os.environ, "ENGARDE_PLAIN_TEXTUAL"):
        return False
    found = tuple(int(part) for part in _release().split(".") if part.isdigit())
    return TESTED[0] <= found < TESTED[1]


def _release() -> str:
    """Return the release of Textual; to ask the library for packages takes a tenth of the start."""
    for folder in Path(textual.__path__[0]).parent.glob("textual-[0-9]*.dist-info"):
        return folder.stem.partition("-")[2]
    from importlib.metadata import version

    return version("textual")
