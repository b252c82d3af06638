"""A hall table: who is there, and what they do besides playing."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from random import SystemRandom
from typing import Any, Final, Protocol

from engarde_tui.fair.chain import Chain, FairDeals
from engarde_tui.language import put, tr
from engarde_tui.play.bus import Bus
from engarde_tui.play.client import Client
from engarde_tui.play.live_match import DrawOffer, LiveMatch, StaleError, TableChanged
from engarde_tui.play.problem import Problem
from engarde_tui.play.stored import StoredMatch
from engarde_tui.serve.hall.events import Call, Called
from engarde_tui.serve.hall.match import HallMatch
from engarde_tui.serve.hall.match_time import MatchTime
from engarde_tui.serve.hall.move_clock import MoveClock
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.network_counts import NetworkCounts
from engarde_tui.serve.hall.ratings import Change
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.rematch import BegunError, Rematch
from engarde_tui.serve.hall.seats import Seats, table_code
from engarde_tui.serve.hall.signs import Sign, Signs
from engarde_tui.serve.hall.stored_words import restored, stored
from engarde_tui.serve.hall.table_rows import SEATS, Accounts, StoredTable, TableRows, WaitingTable
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.visitor import BETWEEN_SALUTES, Refusal, Visitor
from engarde_tui.storage.database import Connection
from engarde_tui.storage.store import Store
from engine.game import ABSENCE, TIME, Seat, game_of
from engine.match import Match, MatchView
from engine.message import Message, counted, message

_PHRASES: Final = (message("Salute!"), message("Touché!"), message("Well fenced!"))

SALUTES: Final = tuple(map(str, _PHRASES))
"""The phrases that can be said at a table."""

_ACTOR: ContextVar[Seat | None] = ContextVar("actor", default=None)

WATCHING: Final = "watching"
FOLLOWING: Final = "following"
"""What people without a seat do at a table, and those who wait or are at the result."""

_OPEN: Final = "open"
_DECLINED: Final = "declined"
"""How an offer stands."""

_LOG: Final = logging.getLogger("engarde.hall")


class House(Protocol):
    """The part of the hall that a table uses."""

    store: Store
    register: Register
    bus: Bus
    visitors: list[Visitor]
    absence: float
    """Seconds a player may be away before the opponent can claim the match."""

    def clock(self) -> float:
        """Return the time in seconds, from any start."""

    def notify_lobby(self) -> None:
        """Notify everybody in the lobby that it has changed."""

    def open_successor(self, table: "Table", terms: TableTerms) -> "Table":
        """Open the table of a rematch; raises Problem if the match cannot be saved."""

    def seat_again(self, table: "Table", successor: "Table") -> None:
        """Let the players of a table have their seats at that of the rematch."""

    def on_table_open(self, table: "Table") -> None:
        """Called when somebody sits down at a table; its match is open now."""

    def on_turn(self, table: "Table", *, by_others: bool = False) -> None:
        """Called when it is another player's turn, or either can deal the next round."""

    def on_little_time(self, table: "Table", seat: Seat, *, by_others: bool = False) -> None:
        """Called when the player to move has little time left, as another process has found."""

    def on_match_over(self, table: "Table", *, by_others: bool) -> None:
        """Called when the match at a table has been won, perhaps by an action in another process."""

    def share(self, visitor: Visitor) -> None:
        """Let other processes know where a visitor is."""

    def sign(self, table: "Table", what: str, side: str, text: str | None) -> None:
        """Let other processes know what stands at a table, None if it does not any more."""

    def table_of_row(self, row: int) -> "Table | None":
        """Return the table of a row; None if there is none."""

    def on_end_seen(self, table: "Table", visitor: Visitor) -> None:
        """Called when a player leaves a table having seen the end of its match."""

    def on_table_empty(self, table: "Table") -> None:
        """Called when the last visitor has left a table and its match is closed."""


