"""What an app shows, as a value: cells with their colours."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip

from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.terminal.cells import is_narrow
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
    return tuple(_rows(app, strips_of(app.screen)))


def redrawn(before: Screen, app: App[Any], widgets: Iterable[CanvasWidget]) -> Screen:
    """Return what an app shows once only these widgets, over which nothing lies, have been drawn anew."""
    screen = [*before]
    for widget in widgets:
        x, y, width, height = widget.region
        strips = widget.render_lines(Region(0, 0, width, height))
        for number, cells in enumerate(_rows(app, strips), y):
            screen[number] = (*screen[number][:x], *cells, *screen[number][x + width :])
    return tuple(screen)


def _rows(app: App[Any], strips: Iterable[Strip]) -> Iterator[Row]:
    plain = (str(app.current_theme.foreground), str(app.current_theme.background))
    runs = (tuple((text, style or Style()) for text, style, _ in strip) for strip in strips)
    return (_row(run, *plain) for run in runs)


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
        if is_narrow(text):
            bold = bool(style.bold)
            row += [Cell(char, foreground, background, bold) for char in text]
            end = len(row)
            continue
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
