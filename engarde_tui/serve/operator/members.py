"""The members of a hall, for its operator to read."""

import asyncio
from datetime import UTC, datetime
from typing import Final

from engarde_tui.language import put, tr, tr_as, tr_count
from engarde_tui.play.words import when
from engarde_tui.serve.hall.bans import BanWords
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.widgets.text_lines import in_columns
from engine.message import message

_PAGE: Final = 500
"""Members read before others have their turn."""

_BANNED: Final = BanWords(
    (message("banned"), message("banned: {reason}")),
    (message("banned until {end}"), message("banned until {end}: {reason}")),
)


async def members(hall: Hall) -> str:
    """Return a line for each member, by name; no key is named."""
    here, rows, last = {visitor.account for visitor in hall.visitors}, [_heads()], ""
    while page := hall.register.names.listed(after=last, number=_PAGE):
        for member in page:
            seen = tr("now") if member.account in here else when(datetime.fromtimestamp(member.seen, UTC))
            notes = []
            if member.unread:
                notes.append(tr_count("{number} unread note", "{number} unread notes", member.unread))
            if ban := hall.register.bans.of_names([member.name]):
                notes.append(put(ban.told(_BANNED)))
            rows.append((member.name, str(member.keys), str(member.matches), seen, "; ".join(notes)))
        last = page[-1].name
        await asyncio.sleep(0)
    return "\n".join(in_columns(rows)) if len(rows) > 1 else tr("The hall has no members.")


def _heads() -> tuple[str, ...]:
    return (
        tr_as("column", "name"),
        tr_as("column", "keys"),
        tr_as("column", "matches"),
        tr_as("column", "last here"),
        "",
    )
