"""Matches on disk: one journal of what happened per match, from which its state is played again.

Nothing but what was dealt, played, taken back and forfeited is stored, in the words of a record.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from engarde_tui.match.aid import NO_AID, Aid, Header, without_aid
from engarde_tui.storage.database import Database, StoreError
from engine.en_garde import Match, MatchView
from engine.record import Record, RecordError, deal_line, header, read, result_line

_END: Final = "end"
"""The entry after the action that won the match, so that a list of unfinished ones need not play all."""

_BACK: Final = "back"
"""`back 3`: the last three entries of the play count no more; they were taken back."""

_NUMBER: Final = re.compile(r"[0-9]{1,9}")

_AID: Final = "aid"
"""`aid 2-0 1-0`: so many hints and take-backs of left and right up to here."""


class UnreadableMatchError(StoreError):
    """The rules do not lead to what is stored of a match; the others are not touched by that."""


class MatchOpenError(StoreError):
    """The match is being played in another process."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as a list shows it: what everybody may know of it, and when it was played."""

    id: int
    begun: datetime
    changed: datetime
    """When the last thing happened in it."""
    view: MatchView


class _Play(NamedTuple):
    """What the entries of a match come to, whatever was taken back on the way."""

    lines: list[str]
    aid: Aid


class _Stored(NamedTuple):
    """A match as it is on the disk, and what that makes."""

    header: str
    entries: list[tuple[str, int]]
    play: _Play
    record: Record


class Store:
    """The matches of one user, in a folder of their own; opened at the first use, once per process.

    Every method raises StoreError where the disk does not let it, having changed nothing.
    """

    def __init__(
        self,
        folder: Path,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        patience: float | None = None,
    ) -> None:
        """`patience`: seconds to wait for another process that is writing, two unless told."""
        self.folder = folder
        self._now = now
        self._database = Database(folder, patience)

    @property
    def path(self) -> Path:
        """The database."""
        return self._database.path

    def begin(self, match: Match, others: Header = ()) -> "Journal":
        """Store a match that begins now, and what else is told of it, and open its journal."""
        now = self._now()
        return self._add(Record(match, now.astimezone(), others), now)

    def add(self, record: Record) -> int:
        """Store a match from elsewhere; raises StoreError where it is there already. Answers its number."""
        text, play = _in_parts(record)
        for (twin,) in self._database.select("SELECT id FROM match WHERE header = ?", (text,)):
            if _fold(entry for entry, _ in self._entries(twin)) == play:
                raise StoreError(f"this match is there already, as number {twin}")
        # It counts as played when it was, not now.
        journal = self._add(record, record.date)
        journal.close()
        return journal.id

    def resume(self, id: int) -> "Kept":
        """Open a stored match for playing on; raises MatchOpenError where another process has it open."""
        self._lock(id)
        try:
            stored = self._load(id)
            return Kept(stored.record, Journal(self, id, stored.header, len(stored.entries), stored.play))
        except StoreError:
            self.release(id)
            raise

    def delete(self, id: int) -> None:
        """Forget a match for good; raises MatchOpenError where it is being played."""
        self._lock(id)
        try:
            with self._database.writing() as database:
                database.execute("DELETE FROM match WHERE id = ?", (id,))
        finally:
            self.release(id)

    def ids(self, *, unfinished_only: bool = False) -> list[int]:
        """The numbers of the matches, the one played last first."""
        newest_entries = self._database.select(
            "SELECT match, text FROM entry JOIN"
            " (SELECT match AS last_match, max(number) AS last FROM entry GROUP BY match)"
            " ON match = last_match AND number = last ORDER BY at DESC, match DESC"
        )
        return [id for id, text in newest_entries if not (unfinished_only and text == _END)]

    def told(self, key: str) -> dict[int, str]:
        """What the header of each match says under a key, where it says anything; by the match's number."""
        beginning, found = f"{key}: ", {}
        for id, text in self._database.select("SELECT id, header FROM match"):
            for line in str(text).split("\n"):
                if line.startswith(beginning):
                    found[id] = line.removeprefix(beginning)
        return found

    def record(self, id: int) -> Record:
        """A match, played again from its journal; raises UnreadableMatchError where that cannot be done."""
        return self._load(id).record

    def summary(self, id: int) -> StoredMatch:
        """What a list shows of a match; raises UnreadableMatchError as `record` does."""
        stored = self._load(id)
        try:
            # A moment that this machine's clock cannot show is none.
            begun = stored.record.date.astimezone()
            changed = datetime.fromtimestamp(stored.entries[-1][1], UTC).astimezone()
        except (TypeError, ValueError, OverflowError, OSError):
            raise UnreadableMatchError(f"match {id} in {self.path} tells no time") from None
        return StoredMatch(id, begun, changed, stored.record.match.view(None))

    def unfinished(self) -> Iterator[StoredMatch]:
        """The matches that can be played on, the one played last first; without those that cannot be read."""
        for id in self.ids(unfinished_only=True):
            with suppress(UnreadableMatchError):
                match = self.summary(id)
                if match.view.winner is None:
                    yield match

    def set_aside(self) -> Path | None:
        """Give the file that was found damaged another name, so that a new one can be begun.

        Answers that name, or None where the file is gone already. Raises StoreError while another process
        has it open.
        """
        return self._database.set_aside(self._now())

    def close(self) -> None:
        """Let go of the files; the next use opens them again."""
        self._database.close()

    def append(self, id: int, header: str, number: int, texts: Sequence[str]) -> None:
        """Write the entries of a match from `number` on, all or none, and wait until they are on the disk.

        Raises StoreError where the match that is there is not the one with this header, so far.
        """
        if not self._database.locks.has_taken(id):
            self._lock(id)
        with self._database.writing() as database:
            there = database.execute(
                "SELECT header, (SELECT count(*) FROM entry WHERE match = id) FROM match WHERE id = ?", (id,)
            ).fetchone()
            if there != (header, number):
                raise StoreError(f"another program has changed match {id} in {self.path}: resume it anew")
            self._insert(database, id, number, texts, self._now())

    def release(self, id: int) -> None:
        """Let other processes open a match."""
        self._database.locks.free(id)

    def _add(self, record: Record, at: datetime) -> "Journal":
        text, play = _in_parts(record)
        texts, id = [*_aid_entry(play.aid), *play.lines], None
        try:
            with self._database.writing() as database:
                id = database.execute("INSERT INTO match (header) VALUES (?)", (text,)).lastrowid
                assert id is not None
                self._insert(database, id, 0, texts, at)
                self._lock(id)
        except StoreError:
            if id is not None:
                self.release(id)
            raise
        return Journal(self, id, text, len(texts), play)

    def _insert(
        self, database: sqlite3.Connection, id: int, number: int, texts: Sequence[str], at: datetime
    ) -> None:
        database.executemany(
            "INSERT INTO entry (match, number, at, text) VALUES (?, ?, ?, ?)",
            [(id, place, int(at.timestamp()), text) for place, text in enumerate(texts, number)],
        )

    def _load(self, id: int) -> "_Stored":
        rows = self._database.select("SELECT header FROM match WHERE id = ?", (id,))
        if not rows:
            raise UnreadableMatchError(f"there is no match {id} in {self.path}")
        text, entries = str(rows[0][0]), self._entries(id)
        try:
            play = _fold(entry for entry, _ in entries)
            record = read("\n".join(map(str, [text, "", *(line for line in play.lines if line != _END)])))
            aid = Aid.recorded(record.others) if play.aid == NO_AID else play.aid
            others = (*without_aid(record.others), *aid.header)
            return _Stored(text, entries, play, replace(record, others=others))
        except RecordError as error:
            raise UnreadableMatchError(f"match {id} in {self.path} cannot be read: {error}") from None

    def _entries(self, id: int) -> list[tuple[str, int]]:
        """Text and time (seconds since 1970) of each entry of a match."""
        return self._database.select("SELECT text, at FROM entry WHERE match = ? ORDER BY number", (id,))

    def _lock(self, id: int) -> None:
        """Keep other processes from a match until it is released, or until this process ends in any way."""
        if not self._database.lock(id):
            raise MatchOpenError(
                f"match {id} is open in another window: go on there, or close it there first"
            )


