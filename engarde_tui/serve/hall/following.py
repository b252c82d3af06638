"""Follow what other processes of the hall have changed: people, tables, matches, the operator's words."""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from engarde_tui.play.problem import Problem, printable
from engarde_tui.serve.hall.events import Noted, SentAway, What
from engarde_tui.serve.hall.loading import match_tables, waiting_table
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_rows import StoredTable, WaitingTable
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.hall.workers import RENEWAL, Keys
from engarde_tui.storage.journal import UnreadableMatchError
from engine.message import Message

if TYPE_CHECKING:
    from engarde_tui.serve.hall.hall import Hall

_LOG: Final = logging.getLogger("engarde.hall")

_ALL_SECONDS: Final = 300
"""Seconds between two looks at everything that other processes can have changed."""


class HallFollowing:
    """Keeps a hall's visitors and tables as the rows of the database say; see `workers.Following`.

    Each kind of rows is looked at in one way, whether some of them have changed or any can have.
    """

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._register = hall.register
        self._accounts: set[int] = set()
        """The members whose tables are followed."""
        self._set_aside: set[int] = set()
        """The rows of tables that wait and cannot be read."""
        self._looks: dict[str, Callable[[Keys], None]] = {
            "announcement": lambda _: hall.notices.read(),
            "ban": lambda _: self._register.bans.read(),
            "rating": self._look_at_ratings,
            "running": lambda _: self._register.hall_time.read(),
            "notice": lambda _: self._look_at_notice(),
            "account": self._look_at_accounts,
            "friend": self._look_at_friends,
            "operator_note": self._look_at_notes,
            "hall_table": self._look_at_tables,
            "entry": self._look_at_matches,
            "time_left": self._look_at_times,
            "sign": self._look_at_signs,
        }
        """What to do by the table whose rows have changed."""

    def look(self, what: str, keys: Keys) -> None:
        """Look at rows of a table of the database."""
        if what in self._looks:
            self._looks[what](keys)

    def look_at_all(self) -> None:
        """Look at everything."""
        for look in self._looks.values():
            look(None)

    # --- people ---

    def arrive(self, visitor: Visitor) -> None:
        """Somebody has come to another process."""
        visitor.came, visitor.pressed = visitor.came or self._register.clock(), self._hall.clock()
        self._hall.visitors.append(visitor)
        self._hall.notify_lobby()

    def move(self, visitor: Visitor, places: list[tuple[int, str]]) -> None:
        """Somebody there is at other tables, or has got or lost seats."""
        before = [*visitor.places]
        for row, _ in places:
            self.find(row)
        for row in dict.fromkeys(row for row, _ in (*before, *places)):
            table = self._hall.tables.of_row(row)
            if table is not None:
                was, is_now = ([role for at, role in each if at == row] for each in (before, places))
                table.move(visitor, was, is_now)
        visitor.places = places
        self._hall.notify_lobby()

    def depart(self, visitor: Visitor) -> None:
        """Somebody there has left."""
        self._hall.dismiss(visitor)

    def send_away(self, visitor: Visitor, why: Message) -> None:
        """Somebody's visit here is to end."""
        self._hall.bus.publish(visitor.topic, SentAway(why))

    def _of(self, accounts: Keys) -> dict[int, list[Visitor]]:
        """Return the visits here of members, by their accounts."""
        found: dict[int, list[Visitor]] = {}
        for one in self._hall.visitors:
            is_among = accounts is None or one.account in accounts
            if one.account is not None and not one.is_elsewhere and is_among:
                found.setdefault(one.account, []).append(one)
        return found

    def _look_at_accounts(self, accounts: Keys) -> None:
        here = self._of(accounts)
        for account in here if accounts is None else accounts:
            if not self._register.names.has(account):
                self._forget_member(account)
        for visitors in here.values():
            for visitor in visitors:
                self._hall.alerts.recall(visitor)

    def _look_at_friends(self, accounts: Keys) -> None:
        for account, visitors in self._of(accounts).items():
            for visitor in visitors:
                visitor.friends = self._hall.friends.accounts_of(account)

    def _forget_member(self, account: int) -> None:
        """Let the seats of a member be like a guest's: they have lost the name."""
        self._register.ratings.forget(account)
        for table in self._hall.tables.of_member(account):
            table.seats.disown(account)
            self._hall.tables.update(table)
        self._hall.notify_lobby()

    def _look_at_notice(self) -> None:
        self._register.operator_words.read()
        self._hall.notify_lobby()

    def _look_at_ratings(self, accounts: Keys) -> None:
        if accounts is None:
            self._register.ratings.read()
            return
        for account in accounts:
            self._register.ratings.read(account)
        for table in self._hall.tables.with_people:
            # It stands beside the name there.
            if not {*accounts}.isdisjoint(table.seats.accounts):
                table.notify()

    def _look_at_notes(self, accounts: Keys) -> None:
        for visitors in self._of(accounts).values():
            for visitor in visitors:
                self._hall.bus.publish(visitor.topic, Noted())

    # --- tables ---

    def follow_tables_of(self, visitor: Visitor) -> None:
        """Follow the tables of a member from now on; raises Problem if they cannot be read."""
        if visitor.account is not None and visitor.account not in self._accounts:
            self._accounts.add(visitor.account)
            with with_register():
                self._look_at_tables(self._register.tables.rows(account=visitor.account))

    def find(self, row: int) -> None:
        """Follow the table of a row from now on; raises Problem if it cannot be read."""
        if self._hall.tables.of_row(row) is None:
            with with_register():
                self._look_at_tables([row], is_wanted=True)

    def _of_concern(self, match_ids: Collection[int]) -> dict[int, StoredTable]:
        """Return those of these matches at whose tables anybody is, or that are of anybody here."""
        visitors = self._hall.visitors
        occupied = {row for visitor in visitors for row, _ in visitor.places}
        granted = {secret for one in visitors if not one.is_elsewhere for secret, _ in one.seats}
        return {
            match_id: stored
            for match_id, stored in self._register.tables.of_matches(match_ids).items()
            if not self._accounts.isdisjoint(stored.accounts)
            or stored.row in occupied
            or stored.secret in granted
        }

    def _look_at_tables(self, rows: Keys, *, is_wanted: bool = False) -> None:
        """Look at those that wait, those followed here and those that concern anybody here."""
        tables, hall = self._register.tables, self._hall
        there = tables.rows(rows)
        if rows is None:
            # Those of matches that are over are not among them.
            over = (table.row for table in hall.tables.all if table.row not in there)
            there |= tables.rows([row for row in over if row is not None])
        waiting = {row for row, match_id in there.items() if match_id is None}
        for found in tables.waiting(None if rows is None else waiting):
            self._look_at_waiting(found)
        for table in self._tables(rows):
            if table.row not in there:
                hall.remove(table)
        known = {table.match.id: table for table in self._tables(rows) if table.match.id is not None}
        others = {match_id for match_id in there.values() if match_id is not None and match_id not in known}
        wanted = {match_id for row, match_id in there.items() if is_wanted or hall.tables.of_row(row)}
        begun = tables.of_matches(others & wanted) | self._of_concern(others - wanted)
        for table in match_tables(hall, self._register, begun):
            self._look_at_begun(table)
        if begun:
            self._look_at_times(begun)
            self._look_at_signs({stored.row for stored in begun.values() if stored.row is not None})
        for match_id, stored in tables.of_matches(known).items():
            table = known[match_id]
            table.seats.deleted = {*stored.deleted}
            for before, account in zip(table.seats.accounts, stored.accounts, strict=True):
                if before is not None and account is None:
                    self._forget_member(before)

    def _look_at_waiting(self, found: WaitingTable | tuple[int, ValueError]) -> None:
        if not isinstance(found, WaitingTable):
            row, error = found
            if row not in self._set_aside:
                self._set_aside.add(row)
                _LOG.warning("event=set-aside waiting=%d problem=%r", row, printable(f"{error}")[:100])
            return
        assert found.row is not None
        table = self._hall.tables.of_row(found.row)
        if table is None:
            self._hall.add_table(waiting_table(self._hall, found))
            return
        was_declined = table.is_declined
        table.follow_offer(found)
        if table.is_declined and not was_declined:
            self._hall.alerts.tell(table, found.seat, What.DECLINED, by_others=True)

    def _look_at_begun(self, begun: Table) -> None:
        assert begun.row is not None
        table = self._hall.tables.of_row(begun.row)
        if table is None:
            self._hall.add_table(begun)
            return
        table.follow_beginning(begun)
        self._hall.tables.update(table)
        self._hall.on_turn(table, by_others=True)
        table.notify()
        self._hall.notify_lobby()

    def _look_at_matches(self, match_ids: Keys) -> None:
        asked = self._hall.tables.all if match_ids is None else map(self._hall.tables.of_match, match_ids)
        matches = {table.match.id: table.match for table in asked if table and table.match.id is not None}
        for match_id, last in self._register.store.last_entries(matches).items():
            if matches[match_id].looked_at != last:
                with suppress(UnreadableMatchError):
                    matches[match_id].refresh()
                    matches[match_id].looked_at = last

    def _look_at_times(self, match_ids: Keys) -> None:
        for match_id, stored in self._register.times.all(match_ids).items():
            table = self._hall.tables.of_match(match_id)
            if table is not None and table.time is not None and table.time.differs(stored):
                table.time.follow(stored)

    def _look_at_signs(self, rows: Keys) -> None:
        tables = {table.row: table for table in self._tables(rows) if table.row is not None}
        standing = self._hall.workers.signs(tables)
        for row, table in tables.items():
            table.follow_signs(standing.get(row, {}))

    def _tables(self, rows: Keys) -> list[Table]:
        """Return the tables of rows that are known here."""
        if rows is None:
            return self._hall.tables.all
        return [table for table in map(self._hall.tables.of_row, rows) if table is not None]


async def keep_following(hall: "Hall") -> None:
    """Follow what other processes of the hall do, and let them know that this one runs, until cancelled."""
    loop, rung = asyncio.get_running_loop(), asyncio.Event()

    hall.workers.wake = rung.set
    rung.set()
    due = all_due = loop.time()
    while True:
        # `wait_for` of Python 3.11 would let an end go by that comes with a ring.
        with suppress(TimeoutError):
            async with asyncio.timeout(max(due - loop.time(), 0)):
                await rung.wait()
        rung.clear()
        steps = [hall.workers.follow, hall.register.database.rest]
        if loop.time() >= due:
            due = loop.time() + RENEWAL
            # First: there may be much to follow.
            steps.insert(0, hall.workers.renew)
        if loop.time() >= all_due:
            all_due = loop.time() + _ALL_SECONDS
            steps.append(hall.workers.follow_all)
        for step in steps:
            try:
                step()
            except Problem:
                # It is in the log, and done again in time.
                pass
            except Exception:
                # Without its lease the others would take this process for dead.
                _LOG.exception("event=crash player=other-processes")
