"""Which changes in the hall's database its other processes hear of."""

from typing import Final

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
    "seat": "hall_table",
    "sign": "hall_table",
    "time_left": "match",
    "waiting": "hall_table",
}
"""The tables whose changes others hear, and the columns that tell them of which row."""

TOLD: Final = {"waiting": "word, is_declined"}
"""The columns of a table that others need to know; all, if it is not here."""
