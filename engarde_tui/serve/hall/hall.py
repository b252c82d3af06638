"""The hall: its visitors and tables."""

import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Final

from engarde_tui.fair.chain import clean_word
from engarde_tui.fair.commitment import new_secret
from engarde_tui.play.bus import Bus
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.admission import Admission
from engarde_tui.serve.hall.alerts import Alerts
from engarde_tui.serve.hall.challenges import Challenges
from engarde_tui.serve.hall.events import LOBBY, LobbyChanged, SentAway, What
from engarde_tui.serve.hall.following import HallFollowing
from engarde_tui.serve.hall.friends import Friends, with_friends_first
from engarde_tui.serve.hall.guesses import Guesses
from engarde_tui.serve.hall.key_codes import KeyCodes
from engarde_tui.serve.hall.loading import waiting_table
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.notices import Notices
from engarde_tui.serve.hall.own_keys import OwnKeys
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.serve.hall.own_turns import most_urgent_first
from engarde_tui.serve.hall.quick_match import is_quick, nearest, quick_terms
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.results import Results
from engarde_tui.serve.hall.seats import plain_code, seat_with, table_code
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_rows import WaitingTable
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.tables import Tables
from engarde_tui.serve.hall.visitor import Refusal, Visitor
from engarde_tui.serve.hall.waiting_list import WaitingList
from engarde_tui.serve.hall.workers import Workers
from engine.game import Game, Seat
from engine.message import Message, message

MAX_ABANDONED = 1000
"""Newest guest tables kept; the guests may never return to end their matches."""

MAX_UNFINISHED = 50
"""Unfinished matches at tables that a member may have and still begin another."""

_LOG: Final = logging.getLogger("engarde.hall")


