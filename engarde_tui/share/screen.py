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
    """With the marks that stand on it; "" for the second half of a wide one."""
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
    end = 0
    for text, style in runs:
        foreground = style.color.get_truecolor().hex if style.color else plain
        background = style.bgcolor.get_truecolor().hex if style.bgcolor else ground
        if style.reverse:
            foreground, background = background, foreground
        start = len(row)
        for number, char in enumerate(text, 1):
            if cell_len(char) or not row:
                row.append(Cell(char, foreground, background, bool(style.bold)))
                end = len(row)
            else:
                row[end - 1] = row[end - 1]._replace(char=f"{row[end - 1].char}{char}")
            # A mark can make the character before it wide.
            while len(row) - start < cell_len(text[:number]):
                row.append(Cell("", foreground, background, False))
    return tuple(row)
