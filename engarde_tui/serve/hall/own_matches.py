"""One member's matches in the hall's store."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

from engarde_tui.fair.chain import is_chained
from engarde_tui.fair.commitment import commitments, new_secret
from engarde_tui.header import DAILY, Header
from engarde_tui.play.day import day_in, day_of
from engarde_tui.play.stored import StoredMatch
from engarde_tui.serve.hall.hall_line import ALONE, HALL, NOBODY, HallLine
from engarde_tui.serve.hall.public_errors import without_details
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import Journal, UnreadableMatchError
from engarde_tui.storage.store import ResumedMatch, Store
from engine.match import Match, MatchView
from engine.record import Record


class Trash(Protocol):
    """The part of the hall that deletes matches at tables."""

    def deleted_by(self, member: str) -> set[int]:
        """Return the matches that a member has deleted; raises Problem if they cannot be read."""

    def still_members(self, member_ids: Iterable[str]) -> list[str]:
        """Return who of these has not lost the name since; raises Problem if that cannot be read."""

    def delete_for(self, member: str, match_id: int, members: Sequence[str]) -> None:
        """Delete a match for one of the `members` who played it; raises Problem if that fails."""


@dataclass
class MatchIds:
    """The numbers of one member's matches, so that nobody looks for them among those of all."""

    all: set[int] = field(default_factory=set)
    """Those that the member has deleted, but another one has not, included."""
    solo: list[int] = field(default_factory=list)
    """The unfinished ones played without a table, the one played last first."""


