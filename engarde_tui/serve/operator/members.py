"""The members of a hall, for its operator to read."""

import asyncio
from datetime import UTC, datetime
from typing import Final

from engarde_tui.play.words import when
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.widgets.text_lines import in_columns

_PAGE: Final = 500
"""Members read before others have their turn."""

_HEADS: Final = ("name", "keys", "matches", "last here", "")


async def members(hall: Hall) -> str:
    """Return a line for each member, by name; no key is named."""
    here, rows, last = {visitor.account for visitor in hall.visitors}, [_HEADS], ""
    while page := hall.register.names.listed(after=last, number=_PAGE):
        for member in page:
            seen = "now" if member.account in here else when(datetime.fromtimestamp(member.seen, UTC))
            notes = [f"{member.unread} unread note{'s' * (member.unread > 1)}"] if member.unread else []
            if ban := hall.register.bans.of_names([member.name]):
                notes.append(f"banned{ban.terms}")
            rows.append((member.name, str(member.keys), str(member.matches), seen, "; ".join(notes)))
        last = page[-1].name
        await asyncio.sleep(0)
    return "\n".join(in_columns(rows)) if len(rows) > 1 else "The hall has no members."
