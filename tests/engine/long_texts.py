"""Megabyte texts that could make reading a record slow."""

from itertools import islice, product
from string import ascii_lowercase
from typing import Final

MEGABYTE: Final = 1_000_000

HEADER: Final = "Rules: ferti-advanced\nLeft: Anna\nRight: Bruno\nTarget: 5\nDate: 2024-05-31T20:15:00\n"
DRAWN_ROUNDS: Final = (
    "Round {} left 3435251314244354511125322\n"
    "+2 +1 +3 -1 +2 +4 +3 -4 -5 +5 -5 -1 +5 -3 -4\n"
    "= none draw 0-0\n",
    "Round {} right 1422253115514354431524233\n+1 +1 +3 +1 -4 +4 +5 +2 +1 +2 +1A555 R3\n= none draw 0-0\n",
)
"""Started by left and by right, with a gap for the number."""


def drawn_rounds(number: int) -> str:
    """Return the record of a match with that many rounds, all drawn."""
    rounds = (DRAWN_ROUNDS[index % 2].format(index + 1) for index in range(number))
    return "\n".join([HEADER, *rounds])


def filled(text: str) -> str:
    """Return the text repeated to a megabyte."""
    return text * (MEGABYTE // len(text.encode()))


def megabytes() -> dict[str, str | bytes]:
    """Return the texts by content."""
    marks = filled("\u0315\u0300")
    keys = ("".join(letters) for letters in product(ascii_lowercase, repeat=4))
    drawn = drawn_rounds(1)
    return {
        "one line": "a" * MEGABYTE,
        "spaces": filled(" "),
        "newlines": filled("\n"),
        "digits": filled("7"),
        "NULs": filled("\0"),
        "bytes that are not UTF-8": b"\xff" * MEGABYTE,
        "a last byte that is not UTF-8": filled("+1 -1 ").encode() + b"\xff",
        "marks as a name": HEADER.replace("Anna", marks),
        "marks as another header line": f"{HEADER}Event: {marks}\n",
        "unprintable characters as the rules": HEADER.replace("ferti", filled("\U000e0001")),
        "house rules": HEADER.replace("ferti-advanced", "house" + filled(" parry")),
        "digits as the target": HEADER.replace("5", filled("7"), 1),
        "digits as the date": HEADER.replace("2024", filled("2024")),
        "header lines": HEADER + "".join(f"{key}:\n" for key in islice(keys, MEGABYTE // 6)),
        "newlines after the header": HEADER + filled("\n"),
        "spaces after the header": f"{HEADER}\n{filled(' ')}",
        "digits as a deck": f"{HEADER}\nRound 1 left {filled('12345')}",
        "rounds without a deck": f"{HEADER}\n{filled('Round ')}",
        "actions before a round": f"{HEADER}\n{filled('+1 -1 ')}",
        "actions after a round": drawn + filled("+1 -1 "),
        "one action": drawn.replace("+2", "A" + filled("12"), 1),
        "results": drawn + filled("= none draw 0-0\n"),
        "drawn rounds": drawn_rounds(MEGABYTE // len(drawn.removeprefix(HEADER))),
    }
