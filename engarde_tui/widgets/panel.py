"""Titles in lines: a rule above a part of the screen, and a frame around one."""

from rich.cells import cell_len
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from engarde_tui.language import said
from engarde_tui.terminal.canvas import Canvas
from engine.message import Message


def put_rule(
    canvas: Canvas, x: int, y: int, width: int, title: str, foreground: str = "title", corner: str = ""
) -> None:
    """Draw a line with a title near its start and quiet words near its end."""
    canvas.put(x, y, "─" * width, "frame")
    _put_titles(canvas, x, y, width, title, foreground, corner)


def put_panel(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    title: str,
    foreground: str = "title",
    corner: str = "",
    *,
    edge: str = "frame",
) -> None:
    """Draw a frame around a region, which it empties, with a title and quiet words in its upper edge."""
    canvas.put_frame(x, y, width, height, edge)
    _put_titles(canvas, x + 1, y, width - 2, title, foreground, corner)


def put_edge(canvas: Canvas, x: int, y: int, width: int, title: str = "") -> None:
    """Draw the upper edge of a frame with its title, without one the lower edge."""
    left, right = "╭╮" if title else "╰╯"
    canvas.put(x, y, f"{left}{'─' * (width - 2)}{right}", "frame")
    _put_titles(canvas, x + 1, y, width - 2, title, "title", "")


def put_hidden(canvas: Canvas, right: int, y: int, above: int, below: int) -> None:
    """Write into the line above a list, before column `right`, how many of its rows are hidden."""
    marks = [f"{mark}{rows}" for mark, rows in (("▲", above), ("▼", below)) if rows > 0]
    canvas.put_right(right, y, f" {' '.join(marks)} " if marks else "", "dim")


def _put_titles(canvas: Canvas, x: int, y: int, width: int, title: str, foreground: str, corner: str) -> None:
    end = canvas.put(x + 1, y, f" {title} ", foreground) if title else x
    if corner and end + cell_len(corner) + 2 < x + width:
        canvas.put_right(x + width - 1, y, f" {corner} ", "dim")


class Framed(Vertical):
    """A column of widgets in a frame with a title."""

    def __init__(self, title: Message | str, *children: Widget, id: str | None = None) -> None:
        super().__init__(*children, id=id, classes="panel")
        self._title = title
        self.speak()

    def speak(self) -> None:
        """Put the title into the language of the session, if it is a message."""
        # As Content, since a name in a title may look like markup.
        self.border_title = Content(said(self._title))
