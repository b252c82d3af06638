"""Large letters and digits, of whole cells only: they stay readable in any terminal."""

from typing import Final
from unicodedata import combining, normalize

from textual.geometry import Size

from engarde_tui.terminal.canvas import Canvas, CanvasWidget

ROWS: Final = 5
_COLUMNS: Final = 4
_PIXEL: Final = 2
"""Columns of a pixel."""
_STEP: Final = (_COLUMNS + 1) * _PIXEL

# fmt: off
_LETTERS: Final = {
    "a": 0x69F99, "b": 0xE9E9E, "c": 0x78887, "d": 0xE999E, "e": 0xF8E8F, "f": 0xF8E88, "g": 0x78B97,
    "h": 0x99F99, "i": 0x72227, "j": 0x11196, "k": 0x9ACA9, "l": 0x8888F, "m": 0x9FF99, "n": 0x9DB99,
    "o": 0x69996, "p": 0xE9E88, "q": 0x699A5, "r": 0xE9EA9, "s": 0x7861E, "t": 0xF6666, "u": 0x99996,
    "v": 0x99966, "w": 0x99FF9, "x": 0x99699, "y": 0x99666, "z": 0xF168F, "0": 0x6BBD6, "1": 0x26227,
    "2": 0xE168F, "3": 0xE161E, "4": 0x99F11, "5": 0xF8E1E, "6": 0x78E96, "7": 0xF1244, "8": 0x69696,
    "9": 0x6971E, " ": 0x00000, "-": 0x00F00,
}
# fmt: on
"""The letters of codes and titles; each hexadecimal digit is a row of four pixels, the upper one first."""


def in_letters(text: str) -> str:
    """Return a text as large letters show it, without accents; "" if there is no letter for some of it.

    >>> in_letters("Zoë"), in_letters("Анна")
    ('zoe', '')
    """
    plain = "".join(char for char in normalize("NFD", text.casefold()) if not combining(char))
    return plain if _LETTERS.keys() >= {*plain} else ""


def lettering_width(text: str) -> int:
    """Return the columns of a text in large letters."""
    return len(text) * _STEP - _PIXEL


def put_lettering(canvas: Canvas, x: int, y: int, text: str, foreground: str) -> None:
    """Draw a text of small letters and digits from (x, y)."""
    for number, letter in enumerate(text):
        for row in range(ROWS):
            bits = _LETTERS[letter] >> 4 * (ROWS - 1 - row) & 0xF
            for column in range(_COLUMNS):
                if bits & 8 >> column:
                    canvas.put(x + number * _STEP + column * _PIXEL, y + row, "█" * _PIXEL, foreground)


def put_lettering_centre(canvas: Canvas, y: int, text: str, foreground: str) -> None:
    """Draw such a text in the middle of the canvas, from row `y` down."""
    put_lettering(canvas, (canvas.width - lettering_width(text)) // 2, y, text, foreground)


class Lettering(CanvasWidget):
    """Such a text, which only the eye sees."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of a letter."""
        return ROWS

    def draw(self, canvas: Canvas) -> None:
        """Draw it in the middle."""
        put_lettering_centre(canvas, 0, self._text, "accent")


_Font = dict[str, tuple[str, ...]]

_SMALL: Final[_Font] = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▄█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
}
_LARGE: Final[_Font] = {
    "0": ("▄▀▀▀▄", "█   █", "█   █", "█   █", "▀▄▄▄▀"),
    "1": ("  ▄█ ", " ▀ █ ", "   █ ", "   █ ", "  ▄█▄"),
    "2": ("▄▀▀▀▄", "    █", "  ▄▀ ", "▄▀   ", "█▄▄▄▄"),
    "3": ("▄▀▀▀▄", "    █", "  ▀▀▄", "    █", "▀▄▄▄▀"),
    "4": ("   ▄█", " ▄▀ █", "█▄▄▄█", "    █", "    █"),
    "5": ("█▀▀▀▀", "█▄▄▄ ", "    █", "    █", "▀▄▄▄▀"),
    "6": ("▄▀▀▀▄", "█    ", "█▀▀▀▄", "█   █", "▀▄▄▄▀"),
    "7": ("▀▀▀▀█", "   ▄▀", "  ▄▀ ", "  █  ", "  █  "),
    "8": ("▄▀▀▀▄", "█   █", "▄▀▀▀▄", "█   █", "▀▄▄▄▀"),
    "9": ("▄▀▀▀▄", "█   █", "▀▄▄▄█", "    █", "▀▄▄▄▀"),
}
_GRAND: Final[_Font] = {
    "1": ("   ▄█  ", " ▄▀ █  ", "    █  ", "    █  ", "    █  ", "    █  ", "  ▄▄█▄▄"),
    "2": (" ▄▀▀▀▄ ", "█     █", "      █", "    ▄▀ ", "  ▄▀   ", "▄▀     ", "█▄▄▄▄▄▄"),
    "3": (" ▄▀▀▀▄ ", "▀     █", "     ▄▀", "   ▀▀▄ ", "      █", "▄     █", " ▀▄▄▄▀ "),
    "4": ("     ▄█", "   ▄▀ █", " ▄▀   █", "█     █", "▀▀▀▀▀▀█", "      █", "      █"),
    "5": ("█▀▀▀▀▀▀", "█      ", "█▄▄▄▄  ", "    ▀▀▄", "      █", "▄     █", " ▀▄▄▄▀ "),
}
"""Those of cards."""

_FONTS: Final = {3: _SMALL, 5: _LARGE, 7: _GRAND}
"""The digits by their rows; each is as many columns wide as it has rows."""


def numeral_width(number: int, rows: int = 3) -> int:
    """Return the columns of a number whose digits are 3, 5 or 7 `rows` high; 7 only from 1 to 5."""
    return len(str(number)) * (rows + 1) - 1


def put_numeral(canvas: Canvas, x: int, y: int, number: int, foreground: str, rows: int = 3) -> None:
    """Draw a number, 0 or more, from (x, y); its digits are 3, 5 or 7 `rows` high."""
    for column, digit in enumerate(str(number)):
        for row, line in enumerate(_FONTS[rows][digit], y):
            canvas.put(x + column * (rows + 1), row, line, foreground)
