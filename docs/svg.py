"""Draw terminal screens as SVG, still or moving; blocks and lines as shapes, so that no font leaves gaps."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.app import App

WIDTH, HEIGHT = 10, 20
"""Pixels of a cell."""

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


class Cell(NamedTuple):
    """One cell of a screen; colours as #rrggbb."""

    char: str
    foreground: str
    background: str
    bold: bool


Screen = tuple[tuple[Cell, ...], ...]


class Frame(NamedTuple):
    """A screen and how many seconds it is shown."""

    screen: Screen
    seconds: float


def screen_of(app: App[Any]) -> Screen:
    """Return what an app shows."""
    theme, rows = app.current_theme, []
    for strip in app.screen._compositor.render_strips():
        row: list[Cell] = []
        for text, style, _ in strip:
            style = style or Style()
            foreground = style.color.get_truecolor().hex if style.color else str(theme.foreground)
            background = style.bgcolor.get_truecolor().hex if style.bgcolor else str(theme.background)
            if style.reverse:
                foreground, background = background, foreground
            for char in text:
                row += [Cell(char, foreground, background, bool(style.bold))]
                row += [Cell("", foreground, background, False)] * (cell_len(char) - 1)
        rows.append(tuple(row))
    return tuple(rows)


def svg(frames: Sequence[Frame], description: str) -> str:
    """Return frames as an SVG; more than one are shown over and over."""
    first = frames[0].screen
    width, height = WIDTH * len(first[0]), HEIGHT * len(first)
    total = sum(frame.seconds for frame in frames)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 {width + 24} {height + 24}" role="img">',
        f"<title>{escape(description)}</title>",
        "<style>text{font:16px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}"
        ".b{font-weight:bold}path{fill:none;stroke-width:1.5}.h{stroke-width:3.5}</style>",
        f'<rect x="-12" y="-12" width="{width + 24}" height="{height + 24}" rx="10" '
        f'fill="{first[0][0].background}"/>',
    ]
    for y in range(len(first)):
        begin = 0.0
        for row, group in groupby(frames, key=lambda frame: frame.screen[y]):
            seconds = sum(frame.seconds for frame in group)
            shapes = "".join(_shapes(row, y * HEIGHT))
            if seconds == total:
                parts.append(shapes)
            elif shapes:
                parts.append(f"<g>{shapes}{_shown(begin, begin + seconds, total)}</g>")
            begin += seconds
    return "\n".join([*parts, "</svg>", ""])


def _shown(begin: float, end: float, total: float) -> str:
    """Return the animation that shows a group only from `begin` to `end`."""
    times, values = [0.0], ["visible" if begin == 0 else "hidden"]
    for moment, value in ((begin, "visible"), (end, "hidden")):
        if 0 < moment < total:
            times.append(moment / total)
            values.append(value)
    return (
        f'<animate attributeName="visibility" values="{";".join(values)}" '
        f'keyTimes="{";".join(f"{time:.4f}" for time in times)}" calcMode="discrete" '
        f'dur="{total:.2f}s" repeatCount="indefinite"/>'
    )


def _shapes(row: Sequence[Cell], top: int) -> Iterable[str]:
    """Yield the shapes of one row: backgrounds, then blocks and lines, then text."""
    x = 0
    for background, cells in groupby(row, key=lambda cell: cell.background):
        count = len(list(cells))
        yield f'<rect x="{x}" y="{top}" width="{count * WIDTH}" height="{HEIGHT}" fill="{background}"/>'
        x += count * WIDTH
    x = 0
    for (char, foreground, bold), same in groupby(row, key=_kind):
        cells = list(same)
        width = len(cells) * WIDTH
        if char in BLOCKS:
            left, high, part, tall = BLOCKS[char]
            yield (
                f'<rect x="{x + left * WIDTH:g}" y="{top + high * HEIGHT:g}" '
                f'width="{width - (1 - part) * WIDTH:g}" height="{tall * HEIGHT:g}" fill="{foreground}"/>'
            )
        elif char in SHADES:
            yield (
                f'<rect x="{x}" y="{top}" width="{width}" height="{HEIGHT}" fill="{foreground}" '
                f'opacity="{SHADES[char]}"/>'
            )
        elif char in ARMS or char in SLANTS:
            yield from _lines(char, foreground, x, top, len(cells))
        else:
            text = "".join(cell.char for cell in cells)
            weight = "b" if bold else "p"
            # Each word at its own place: some programs drop or shrink spaces.
            for word in re.finditer(r"\S+", text):
                left = x + cell_len(text[: word.start()]) * WIDTH
                yield (
                    f'<text x="{left}" y="{top + 15}" fill="{foreground}" class="{weight}" '
                    f'textLength="{cell_len(word[0]) * WIDTH}" lengthAdjust="spacingAndGlyphs">'
                    f"{escape(word[0])}</text>"
                )
        x += width


def _kind(cell: Cell) -> tuple[str, str, bool]:
    """Return what cells drawn together have in common: the character if it is a shape, and the style."""
    is_shape = cell.char in BLOCKS or cell.char in SHADES or cell.char in ARMS or cell.char in SLANTS
    return (cell.char if is_shape else "", cell.foreground, cell.bold)


def _lines(char: str, foreground: str, x: int, top: int, count: int) -> Iterable[str]:
    heavy = char in ARMS and ARMS[char].isupper()
    drawn = []
    for number in range(count):
        left = x + number * WIDTH
        for arm in ARMS.get(char, ""):
            end_x, end_y = ENDS[arm.lower()]
            drawn.append((left + WIDTH / 2, top + HEIGHT / 2, left + end_x * WIDTH, top + end_y * HEIGHT))
        drawn += [
            (left + a * WIDTH, top + b * HEIGHT, left + c * WIDTH, top + d * HEIGHT)
            for a, b, c, d in SLANTS.get(char, ())
        ]
    if ARMS.get(char, "").lower() == "lr":
        drawn = [(x, top + HEIGHT / 2, x + count * WIDTH, top + HEIGHT / 2)]
    path = "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for a, b, c, d in drawn)
    weight = "h" if heavy else "l"
    yield f'<path d="{path}" stroke="{foreground}" class="{weight}"/>'