class Hall:
    """All visitors and tables."""

    def __init__(
        self,
        register: Register,
        *,
        absence: float = 180,
        per_network: int = 20,
        table_hours: float = 24,
        clock: Callable[[], float] | None = None,
        machine: str = "",
        visit: tuple[int, int] | None = None,
        worker: int | None = None,
    ) -> None:
        """Be one of the processes of a hall. Raises Problem if the register cannot be read.

        `absence` is the number of seconds after which an opponent can claim the match from an absent player.
        `per_network` and `table_hours` as in `WaitingList`, `machine`, `visit` and `worker` as in `Workers`.
        """
        self.store = register.store
        self.register = register
        self.absence = absence
        self.clock = clock or register.hall_time
        self.visitors: list[Visitor] = []
        self.bus = Bus()
        self.refusals: Counter[str] = Counter()
        """How often visitors were refused what strangers may want too much of, by reason."""
        self.closing: Message | None = None
        """What visitors are told while the hall opens no new tables; None while it does."""
        self._visits = count(1)
        self.tables = Tables()
        """All tables; `update` them after a change in who has a seat."""
        self.waiting = WaitingList(
            self.tables, register.tables, register.clock, per_network=per_network, hours=table_hours
        )
        self._guesses = Guesses(register.database, register.clock)
        self.challenges = Challenges(register.names, self.tables, register.database, register.clock)
        self.alerts = Alerts(register.database, lambda: self.visitors, self.bus)
        self.results = Results(register, lambda: self.visitors, self.tables.of_match)
        self.friends = Friends(register.database, lambda: self.visitors, self.bus)
        self.notices = Notices(register, lambda: self.visitors, self.bus)
        self.admission = Admission(register, self.refusals, self.release_name)
        codes = KeyCodes(register.database, register.clock)
        self.own_keys = OwnKeys(register.names, self._guesses, codes, lambda: self.visitors, self.send_away)
        self.workers = Workers(register.database, lambda: self.clock(), machine, visit, worker)
        if self.workers.is_first:
            register.times.resume(register.hall_time())
        self.following = HallFollowing(self)
        self.workers.begin(self.following)
        if visit is None:
            self.remove_overdue()
            self._withdraw_quietly(*self.waiting.of_absent_guests(self.visitors))

    # --- visitors ---

    def admit(
        self, name: str, key: str | None, network: str = "", why_guest: Message | None = None
    ) -> Visitor:
        """Let in somebody who connected with this name, and a key's fingerprint or None, from a network.

        Without a key, or with a name that is not allowed or belongs to another key, the visitor is a guest;
        `why_guest` says why no key that was offered counts.
        Raises Refusal if the visitor is banned or there are too many guests with that name, Problem if the
        register cannot be read or written.
        """
        visitor = self.admission.visitor(name, key, network, why_guest, self._is_taken)
        return self._add_visitor(visitor)

    def _is_taken(self, name: str) -> bool:
        if any(visitor.name == name for visitor in self.visitors):
            return True
        # If it cannot be read, nobody can play either.
        with suppress(Problem):
            return self.register.tables.have_guest(name)
        return False

    def release_name(self, name: str) -> None:
        """Make a name free for anybody. Its waiting tables are withdrawn, its seats are like a guest's.

        Raises Refusal if nobody owns the name, Problem if the register cannot be written.
        """
        before = self.register.names.release(name)
        self.own_keys.forget(before.name)
        self.register.ratings.forget(before.account)
        for table in self.tables.of_member(before.account):
            table.seats.disown(before.account)
            self.tables.update(table)
            if table.waits:
                self._withdraw_quietly(table)
        for visitor in self.visitors:
            if visitor.account == before.account:
                self.send_away(
                    visitor, message("The name {name} is free again: connect once more.", name=before.name)
                )
        self.notify_lobby()

    def _add_visitor(self, visitor: Visitor) -> Visitor:
        if visitor.account is not None:
            visitor.friends = self.friends.accounts_of(visitor.account)
        self.alerts.recall(visitor)
        visitor.came, visitor.pressed = self.register.clock(), self.clock()
        visitor.topic = f"visitor {next(self._visits)}"
        self.following.follow_tables_of(visitor)
        self.visitors.append(visitor)
        self.workers.greet(visitor)
        self.notify_lobby()
        return visitor

    def dismiss(self, visitor: Visitor) -> None:
        """Remove the visitor; free their seats."""
        self.visitors.remove(visitor)
        for table in self.tables.with_people:
            table.dismiss(visitor)
        if not visitor.is_elsewhere:
            self.workers.forget(visitor)
        if not visitor.member:
            # A guest may never come back.
            self._withdraw_quietly(*(table for table in self.tables.of(visitor) if table.waits))
        if not visitor.is_elsewhere:
            self.waiting.see([visitor])
            if visitor.account is not None:
                self.register.names.see(visitor.account, visitor.key)
        self.notify_lobby()

    @property
    def names(self) -> list[str]:
        """The names of the people here, first come first; two windows of one person count once."""
        return list(dict.fromkeys(visitor.name for visitor in self.visitors))

    def notify_lobby(self) -> None:
        """Notify everybody in the lobby that it has changed."""
        self.bus.publish(LOBBY, LobbyChanged())

    @property
    def now(self) -> datetime:
        """The time by the hall's clock."""
        return datetime.fromtimestamp(self.register.clock(), UTC)

    def send_away(self, visitor: Visitor, why: Message) -> None:
        """End a visit, and say why."""
        if visitor.is_elsewhere:
            self.workers.send_away(visitor, why)
        self.bus.publish(visitor.topic, SentAway(why))

    # --- other processes ---

    def table_of_row(self, row: int) -> Table | None:
        """Return the table of a row of the database; None if there is none.

        Raises Problem if it cannot be read.
        """
        self.following.find(row)
        return self.tables.of_row(row)

    @property
    def here(self) -> list[Visitor]:
        """The visitors at this machine, whichever process has their connections."""
        machines = "", self.workers.machine
        return [one for one in self.visitors if not one.is_elsewhere or one.machine in machines]

    @property
    def other_machines(self) -> list[str]:
        """The other machines at which the hall is open, as host:port; none if that cannot be read."""
        return self.workers.other_machines

    def attended(self, visitor: Visitor) -> list[int] | None:
        """Return the matches whose moves a visitor has to see at once; None for all, as in the lobby."""
        if not visitor.places:
            return None
        here = [self.tables.of_row(row) for row, _ in visitor.places]
        tables = [*self.tables.of(visitor), *(table for table in here if table is not None)]
        return sorted({table.match.id for table in tables if table.match.id is not None})

    def share(self, visitor: Visitor) -> None:
        """Let other processes know where a visitor is."""
        if not visitor.is_elsewhere:
            self.workers.share(visitor)

    def sign(self, table: Table, what: str, side: str, text: str | None) -> None:
        """Let other processes know what stands at a table, None if it does not any more."""
        if table.row is not None:
            self.workers.sign(table.row, what, side, text)

    def add_table(self, table: Table) -> None:
        """Add a table that another process has opened."""
        self.tables.add(table)
        for visitor in self.visitors:
            # They may have been there before the table was known here.
            if visitor.is_elsewhere:
                roles = [role for row, role in visitor.places if row == table.row]
                visitor.places = [place for place in visitor.places if place[0] != table.row]
                table.move(visitor, [], roles)
        if table.challenged is not None and table.seats.free is not None:
            self.alerts.tell(table, table.seats.free, What.CHALLENGED, by_others=True)
        table.notify()
        self.notify_lobby()

    # --- tables ---

    def own_tables(self, visitor: Visitor) -> list[Table]:
        """Return the tables with business for this visitor: the most urgent first, then the newest."""
        own = (table for table in reversed(self.tables.of(visitor)) if table.has_business_for(visitor))
        return most_urgent_first(own, visitor)

    def open_tables(self, visitor: Visitor) -> list[Table]:
        """Return the listed tables of others that have a free seat.

        Those of friends come first, then all others in the order of `WaitingList.listed`.
        """
        listed = self.waiting.listed(self.visitors)
        return with_friends_first([table for table in listed if table.seats.of(visitor) is None], visitor)

    def running_tables(self, visitor: Visitor) -> list[Table]:
        """Return the tables of listed matches that others are playing, friends' first, then the oldest."""
        running = [
            table
            for table in self.tables.open
            if not table.is_over and table.terms.listed and table.seats.of(visitor) is None
        ]
        return with_friends_first(running, visitor)

    def create(
        self, visitor: Visitor, terms: TableTerms, seat: Seat, challenged: Member | None = None
    ) -> Table:
        """Open a table with this visitor at `seat`, waiting for an opponent, or for the member challenged.

        Raises Refusal if there are no new tables or too many, or the visitor has too many unfinished
        matches, Problem if the table cannot be saved.
        """
        self._check_open()
        self._check_unfinished(visitor)
        try:
            giving_way = self.waiting.room_for(visitor, self.visitors)
        except Refusal:
            self.refusals["tables"] += 1
            raise
        table = waiting_table(
            self,
            WaitingTable(
                *(new_secret(), terms, seat, visitor.name, visitor.account),
                network=visitor.network,
                seen=self.register.clock(),
                challenged=challenged,
            ),
        )
        table.seats.assign(seat, visitor)
        # First, so that no other process finds a guest's table without its host.
        self.share(visitor)
        assert table.offer is not None
        table.row = self.register.tables.wait(table.offer)
        self.tables.add(table)
        self._withdraw_quietly(*giving_way)
        self.notify_lobby()
        _LOG.info("event=table player=%s game=%s kind=%s", visitor.name, terms.row[0], terms.kind)
        return table

    def challenge(self, visitor: Visitor, name: str, terms: TableTerms, seat: Seat) -> Table:
        """Open a table with this visitor at `seat`, and the other seat kept for the member of a name.

        Nobody else finds it. Raises Refusal if the visitor cannot challenge that member now, and both Refusal
        and Problem as `create` does.
        """
        try:
            member = self.challenges.check(visitor, name)
        except Refusal:
            self.refusals["challenges"] += 1
            raise
        table = self.create(visitor, replace(terms, listed=False), seat, member)
        self.challenges.count(visitor, member)
        table.notify()
        self.alerts.tell(table, seat.other, What.CHALLENGED)
        _LOG.info("event=challenge player=%s member=%s", visitor.name, member.name)
        return table

    def decline(self, table: Table, visitor: Visitor) -> None:
        """Decline a challenge to a visitor, if it is still open; raises Problem if that cannot be saved."""
        seat = table.seats.free
        if seat is not None and self.is_open(table) and table.is_challenge_to(visitor):
            self.register.tables.decline(table.secret)
            if table.offer is not None:
                table.follow_offer(table.offer._replace(is_declined=True))
            self.alerts.tell(table, seat.other, What.DECLINED)
            _LOG.info("event=declined player=%s", visitor.name)

    def quick_match(self, visitor: Visitor, game: Game) -> Table:
        """Return a table to play `game` at once: the visitor's own that waits, joined, or new.

        Raises Refusal and Problem as `join` and `create` do.
        """
        waiting = [
            table for table in self.waiting.of_hosts_here(self.visitors) if is_quick(table.terms, game)
        ]
        for table in waiting:
            if table.seats.of(visitor) is not None:
                return table
        others = [table for table in waiting if visitor.name not in table.seats.names]
        found = nearest(others, visitor.account, self.register.ratings, game)
        if found is not None:
            return self.join(visitor, found.code)
        return self.create(visitor, quick_terms(game), Seat.LEFT)

    def _check_open(self) -> None:
        if self.closing:
            raise Refusal(self.closing)

    def _check_unfinished(self, visitor: Visitor) -> None:
        if not visitor.member:
            return
        own = [table for table in self.tables.of(visitor) if not table.waits and not table.is_over]
        unfinished = sum(table.has_business_for(visitor) for table in own)
        if unfinished >= MAX_UNFINISHED:
            self.refusals["unfinished matches"] += 1
            raise Refusal(
                message(
                    "you have {matches} unfinished matches: finish, claim or delete one of them first",
                    matches=unfinished,
                )
            )

    def say_word(self, table: Table, visitor: Visitor, word: str) -> None:
        """Set the word of the host of a waiting table; "" is none.

        Raises ValueError if it is not a word, Refusal if the match has begun, Problem if it cannot be saved.
        """
        seat, word = table.seats.of(visitor), clean_word(word)
        if not table.waits or seat is None:
            raise Refusal(message("the cards are dealt: words come before that"))
        self.register.tables.set_word(table.secret, word)
        table.set_word(seat, word)

    def waiting_table(self, visitor: Visitor, code: str) -> Table | None:
        """Return the table with this code at which the visitor can still sit down, if there is one.

        `join` counts wrong codes, and says what is wrong.
        """
        table = self._table_for(visitor, plain_code(code))
        if table is None or not table.waits or table.seats.of(visitor) is not None:
            return None
        with suppress(Refusal):
            self._check_guesses(visitor, table)
            return table
        return None

    def join(self, visitor: Visitor, code: str, word: str = "") -> Table:
        """Return the table of a table's or seat's code; give the visitor that seat, or a free one, if any.

        `word` is for the deal, as `clean_word` returns it. Raises Refusal if no table has the code or too
        many wrong ones came from the visitor's network, or the visitor has too many unfinished matches,
        Problem if this starts a match that cannot be saved.
        """
        wanted = plain_code(code)
        found = self._table_for(visitor, wanted)
        try:
            self._check_guesses(visitor, found)
        except Refusal:
            self.refusals["wrong codes"] += 1
            raise
        if found is None:
            self._look_up(wanted)
            found = self._table_for(visitor, wanted)
        seated = None if found is not None else self._seat_with(wanted)
        if seated is not None:
            table, seat = seated
            table.seats.grant(seat, visitor)
            self._name_as_seated(visitor, table, seat)
            self.share(visitor)
            return table
        if found is None:
            self._guesses.count(visitor.network)
            raise Refusal(message("no table has the code {code}", code=repr(code[:20])))
        if found.waits and found.seats.of(visitor) is None:
            self._take_seat(found, visitor, word)
        self._restore(found, visitor)
        return found

    def _look_up(self, code: str) -> None:
        """Look for the table of a code that is not known here; raises Problem if none can be read."""
        for row, secret in self.register.tables.secrets().items():
            if table_code(secret) == code:
                self.following.find(row)

    def _seat_with(self, code: str) -> tuple[Table, Seat] | None:
        """Return the table and the seat of a seat's code, also one from before rematches, if there are.

        Raises Problem if that cannot be read.
        """
        known = {table.row: table.secret for table in self.tables.all if table.row is not None}
        for row, secret in {**self.register.tables.secrets(), **known}.items():
            seat = seat_with(code, secret)
            if seat is not None:
                last = self.register.tables.last_rematch(row)
                self.following.find(last)
                table = self.tables.of_row(last)
                return None if table is None or not table.seats.names[seat] else (table, seat)
        return None

    def _table_for(self, visitor: Visitor, code: str) -> Table | None:
        """Return the table with this code, if there is one for this visitor."""
        table = self.tables.with_code(code)
        return table if table is not None and table.admits(visitor) else None

    def _restore(self, table: Table, visitor: Visitor) -> None:
        """List a match again that the visitor has deleted: somebody has told them its code."""
        seat = table.seats.of(visitor)
        if seat in table.seats.deleted and table.match.id is not None and visitor.account is not None:
            self.register.tables.restore_for(visitor.account, table.match.id)
            table.seats.deleted.discard(seat)

    def _check_guesses(self, visitor: Visitor, table: Table | None) -> None:
        """Raise Refusal if too many wrong codes came from the network of a visitor who goes to `table`."""
        if table is None or not (table.terms.listed or table.seat_for(visitor) is not None):
            # Whoever goes to a table that the lobby shows has guessed nothing.
            self._guesses.check(visitor.network)

    def _name_as_seated(self, visitor: Visitor, table: Table, seat: Seat) -> None:
        """Give a guest who has come back the name that belongs to the seat."""
        if not visitor.member and table.seats.accounts[seat] is None:
            visitor.name = table.seats.names[seat]
            self.notify_lobby()

    def _take_seat(self, table: Table, visitor: Visitor, word: str) -> None:
        seat = table.seats.free
        assert seat is not None
        if visitor.name in table.seats.names:
            raise Refusal(message("you cannot fence against yourself"))
        self._check_unfinished(visitor)
        table.seats.assign(seat, visitor)
        table.set_word(seat, word)
        try:
            with table.acting(seat):
                table.begin()
        except Problem:
            table.seats.vacate(seat, visitor)
            table.set_word(seat, "")
            raise
        # The match has started, and the table waits no more on the disk.
        self.tables.update(table)
        table.notify()
        self.notify_lobby()

    def withdraw(self, table: Table) -> None:
        """Remove a waiting table; raises Problem if it cannot be removed from the disk."""
        if table.waits and self.is_open(table):
            self.register.tables.withdraw([table.secret])
            self.remove(table)

    def _withdraw_quietly(self, *tables: Table) -> None:
        """Withdraw tables that wait; those that stay on a disk that fails wait again after the next start."""
        # Somebody may have come first.
        waiting = [table for table in tables if table.waits and self.is_open(table)]
        with suppress(Problem):
            self.register.tables.withdraw([table.secret for table in waiting])
        for table in waiting:
            self.remove(table)

    def remove_overdue(self) -> None:
        """Withdraw the waiting tables whose hosts have been away for too long; note which hosts are here.

        Also forget matches to which no guest comes back. What fails is done the next time.
        """
        self.waiting.see(self.visitors)
        with suppress(Problem):
            self._withdraw_quietly(*self.waiting.overdue(self.visitors))
            self._remove_abandoned()

    def on_little_time(self, table: Table, seat: Seat, *, by_others: bool = False) -> None:
        """Alert the player to move, who has little time left, if they are elsewhere."""
        if not table.seats.is_there(seat):
            self.alerts.tell(table, seat, What.LITTLE_TIME, by_others=by_others)

    def is_open(self, table: Table) -> bool:
        """Return whether the table still exists: not withdrawn, nor over and left by everybody."""
        return self.tables.with_code(table.code) is table

    def remove(self, table: Table) -> None:
        """Remove a table that exists no more."""
        self.tables.remove(table)
        table.notify()
        self._forget_grants(table)
        self.notify_lobby()

    def _forget_grants(self, table: Table) -> None:
        """Let the visitors keep no seat of a table that exists no more: there may be many in a long visit."""
        for visitor in self.visitors:
            table.seats.undo(visitor)

    def open_successor(self, table: Table, terms: TableTerms) -> Table:
        """Open the table of a rematch by the same players.

        Raises Refusal if there are no new tables, Problem if the match cannot be saved.
        """
        self._check_open()
        new = Table(self, new_secret(), terms, table.seats.names, table.seats.accounts)
        # Whoever begins is told at the deal, a guest too.
        new.seats.inherit(table.seats, self.visitors)
        try:
            with new.acting(table.actor):
                new.begin(table.deals_of_rematch, table.row)
        except Problem:
            self._forget_grants(new)
            raise
        self.tables.add(new)
        self._share_seats(new)
        return new

    def seat_again(self, table: Table, successor: Table) -> None:
        """Let the players of a table have their seats at that of the rematch."""
        successor.seats.inherit(table.seats, self.visitors)
        self.tables.update(successor)
        self._share_seats(successor)

    def _share_seats(self, table: Table) -> None:
        for visitor in self.visitors:
            if table.seats.of(visitor) is not None:
                self.share(visitor)

    def on_table_open(self, table: Table) -> None:
        """List the match among those to watch."""
        self.tables.update(table)

    def on_turn(self, table: Table, *, by_others: bool = False) -> None:
        """Alert whoever can go on."""
        turn = table.clock.to_move
        for seat in Seat if turn is None else (turn,):
            self.alerts.tell(
                table, seat, What.EITHER if turn is None else What.YOUR_MOVE, by_others=by_others
            )

    def on_match_over(self, table: Table, *, by_others: bool) -> None:
        """Rate the players; what cannot be saved is rated at the next start."""
        self.results.note(table)
        for seat in Seat:
            won = table.summary is not None and table.summary.winner is seat
            self.alerts.tell(table, seat, What.WON if won else What.LOST, by_others=by_others)
        if table.match.id is not None and table.summary is not None and not by_others:
            winners = [line.winner for line in table.summary.finished]
            with suppress(Problem):
                self.register.ratings.rate(table.match.id, table.seats.accounts, table.terms.rules, winners)

    def on_end_seen(self, table: Table, visitor: Visitor) -> None:
        """Note that a player has seen the result; if that cannot be saved, the lobby tells it again."""
        if table.match.id is not None:
            with suppress(Problem):
                self.results.see(visitor, table.match.id)

    def on_table_empty(self, table: Table) -> None:
        """Remove the table if its match is over or deleted, and the oldest abandoned guest tables."""
        if table.is_over:
            self.tables.remove(table)
            self._forget_grants(table)
            if table.row is not None:
                self.workers.forget_signs(table.row)
        self.tables.update(table)
        if table.seats.deleted and table.match.id is not None:
            # If this fails, it is tried again when somebody has looked on.
            with suppress(Problem):
                self._delete_if_all_have(table.match.id)
        self.notify_lobby()

    def _remove_abandoned(self) -> None:
        """Forget the oldest matches of guests that everybody has left."""
        occupied = {row for visitor in self.visitors for row, _ in visitor.places}
        left = [row for row in self.register.tables.of_guests() if row not in occupied]
        self.register.tables.abandon(left[:-MAX_ABANDONED])
        for table in filter(None, map(self.tables.of_row, left[:-MAX_ABANDONED])):
            self.remove(table)

    # --- own matches ---

    def own_matches(self, account: int) -> OwnMatches:
        """Return the matches of a member."""
        return OwnMatches(self.store, self.register.tables, account, self)

    def delete_for(self, account: int, match_id: int) -> None:
        """Delete a match at a table for a member who played it, for good if no other one has it.

        Raises Refusal if that member is at the table, Problem if it cannot be deleted.
        """
        table = self.tables.of_match(match_id)
        seat = None if table is None else Seat(table.seats.accounts.index(account))
        if table is not None and seat is not None and table.seats.is_there(seat):
            raise Refusal(message("you are at the table of this match: leave it first"))
        self.register.tables.delete_for(account, match_id)
        if table is not None and seat is not None:
            table.seats.deleted.add(seat)
        if table is None or not table.visitors:
            self._delete_if_all_have(match_id)
        self.notify_lobby()

    def _delete_if_all_have(self, match_id: int) -> None:
        """Delete a match for good, with its table, if every member who has played it has deleted it."""
        if self.register.tables.all_deleted(match_id):
            self.store.delete(match_id)
            table = self.tables.of_match(match_id)
            if table is not None:
                self.remove(table)

    def close(self) -> None:
        """Close all matches and the register."""
        self.workers.close()
        for table in self.tables.all:
            table.match.close()
        self.register.close()
