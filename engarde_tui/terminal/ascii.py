"""The ASCII skin: one filter after all drawing, so that no screen can miss a glyph."""

from functools import cache
from typing import Final
from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_GLYPHS: Final = (
    dict.fromkeys("─┄▔—–", "-")
    | dict(zip("▁▂▃▅▆▇", "_-=+*%", strict=True))
    | dict.fromkeys("│┆▏▎▍▌▐▊▕", "|")
    | dict.fromkeys("┏┓┗┛┃█▓▒", "#")
    | dict.fromkeys("●•◉◆★", "*")
    | dict.fromkeys("✓✔", "+")
    | dict.fromkeys("░·", ".")
    | dict.fromkeys("►▶▸→›", ">")
    | dict.fromkeys("◄◀◂←‹", "<")
    | dict.fromkeys("▲△↑", "^")
    | dict.fromkeys("▼▽↓", "v")
    | {
        "▀": '"',
        "▄": "_",
        "○": "o",
        "━": "=",
        "×": "x",
        "±": "~",
        "…": "~",
        "═": "=",
        "║": "|",
        "’": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "é": "e",
        "†": "+",
        "╱": "/",
        "╲": "\\",
        "╳": "X",
        "▜": "\\",
        "▛": "/",
        "▘": "'",
        "▝": "'",
        "◇": "o",
        "◈": "@",
        "╾": "-",
        "╸": ">",
        "╻": "|",
        "╹": "|",
        "\xa0": " ",
    }
)


@cache
def _ascii(char: str) -> str:
    """Return as many ASCII characters as `char` has cells."""
    if char.isascii():
        return char
    blocks = (("\u2500", "+"), ("\u2580", "#"), ("\u25a0", ""), ("\u2800", "*"), ("\u2900", ""))
    fallback = next((plain for first, plain in reversed(blocks) if first <= char), "")
    plain = _GLYPHS.get(char) or fallback or normalize("NFKD", char)[0]
    return plain if plain.isascii() and cell_len(char) == 1 else "?" * cell_len(char)


def in_ascii(text: str) -> str:
    """Return the text with every non-ASCII glyph replaced by ASCII of the same width."""
    return text if text.isascii() else "".join(map(_ascii, text))


class AsciiFilter(LineFilter):
    """Replaces every non-ASCII glyph by ASCII of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return one line in ASCII."""
        return [Segment(in_ascii(segment.text), *segment[1:]) for segment in segments]


IN_ASCII: Final = AsciiFilter()
"""The one filter of all sessions: it keeps nothing."""
