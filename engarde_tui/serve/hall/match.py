"""The stored match of a hall table, opened while somebody is there."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from engarde_tui.fair.chain import FairDeals
from engarde_tui.fair.commitment import Proof
from engarde_tui.header import Header
from engarde_tui.play.bus import Bus
from engarde_tui.play.live_match import DrawOffer, LiveMatch, TableChanged
from engarde_tui.play.saving import Journal
from engarde_tui.serve.hall.public_errors import CANNOT_READ_MATCH, CANNOT_SAVE_MATCH, without_details
from engarde_tui.storage.database import Connection
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.store import Store
from engine.game import Seat
from engine.match import Match, MatchView
from engine.record import Record

Follow = Callable[[MatchView[Any], MatchView[Any], bool], None]
"""Follows a change from one public view to the next; the last argument is whether another process made it."""


class HallMatch:
    """Owns the match's `LiveMatch`: alone opens and closes it."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        topic: str,
        follow: Follow,
        save_also: Callable[[Connection, Match], None],
    ) -> None:
        """Publish changes on the `topic` of `bus`; call `follow` with the public views before and after.

        `save_also` saves more within the transaction of an action, for the state to which it leads.
        """
        self._store: Final = store
        self._bus: Final = bus
        self._topic: Final = topic
        self._follow_views: Final = follow
        self._save_also: Final = save_also
        self.id: int | None = None
        """The number of the match in the store; None before it starts."""
        self.begun: datetime | None = None
        """When it has started; None before that."""
        self.view: MatchView[Any] | None = None
        """The spectator's view; None before the match starts. While it is closed, without what was played."""
        self.alone = store.database.turnstile()
        """Lets one task at a time open the match or change it."""
        self.looked_at: int | None = None
        """The number of the journal's last entry when it was read; later ones may have been read, too."""
        self._live_match: LiveMatch | None = None
        self._revision = 0
        """The revision of the match that `view` shows."""

    def begin(self, match: Match, header: Header, enter: Callable[[Connection, int], None]) -> None:
        """Save a new match with these header lines, and open it; raises Problem if it cannot be saved.

        `enter` as in `Store.begin`.
        """
        live_match = LiveMatch(match, others=header, bus=self._bus, topic=self._topic, alone=self.alone)

        def begin(match: Match, others: Header) -> Journal:
            with without_details(CANNOT_SAVE_MATCH):
                journal = self._store.begin(match, others, enter=enter)
            journal.also = self._save_also
            self.id, self.begun = journal.id, self._store.now()
            return journal

        with self.alone():
            live_match.save_with(begin)
            self._hold(live_match)

    def load(self, match_id: int, record: Record) -> None:
        """Refer to a stored match, whose record is given, without opening it."""
        self.id, self.begun, self.view = match_id, record.date, _without_plays(record.match.view(None))

    def open(self) -> LiveMatch:
        """Return the match, loaded if it was closed; raises Problem if it cannot be loaded."""
        with self.alone():
            if self._live_match is None:
                assert self.id is not None
                with without_details(CANNOT_READ_MATCH):
                    record, journal = self._store.resume(self.id)
                journal.also = self._save_also
                stored = (record.match, journal, None, record.others)
                self._hold(LiveMatch(*stored, self._bus, self._topic, self.alone))
            assert self._live_match is not None
            return self._live_match

    def _hold(self, live_match: LiveMatch) -> None:
        self._live_match = live_match
        self.view = live_match.view(None)
        self._revision = live_match.revision
        self._bus.subscribe(self._topic, self._follow)

    def _follow(self, event: TableChanged) -> None:
        assert self._live_match is not None
        assert self.view is not None
        if self._revision != self._live_match.revision:
            self._revision = self._live_match.revision
            before, self.view = self.view, self._live_match.view(None)
            self._follow_views(before, self.view, event.by_others)

    def refresh(self) -> None:
        """Follow what other processes have saved; raises Problem if it cannot be read."""
        with without_details(CANNOT_READ_MATCH):
            if self._live_match is not None:
                self._live_match.catch_up()
            elif self.id is not None and self.view is not None:
                after = _without_plays(self._store.view(self.id))
                # It may have been opened meanwhile, or nothing has changed.
                if self._live_match is None and after != self.view:
                    before, self.view = self.view, after
                    self._follow_views(before, after, True)

    @property
    def draw_offer(self) -> DrawOffer | None:
        """The draw that is offered, if the match is open."""
        return None if self._live_match is None else self._live_match.draw_offer

    def acted(self, seat: Seat) -> str:
        """Return what changes whenever a player acts and with each round; "" if the match is closed."""
        if self._live_match is None or self.view is None:
            return ""
        return f"{self.view.number}-{self._live_match.actions(seat)}"

    def follow_offer(self, offer: DrawOffer | None) -> None:
        """Take over a draw that was offered elsewhere, if the match is open."""
        if self._live_match is not None:
            self._live_match.follow_offer(offer)

    def close(self) -> None:
        """Close the match if it is open; log if it cannot be unlocked."""
        # What is being saved is followed first.
        with self.alone():
            self._close()

    def _close(self) -> None:
        live_match, self._live_match = self._live_match, None
        if live_match is not None:
            self._bus.unsubscribe(self._topic, self._follow)
            with suppress(StoreError), without_details(CANNOT_SAVE_MATCH):
                live_match.close()
            assert self.view is not None
            if not self.is_over:
                self.view = _without_plays(self.view)

    @property
    def is_open(self) -> bool:
        """Whether the match is loaded."""
        return self._live_match is not None

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return self.view is not None and self.view.winner is not None

    @property
    def deals(self) -> FairDeals | None:
        """The source of all deals; None if the match is closed."""
        return None if self._live_match is None else self._live_match.deals

    @property
    def proofs(self) -> list[Proof]:
        """Each round's commitment, with deck and link once it is over; [] if the match is closed."""
        return [] if self._live_match is None else self._live_match.proofs


def _without_plays(view: MatchView[Any]) -> MatchView[Any]:
    """Return the view of an unfinished match without the plays: a hall keeps thousands of them in memory."""
    return replace(view, finished=(), round=replace(view.round, plays=(), legal=()))
