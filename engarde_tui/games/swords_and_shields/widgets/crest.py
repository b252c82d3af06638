"""Two crossed swords behind a shield, in two sizes."""

from typing import Final

from engarde_tui.terminal.canvas import Canvas

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
_SMALL_SHIELD: Final = (
    "           ▄▄▄▄▄▄▄▄▄▄▄▄▄▄           ",
    "           ██    ██    ██           ",
    "           ██    ██    ██           ",
    "           ██████████████           ",
    "           ▀██   ██   ██▀           ",
    "            ▀██▄ ██ ▄██▀            ",
    "              ▀▀████▀▀              ",
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
_LARGE_SHIELD: Final = (
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
)

SMALL_ROWS: Final = len(_SMALL_SWORDS)
LARGE_ROWS: Final = len(_LARGE_SWORDS)


def put_crest(canvas: Canvas, rows: int, foreground: str) -> None:
    """Draw the crest of `rows` in the middle of the first rows; the shield has the foreground."""
    is_small = rows == SMALL_ROWS
    for drawn, part in (
        ("dim", _SMALL_SWORDS if is_small else _LARGE_SWORDS),
        (foreground, _SMALL_SHIELD if is_small else _LARGE_SHIELD),
    ):
        for y, line in enumerate(part):
            left = (canvas.width - len(line)) // 2
            for x, char in enumerate(line, left):
                if char != " ":
                    canvas.put(x, y, char, drawn)
