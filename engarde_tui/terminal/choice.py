"""What the program is made of: the layer that makes it quick, or Textual alone."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import textual

from engarde_tui.terminal.environment import is_on

TESTED: Final = ((8, 2, 8), (8, 3))
"""The releases of Textual that the layer was tested with: from the first, before the second."""


def is_layered() -> bool:
    """Return whether the layer is used: unless ENGARDE_PLAIN_TEXTUAL is on, or this Textual is another."""
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


if TYPE_CHECKING or not is_layered():
    from engarde_tui.terminal.plain import PlainApp as TerminalApp
    from engarde_tui.terminal.textual_private import OwnScreen as TerminalScreen
    from engarde_tui.terminal.textual_private import OwnScreen as UnseenScreen
else:
    from engarde_tui.terminal.layer.app import LayeredApp as TerminalApp
    from engarde_tui.terminal.layer.textual_internals import QuickScreen as TerminalScreen
    from engarde_tui.terminal.layer.textual_internals import UnseenScreen

__all__ = ["TerminalApp", "TerminalScreen", "UnseenScreen", "is_layered"]