class HallClient(Client):
    """A visitor's keyboard at a table of the hall."""

    def __init__(self, table: "Table", match: LiveMatch, visitor: Visitor, seat: Seat | None) -> None:
        """Without a `seat` the visitor is a spectator."""
        super().__init__(match, () if seat is None else (seat,))
        self.hall_table = table
        self.visitor = visitor
        self.has_seen_end = False
        """Whether the end of the match has been shown here."""

    @property
    def seat_code_hint(self) -> str:
        """A guest's seat code, in words; "" for anybody else."""
        if self.alone is None or self.visitor.member:
            return ""
        return tr("Your seat's code: {code}", code=self.hall_table.seats.code(self.alone))

    def offer_draw(self, seat: Seat, revision: int) -> None:
        """Offer a draw, also to whoever is at another process."""
        super().offer_draw(seat, revision)
        self.hall_table.share_offer()

    def decline_draw(self, seat: Seat, revision: int) -> None:
        """Decline a draw, also for whoever is at another process."""
        super().decline_draw(seat, revision)
        self.hall_table.share_offer()

    def _change(self, change: Callable[[], None], revision: int) -> None:
        with self.hall_table.acting(self.alone):
            super()._change(change, revision)

    def leave(self) -> None:
        """Get up, unless that has happened already; the player still owns the seat."""
        if self.is_here:
            super().leave()
            self.hall_table.get_up(self)


