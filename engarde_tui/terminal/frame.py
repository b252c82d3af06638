"""The cells that the terminal shows, so that only changed cells are written.

Textual rewrites whole widgets, and the whole screen when another one is shown; over a slow line that is most
of the cost of a key press. The program runs whole without this, with `ENGARDE_PLAIN_TEXTUAL=1`.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style

from engarde_tui.terminal.cells import cells_of, is_narrow
from engarde_tui.terminal.textual_private import ChopsUpdate, CompositorUpdate, LayoutUpdate

_MAX_REWRITTEN: Final = 6
"""Unchanged cells of the same look that are rewritten: shorter than a cursor movement."""

_OFF: Final = dict(zip("123456789", ("22", "22", "23", "24", "25", "25", "27", "28", "29"), strict=True))
"""The codes of bold, dim, italic, lines, blinking (two), reversed, concealed, struck, and their ends."""

_UNSEEN: Final = {"1", "2", "3"}
"""Those that a blank does not show."""


class _Look(NamedTuple):
    """How a cell looks, in codes of escape sequences."""

    foreground: str = "39"
    background: str = "49"
    marks: tuple[str, ...] = ()


_Cell = tuple[str, _Look]
"""A character, "" in the second cell of a wide one, and its look."""

_PLAIN: Final = _Look()
_UNKNOWN: Final = ("", _Look("?"))
"""A cell that may show anything."""


class Frame:
    """The content of one terminal, as far as it has been written."""

    def __init__(self) -> None:
        self._rows: defaultdict[int, list[_Cell]] = defaultdict(list)
        self._is_plain = True
        """Whether the terminal writes in its default style."""
        self._columns, self._lines = sys.maxsize, sys.maxsize

    def forget(self) -> None:
        """Write every cell again: the terminal may show anything, and its style is unknown."""
        self._rows.clear()
        self._is_plain = False

    def resize(self, columns: int, lines: int) -> None:
        """Write every cell again, and none beyond this size, where the terminal would write it elsewhere.

        Updates drawn for the size before may still come.
        """
        self._columns, self._lines = columns, lines
        self.forget()

    def changes(self, update: CompositorUpdate, console: Console) -> str:
        """Return the escape sequences that change what the terminal shows to what `update` shows."""
        system = COLOR_SYSTEMS[console.color_system or "truecolor"]
        runs: list[_Run] = []
        for y, x, segments in _lines(update):
            if y < self._lines and x < self._columns:
                self._change_row(y, x, _cut(_cells(segments, system), self._columns - x), runs)
        # Where many styles take turns, it is shorter to write all of one style before the next.
        by_look = sorted(runs, key=lambda run: _rank(run.look))
        written = min(_written(runs), _written(by_look), key=len)
        if not self._is_plain:
            self._is_plain = True
            written = f"\x1b[0m{written}"
        return written

    def _change_row(self, y: int, x: int, cells: list[_Cell], runs: "list[_Run]") -> None:
        """Take what a part of a row is to show, and add what changes to the runs."""
        row, end = self._rows[y], x + len(cells)
        row += [_UNKNOWN] * (end - len(row))
        before = row[x:end]
        if before == cells:
            return
        run = runs[-1] if runs else _Run(-1, -1, "", _PLAIN)
        for column, (old, new) in enumerate(zip(before, cells, strict=True), x):
            is_next = column == run.end and y == run.y
            if not new[0]:
                # The second half of a wide character.
                run.end += is_next
            elif old != new and not (run.takes(new) if is_next else run.reaches(y, column, row, new)):
                run = _Run(y, column, *new)
                runs.append(run)
        row[x:end] = cells


class _Run:
    """A text of one look, which changes some cells of a row; `end` is the column after it."""

    __slots__ = ("end", "look", "text", "x", "y")

    def __init__(self, y: int, x: int, text: str, look: _Look) -> None:
        self.y = y
        self.x = x
        self.text = text
        self.look = look
        self.end = x + 1

    def takes(self, cell: _Cell) -> bool:
        """Add the next cell, if it can have the same look; return whether it can."""
        char, look = cell
        if look != self.look and not (char == " " and look == _blank(self.look)):
            # A run of blanks has no foreground of its own.
            if not self.text.isspace() or self.look != _blank(look):
                return False
            self.look = look
        self.text += char
        self.end += 1
        return True

    def reaches(self, y: int, x: int, row: list[_Cell], cell: _Cell) -> bool:
        """Add a cell and a few unchanged ones before it, if it can: shorter than to move the cursor."""
        between = row[self.end : x] if y == self.y else []
        if not 0 < len(between) <= _MAX_REWRITTEN:
            return False
        before = self.text, self.look, self.end
        # Half a wide character whose other half was written over has no character to write again.
        are_taken = all(each[0] and is_narrow(each[0]) and self.takes(each) for each in between)
        if not (are_taken and self.takes(cell)):
            self.text, self.look, self.end = before
            return False
        return True


def _written(runs: Iterable[_Run]) -> str:
    """Return what writes the runs in this order."""
    parts: list[str] = []
    y, x, look = -1, -1, _PLAIN
    for run in runs:
        if (run.y, run.x) != (y, x):
            parts.append(f"\x1b[{run.x + 1}G" if run.y == y else f"\x1b[{run.y + 1};{run.x + 1}H")
        if run.look != look and not (run.text.isspace() and run.look == _blank(look)):
            parts.append(_change(look, run.look))
            look = run.look
        parts.append(run.text)
        y, x = run.y, run.end
    if look != _PLAIN:
        parts.append("\x1b[0m")
    return "".join(parts)


def _lines(update: CompositorUpdate) -> Iterator[tuple[int, int, Iterable[Segment]]]:
    """Yield the lines, or the parts of them, that an update draws, each after its row and column."""
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            yield y, update.region.x, (segment for strip in line for segment in strip)
    elif isinstance(update, ChopsUpdate):
        for y, left, right in update.spans:
            for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if chop is not None and x <= right and end > left:
                    yield y, x, chop.crop(0, min(end, right) - x)


def _cells(segments: Iterable[Segment], system: ColorSystem) -> list[_Cell]:
    """Return the cells of a line."""
    cells: list[_Cell] = []
    for text, style, control in segments:
        if not control:
            look = _look(style, system) if style else _PLAIN
            blank = (" ", _blank(look))
            cells += [blank if char == " " else (char, look) for char in cells_of(text)]
    return cells


def _cut(cells: list[_Cell], width: int) -> list[_Cell]:
    """Return at most so many cells, 1 or more; half a wide character becomes a blank."""
    if len(cells) <= width:
        return cells
    char, look = cells[width - 1]
    return [*cells[: width - 1], (char if cells[width][0] else " ", look)]


@lru_cache(1024)
def _look(style: Style, system: ColorSystem) -> _Look:
    """Return the look of a style; a style itself remembers its codes for the first colour system."""
    bits = style.bold, style.dim, style.italic, style.underline, style.blink, style.blink2
    more = style.reverse, style.conceal, style.strike
    marks = tuple(code for code, is_on in zip(_OFF, (*bits, *more), strict=True) if is_on)
    front, back = (
        ";".join(color.downgrade(system).get_ansi_codes(is_front)) if color else plain
        for color, is_front, plain in ((style.color, True, "39"), (style.bgcolor, False, "49"))
    )
    return _Look(front, back, marks)


@lru_cache(1024)
def _change(before: _Look, after: _Look) -> str:
    """Return the shortest escape sequence from one look to another; most differ in a colour only."""
    offs = {_OFF[mark] for mark in before.marks if mark not in after.marks}
    # Bold and dim end together.
    ons = [mark for mark in after.marks if mark not in before.marks or _OFF[mark] in offs]
    step = [*sorted(offs), *ons, *(new for old, new in zip(before[:2], after[:2], strict=True) if old != new)]
    afresh = ["0", *after.marks, *(code for code in after[:2] if code not in _PLAIN)]
    return f"\x1b[{min(';'.join(afresh), ';'.join(step), key=len)}m"


@lru_cache(1024)
def _rank(look: _Look) -> tuple[str, ...]:
    """Return where a look comes among others so that each differs little from the one before it."""
    return _blank(look).background, *look.marks, look.foreground


@lru_cache(1024)
def _blank(look: _Look) -> _Look:
    """Return what a blank shows of a look: its background, or all of it if it has lines or is reversed."""
    return look if {*look.marks} - _UNSEEN else _Look(background=look.background)


class FrameUpdate(CompositorUpdate):
    """What an update changes on a terminal."""

    def __init__(self, changes: str) -> None:
        self._changes = changes

    def render_segments(self, console: Console) -> str:
        """Return what to write; Textual calls this."""
        return self._changes
