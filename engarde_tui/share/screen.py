"""What an app shows, as a value: cells with their colours."""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.app import App

from engarde_tui.terminal.textual_private import strips_of

_SHARED_ROWS: Final = 4096
"""Rows that are remembered: few are new from one frame to the next, and a film has hundreds."""


class Cell(NamedTuple):
    """One cell of a screen; colours as #rrggbb."""

    char: str
    """"" for the second half of a wide one."""
    foreground: str
    background: str
    bold: bool


Row = tuple[Cell, ...]
Screen = tuple[Row, ...]


class Frame(NamedTuple):
    """A screen and how many seconds it is shown."""

    screen: Screen
    seconds: float


def screen_of(app: App[Any]) -> Screen:
    """Return what an app shows."""
    plain = (str(app.current_theme.foreground), str(app.current_theme.background))
    runs = (tuple((text, style or Style()) for text, style, _ in strip) for strip in strips_of(app.screen))
    return tuple(_row(run, *plain) for run in runs)


@lru_cache(_SHARED_ROWS)
def _row(runs: tuple[tuple[str, Style], ...], plain: str, ground: str) -> Row:
    row: list[Cell] = []
    for text, style in runs:
        foreground = style.color.get_truecolor().hex if style.color else plain
        background = style.bgcolor.get_truecolor().hex if style.bgcolor else ground
        if style.reverse:
            foreground, background = background, foreground
        for char in text:
            row += [Cell(char, foreground, background, bool(style.bold))]
            row += [Cell("", foreground, background, False)] * (cell_len(char) - 1)
    return tuple(row)