class Journal:
    """What happens in one match, written as it happens; other processes cannot open the match meanwhile."""

    def __init__(self, store: Store, id: int, header: str, length: int, play: _Play) -> None:
        self.id = id
        self._store = store
        self._header = header
        self._length = length
        self._play = play

    def write(self, match: Match, aid: Aid = NO_AID) -> None:
        """Write what has led to this state of the match and is not written yet."""
        lines = list(_journal_of(match))
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._play.lines, lines, strict=False))
        )
        texts = [f"{_BACK} {len(self._play.lines) - same}"] if same < len(self._play.lines) else []
        texts += _aid_entry(aid) if aid != self._play.aid else []
        texts += lines[same:]
        self._store.append(self.id, self._header, self._length, texts)
        self._length += len(texts)
        self._play = _Play(lines, aid)

    def close(self) -> None:
        """Let other processes open the match; it can always be resumed."""
        self._store.release(self.id)


class Kept(NamedTuple):
    """A match that has been kept, open for playing on."""

    record: Record
    journal: Journal


def _in_parts(record: Record) -> tuple[str, _Play]:
    """The header as it is stored, and the rest."""
    text = header(replace(record, others=without_aid(record.others)))
    return text, _Play(list(_journal_of(record.match)), Aid.recorded(record.others))


def _journal_of(match: Match) -> Iterator[str]:
    """The entries that a match so far makes."""
    finished = iter(match.finished)
    for number, round in enumerate(match.rounds, 1):
        yield deal_line(number, round)
        yield from map(str, round.actions)
        if round.result is not None:
            line = next(finished)
            if not round.result.reason.is_played:
                yield result_line(line)
    if match.winner is not None:
        yield _END


def _aid_entry(aid: Aid) -> list[str]:
    counts = [f"{left}-{right}" for left, right in (aid.hints, aid.take_backs)]
    return [] if aid == NO_AID else [" ".join([_AID, *counts])]


def _fold(entries: Iterable[str]) -> _Play:
    """What entries come to; any that make no sense are left for the reader to complain of."""
    lines: list[str] = []
    aid = NO_AID
    for entry in entries:
        match str(entry).split():
            case [word, number] if word == _BACK and _NUMBER.fullmatch(number) and int(number) <= len(lines):
                del lines[len(lines) - int(number) :]
            case [word, hints, take_backs] if word == _AID:
                aid = Aid.recorded((("Hints", hints), ("Take-backs", take_backs)))
            case _:
                lines.append(entry)
    return _Play(lines, aid)
