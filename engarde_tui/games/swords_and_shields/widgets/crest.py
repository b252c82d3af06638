"""The crest of each side: a shield with bars for left, with a cross for right; in every size."""

from typing import Final

from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engine.game import Seat

SIGNS: Final = ("▐═▌", "▐╬▌")
"""The crests of both seats in a line of text."""

_LITTLE: Final = (
    ("█▀▀▀█", "█▄▄▄█", "▀▄▄▄▀"),
    ("█▀█▀█", "█▄█▄█", "▀▄█▄▀"),
)
LITTLE_COLUMNS: Final = 5

_SMALL_SWORDS: Final = (
    "   ▄▄▄                        ▄▄▄   ",
    "    ▀▀██▄▄                ▄▄██▀▀    ",
    "        ▀▀                ▀▀        ",
    "                                    ",
    "                                    ",
    "    ▄▄   ▄▄              ▄▄   ▄▄    ",
    "     ████▀▀              ▀▀████     ",
    "  ▄██▀▀ ▀▀█▄            ▄█▀▀ ▀▀██▄  ",
)
_SMALL_SHIELDS: Final = (
    (
        "           ▄▄▄▄▄▄▄▄▄▄▄▄▄▄           ",
        "           ██          ██           ",
        "           ██▄▄▄▄▄▄▄▄▄▄██           ",
        "           ██▀▀▀▀▀▀▀▀▀▀██           ",
        "           ▀██▄▄▄▄▄▄▄▄██▀           ",
        "            ▀██▀▀▀▀▀▀██▀            ",
        "              ▀▀████▀▀              ",
    ),
    (
        "           ▄▄▄▄▄▄▄▄▄▄▄▄▄▄           ",
        "           ██    ██    ██           ",
        "           ██    ██    ██           ",
        "           ██████████████           ",
        "           ▀██   ██   ██▀           ",
        "            ▀██▄ ██ ▄██▀            ",
        "              ▀▀████▀▀              ",
    ),
)
_LARGE_SWORDS: Final = (
    "   ▄▄▄                                  ▄▄▄   ",
    "    ▀▀██▄▄                          ▄▄██▀▀    ",
    "        ▀▀██▄                    ▄██▀▀        ",
    "            ▀                    ▀            ",
    "                                              ",
    "                                              ",
    "                                              ",
    "             ▄▄                ▄▄             ",
    "    ▀█▄▄ ▄▄██▀▀                ▀▀██▄▄ ▄▄█▀    ",
    "     ▄▄████                        ████▄▄     ",
    "  ▄██▀▀   ▀▀                      ▀▀   ▀▀██▄  ",
)
_LARGE_SHIELDS: Final = (
    (
        "                                              ",
        "              ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄              ",
        "              ██              ██              ",
        "              ██▄▄▄▄▄▄▄▄▄▄▄▄▄▄██              ",
        "              ██▀▀▀▀▀▀▀▀▀▀▀▀▀▀██              ",
        "              ██              ██              ",
        "              ▀██▄▄▄▄▄▄▄▄▄▄▄▄██▀              ",
        "                ▀██▀▀▀▀▀▀▀▀██▀                ",
        "                  ▀██▄  ▄██▀                  ",
        "                     ▀▀▀▀                     ",
    ),
    (
        "                                              ",
        "              ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄              ",
        "              ██      ██      ██              ",
        "              ██      ██      ██              ",
        "              ██████████████████              ",
        "              ██      ██      ██              ",
        "              ▀██▄    ██    ▄██▀              ",
        "                ▀██▄  ██  ▄██▀                ",
        "                  ▀██▄██▄██▀                  ",
        "                     ▀▀▀▀                     ",
    ),
)

SMALL_ROWS: Final = len(_SMALL_SWORDS)
LARGE_ROWS: Final = len(_LARGE_SWORDS)


def put_little_crest(canvas: Canvas, x: int, y: int, seat: Seat) -> None:
    """Draw a side's shield in three rows."""
    for row, line in enumerate(_LITTLE[seat], y):
        canvas.put(x, row, line, SEAT_FOREGROUNDS[seat])


def put_crest(canvas: Canvas, rows: int, seat: Seat) -> None:
    """Draw a side's shield before two crossed swords, of `rows`, in the middle of the first rows."""
    is_small = rows == SMALL_ROWS
    for drawn, part in (
        ("dim", _SMALL_SWORDS if is_small else _LARGE_SWORDS),
        (SEAT_FOREGROUNDS[seat], (_SMALL_SHIELDS if is_small else _LARGE_SHIELDS)[seat]),
    ):
        for y, line in enumerate(part):
            left = (canvas.width - len(line)) // 2
            for x, char in enumerate(line, left):
                if char != " ":
                    canvas.put(x, y, char, drawn)