class Table:
    """Two seats, their match, and everybody who is there.

    The match is open while anybody is at the table.
    """

    def __init__(
        self,
        house: House,
        secret: str,
        terms: TableTerms,
        names: tuple[str, str],
        accounts: Accounts,
        *,
        offer: WaitingTable | None = None,
    ) -> None:
        """`names` and `accounts` as in `Seats`; an `offer` gives its host a seat, the other is free."""
        self._house = house
        self.offer = offer
        """What it offers while it waits; None if it has begun since before it was known here."""
        self.secret = secret
        """The source of codes and deals, in hexadecimal."""
        self.chain = Chain.of(secret)
        """What the hall is committed to before anybody has sat down."""
        self.words = ("", "")
        """What each player has typed for the deal; "" where nothing."""
        self.code = table_code(secret)
        """The code that opens this table."""
        self.terms = terms
        self.seats = Seats(secret, names, accounts, house.clock)
        self.topic = f"table {self.code}"
        """The topic of `TableChanged` for this table."""
        self.match = HallMatch(house.store, house.bus, self.topic, self._follow, self._save_time)
        self.clock = MoveClock(self.match, self.seats, terms.move_time, house.clock)
        limit, register = terms.time_limit, house.register
        self.time = None if limit is None else MatchTime(limit, register.times, register.hall_time)
        """What the players have left of the time that is agreed; None if they have as much as they like."""
        self.visitors: list[Visitor] = []
        """Players, spectators and those waiting or at the result; twice if in two roles."""
        self._clients: list[HallClient] = []
        self.row: int | None = None
        """The number of its row in the database; None while a guest's waits that no other process sees."""
        self.signs = Signs(lambda what, side, text: house.sign(self, what, side, text))
        self.rematch = Rematch(self, house)
        if offer is not None:
            self.row = offer.row
            self.seats.give(offer.seat, offer.host, offer.account)
            self.set_word(offer.seat, offer.word)
        self._unseated: set[Seat] = set()
        """The seats whose players have not sat down since the match began."""

    def begin(self, deals: FairDeals | None = None, follows: int | None = None) -> None:
        """Deal once both seats are taken, by the table's own deals unless others are given.

        `follows` is the row of the table of which this is the rematch, if several processes know that.
        Raises BegunError if it has begun already, Problem if the match cannot be saved.
        """
        deals = deals or FairDeals(self.chain, self.words)
        terms = self.terms.settled(SystemRandom())

        def enter(connection: Connection, match_id: int) -> None:
            where = StoredTable(terms.kind, self.secret, self.seats.accounts, frozenset(), self.row)
            self.row = TableRows.enter(connection, match_id, where)
            if follows is not None:
                taken = connection.execute(
                    "INSERT INTO sign (hall_table, what, side, text) VALUES (?, ?, '', ?)"
                    " ON CONFLICT DO NOTHING",
                    (follows, Sign.SUCCESSOR.value, f"{self.row}"),
                )
                if taken.rowcount != 1:
                    raise BegunError(message("the rematch has begun already"))

        match, header = terms.match(self.seats.names, deals), (*terms.header, *deals.lines)
        self.match.begin(match, header, enter)
        _LOG.info("event=match number=%d left=%s right=%s", self.match.id, *self.seats.names)
        self.terms = terms
        self.clock.restart()
        self._unseated = set(Seat)
        self._start_time()
        begun = self.summary
        self._play_forced()
        self._tell_turn(begun)

    def _start_time(self) -> None:
        """Let the time run from the deal on, or on a clock from when both players are here."""
        time, match_id = self.time, self.match.id
        if time is None or match_id is None or time.has_started or self.is_over:
            return
        if not time.is_clock or all(map(self.seats.is_there, Seat)):
            time.start(match_id, self.clock.to_move)

    def _play_forced(self) -> None:
        """Play for a player who has only one legal action, if the players have agreed to that."""
        if not self.terms.plays_forced:
            return
        # If it cannot be saved, the player can play it.
        with suppress(Problem, StaleError):
            self.match.open().play_forced()

    @contextmanager
    def acting(self, seat: Seat | None) -> Iterator[None]:
        """Let what happens meanwhile be the doing of a player."""
        token = _ACTOR.set(seat)
        try:
            yield
        finally:
            _ACTOR.reset(token)

    @property
    def actor(self) -> Seat | None:
        """Whose key is being handled; None for what nobody here does, such as the end of a time."""
        return _ACTOR.get()

    # --- coming and going ---

    def sit(self, visitor: Visitor) -> HallClient:
        """Seat a visitor, or let one without a seat watch; raises Problem if the match cannot be opened."""
        was_open, match = self.match.is_open, self.match.open()
        if was_open:
            # The bell may not have rung yet, and the visitor may have seen more elsewhere.
            with suppress(Problem):
                self.match.refresh()
        else:
            for each in Seat:
                self._follow_offer(each)
        seat = self.seats.of(visitor)
        client = HallClient(self, match, visitor, seat)
        self._clients.append(client)
        self._come(visitor, WATCHING if seat is None else seat.label)
        return client

    def get_up(self, client: HallClient) -> None:
        """Remove a client; its player still owns the seat."""
        self._clients.remove(client)
        # Over a line that is lost nobody has seen for sure what was sent last.
        if client.alone is not None and client.has_seen_end and not client.visitor.lost:
            self._house.on_end_seen(self, client.visitor)
        self._leave(client.visitor, WATCHING if client.alone is None else client.alone.label)

    def enter(self, visitor: Visitor) -> None:
        """Let a visitor follow what happens here, until `exit`."""
        self._come(visitor, FOLLOWING)

    def exit(self, visitor: Visitor) -> None:
        """Let a visitor go, if they are still here; close the match if the table is empty now."""
        if (self.row, FOLLOWING) in visitor.places:
            self._leave(visitor, FOLLOWING)

    def move(self, visitor: Visitor, before: Sequence[str], after: Sequence[str]) -> None:
        """Follow as what a visitor of another process is here, and was before."""
        for role in (Counter(before) - Counter(after)).elements():
            self._leave(visitor, role)
        for role in (Counter(after) - Counter(before)).elements():
            self._come(visitor, role)

    def _come(self, visitor: Visitor, role: str) -> None:
        seat = SEATS.get(role)
        if seat is not None:
            if seat is self.clock.to_move and not self.seats.is_there(seat):
                self.clock.restart()
            self.seats.sit(seat, visitor)
            self._unseated.discard(seat)
        self.visitors.append(visitor)
        assert self.row is not None
        visitor.places.append((self.row, role))
        self._house.on_table_open(self)
        self._start_time()
        if all(map(self.seats.is_there, Seat)):
            self.signs.put(Sign.ADJOURNED, None, None)
        self._notify_with_lobby(player_moved=seat is not None)
        self._house.share(visitor)

    def _leave(self, visitor: Visitor, role: str) -> None:
        seat = SEATS.get(role)
        if seat is not None:
            self.seats.get_up(seat, visitor)
        self.visitors.remove(visitor)
        assert self.row is not None
        visitor.places.remove((self.row, role))
        own = self.seats.of(visitor)
        if own is not None and not self.is_listening(own):
            self.rematch.withdraw(own, by_others=visitor.is_elsewhere)
        self._notify_with_lobby(player_moved=seat is not None)
        self._house.share(visitor)
        self._close_if_empty()

    def dismiss(self, visitor: Visitor) -> None:
        """Remove a visitor who has disconnected."""
        for client in tuple(self._clients):
            if client.visitor is visitor:
                client.leave()
        for row, role in tuple(visitor.places):
            if row == self.row:
                self._leave(visitor, role)
        # Joining opens the match, even if the visitor disconnects before sitting down.
        self._close_if_empty()

    def _close_if_empty(self) -> None:
        was_open = self.match.is_open
        if was_open and all(visitor.is_elsewhere for visitor in self.visitors):
            self.match.close()
        if not self.visitors and (was_open or self.is_over):
            self._house.on_table_empty(self)

    # --- state ---

    @property
    def waits(self) -> bool:
        """Whether a seat is free."""
        return self.seats.free is not None

    @property
    def challenged(self) -> Member | None:
        """The member for whom the free seat is kept; None if it is for anybody."""
        return None if self.offer is None else self.offer.challenged

    @property
    def is_declined(self) -> bool:
        """Whether that member has declined."""
        return self.offer is not None and self.offer.is_declined

    def is_challenge_to(self, visitor: Visitor) -> bool:
        """Return whether the free seat is kept for a visitor, who has not answered."""
        challenged = self.challenged
        if not self.waits or challenged is None or self.is_declined:
            return False
        return visitor.account == challenged.account

    def seat_for(self, visitor: Visitor) -> Seat | None:
        """Return the visitor's seat, or the one that is kept for them; None if there is none."""
        return self.seats.free if self.is_challenge_to(visitor) else self.seats.of(visitor)

    def admits(self, visitor: Visitor) -> bool:
        """Return whether a visitor can come here by the code: to a challenge only the two can."""
        return self.challenged is None or not self.waits or self.seat_for(visitor) is not None

    def opponent(self, seat: Seat) -> str:
        """Return the name of the other player, or of the member challenged; "" if nobody is."""
        challenged = "" if self.challenged is None else self.challenged.name
        return self.seats.names[seat.other] or challenged

    def rating(self, seat: Seat) -> str:
        """Return the rating that stands beside the name of a seat's player; "" if there is none."""
        game = game_of(self.terms.rules).name
        return self._house.register.ratings.label(self.seats.accounts[seat], game)

    @property
    def rating_changes(self) -> dict[Seat, Change]:
        """What the match has changed in the players' ratings, by seat; {} if nothing or it is not known."""
        changes: dict[Seat, Change] = {}
        if self.match.id is not None:
            with suppress(Problem):
                changes = self._house.register.ratings.changes(self.match.id)
        return changes

    @property
    def view(self) -> MatchView[Any] | None:
        """The spectator's view of the match; None while it is closed."""
        return self.match.view

    @property
    def summary(self) -> StoredMatch | None:
        """The match as the lobby lists it; None before it starts."""
        return self.match.summary

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return self.match.is_over

    @property
    def last_salute(self) -> str:
        """The last salute since the match has been over, with the name before it."""
        text = self.signs.text(Sign.SALUTED)
        return put(restored(text)) if text else ""

    @property
    def watchers(self) -> list[str]:
        """The names of the people here who have no seat, first come first."""
        watching = (visitor.name for visitor in self.visitors if self.seats.of(visitor) is None)
        return list(dict.fromkeys(watching))

    def is_listening(self, seat: Seat) -> bool:
        """Return whether the seat's player follows this table: at the table or its result."""
        return any(self.seats.of(visitor) is seat for visitor in self.visitors)

    def has_business_for(self, visitor: Visitor) -> bool:
        """Return whether the visitor has a seat in an unfinished match, or an open rematch or challenge."""
        seat = self.seat_for(visitor)
        if seat is None or seat in self.seats.deleted:
            return False
        return not self.is_over or (self.rematch.successor is None and self.rematch.is_wanted_by(seat.other))

    def call_for(self, visitor: Visitor) -> Call | None:
        """Return why the visitor is wanted here; None if that is not so, or they are here already."""
        if self.is_challenge_to(visitor):
            return Call.CHALLENGED
        seat = self.seats.of(visitor)
        if seat is not None and self.waits and self.is_declined:
            return Call.DECLINED
        if seat is None or self.summary is None or self.is_over or seat in self.seats.deleted:
            return None
        if seat is self.clock.to_move and self.clock.has_reminded:
            return Call.REMINDED
        if self.seats.is_there(seat):
            return None
        if seat in self._unseated:
            return Call.BEGUN
        is_there = self.seats.is_there(seat.other)
        is_awaited = seat is self.clock.to_move and (is_there or self.runs_for(visitor))
        return Call.TO_MOVE if is_awaited else None

    def runs_for(self, visitor: Visitor) -> bool:
        """Return whether the visitor's time runs on a clock."""
        time, seat = self.time, self.seats.of(visitor)
        return time is not None and time.is_clock and seat is not None and time.running is seat

    def seconds_to_claim(self, seat: Seat) -> float | None:
        """Return the seconds until `seat` can claim the match; None if it cannot be claimed.

        Where a time runs, that alone decides.
        """
        if self.time is not None and self.time.has_started:
            return None
        return self.clock.seconds_to_claim(seat, self._house.absence)

    @property
    def deadline(self) -> float | None:
        """When the time that runs ends, in seconds since 1970, if the hall goes on; None if none runs."""
        if self.time is None or self.time.running is None:
            return None
        return self._house.register.clock() + self.time.left(self.time.running)

    @property
    def agreed_words(self) -> tuple[str, str] | None:
        """The words from which the deals follow; None if the match is closed."""
        deals = self.match.deals
        return None if deals is None else deals.words

    @property
    def deals_of_rematch(self) -> FairDeals | None:
        """The deals with which the players' next match continues; None if this one has none."""
        deals, match = self.match.deals, self.summary
        return None if deals is None or match is None else deals.rematch(match.number)

    # --- actions ---

    def set_word(self, seat: Seat, word: str) -> None:
        """Set the word of a player for the deal; `clean_word` has cleaned it."""
        words = list(self.words)
        words[seat] = word
        self.words = (words[0], words[1])

    def follow_offer(self, offer: WaitingTable) -> None:
        """Let it offer this, and the host hear if the member who is challenged has declined."""
        before, self.offer = self.is_declined, offer
        self.set_word(offer.seat, offer.word)
        if self.is_declined and not before:
            self._notify_with_lobby()

    def claim(self, seat: Seat) -> None:
        """Win the match for `seat`, whose opponent is to move and has been away too long.

        Raises Refusal if it is too soon, Problem if the end of the match cannot be saved.
        """
        wait = self.seconds_to_claim(seat)
        if wait is None:
            raise Refusal(message("you can claim the match only from a player who is to move and has left"))
        if wait > 0:
            raise Refusal(
                counted(
                    "you can claim the match in {number} second",
                    "you can claim the match in {number} seconds",
                    round(wait),
                )
            )
        with self.acting(seat):
            self.match.open().give_up(seat.other, ABSENCE)
        self.notify(message("{name} has claimed the match.", name=self.seats.names[seat]))

    def check_time(self, seat: Seat) -> None:
        """End the match if it is `seat`'s move: the stored time of that player has ended.

        Raises Problem if the end cannot be saved.
        """
        assert self.time is not None
        assert self.match.id is not None
        if self.is_over:
            self._house.register.times.forget(self.match.id)
        elif self.time.is_unsaved or self.clock.to_move is not seat:
            self.time.pass_to(self.clock.to_move)
            self.time.save(self.match.id)
        else:
            try:
                match = self.match.open()
                # A move that has been saved in the meantime was in time.
                if self.clock.to_move is seat:
                    with suppress(StaleError):
                        match.give_up(seat, TIME)
            finally:
                self._close_if_empty()

    def warn(self, seat: Seat) -> None:
        """Let other processes know that the player to move has little time left."""
        if self.time is not None:
            self.signs.put(Sign.WARNED, seat, f"{self.time.ends}")

    def remind(self, seat: Seat) -> None:
        """Remind the opponent of `seat` to move; raises Refusal if it is too soon."""
        if self.clock.seconds_to_remind(seat) != 0:
            raise Refusal(message("you cannot remind your opponent yet"))
        self.clock.remind()
        self.signs.put(Sign.REMINDED, seat.other, f"{self._house.register.clock()}")
        names = self.seats.names
        reminder = message("{name} reminds {other} to move.", name=names[seat], other=names[seat.other])
        self.notify(reminder, reminded=True)

    def adjourn(self, seat: Seat) -> None:
        """Let `seat` leave without losing the match: nobody can claim it until both are back.

        Raises Refusal if the opponent has not been reminded, or has moved.
        """
        if self.clock.seconds_to_adjourn(seat) != 0:
            raise Refusal(message("you can adjourn the match only after your opponent has been reminded"))
        self.seats.adjourn()
        self.signs.put(Sign.ADJOURNED, None, f"{self._house.register.clock()}")
        name = self.seats.names[seat]
        self.notify(message("{name} has adjourned the match. You can both continue it later.", name=name))

    def salute(self, visitor: Visitor, salute: str) -> None:
        """Say one of `SALUTES` to everybody at the table, "" for nothing.

        Raises Refusal if the visitor's last one is too recent, from whichever window, Problem if that cannot
        be read.
        """
        if not salute:
            return
        assert salute in SALUTES
        counts = NetworkCounts(self._house.register.database, self._house.clock, BETWEEN_SALUTES)
        who = visitor.name
        # Other windows may have said one in the same moment.
        if counts.wait("salute", who, 1) or counts.count("salute", who)[who] > 1:
            raise Refusal(message("wait a moment before the next salute"))
        seat = self.seats.of(visitor)
        name = visitor.name if seat is None else self.seats.names[seat]
        said = message("{name}: {phrase}", name=name, phrase=Message(salute))
        if self.is_over:
            self.signs.put(Sign.SALUTED, None, stored(said))
        self.notify(said)

    # --- events ---

    def _follow(self, before: StoredMatch, after: StoredMatch, by_others: bool) -> None:
        """Follow a change in the match, which is published; the lobby shows the round and the score.

        What a process does in its wake is done by the one that has made it.
        """
        if (before.number, before.score) != (after.number, after.score):
            self._house.notify_lobby()
        if before.winner is None and after.winner is not None:
            if not by_others:
                self._log_result(after)
            self._house.on_match_over(self, by_others=by_others)
        self._call_players()
        # Only now: who was called is told that the call is over.
        self.clock.restart()
        if self.time is not None:
            self.time.pass_to(self.clock.to_move)
            if after.winner is not None:
                self.time.end()
        if by_others:
            for seat in Seat:
                self._follow_offer(seat)
            if after.winner is None:
                self._house.on_turn(self, by_others=True)
            return
        for seat in Seat:
            self.signs.put(Sign.REMINDED, seat, None)
        self.share_offer()
        if self.match.has_grown:
            # An action that was taken back stays so.
            self._play_forced()
        if after.winner is None:
            self._tell_turn(after)

    def _tell_turn(self, stands: StoredMatch | None) -> None:
        """Tell whose turn it is after a change, unless a forced action has followed.

        Who goes on after an action, or takes it back, has done it with a key, and is told nothing.
        """
        if self.summary is stands:
            self._house.on_turn(self)

    def _save_time(self, connection: Connection, match: Match) -> None:
        """Save how the times run from this state of the match on, with the action that leads to it."""
        if self.time is not None and self.match.id is not None:
            is_over = match.winner is not None
            self.time.save_with(connection, self.match.id, match.round.turn, is_over=is_over)

    def _log_result(self, match: StoredMatch) -> None:
        assert match.winner is not None
        _LOG.info(
            "event=result number=%d left=%s right=%s score=%d-%d winner=%s reason=%s",
            *(match.id, *self.seats.names, *match.score),
            *(match.names[match.winner], match.finished[-1].reason),
        )

    def notify(
        self, said: Message | None = None, *, player_moved: bool = False, reminded: bool = False
    ) -> None:
        """Publish what is said or done here besides playing."""
        register = self._house.register
        if said is not None:
            self.signs.say(said, register.clock(), reminded=reminded)
        self._house.bus.publish(self.topic, TableChanged(said, player_moved, reminded))
        self._call_players(player_moved=player_moved)

    # --- what several processes know ---

    def follow_beginning(self, begun: "Table") -> None:
        """Follow that the match has begun in another process, as this table is stored now."""
        assert begun.summary is not None
        for seat in Seat:
            self.seats.give(seat, begun.seats.names[seat], begun.seats.accounts[seat])
        self.terms = begun.terms
        self.match.load(begun.summary)
        self.clock.restart()
        self._unseated = set(Seat)

    def share_offer(self) -> None:
        """Let other processes know which draw is offered, if any."""
        offer = self.match.draw_offer
        for seat in Seat:
            text = None
            if offer is not None and offer.seat is seat:
                text = f"{_DECLINED if offer.is_declined else _OPEN} {self.match.acted(seat.other)}"
            self.signs.put(Sign.OFFERED, seat, text)

    def _follow_offer(self, seat: Seat) -> None:
        """Take over what stands of an offer, unless the other player has acted since."""
        word, _, since = self.signs.text(Sign.OFFERED, seat).partition(" ")
        offer = self.match.draw_offer
        if word and since == self.match.acted(seat.other):
            self.match.follow_offer(DrawOffer(seat, is_declined=word == _DECLINED))
        elif offer is not None and offer.seat is seat:
            self.match.follow_offer(None)

    def follow_signs(self, signs: Mapping[tuple[str, str], str]) -> None:
        """Follow what other processes know to stand here."""
        for what, side, text in self.signs.follow(signs):
            self._follow_sign(what, side, text)
        self.rematch.begin_if_both_ask()

    def _follow_sign(self, what: str, side: str, text: str | None) -> None:
        match what, SEATS.get(side), text:
            case Sign.REMINDED, _, str() if not self.clock.has_reminded:
                self.clock.remind()
            case Sign.WARNED, Seat() as seat, str():
                self._house.on_little_time(self, seat, by_others=True)
            case Sign.ADJOURNED, _, str():
                self.seats.adjourn()
            case Sign.REMATCH, Seat() as seat, _:
                self.rematch.follow_wish(seat, is_wanted=text is not None)
            case Sign.SUCCESSOR, _, str() if text.isdecimal():
                self.rematch.follow_beginning(int(text))
            case Sign.OFFERED, Seat() as seat, _:
                self._follow_offer(seat)
            case Sign.SAID, _, str() if heard := self.signs.heard(side, text, self._house.register.clock()):
                self._house.bus.publish(self.topic, TableChanged(heard[0], reminded=heard[1]))
                self._call_players()

    def _call_players(self, *, player_moved: bool = False) -> None:
        """Let the players look whether this table calls them, if that can have changed.

        Whoever is elsewhere looks each time: the lobby shows whose move it is.
        """
        calls = player_moved or self.clock.has_reminded or not all(map(self.seats.is_there, Seat))
        for visitor in self._house.visitors:
            if self._concerns(visitor) and (calls or visitor not in self.visitors):
                self._house.bus.publish(visitor.topic, Called(self.code))

    def _concerns(self, visitor: Visitor) -> bool:
        """Return whether a visitor has a seat, or is the member challenged, whatever the answer was."""
        is_challenged = self.challenged is not None and visitor.account == self.challenged.account
        return is_challenged or self.seats.of(visitor) is not None

    def _notify_with_lobby(self, *, player_moved: bool = False) -> None:
        self.notify(player_moved=player_moved)
        self._house.notify_lobby()
