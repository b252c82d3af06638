"""What an app shows, as a value: cells with their colours."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.app import App

from engarde_tui.terminal.canvas import CanvasWidget
from engarde_tui.terminal.cells import Span, is_narrow
from engarde_tui.terminal.textual_private import strips_of

_SHARED_ROWS: Final = 4096
"""Rows, and parts of them, that are remembered: few are new in a frame, and a film has hundreds."""


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


def redrawn(before: Screen, app: App[Any], changes: Mapping[CanvasWidget, Iterable[Span]]) -> Screen:
    """Return what an app shows once only these parts, over which nothing lies, have changed."""
    screen = [*before]
    for widget, spans in changes.items():
        left, top = widget.region.offset
        drawn = [*widget.render_spans(spans)]
        rows = _rows(app, (part for _, part in drawn))
        for ((y, start, end), _), cells in zip(drawn, rows, strict=True):
            row = screen[top + y]
            screen[top + y] = (*row[: left + start], *cells, *row[left + end :])
    return tuple(screen)


def _rows(app: App[Any], strips: Iterable[Iterable[Segment]]) -> Iterator[Row]:
    plain = (str(app.current_theme.foreground), str(app.current_theme.background))
    runs = (tuple((text, style or Style()) for text, style, _ in strip) for strip in strips)
    return (_row(run, *plain) for run in runs)


@lru_cache(_SHARED_ROWS)
def _row(runs: tuple[tuple[str, Style], ...], plain: str, ground: str) -> Row:
    row: list[Cell] = []
    end = 0
    for text, style in runs:
        start = len(row)
        if is_narrow(text):
            row += _cells(text, style, plain, ground)
            end = len(row)
            continue
        for number, char in enumerate(text, 1):
            if cell_len(char) or not row:
                row += _cells(char, style, plain, ground)
                end = len(row)
            else:
                row[end - 1] = row[end - 1]._replace(char=f"{row[end - 1].char}{char}")
            # A mark can make the character before it wide.
            while len(row) - start < cell_len(text[:number]):
                row.append(row[start]._replace(char="", bold=False))
    return tuple(row)


@lru_cache(_SHARED_ROWS)
def _cells(text: str, style: Style, plain: str, ground: str) -> Row:
    """Return a cell for each character, all in one style."""
    foreground = style.color.get_truecolor().hex if style.color else plain
    background = style.bgcolor.get_truecolor().hex if style.bgcolor else ground
    if style.reverse:
        foreground, background = background, foreground
    bold = bool(style.bold)
    return tuple(Cell(char, foreground, background, bold) for char in text)