class OwnMatches:
    """One member's matches in a hall's store: a `Library`, without the hall's secrets.

    Errors in reading them are logged, and raised without details.
    """

    def __init__(self, store: Store, member: str, match_ids: MatchIds, trash: Trash) -> None:
        """Show the matches of `member` in `store`; new ones belong to them.

        `match_ids` are theirs, and are kept up to date where no table is needed.
        """
        self._store = store
        self._member = member
        self._match_ids = match_ids
        self._trash = trash

    def begin(self, match: Match, others: Header = (), permit: Callable[[], None] = lambda: None) -> Journal:
        """Save a match played at the member's own keyboard, as `Store.begin`."""
        line = HallLine(ALONE, new_secret(), self._member, NOBODY)
        journal = self._store.begin(match, (*others, (HALL, line.text)), permit)
        self._match_ids.all.add(journal.id)
        self._match_ids.solo.insert(0, journal.id)
        return journal

    def now(self) -> datetime:
        """Return the time by the hall's clock."""
        return self._store.now()

    @property
    def read_only(self) -> str:
        """Nothing: the paths of the server are not for visitors."""
        return ""

    @property
    def awaits_long_check(self) -> bool:
        """Whether saving would first check a large file."""
        return self._store.awaits_long_check

    def check(self) -> None:
        """Check the file before the first match is saved."""
        self._store.check()

    @property
    def to_continue(self) -> StoredMatch | None:
        """The unfinished match without a table that was played last; raises StoreError on a disk error."""
        for match_id in tuple(self._match_ids.solo):
            with suppress(UnreadableMatchError):
                match = self.summary(match_id)
                if match.goes_on:
                    return match
            self._match_ids.solo.remove(match_id)
        return None

    def ids(self, *, unfinished_only: bool = False, among: Collection[int] | None = None) -> list[int]:
        """Return the numbers of the member's matches; raises StoreError if they cannot be read.

        Those that the member has deleted are left out.
        """
        own = self._match_ids.all if among is None else self._match_ids.all.intersection(among)
        own = own - self._trash.deleted_by(self._member)
        return self._listed(own, unfinished_only=unfinished_only)

    def headers(self, key: str, among: Collection[int] | None = None) -> dict[int, dict[str, str]]:
        """Return header lines as `Store.headers`, of the member's matches alone."""
        own = self._match_ids.all if among is None else self._match_ids.all.intersection(among)
        with without_details("read your matches"):
            found = self._store.headers(key, own)
        for lines in found.values():
            lines.pop(HALL, None)
        return found

    def has_played(self, match_id: int) -> bool:
        """Return whether a match is the member's, deleted or not; raises StoreError if it cannot be read."""
        return bool(self._listed(self._match_ids.all.intersection([match_id])))

    def _listed(self, ids: Collection[int], *, unfinished_only: bool = False) -> list[int]:
        with without_details("read your matches"):
            return self._store.ids(unfinished_only=unfinished_only, among=ids)

    def opponent(self, match_id: int) -> str:
        """Return the other member who has a match; "" if no other has it.

        Raises UnreadableMatchError if it is not the member's.
        """
        self._check(match_id)
        return next((name for name in self._members(match_id) if name != self._member), "")

    def delete(self, match_id: int) -> None:
        """Delete a match for this member, for good if no other member has it.

        Raises Refusal if the member is at its table, StoreError if it cannot be deleted, such as today's
        daily bout: nobody tries twice.
        """
        self._check(match_id)
        daily = self.headers(DAILY, [match_id]).get(match_id, {})
        day = day_in(daily.get(DAILY, ""))
        if day is not None and day >= day_of(self.now()):
            raise StoreError("the daily bout can be deleted tomorrow: one try a day")
        if self._line(match_id).kind == ALONE:
            with without_details("delete this match"):
                self._store.delete(match_id)
            self._match_ids.all.discard(match_id)
            if match_id in self._match_ids.solo:
                self._match_ids.solo.remove(match_id)
        else:
            with without_details("delete this match"):
                self._trash.delete_for(self._member, match_id, self._members(match_id))

    def _members(self, match_id: int) -> list[str]:
        return self._trash.still_members(self._line(match_id).members)

    def _line(self, match_id: int) -> HallLine:
        with _reading():
            return HallLine.parse(self._store.header_values(HALL, match_id).get(match_id, ""))

    def _check(self, match_id: int) -> None:
        """Raise UnreadableMatchError if a match is not the member's."""
        if self._member not in self._line(match_id).members:
            raise _not_yours(match_id)

    def resume(self, match_id: int) -> ResumedMatch:
        """Open a match played at the member's own keyboard; raises StoreError for any other."""
        self._check(match_id)
        if self._line(match_id).kind != ALONE:
            raise StoreError(f"match {match_id} is played at its table: it cannot be opened here")
        with _reading():
            resumed = self._store.resume(match_id)
        if match_id in self._match_ids.solo:
            self._match_ids.solo.remove(match_id)
        self._match_ids.solo.insert(0, match_id)
        return resumed._replace(record=_without_hall_line(resumed.record))

    def view(self, match_id: int) -> MatchView[Any]:
        """Return what everybody may see of a match; raises UnreadableMatchError as `summary` does."""
        self._check(match_id)
        with _reading():
            return self._store.view(match_id)

    def summary(self, match_id: int) -> StoredMatch:
        """Return a match as listed; raises UnreadableMatchError if it is damaged, missing or another's."""
        self._check(match_id)
        with _reading():
            return self._store.summary(match_id)

    def listed(self, ids: Sequence[int]) -> Iterator[StoredMatch | UnreadableMatchError]:
        """Yield these matches as listed, in this order; for one that is damaged or another's, why."""
        own = self._match_ids.all.intersection(ids)
        listed = self._store.listed([match_id for match_id in ids if match_id in own])
        for match_id in ids:
            yield _next(listed) if match_id in own else _not_yours(match_id)

    def record(self, match_id: int) -> Record:
        """Return a match's record with what proves its decks in place of their secrets.

        Raises StoreError if it cannot be read or is another member's.
        """
        self._check(match_id)
        with _reading():
            record = self._store.record(match_id)
        hall = HallLine.of(record)
        public = _without_hall_line(record)
        if hall.secret and hall.kind != ALONE and not is_chained(record):
            public = replace(public, others=(*public.others, *commitments(record.match, hall.secret)))
        return public


def _without_hall_line(record: Record) -> Record:
    return replace(record, others=tuple(line for line in record.others if line[0] != HALL))


def _not_yours(match_id: int) -> UnreadableMatchError:
    return UnreadableMatchError(f"you have no match number {match_id}")


def _next(listed: Iterator[StoredMatch | UnreadableMatchError]) -> StoredMatch | UnreadableMatchError:
    """Return the next of the matches; raises StoreError without details if the disk fails."""
    try:
        with _reading():
            found = next(listed)
            if isinstance(found, UnreadableMatchError):
                raise found
    except UnreadableMatchError as error:
        return error
    return found


def _reading() -> AbstractContextManager[None]:
    return without_details("read this match")
