"""Draw terminal screens as SVG, still or moving; blocks and lines as shapes, so that no font leaves gaps."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from rich.cells import cell_len

from engarde_tui.share.screen import Cell, Frame, Row, Screen

WIDTH, HEIGHT = 10, 20
"""Pixels of a cell."""

_SHARED = 4096
"""Parts of drawings that are remembered: few are new from one frame to the next."""

_GAP = 6
"""Columns between two that change which are drawn with them."""

STYLE = (
    "text{font:16px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}"
    ".b{font-weight:bold}path{shape-rendering:crispEdges}"
    ".l,.h{fill:none;stroke-width:1.5;shape-rendering:auto}.h{stroke-width:3.5}"
)
"""The style sheet of what is drawn."""

BLOCKS = {
    "▀": (0, 0, 1, 0.5),
    "▄": (0, 0.5, 1, 0.5),
    "█": (0, 0, 1, 1),
    "▌": (0, 0, 0.5, 1),
    "▐": (0.5, 0, 0.5, 1),
    "▔": (0, 0, 1, 0.125),
    **{char: (0, 1 - eighths / 8, 1, eighths / 8) for eighths, char in enumerate("▁▂▃▅▆▇", 1)},
}
"""Left, top, width and height of a block, in cells."""

SHADES = {"░": 0.2, "▒": 0.4, "▓": 0.7}
"""The opacity of a shaded cell."""

ARMS = {
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ur", "╯": "ul", "├": "udr", "┤": "udl",
    "┄": "lr", "┆": "ud", "━": "LR", "┃": "UD", "┏": "RD", "┓": "LD", "┗": "UR", "┛": "UL",
}  # fmt: skip
"""Where the lines of a character go from its middle; capitals are heavy."""

ENDS = {"l": (0, 0.5), "r": (1, 0.5), "u": (0.5, 0), "d": (0.5, 1)}
SLANTS = {"╱": ((0, 1, 1, 0),), "╲": ((0, 0, 1, 1),), "╳": ((0, 1, 1, 0), (0, 0, 1, 1))}

_SHAPES = BLOCKS.keys() | SHADES.keys() | ARMS.keys() | SLANTS.keys()


def svg(frames: Sequence[Frame], description: str) -> str:
    """Return frames as an SVG; more than one are shown over and over."""
    first = frames[0].screen
    width, height = WIDTH * len(first[0]), HEIGHT * len(first)
    ground = first[0][0].background
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 {width + 24} {height + 24}" role="img">',
        f"<title>{escape(description)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect x="-12" y="-12" width="{width + 24}" height="{height + 24}" rx="10" fill="{ground}"/>',
    ]
    moments = [0.0, *accumulate(frame.seconds for frame in frames)]
    for drawn, shown in groups([frame.screen for frame in frames], ground):
        is_always = len(shown) == len(frames)
        parts.append(drawn if is_always else f"<g>{drawn}{_only_in({*shown}, moments)}</g>")
    return "\n".join([*parts, "</svg>", ""])


class Group(NamedTuple):
    """Shapes that the same screens have."""

    drawn: str
    screens: tuple[int, ...]
    """Their numbers, ascending."""


def groups(screens: Sequence[Screen], ground: str) -> list[Group]:
    """Return all shapes of screens of one size over a ground, each once, the lowest first."""
    layers: tuple[dict[str, list[int]], ...] = ({}, {}, {})
    for y, rows in enumerate(zip(*screens, strict=True)):
        shown: dict[Row, list[int]] = {}
        for number, row in enumerate(rows):
            shown.setdefault(row, []).append(number)
        for start, end in _parts([*shown]):
            numbers_of: dict[Row, list[int]] = {}
            for row, numbers in shown.items():
                numbers_of.setdefault(row[start:end], []).extend(numbers)
            for part, numbers in numbers_of.items():
                shapes = _shapes(part, y * HEIGHT, ground, start * WIDTH)
                for layer, drawn in zip(layers, shapes, strict=True):
                    for shape in drawn:
                        layer.setdefault(shape, []).extend(numbers)
    found = []
    for layer in layers:
        together: dict[tuple[int, ...], list[str]] = {}
        for shape, numbers in layer.items():
            together.setdefault(tuple(sorted(numbers)), []).append(shape)
        found += [Group("".join(drawn), shown) for shown, drawn in together.items()]
    return found


def _parts(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Yield the first column, and that after the last, of each part of rows: what changes and what does not.

    No wide character is cut in two.
    """
    columns = [*zip(*rows, strict=True)]
    changes = [len({*cells}) > 1 for cells in columns]
    changing = [x for x, changed in enumerate(changes) if changed]
    for before, after in pairwise(changing):
        if after - before <= _GAP:
            changes[before:after] = [True] * (after - before)
    for x, cells in enumerate(columns):
        if not all(cell.char for cell in cells):
            changes[x - 1 : x + 1] = [changes[x - 1] or changes[x]] * 2
    for _, run in groupby(range(len(changes)), key=changes.__getitem__):
        numbers = [*run]
        yield numbers[0], numbers[-1] + 1


