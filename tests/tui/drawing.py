"""Terminals that show what is written to them."""

from collections.abc import Iterator

import pyte
import pytest
from pyte.screens import Char
from rich.cells import cell_len
from textual.app import App
from textual.screen import Screen
from tui.harness import Player

from engarde_tui.shell import Shell
from engarde_tui.terminal.frame import FrameUpdate

Cells = list[list[Char]]
"""Every cell with its look, by row and column."""


class Terminal:
    """A terminal that records its cells."""

    def __init__(self, width: int, height: int) -> None:
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.screen)

    def write(self, text: str) -> None:
        """Write to it."""
        self._stream.feed(text)

    @property
    def cells(self) -> Cells:
        """Every cell with its look."""
        rows, columns = range(self.screen.lines), range(self.screen.columns)
        return [[*map(_seen, _whole([self.screen.buffer[y][x] for x in columns]))] for y in rows]

    def differences(self, other: "Terminal") -> list[object]:
        """Where another terminal shows something else: column, row, what this one shows, what the other."""
        return [
            (x, y, mine, theirs)
            for y, rows in enumerate(zip(self.cells, other.cells, strict=True))
            for x, (mine, theirs) in enumerate(zip(*rows, strict=True))
            if mine != theirs
        ]


def _whole(row: list[Char]) -> Iterator[Char]:
    """Yield the cells of a row; where one half of a wide character is overwritten, the other one is a blank.

    Terminals do that themselves, and pyte does not.
    """
    for before, char, after in zip([None, *row], row, [*row[1:], None], strict=False):
        is_second = before is not None and cell_len(before.data) > 1 and not char.data
        is_first = cell_len(char.data) > 1 and after is not None and not after.data
        is_whole = is_second or is_first or cell_len(char.data) == 1
        yield char if is_whole else char._replace(data=" ")


def _seen(char: Char) -> Char:
    """What can be seen of a cell: a blank has no foreground, unless it is reversed or has lines."""
    if char.data == " " and not (char.reverse or char.underscore or char.strikethrough):
        return Char(" ", bg=char.bg)
    return char


class RunningTerminal(Terminal):
    """What a terminal would show of the running program."""

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """See all that the program sends to be displayed; without a terminal Textual throws it away."""

        def display(app: App[None], screen: Screen[object], renderable: object) -> None:
            if renderable is not None and screen is app.screen and not app._batch_count:
                assert isinstance(renderable, FrameUpdate)
                self.write(renderable.render_segments(app.console))

        monkeypatch.setattr(App, "_display", display)
        monkeypatch.setattr(Shell, "is_headless", False)

    def assert_shows(self, player: Player) -> None:
        """The same text as the program has drawn."""
        # A wide character takes two cells, the second of which is empty.
        assert ["".join(char.data for char in row) for row in self.cells] == player.rows

    def assert_looks(self, player: Player) -> None:
        """The same as if the program drew everything on a new terminal, by Textual's way."""
        drawn = Terminal(self.screen.columns, self.screen.lines)
        app = player.app
        update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
        drawn.write(update.render_segments(app.console))  # type: ignore[union-attr]
        assert not self.differences(drawn)
