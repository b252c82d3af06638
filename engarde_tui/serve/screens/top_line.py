"""A line over every screen of the hall: what the operator says to all, and which table calls the visitor."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from textual.geometry import Size
from textual.screen import Screen

from engarde_tui.terminal.canvas import Canvas, CanvasWidget, Key
from engarde_tui.widgets.text_lines import wrapped

SECONDS: Final = 60.0
"""How long an announcement is shown."""


class TopWords(NamedTuple):
    """What the line says; "" for nothing."""

    announced: str = ""
    call: str = ""
    key: str = ""
    """The key that answers the call, by Textual's name."""

    def __bool__(self) -> bool:
        """Return whether it says anything."""
        return bool(self.announced or self.call)


class TopLine(CanvasWidget):
    """The words over the first rows of a screen; its keys still belong to the screen.

    A click on a call presses its key.
    """

    def __init__(self, words: TopWords) -> None:
        super().__init__()
        self._words = words

    def say(self, words: TopWords) -> None:
        """Show other words."""
        if words != self._words:
            self._words = words
            self.refresh(layout=True)
            self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the words."""
        return len(self._announced(width)) + len(self._call(width))

    def _announced(self, width: int) -> list[str]:
        lines = wrapped(self._words.announced, width - 4) if self._words.announced else []
        return [f"{' ' if row else '!'} {line}" for row, line in enumerate(lines)]

    def _call(self, width: int) -> list[str]:
        return wrapped(self._words.call, width - 2) if self._words.call else []

    def draw(self, canvas: Canvas) -> None:
        """Draw the words as the lists draw a marked line, which is seen without colours too."""
        announced, call = self._announced(canvas.width), self._call(canvas.width)
        for row, line in enumerate((*announced, *call)):
            canvas.put(0, row, f" {line}".ljust(canvas.width), "pointed")
        if call:
            canvas.make_target(0, len(announced), canvas.width, len(call), Key(self._words.key))


class TopLines:
    """The lines on the screens of one app; at most one on each."""

    def __init__(self) -> None:
        self._lines: dict[Screen[Any], TopLine] = {}

    def show(self, stack: Sequence[Screen[Any]], words: TopWords) -> None:
        """Show words on the top screen of the stack, and in no other line any other."""
        for screen, line in tuple(self._lines.items()):
            if screen in stack and words:
                line.say(words)
                continue
            del self._lines[screen]
            if screen in stack:
                line.remove()
        top = stack[-1]
        if words and top not in self._lines:
            self._lines[top] = TopLine(words)
            top.mount(self._lines[top])
