"""The cells that the terminal shows, so that only those that change are written to it.

Textual rewrites every dirty widget, and the whole screen when another one is shown; over a slow line that is
most of what a key press costs.
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
_CHEAPER_THAN_MOVING: Final = 6
"""So many unchanged cells in the same style are written again rather than jumped over."""

_CODE: Final = re.compile(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+")
_COLOURED: Final = {"3": "ink", "9": "ink", "4": "ground", "10": "ground"}
"""What a code colours, by its tens."""

_DEFAULTS: Final = {"ink": "39", "ground": "49"}
"""The codes where no colour is selected."""


class Frame:
    """What has been written to one terminal so far."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        """By column and row: a character, '' for the second half of a wide one, and its style as codes."""
        self._has_default_style = True

    def forget(self) -> None:
        """The terminal may show anything, and be in the middle of a picture: write every cell again."""
        self._cells.clear()
        self._has_default_style = False

    def changes(self, update: CompositorUpdate, console: Console) -> str:
        """The escape sequences that bring the terminal from what it shows to what `update` shows."""
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
                    written.append(self._way(at, (column, y), style))
                if codes != style:
                    written.append(_change(style, codes))
                    style = codes
                written.append(char)
                at = (column + get_character_cell_size(char), y)
        if style:
            written.append("\x1b[0m")
        return "".join(written)

    def _way(self, start: tuple[int, int], end: tuple[int, int], style: str) -> str:
        """How to get the cursor to a cell: over a few unchanged ones in the same style, or by a jump."""
        if start[1] == end[1] and 0 < end[0] - start[0] <= _CHEAPER_THAN_MOVING:
            between = [self._cells.get((column, end[1]), ("", "?")) for column in range(start[0], end[0])]
            if all(codes == style and get_character_cell_size(char) == 1 for char, codes in between):
                return "".join(char for char, _ in between)
        if start[1] == end[1]:
            return f"\x1b[{end[0] + 1}G"
        return f"\x1b[{end[1] + 1};{end[0] + 1}H"


def _strips(update: CompositorUpdate) -> Iterator[tuple[int, int, Strip]]:
    """The pieces of lines that an update draws, with the column and row they begin in."""
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
    """The cells of a piece of a line: column, character, style."""
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
    """The numbers of the escape sequence that selects a style."""
    return ansi_codes(style, system)


@lru_cache(1024)
def _change(before: str, after: str) -> str:
    """The escape sequence that leads from one style to another; most differ in a colour only."""
    old, new = _DEFAULTS | _parts(before), _DEFAULTS | _parts(after)
    if not after or old.keys() - new.keys():
        return f"\x1b[0;{after}m" if after else "\x1b[0m"
    return f"\x1b[{';'.join(code for part, code in new.items() if old.get(part) != code)}m"


def _parts(codes: str) -> dict[str, str]:
    """The codes of a style, each colour under what it colours."""
    return {_COLOURED.get(code.partition(";")[0][:-1], code): code for code in _CODE.findall(codes)}


class FrameUpdate(CompositorUpdate):
    """An update that writes only what differs from the frame; made when it is really written, not before."""

    def __init__(self, frame: Frame, update: CompositorUpdate) -> None:
        self._frame = frame
        self._update = update

    def render_segments(self, console: Console) -> str:
        """Textual's hook for the bytes of an update."""
        return self._frame.changes(self._update, console)
