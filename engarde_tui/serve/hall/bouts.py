"""The daily bouts that members play in the hall, and the results of those who agree to show them."""

from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from engarde_tui.play.daily import bouts_of
from engarde_tui.play.stored import StoredMatch
from engarde_tui.play.work import in_batches
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.public_errors import with_register, without_details
from engarde_tui.storage.database import Connection, Database
from engarde_tui.storage.sqlite import DatabaseFile
from engarde_tui.storage.store import Store
from engine.game import Seat
from engine.message import message

_MOST: Final = 500
"""Bouts of the two days that are read, the first ones; beyond that nobody would read on."""


class BoutResult(NamedTuple):
    """A bout that is over, and who has played it, on the left."""

    member: Member
    match: StoredMatch

    @property
    def lead(self) -> int:
        """The rounds won, less those lost."""
        return self.match.score[Seat.LEFT] - self.match.score[Seat.RIGHT]


class Bouts:
    """Who has begun which bout, as noted when it begins, and who shows the results."""

    def __init__(self, database: Database, store: Store) -> None:
        self._database = database
        self._store = store

    @staticmethod
    def keep_others_waiting(database: Database, account: int) -> None:
        """Let no other process begin a bout of a member before this transaction ends."""
        # A file lets one at a time write anyway.
        if not isinstance(database, DatabaseFile):
            database.select("SELECT id FROM account WHERE id = ? FOR NO KEY UPDATE", (account,))

    @staticmethod
    def enter(connection: Connection, match_id: int, account: int, day: date) -> None:
        """Note within the transaction that begins a bout whose it is, and of which day."""
        connection.execute("INSERT INTO bout VALUES (?, ?, ?)", (match_id, account, day.isoformat()))

    def are_shown(self, account: int) -> bool:
        """Return whether a member shows results to everybody; raises Problem if that cannot be read."""
        with with_register():
            return self._database.select("SELECT shows_bouts FROM account WHERE id = ?", (account,)) == [(1,)]

    def show(self, account: int, shows: bool) -> None:
        """Show a member's results to everybody, or not; raises Problem if that cannot be saved."""
        with with_register(), self._database.writing() as connection:
            connection.execute("UPDATE account SET shows_bouts = ? WHERE id = ?", (int(shows), account))

    async def results(self, today: date) -> list[BoutResult]:
        """Return what may be shown of today and yesterday; others get turns meanwhile.

        Today comes first, then the bouts in the order in which they are offered, then the best result.
        Raises Problem if they cannot be read.
        """
        days, found = [today, today - timedelta(days=1)], list[BoutResult]()
        with without_details(message("the hall cannot read the daily bouts at the moment: try again later")):
            members = self._shown(days)
            unfinished = set(self._store.ids(unfinished_only=True, among=members))
            ids = [match_id for match_id in members if match_id not in unfinished]
            async for number, match in in_batches(self._store.listed(ids)):
                # One that is damaged is left out.
                if isinstance(match, StoredMatch) and match.day in days and match.winner is not None:
                    found.append(BoutResult(members[ids[number]], match))
        rules: list[Any] = [bout.rules for bout in bouts_of(today)]

        def order(result: BoutResult) -> tuple[int, int, int]:
            match = result.match
            place = rules.index(match.rules) if match.rules in rules else len(rules)
            return days.index(match.day or today), place, -result.lead

        return sorted(found, key=order)

    def _shown(self, days: list[date]) -> dict[int, Member]:
        """Return who has begun the bouts of these two days, of those who show results."""
        rows = self._database.select(
            "SELECT match, name, id FROM bout JOIN account ON id = account WHERE shows_bouts = 1"
            " AND day IN (?, ?) ORDER BY match LIMIT ?",
            (*(day.isoformat() for day in days), _MOST),
        )
        return {match_id: Member(str(name), account) for match_id, name, account in rows}
