"""What lies over every screen of the hall: what the operator says, which table calls."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from textual.screen import Screen

from engarde_tui.language import tr
from engarde_tui.play.words import cut
from engarde_tui.terminal.canvas import Canvas, CanvasWidget, Key
from engarde_tui.terminal.own_screen import OwnScreen
from engarde_tui.widgets.key_bar import KeyBar

SECONDS: Final = 20.0
"""How long an announcement is shown."""


_BETWEEN: Final = 3
"""Columns between an announcement and a call."""


class LineWords(NamedTuple):
    """What the line says; "" for nothing."""

    announced: str = ""
    read: str = ""
    """How to read the announcement in full; "" if that cannot be done now."""
    read_key: str = ""
    """The key for that, by Textual's name."""
    call: str = ""
    call_key: str = ""
    """The key that answers the call, by Textual's name."""
    why: str = ""
    """Why it calls, as told in the line mode: without a key, and without a time, which changes."""

    def __bool__(self) -> bool:
        """Return whether it says anything."""
        return bool(self.announced or self.call)


class HallLine(CanvasWidget):
    """The words over the last row of a screen, cut if they are too long; its keys still belong to the screen.

    A click on an announcement or a call presses its key.
    """

    LIES_OVER = True

    def __init__(self, words: LineWords) -> None:
        super().__init__()
        self._words = words

    def say(self, words: LineWords) -> None:
        """Show other words."""
        if words != self._words:
            self._words = words
            self.redraw()

    def in_words(self) -> list[str]:
        """Return what is announced, and which table calls."""
        words = self._words
        call = words.why and tr("{call} Type “to the table” to go there.", call=words.why)
        return [*filter(None, (words.announced, call))]

    def draw(self, canvas: Canvas) -> None:
        """Draw the words as the lists draw a marked line, which is seen without colours too."""
        announced, read, read_key, call, call_key, _ = self._words
        announced = announced and f"! {announced}"
        room = canvas.width - 2
        if announced and call:
            call = cut(call, room // 2)
            room -= cell_len(call) + _BETWEEN
        canvas.put(0, 0, " " * canvas.width, "pointed")
        if cell_len(announced) > room and read:
            announced = f"{cut(announced, room - cell_len(read) - 1)} {read}"
        x = 1
        if announced:
            end = canvas.put(x, 0, cut(announced, room), "pointed")
            if read:
                canvas.make_target(x, 0, end - x, 1, Key(read_key))
            x = end + _BETWEEN
        canvas.put(x, 0, cut(call, canvas.width - 1 - x), "pointed")
        if call:
            canvas.make_target(x, 0, canvas.width - x, 1, Key(call_key))


class HallLines:
    """The lines on the screens of one app; at most one on each."""

    def __init__(self) -> None:
        self._lines: dict[Screen[Any], HallLine] = {}

    def show(self, stack: Sequence[Screen[Any]], words: LineWords) -> None:
        """Show words on the top screen of the stack, and in no other line any other."""
        for screen, line in tuple(self._lines.items()):
            if screen in stack and words:
                line.say(words)
                continue
            del self._lines[screen]
            if screen in stack:
                line.remove()
                _cover(screen, 0)
        top = stack[-1]
        if words and top not in self._lines:
            self._lines[top] = HallLine(words)
            top.mount(self._lines[top])
            _cover(top, 1)


def _cover(screen: Screen[Any], rows: int) -> None:
    """Let a screen know how many of its last rows are covered, and show its keys above them."""
    if isinstance(screen, OwnScreen):
        screen.covered_rows = rows
        for bar in screen.query(KeyBar):
            bar.redraw()
