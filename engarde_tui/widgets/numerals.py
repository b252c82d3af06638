"""Large numerals in half blocks, three or five rows high."""

from typing import Final

from engarde_tui.terminal.canvas import Canvas

_SMALL: Final = {
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
_LARGE: Final = {
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


def numeral_width(number: int, rows: int = 3) -> int:
    """Return the columns of a number whose digits are 3 or 5 `rows` high."""
    return len(str(number)) * (4 if rows == 3 else 6) - 1


def put_numeral(canvas: Canvas, x: int, y: int, number: int, foreground: str, rows: int = 3) -> None:
    """Draw a number, 0 or more, from (x, y); its digits are 3 or 5 `rows` high."""
    font, step = (_SMALL, 4) if rows == 3 else (_LARGE, 6)
    for column, digit in enumerate(str(number)):
        for row, line in enumerate(font[digit], y):
            canvas.put(x + column * step, row, line, foreground)
