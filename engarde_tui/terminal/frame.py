"""The cells that the terminal shows, so that only changed cells are written.

Textual rewrites whole widgets, and the whole screen when another one is shown; over a slow line that is most
of the cost of a key press.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style

from engarde_tui.terminal.textual_private import ChopsUpdate, CompositorUpdate, LayoutUpdate, ansi_codes
from engarde_tui.widgets.cells import cells_of, is_narrow

_NOWHERE: Final = (-1, -1)
_UNKNOWN: Final = "?"
"""The style codes of a cell that may show anything."""

_MAX_REWRITTEN: Final = 6
"""Unchanged cells of the same style that are rewritten: shorter than a cursor movement."""

_CODE: Final = re.compile(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+")
_COLOURED: Final = {"3": "ink", "9": "ink", "4": "ground", "10": "ground"}
"""What a code colours, by all but its last digit."""

_DEFAULTS: Final = {"ink": "39", "ground": "49"}
"""The codes of the default colours."""


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

    def forget(self) -> None:
        """Write every cell again: the terminal may show anything, and its style is unknown."""
        self._rows.clear()
        self._has_default_style = False

    def changes(self, update: CompositorUpdate, console: Console) -> str:
        """Return the escape sequences that change what the terminal shows to what `update` shows."""
        system = COLOR_SYSTEMS[console.color_system or "truecolor"]
        written = [] if self._has_default_style else ["\x1b[0m"]
        self._has_default_style = True
        at, style = _NOWHERE, ""
        for y, x, segments in _lines(update):
            row = self._rows[y]
            chars, codes = _cells(segments, system)
            end = x + len(chars)
            row.reach(end)
            if row.chars[x:end] == chars and row.codes[x:end] == codes:
                continue
            cells = zip(row.chars[x:end], row.codes[x:end], chars, codes, strict=True)
            for column, (old_char, old_code, char, code) in enumerate(cells, x):
                if (char == old_char and code == old_code) or not char:
                    continue
                if at != (column, y):
                    written.append(_cursor_move(at, (column, y), style, row))
                if code != style:
                    written.append(_change(style, code))
                    style = code
                written.append(char)
                at = (column + cell_len(char), y)
            row.chars[x:end], row.codes[x:end] = chars, codes
        if style:
            written.append("\x1b[0m")
        return "".join(written)


def _cursor_move(start: tuple[int, int], end: tuple[int, int], style: str, row: _Row) -> str:
    """Return what moves the cursor: a few unchanged cells of the same style, or an escape sequence."""
    if start[1] != end[1]:
        return f"\x1b[{end[1] + 1};{end[0] + 1}H"
    between = slice(start[0], end[0])
    if 0 < end[0] - start[0] <= _MAX_REWRITTEN and set(row.codes[between]) == {style}:
        text = "".join(row.chars[between])
        if is_narrow(text):
            return text
    return f"\x1b[{end[0] + 1}G"


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
            before = len(chars)
            chars += cells_of(text)
            codes += [_codes(style, system) if style else ""] * (len(chars) - before)
    return chars, codes


@lru_cache(1024)
def _codes(style: Style, system: ColorSystem) -> str:
    """Return the parameters of the escape sequence that selects a style."""
    return ansi_codes(style, system)


@lru_cache(1024)
def _change(before: str, after: str) -> str:
    """Return the shortest escape sequence from one style to another; most differ in a colour only."""
    old, new = _DEFAULTS | _parts(before), _DEFAULTS | _parts(after)
    if not after or old.keys() - new.keys():
        return f"\x1b[0;{after}m" if after else "\x1b[0m"
    return f"\x1b[{';'.join(code for part, code in new.items() if old.get(part) != code)}m"


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
