"""A recording in the format of asciinema, version 2: what a terminal is to be sent, and when."""

import json
from collections.abc import Sequence
from itertools import groupby, zip_longest
from typing import Final

from engarde_tui.share.screen import Frame, Row

_BEGIN: Final = "\x1b[?25l\x1b[2J"
_END: Final = "\x1b[0m\x1b[?25h"
"""The cursor is hidden in between."""


def cast(frames: Sequence[Frame], title: str) -> str:
    """Return the recording of frames; the same for the same frames, as it names no time of day."""
    screen = frames[0].screen
    header = {"version": 2, "width": len(screen[0]), "height": len(screen), "title": title}
    lines, moment = [json.dumps(header, ensure_ascii=False)], 0.0
    before: Sequence[Row] = [()] * len(screen)
    for frame in frames:
        rows = enumerate(zip(before, frame.screen, strict=True))
        written = "".join(_written(y, old, row) for y, (old, row) in rows if row != old)
        lines.append(_event(moment, written if moment else _BEGIN + written))
        moment, before = moment + frame.seconds, frame.screen
    lines.append(_event(moment, f"{_END}\x1b[{len(screen)}H\r\n"))
    return "\n".join([*lines, ""])


def _event(moment: float, written: str) -> str:
    return json.dumps([round(moment, 3), "o", written], ensure_ascii=False)


def _written(y: int, old: Row, row: Row) -> str:
    """Return what draws the part of a row that differs from the old one."""
    differs = [x for x, (was, cell) in enumerate(zip_longest(old, row)) if was != cell]
    start, end = differs[0], differs[-1] + 1
    # No wide character is cut in two.
    start -= not row[start].char
    end += end < len(row) and not row[end].char
    runs = groupby(row[start:end], key=lambda cell: cell[1:])
    drawn = (f"{_style(*look)}{''.join(cell.char for cell in run)}" for look, run in runs)
    return f"\x1b[{y + 1};{start + 1}H{''.join(drawn)}"


def _style(foreground: str, background: str, bold: bool) -> str:
    """Return the sequence that chooses how text looks."""
    colours = ";".join((f"38;2;{_numbers(foreground)}", f"48;2;{_numbers(background)}"))
    return f"\x1b[0;{'1;' if bold else ''}{colours}m"


def _numbers(colour: str) -> str:
    """Return the parts of a colour.

    >>> _numbers("#ff8000")
    '255;128;0'
    """
    return ";".join(str(part) for part in bytes.fromhex(colour.removeprefix("#")))
