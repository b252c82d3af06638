"""Follow what other processes of the hall have changed: people, tables, matches, the operator's words."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.changes import (
    changed_matches,
    changed_signs,
    changed_times,
    waiting_as_stored,
)
from engarde_tui.serve.hall.events import Noted, SentAway, What
from engarde_tui.serve.hall.loading import match_tables, waiting_table
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_rows import StoredTable, WaitingTable
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.hall.workers import RENEWAL
from engarde_tui.storage.journal import UnreadableMatchError
from engine.message import Message

if TYPE_CHECKING:
    from engarde_tui.serve.hall.hall import Hall

_LOG: Final = logging.getLogger("engarde.hall")

_ALL_SECONDS: Final = 300
"""Seconds between two looks at everything that other processes can have changed."""


class HallFollowing:
    """Keeps a hall's visitors and tables as the rows of the database say; see `workers.Following`."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._register = hall.register
        self._heard: dict[str, Callable[[str], None]] = {
            "account": lambda account: self._follow_account(int(account)),
            "announcement": lambda _: hall.notices.read(),
            "ban": lambda _: self._register.bans.read(),
            "entry": lambda match_id: self._follow_match(int(match_id)),
            "friend": lambda account: self._follow_friends(int(account)),
            "hall_table": lambda row: self._follow_table(int(row)),
            "notice": lambda _: self._follow_notice(),
            "operator_note": lambda account: self._follow_note(int(account)),
            "rating": lambda account: self._follow_rating(int(account)),
            "running": lambda _: self._follow_time_of_hall(),
            "seat": lambda row: self._follow_table(int(row)),
            "sign": lambda row: self._follow_signs(int(row)),
            "time_left": lambda match_id: self._follow_time(int(match_id)),
            "waiting": lambda row: self._follow_table(int(row)),
        }
        """What to do by the table whose row has changed."""

    def hear(self, what: str, key: str) -> None:
        """Rows of a table have changed."""
        if what in self._heard:
            self._heard[what](key)

    def hear_all(self) -> None:
        """Anything may have changed."""
        hall, register = self._hall, self._register
        hall.notices.read()
        register.bans.read()
        register.ratings.read()
        self._follow_notice()
        self._follow_time_of_hall()
        here = [visitor for visitor in hall.visitors if not visitor.is_elsewhere]
        for account in {visitor.account for visitor in here if visitor.account is not None}:
            self._follow_account(account)
            self._follow_friends(account)
            self._follow_note(account)
        there = register.tables.rows()
        for table in hall.tables.all:
            if table.row is not None and table.row not in there and not table.is_over:
                self._follow_table(table.row)
        same = waiting_as_stored(hall)
        for row in sorted(there):
            known = hall.tables.of_row(row)
            if row not in same and (known is None or known.waits):
                with suppress(UnreadableMatchError):
                    self._follow_table(row)
        of_matches = {table.match.id: table for table in hall.tables.all if table.match.id is not None}
        for match_id, stored in register.tables.of_matches(of_matches).items():
            self._follow_seats(of_matches[match_id], stored)
        for match, last in changed_matches(hall):
            with suppress(UnreadableMatchError):
                match.refresh()
                match.looked_at = last
        for match_id in changed_times(hall):
            self._follow_time(match_id)
        for row in changed_signs(hall):
            self._follow_signs(row)

    # --- people ---

    def arrive(self, visitor: Visitor) -> None:
        """Somebody has come to another process."""
        visitor.came, visitor.pressed = visitor.came or self._register.clock(), self._hall.clock()
        self._hall.visitors.append(visitor)
        self._hall.notify_lobby()

    def move(self, visitor: Visitor, places: list[tuple[str, str]]) -> None:
        """Somebody there is at other tables, or has got or lost seats."""
        before = [*visitor.places]
        for code in dict.fromkeys(code for code, _ in (*before, *places)):
            table = self._hall.tables.with_code(code)
            if table is not None:
                was, is_now = ([role for at, role in each if at == code] for each in (before, places))
                table.move(visitor, was, is_now)
        visitor.places = places
        self._hall.notify_lobby()

    def depart(self, visitor: Visitor) -> None:
        """Somebody there has left."""
        self._hall.dismiss(visitor)

    def send_away(self, visitor: Visitor, why: Message) -> None:
        """Somebody's visit here is to end."""
        self._hall.bus.publish(visitor.topic, SentAway(why))

    def _of(self, account: int) -> list[Visitor]:
        """Return a member's visits here."""
        return [one for one in self._hall.visitors if one.account == account and not one.is_elsewhere]

    def _follow_account(self, account: int) -> None:
        if not self._register.names.has(account):
            self._forget_member(account)
        for visitor in self._of(account):
            self._hall.alerts.recall(visitor)

    def _follow_friends(self, account: int) -> None:
        for visitor in self._of(account):
            visitor.friends = self._hall.friends.accounts_of(account)

    def _forget_member(self, account: int) -> None:
        """Let the seats of a member be like a guest's: they have lost the name."""
        self._register.ratings.forget(account)
        for table in self._hall.tables.of_member(account):
            table.seats.disown(account)
            self._hall.tables.update(table)
        self._hall.notify_lobby()

    def _follow_notice(self) -> None:
        self._register.operator_words.read()
        self._hall.notify_lobby()

    def _follow_rating(self, account: int) -> None:
        self._register.ratings.read(account)
        for table in self._hall.tables.with_people:
            # It stands beside the name there.
            if account in table.seats.accounts:
                table.notify()

    def _follow_note(self, account: int) -> None:
        for visitor in self._of(account):
            self._hall.bus.publish(visitor.topic, Noted())

    # --- tables ---

    def _follow_match(self, match_id: int) -> None:
        table = self._hall.tables.of_match(match_id)
        if table is not None:
            table.match.refresh()

    def _follow_time_of_hall(self) -> None:
        with with_register():
            self._register.hall_time.read()

    def _follow_time(self, match_id: int) -> None:
        table = self._hall.tables.of_match(match_id)
        if table is not None and table.time is not None:
            stored = self._register.times.of(match_id)
            if stored is not None:
                table.time.follow(stored)

    def _follow_signs(self, row: int) -> None:
        table = self._hall.tables.of_row(row)
        if table is not None:
            table.follow_signs(self._hall.workers.signs(row))

    def _follow_table(self, row: int) -> None:
        """Let a table be as its rows say."""
        table, match_id = self._hall.tables.of_row(row), self._register.tables.match_of(row)
        if match_id is None:
            waiting = next(iter(self._register.tables.waiting(row)), None)
            if not isinstance(waiting, WaitingTable):
                if table is not None:
                    self._hall.waiting.drop(table)
                    self._hall.remove(table)
            elif table is None:
                self._hall.add_table(waiting_table(self._hall, waiting), waiting)
            elif waiting.is_declined and not table.is_declined:
                self._has_declined(table)
            else:
                table.set_word(waiting.seat, waiting.word)
            return
        if table is not None and table.match.id is not None:
            for stored in self._register.tables.of_matches([match_id]).values():
                self._follow_seats(table, stored)
            return
        for found in match_tables(self._hall, self._register, [match_id]):
            if table is None:
                self._hall.add_table(found)
            else:
                table.follow_beginning(found)
                self._has_begun(table)

    def _has_declined(self, table: Table) -> None:
        """Follow that the member who is challenged has declined."""
        table.decline()
        seat = table.seats.free
        if seat is not None:
            self._hall.alerts.tell(table, seat.other, What.DECLINED, by_others=True)

    def _has_begun(self, table: Table) -> None:
        """Follow that the match of a table that waited has begun."""
        self._hall.tables.update(table)
        self._hall.waiting.drop(table)
        self._hall.on_turn(table, by_others=True)
        table.notify()
        self._hall.notify_lobby()

    def _follow_seats(self, table: Table, stored: StoredTable) -> None:
        """Let the seats of a match be whose they are by now."""
        table.seats.deleted = {*stored.deleted}
        for before, account in zip(table.seats.accounts, stored.accounts, strict=True):
            if before is not None and account is None:
                self._forget_member(before)


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
