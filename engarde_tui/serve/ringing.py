"""Which changes in the hall's database its other processes hear of."""

import re
from typing import Final

ANYTHING: Final = ""
"""The news that anything may have changed."""

RINGING: Final = {
    "account": "id",
    "announcement": "id",
    "ban": "who",
    "entry": "match",
    "friend": "account",
    "hall_table": "id",
    "notice": "",
    "operator_note": "account",
    "presence": "worker,visit",
    "rating": "account",
    "running": "",
    "seat": "hall_table",
    "sign": "hall_table",
    "time_left": "match",
    "waiting": "hall_table",
}
"""The tables whose changes others hear, and the columns that tell them of which row."""

TOLD: Final = {"running": "missed", "waiting": "word, is_declined"}
"""The columns of a table that others need to know; all, if it is not here."""

OF_MATCHES: Final = ("entry", "time_left")
"""The tables whose changes concern those alone who attend to the match."""

_NEWS: Final = re.compile(r"([a-z_]{1,20})((?: \S{1,80}){0,2})")


def is_news(text: str) -> bool:
    """Return whether these are news of a hall: whoever may log in at a server can say anything there."""
    found = _NEWS.fullmatch(text)
    if found is None or found[1] not in RINGING:
        return False
    keys = [column for column in RINGING[found[1]].split(",") if column]
    parts = found[2].split()
    return len(parts) == len(keys) and all(
        key == "who" or (part.isascii() and part.isdecimal() and len(part) < 19)
        for key, part in zip(keys, parts, strict=True)
    )


def match_moved(text: str) -> int | None:
    """Return the number of the match that has gone on, if that is all these news tell."""
    table, _, key = text.partition(" ")
    return int(key) if table in OF_MATCHES else None
