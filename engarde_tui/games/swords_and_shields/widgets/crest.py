"""The crest of each side: a shield with bars for left, with a cross for right; in every size."""

from typing import Final

from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engine.game import Seat

SIGNS: Final = ("▐═▌", "▐╬▌")
"""The crests of both seats in a line of text."""

_LITTLE: Final = (
    ("█▀▀▀█", "█▀▀▀█", " ▀▀▀ "),
    ("█▀█▀█", "█▀█▀█", " ▀▀▀ "),
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
_GRAND_SWORDS: Final = (
    "     ▄▄▄▄                                                            ▄▄▄▄     ",
    "      ▀████▄▄                                                    ▄▄████▀      ",
    "        ▀▀▀████▄▄                                            ▄▄████▀▀▀        ",
    "             ▀▀█████▄▄                                  ▄▄█████▀▀             ",
    "                 ▀▀████                                ████▀▀                 ",
    "                     ▀▀                                ▀▀                     ",
    "                                                                              ",
    "                                                                              ",
    "                                                                              ",
    "                                                                              ",
    "             ▄                                                  ▄             ",
    "            ▀██▄      ▄▄▄                            ▄▄▄      ▄██▀            ",
    "             ▀██  ▄▄█████                            █████▄▄  ██▀             ",
    "              ▀██████▀▀                                ▀▀██████▀              ",
    "          ▄▄▄█████▀                                        ▀█████▄▄▄          ",
    "    ▄▄▄▄███▀▀   ▀██                                        ██▀   ▀▀███▄▄▄▄    ",
    "   ████▀▀        ███                                      ███        ▀▀████   ",
    "    ▀▀            ▀                                        ▀            ▀▀    ",
)
_GRAND_SHIELDS: Final = (
    (
        "                                                                              ",
        "                        ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄                        ",
        "                        ██████████████████████████████                        ",
        "                        ███                        ███                        ",
        "                        ███                        ███                        ",
        "                        ██████████████████████████████                        ",
        "                        ███▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀███                        ",
        "                        ▀██                        ██▀                        ",
        "                         ██                        ██                         ",
        "                         ████████████████████████████                         ",
        "                         ▀███▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀███▀                         ",
        "                          ▀██▄                  ▄██▀                          ",
        "                           ▀██▄                ▄██▀                           ",
        "                            ▀███▄            ▄███▀                            ",
        "                              ████▄        ▄████                              ",
        "                               ▀████▄    ▄████▀                               ",
        "                                 ▀▀████████▀▀                                 ",
        "                                    ▀████▀                                    ",
    ),
    (
        "                                                                              ",
        "                        ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄                        ",
        "                        ██████████████████████████████                        ",
        "                        ███          ████          ███                        ",
        "                        ███          ████          ███                        ",
        "                        ███          ████          ███                        ",
        "                        ███▄▄▄▄▄▄▄▄▄▄████▄▄▄▄▄▄▄▄▄▄███                        ",
        "                        ▀████████████████████████████▀                        ",
        "                         ██          ████          ██                         ",
        "                         ███         ████         ███                         ",
        "                         ▀██▄        ████        ▄██▀                         ",
        "                          ▀██▄       ████       ▄██▀                          ",
        "                           ▀██▄      ████      ▄██▀                           ",
        "                            ▀███▄    ████    ▄███▀                            ",
        "                              ████▄  ████  ▄████                              ",
        "                               ▀████▄████▄████▀                               ",
        "                                 ▀▀████████▀▀                                 ",
        "                                    ▀████▀                                    ",
    ),
)

SMALL_ROWS: Final = len(_SMALL_SWORDS)
LARGE_ROWS: Final = len(_LARGE_SWORDS)
GRAND_ROWS: Final = len(_GRAND_SWORDS)
_CRESTS: Final = {
    SMALL_ROWS: (_SMALL_SWORDS, _SMALL_SHIELDS),
    LARGE_ROWS: (_LARGE_SWORDS, _LARGE_SHIELDS),
    GRAND_ROWS: (_GRAND_SWORDS, _GRAND_SHIELDS),
}
"""Swords, and the shields of both seats, by the rows they take."""


def put_little_crest(canvas: Canvas, x: int, y: int, seat: Seat) -> None:
    """Draw a side's shield in three rows."""
    for row, line in enumerate(_LITTLE[seat], y):
        canvas.put(x, row, line, SEAT_FOREGROUNDS[seat])


def put_crest(canvas: Canvas, rows: int, seat: Seat) -> None:
    """Draw a side's shield before two crossed swords, of `rows`, in the middle of the first rows."""
    swords, shields = _CRESTS[rows]
    for drawn, part in (("dim", swords), (SEAT_FOREGROUNDS[seat], shields[seat])):
        for y, line in enumerate(part):
            left = (canvas.width - len(line)) // 2
            for x, char in enumerate(line, left):
                if char != " ":
                    canvas.put(x, y, char, drawn)