def _only_in(numbers: Collection[int], moments: Sequence[float]) -> str:
    """Return the animation that shows a group only in these frames, which begin at these moments."""
    changes, total = {0.0: "hidden"}, moments[-1]
    for number in sorted(numbers):
        if number - 1 not in numbers:
            changes[moments[number]] = "visible"
        if number + 1 not in numbers:
            changes[moments[number + 1]] = "hidden"
    changes.pop(total, None)
    return (
        f'<animate attributeName="visibility" values="{";".join(changes.values())}" '
        f'keyTimes="{";".join(f"{moment / total:.5f}" for moment in changes)}" calcMode="discrete" '
        f'dur="{total:.2f}s" repeatCount="indefinite"/>'
    )


def _shapes(row: Sequence[Cell], top: int, ground: str, left: int) -> tuple[list[str], ...]:
    """Return the shapes of cells from a pixel on, over a ground: backgrounds, blocks and lines, then text."""
    filled: dict[str, list[str]] = {}
    drawn: dict[str, list[str]] = {}
    words: list[str] = []
    x = left
    for background, cells in groupby(row, key=attrgetter("background")):
        width = len([*cells]) * WIDTH
        if background != ground:
            filled.setdefault(f'fill="{background}"', []).append(_box(x, top, width, HEIGHT))
        x += width
    x = left
    for (char, foreground, bold), same in groupby(row, key=_kind):
        run = [*same]
        width = len(run) * WIDTH
        if char in BLOCKS:
            inset, high, part, tall = BLOCKS[char]
            box = _box(x + inset * WIDTH, top + high * HEIGHT, width - (1 - part) * WIDTH, tall * HEIGHT)
            drawn.setdefault(f'fill="{foreground}"', []).append(box)
        elif char in SHADES:
            shade = f'fill="{foreground}" opacity="{SHADES[char]}"'
            drawn.setdefault(shade, []).append(_box(x, top, width, HEIGHT))
        elif char in ARMS or char in SLANTS:
            weight = "h" if char in ARMS and ARMS[char].isupper() else "l"
            line = f'stroke="{foreground}" class="{weight}"'
            drawn.setdefault(line, []).append(_lines(char, x, top, len(run)))
        else:
            words += _words("".join(cell.char for cell in run), x, top, foreground, bold=bold)
        x += width
    grounds, lines = (
        [f'<path {look} d="{"".join(parts)}"/>' for look, parts in each.items()] for each in (filled, drawn)
    )
    return grounds, lines, words


@lru_cache(_SHARED)
def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


@lru_cache(_SHARED)
def _words(text: str, x: int, top: int, foreground: str, *, bold: bool) -> list[str]:
    """Return each word at its own place: some programs drop or shrink spaces."""
    weight, words = ' class="b"' if bold else "", list[str]()
    for word in re.finditer(r"\S+", text):
        left, width = (cell_len(part) * WIDTH for part in (text[: word.start()], word[0]))
        words.append(
            f'<text x="{x + left}" y="{top + 15}" fill="{foreground}"{weight} textLength="{width}">'
            f"{escape(word[0])}</text>"
        )
    return words


@lru_cache(_SHARED)
def _kind(cell: Cell) -> tuple[str, str, bool]:
    """Return what cells drawn together have in common: the character if it is a shape, and the style."""
    char, foreground, _, bold = cell
    return (char if char in _SHAPES else "", foreground, bold)


@lru_cache(_SHARED)
def _lines(char: str, x: int, top: int, count: int) -> str:
    """Return the path of the same lines in so many cells."""
    if ARMS.get(char, "").lower() == "lr":
        return f"M{x} {top + HEIGHT / 2:g}h{count * WIDTH}"
    lines = [((0.5, 0.5), ENDS[arm.lower()]) for arm in ARMS.get(char, "")]
    lines += [((a, b), (c, d)) for a, b, c, d in SLANTS.get(char, ())]
    return "".join(
        f"M{left + a * WIDTH:g} {top + b * HEIGHT:g}L{left + c * WIDTH:g} {top + d * HEIGHT:g}"
        for left in range(x, x + count * WIDTH, WIDTH)
        for (a, b), (c, d) in lines
    )
