"""The stored match of a hall table, opened while somebody is there."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from engarde_tui.fair.chain import FairDeals
from engarde_tui.fair.commitment import Proof
from engarde_tui.header import Header
from engarde_tui.play.bus import Bus
from engarde_tui.play.day import local
from engarde_tui.play.live_match import DrawOffer, LiveMatch, TableChanged
from engarde_tui.play.problem import Problem
from engarde_tui.play.saving import Journal
from engarde_tui.play.stored import StoredMatch
from engarde_tui.serve.hall.public_errors import CANNOT_READ_MATCH, CANNOT_SAVE_MATCH, without_details
from engarde_tui.storage.database import Connection
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store
from engarde_tui.storage.summaries import keep_played
from engine.game import Seat
from engine.match import Match, MatchView

Follow = Callable[[StoredMatch, StoredMatch, bool], None]
"""Follows a change; the last argument is whether another process made it."""


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
        """Publish changes on the `topic` of `bus`; call `follow` with the match before and after.

        `save_also` saves more within the transaction of an action, for the state to which it leads.
        """
        self._store: Final = store
        self._bus: Final = bus
        self._topic: Final = topic
        self._follow_change: Final = follow
        self._save_also: Final = save_also
        self.id: int | None = None
        """The number of the match in the store; None before it starts."""
        self.summary: StoredMatch | None = None
        """The match without what is played; None before it starts."""
        self.has_grown = False
        """Whether the last change here has added something, and not taken it back."""
        self.looked_at: int | None = None
        """The number of the journal's last entry when it was read; later ones may have been read, too."""
        self._live_match: LiveMatch | None = None
        self._revision = 0
        """The revision of the match that `summary` is of."""
        self._plays = (0, 0)
        """The round, and how much is played in it."""

    def begin(self, match: Match, header: Header, enter: Callable[[Connection, int], None]) -> None:
        """Save a new match with these header lines, and open it; raises Problem if it cannot be saved.

        `enter` as in `Store.begin`.
        """
        live_match = LiveMatch(match, others=header, bus=self._bus, topic=self._topic)

        def begin(match: Match, others: Header) -> Journal:
            begun = local(self._store.now()).replace(microsecond=0)

            def enter_listed(connection: Connection, match_id: int) -> None:
                enter(connection, match_id)
                keep_played(connection, match_id, match, begun)

            with without_details(CANNOT_SAVE_MATCH):
                journal = self._store.begin(match, others, enter=enter_listed)
            journal.also = self._save_listed
            self.id, self.summary = journal.id, StoredMatch.of(journal.id, match, begun, begun)
            return journal

        live_match.save_with(begin)
        self._hold(live_match)

    def _save_listed(self, connection: Connection, match: Match) -> None:
        assert self.summary is not None
        keep_played(connection, self.summary.id, match, self.summary.begun)
        self._save_also(connection, match)

    def load(self, summary: StoredMatch) -> None:
        """Refer to a stored match without opening it."""
        self.id, self.summary = summary.id, summary

    def open(self) -> LiveMatch:
        """Return the match, loaded if it was closed; raises Problem if it cannot be loaded."""
        if self._live_match is None:
            assert self.id is not None
            with without_details(CANNOT_READ_MATCH):
                record, journal = self._store.resume(self.id)
            journal.also = self._save_listed
            stored = (record.match, journal, None, record.others)
            self._hold(LiveMatch(*stored, self._bus, self._topic))
        assert self._live_match is not None
        return self._live_match

    def _hold(self, live_match: LiveMatch) -> None:
        self._live_match = live_match
        self._note(live_match)
        self._bus.subscribe(self._topic, self._follow)

    def _note(self, live_match: LiveMatch) -> StoredMatch:
        """Note how the match stands; return how it stood."""
        assert self.summary is not None
        before, view = self.summary, live_match.view(None)
        self.summary = before.played_on(view, self._store.now())
        plays = view.number, len(view.round.plays)
        self._revision, self.has_grown, self._plays = live_match.revision, plays > self._plays, plays
        return before

    def _follow(self, event: TableChanged) -> None:
        assert self._live_match is not None
        if self._revision != self._live_match.revision:
            before = self._note(self._live_match)
            assert self.summary is not None
            self._follow_change(before, self.summary, event.by_others)

    def refresh(self) -> None:
        """Follow what other processes have saved; raises Problem if it cannot be read."""
        with without_details(CANNOT_READ_MATCH):
            if self._live_match is not None:
                self._live_match.catch_up()
            elif self.id is not None and self.summary is not None:
                before, after = self.summary, listed(self._store, self.id)
                # It may have been opened meanwhile, or nothing has changed.
                if self._live_match is None and after != before:
                    self.summary = after
                    self._follow_change(before, after, True)

    @property
    def view(self) -> MatchView[Any] | None:
        """The spectator's view; None while the match is closed."""
        return None if self._live_match is None else self._live_match.view(None)

    def read(self) -> MatchView[Any]:
        """Return the spectator's view, also while it is closed; raises Problem if it cannot be read."""
        assert self.id is not None
        with without_details(CANNOT_READ_MATCH):
            return self.view or self._store.view(self.id)

    @property
    def draw_offer(self) -> DrawOffer | None:
        """The draw that is offered, if the match is open."""
        return None if self._live_match is None else self._live_match.draw_offer

    def acted(self, seat: Seat) -> str:
        """Return what changes whenever a player acts and with each round; "" if the match is closed."""
        if self._live_match is None:
            return ""
        return f"{self._live_match.view(None).number}-{self._live_match.actions(seat)}"

    def follow_offer(self, offer: DrawOffer | None) -> None:
        """Take over a draw that was offered elsewhere, if the match is open."""
        if self._live_match is not None:
            self._live_match.follow_offer(offer)

    def close(self) -> None:
        """Close the match if it is open; log what cannot be saved."""
        # What is being saved is followed first.
        self._close()

    def _close(self) -> None:
        live_match, self._live_match = self._live_match, None
        if live_match is not None:
            self._bus.unsubscribe(self._topic, self._follow)
            with suppress(StoreError), without_details(CANNOT_SAVE_MATCH):
                live_match.close()
            if self.id is not None and not self.is_over:
                # So that only what others add is news.
                with suppress(Problem), without_details(CANNOT_READ_MATCH):
                    self.summary = listed(self._store, self.id)

    @property
    def is_open(self) -> bool:
        """Whether the match is loaded."""
        return self._live_match is not None

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return self.summary is not None and self.summary.winner is not None

    @property
    def deals(self) -> FairDeals | None:
        """The source of all deals; None if the match is closed."""
        return None if self._live_match is None else self._live_match.deals

    @property
    def proofs(self) -> list[Proof]:
        """Each round's commitment, with deck and link once it is over; [] if the match is closed."""
        return [] if self._live_match is None else self._live_match.proofs


def listed(store: Store, match_id: int) -> StoredMatch:
    """Return a match as listed; raises UnreadableMatchError if it cannot be read."""
    (found,) = store.listed([match_id])
    if isinstance(found, UnreadableMatchError):
        raise found
    return found
