"""The cells that the terminal shows, so that only changed cells are written.

Textual rewrites whole widgets, and the whole screen when another one is shown; over a slow line that is most
of the cost of a key press.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual.strip import Strip

from engarde_tui.terminal.textual_private import ChopsUpdate, CompositorUpdate, LayoutUpdate, ansi_codes

_NOWHERE: Final = (-1, -1)
_MAX_REWRITTEN: Final = 6
"""Unchanged cells of the same style that are rewritten: shorter than a cursor movement."""

_CODE: Final = re.compile(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+")
_COLOURED: Final = {"3": "ink", "9": "ink", "4": "ground", "10": "ground"}
"""What a code colours, by all but its last digit."""

_DEFAULTS: Final = {"ink": "39", "ground": "49"}
"""The codes of the default colours."""


class Frame:
    """The content of one terminal, as far as it has been written."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        """Character ('' for the second half of a wide one) and style codes, by column and row."""
        self._has_default_style = True

    def forget(self) -> None:
        """Write every cell again: the terminal may show anything, and its style is unknown."""
        self._cells.clear()
        self._has_default_style = False

    def changes(self, update: CompositorUpdate, console: Console) -> str:
        """Return the escape sequences that change what the terminal shows to what `update` shows."""
        system = COLOR_SYSTEMS[console.color_system or "truecolor"]
        written = [] if self._has_default_style else ["\x1b[0m"]
        self._has_default_style = True
        at, style = _NOWHERE, ""
        for x, y, strip in _strips(update):
            for column, char, codes in _cells(strip, x, system):
                cell = (char, codes)
                if self._cells.get((column, y)) == cell:
                    continue
                self._cells[column, y] = cell
                if not char:
                    continue
                if at != (column, y):
                    written.append(self._cursor_move(at, (column, y), style))
                if codes != style:
                    written.append(_change(style, codes))
                    style = codes
                written.append(char)
                at = (column + get_character_cell_size(char), y)
        if style:
            written.append("\x1b[0m")
        return "".join(written)

    def _cursor_move(self, start: tuple[int, int], end: tuple[int, int], style: str) -> str:
        """Return what moves the cursor: a few unchanged cells of the same style, or an escape sequence."""
        if start[1] == end[1] and 0 < end[0] - start[0] <= _MAX_REWRITTEN:
            between = [self._cells.get((column, end[1]), ("", "?")) for column in range(start[0], end[0])]
            if all(codes == style and get_character_cell_size(char) == 1 for char, codes in between):
                return "".join(char for char, _ in between)
        if start[1] == end[1]:
            return f"\x1b[{end[0] + 1}G"
        return f"\x1b[{end[1] + 1};{end[0] + 1}H"


def _strips(update: CompositorUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips that an update draws, each after its column and row."""
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in line:
                yield x, y, strip
                x += strip.cell_length
    elif isinstance(update, ChopsUpdate):
        for y, left, right in update.spans:
            for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if chop is not None and x <= right and end > left:
                    yield x, y, chop.crop(0, min(end, right) - x)


def _cells(strip: Strip, x: int, system: ColorSystem) -> Iterator[tuple[int, str, str]]:
    """Yield the cells of a strip: column, character, style codes."""
    for text, style, control in strip:
        if control:
            continue
        codes = _codes(style, system) if style else ""
        for char in text:
            yield x, char, codes
            width = get_character_cell_size(char)
            for half in range(1, width):
                yield x + half, "", codes
            x += width


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
