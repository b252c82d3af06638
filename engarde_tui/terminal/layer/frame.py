"""The cells that the terminal shows, so that only changed cells are written.

Textual rewrites whole widgets, and the whole screen when another one is shown; over a slow line that is most
of the cost of a key press.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style

from engarde_tui.terminal.cells import cells_of, is_narrow
from engarde_tui.terminal.layer.textual_internals import (
    ChopsUpdate,
    CompositorUpdate,
    LayoutUpdate,
    ansi_codes,
)

_UNKNOWN: Final = "?"
"""The style codes of a cell that may show anything."""

_MAX_REWRITTEN: Final = 6
"""Unchanged cells of the same style that are rewritten: shorter than a cursor movement."""

_CODE: Final = re.compile(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+")
_COLOURED: Final = {"3": "foreground", "9": "foreground", "4": "background", "10": "background"}
"""What a code colours, by all but its last digit."""

_UNSEEN: Final = {"foreground", "background", "1", "2", "3"}
"""Parts of a style that a blank shows as a background at most: colours, bold, dim, italic."""

_DEFAULTS: Final = {"foreground": "39", "background": "49"}
"""The codes of the default colours."""

_OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29"}
"""The codes that end other parts of a style."""


class CanvasUpdate(CompositorUpdate):
    """Lines of canvases, each after its row and column on the terminal."""

    def __init__(self, lines: Sequence[tuple[int, int, list[Segment]]]) -> None:
        self.lines = lines


class _Row:
    """A row of the terminal, from the left as far as it is known."""

    __slots__ = ("chars", "codes")

    def __init__(self) -> None:
        self.chars: list[str] = []
        """The character of each cell, "" in the second cell of a wide one."""
        self.codes: list[str] = []
        """The style codes of each cell."""

    def reach(self, end: int) -> None:
        """Know at least as many cells as that; what the new ones show is unknown."""
        missing = end - len(self.chars)
        self.chars += [""] * missing
        self.codes += [_UNKNOWN] * missing


class Frame:
    """The content of one terminal, as far as it has been written."""

    def __init__(self) -> None:
        self._rows: defaultdict[int, _Row] = defaultdict(_Row)
        self._has_default_style = True
        self._columns, self._lines = sys.maxsize, sys.maxsize

    def forget(self) -> None:
        """Write every cell again: the terminal may show anything, and its style is unknown."""
        self._rows.clear()
        self._has_default_style = False

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
            if y >= self._lines or x >= self._columns:
                continue
            row = self._rows[y]
            chars, codes = _cut(*_cells(segments, system), self._columns - x)
            end = x + len(chars)
            row.reach(end)
            if row.chars[x:end] == chars and row.codes[x:end] == codes:
                continue
            cells = zip(row.chars[x:end], row.codes[x:end], chars, codes, strict=True)
            run = runs[-1] if runs else _Run(-1, -1, "", "")
            for column, (old_char, old_code, char, code) in enumerate(cells, x):
                is_next = column == run.end and y == run.y
                if not char:
                    # The second half of a wide character.
                    run.end += 1 if is_next else 0
                elif char == old_char and code == old_code:
                    continue
                elif is_next and code == run.code:
                    # As most do: so it takes no call.
                    run.text += char
                    run.end += 1
                elif not run.takes(y, column, char, code, row):
                    run = _Run(y, column, char, code)
                    runs.append(run)
            row.chars[x:end], row.codes[x:end] = chars, codes
        # Where many styles take turns, it is shorter to write all of one style before the next.
        by_style = sorted(runs, key=lambda run: _rank(run.code))
        written = min(_written(runs), _written(by_style), key=len)
        if self._has_default_style:
            return written
        self._has_default_style = True
        return f"\x1b[0m{written}"


class _Run:
    """A text in one style, which changes some cells of a row; `end` is the column after it."""

    __slots__ = ("code", "end", "text", "x", "y")

    def __init__(self, y: int, x: int, text: str, code: str) -> None:
        self.y = y
        self.x = x
        self.text = text
        self.code = code
        self.end = x + 1

    def takes(self, y: int, x: int, char: str, code: str, row: _Row) -> bool:
        """Add a cell that changes, if it can follow in the same style; return whether it can.

        A few unchanged cells in between are written again: that is shorter than to move the cursor.
        """
        if y != self.y or not 0 <= x - self.end <= _MAX_REWRITTEN:
            return False
        style = self.code
        if code != style and not (char == " " and code == _blank(style)):
            # A run of blanks has no foreground of its own.
            if x != self.end or not self.text.isspace() or style != _blank(code):
                return False
            style = code
        text = char
        if x != self.end:
            between = slice(self.end, x)
            text = "".join(row.chars[between]) + char
            looks = zip(row.chars[between], row.codes[between], strict=True)
            # Half a wide character whose other half was written over has no character to write again.
            if not is_narrow(text[:-1]) or not all(
                seen and (old == style or (seen == " " and old == _blank(style))) for seen, old in looks
            ):
                return False
        self.text += text
        self.code = style
        self.end = x + 1
        return True


def _written(runs: Iterable[_Run]) -> str:
    """Return what writes the runs in this order."""
    parts: list[str] = []
    y, x, style = -1, -1, ""
    for run in runs:
        if (run.y, run.x) != (y, x):
            parts.append(f"\x1b[{run.x + 1}G" if run.y == y else f"\x1b[{run.y + 1};{run.x + 1}H")
        if run.code != style and not (run.text.isspace() and run.code == _blank(style)):
            parts.append(_change(style, run.code))
            style = run.code
        parts.append(run.text)
        y, x = run.y, run.end
    if style:
        parts.append("\x1b[0m")
    return "".join(parts)


def _lines(update: CompositorUpdate) -> Iterator[tuple[int, int, Iterable[Segment]]]:
    """Yield the lines, or the parts of them, that an update draws, each after its row and column."""
    if isinstance(update, CanvasUpdate):
        yield from update.lines
    elif isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in line:
                yield y, x, strip
                x += strip.cell_length
    elif isinstance(update, ChopsUpdate):
        for y, left, right in update.spans:
            for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if chop is not None and x <= right and end > left:
                    yield y, x, chop.crop(0, min(end, right) - x)


def _cells(segments: Iterable[Segment], system: ColorSystem) -> tuple[list[str], list[str]]:
    """Return the characters and the style codes of the cells of a line."""
    chars: list[str] = []
    codes: list[str] = []
    for text, style, control in segments:
        if not control:
            cells = cells_of(text)
            code = _codes(style, system) if style else ""
            chars += cells
            codes += [_blank(code) if char == " " else code for char in cells]
    return chars, codes


def _cut(chars: list[str], codes: list[str], cells: int) -> tuple[list[str], list[str]]:
    """Return at most so many cells, 1 or more; half a wide character becomes a blank."""
    if len(chars) <= cells:
        return chars, codes
    last = chars[cells - 1] if chars[cells] else " "
    return [*chars[: cells - 1], last], codes[:cells]


@lru_cache(1024)
def _codes(style: Style, system: ColorSystem) -> str:
    """Return the parameters of the escape sequence that selects a style."""
    return ansi_codes(style, system)


@lru_cache(1024)
def _change(before: str, after: str) -> str:
    """Return the shortest escape sequence from one style to another; most differ in a colour only."""
    old, new = _DEFAULTS | _parts(before), _DEFAULTS | _parts(after)
    afresh = f"\x1b[0;{after}m" if after else "\x1b[0m"
    ended = old.keys() - new.keys()
    if not ended <= _OFF.keys():
        return afresh
    offs = {_OFF[part] for part in ended}
    # Bold and dim end together.
    ons = [code for part, code in new.items() if old.get(part) != code or _OFF.get(part) in offs]
    return min(afresh, f"\x1b[{';'.join([*sorted(offs), *ons])}m", key=len)


@lru_cache(1024)
def _rank(codes: str) -> tuple[str, ...]:
    """Return where a style comes among others so that each differs little from the one before it."""
    parts = _parts(codes)
    return _blank(codes), *sorted(parts.keys() - {"foreground", "background"}), parts.get("foreground", "")


@lru_cache(1024)
def _blank(codes: str) -> str:
    """Return what a blank shows of a style: its background, or all of it if it has lines or is reversed."""
    parts = _parts(codes)
    return codes if parts.keys() - _UNSEEN else parts.get("background", "")


def _parts(codes: str) -> dict[str, str]:
    """Return the codes of a style; colours are keyed by what they colour."""
    return {_COLOURED.get(code.partition(";")[0][:-1], code): code for code in _CODE.findall(codes)}


class FrameUpdate(CompositorUpdate):
    """An update that writes only what differs from the frame, computed when it is written."""

    def __init__(self, frame: Frame, update: CompositorUpdate) -> None:
        self._frame = frame
        self._update = update

    def render_segments(self, console: Console) -> str:
        """Return the bytes of the update; Textual calls this."""
        return self._frame.changes(self._update, console)
