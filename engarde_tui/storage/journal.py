"""The journal of one match on disk: deals, actions, undone ones and forfeits, in the notation of a record."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Any, Final, NamedTuple

from engarde_tui.play.help_used import NO_HELP, HelpUsed, without_help
from engarde_tui.play.saving import News
from engarde_tui.storage.database import Connection, Database
from engarde_tui.storage.errors import ConflictError, StoreError, UnknownOutcomeError
from engine.game import game_of
from engine.match import Match
from engine.message import message
from engine.record import Record, RecordError, deal_line, header, read, result_line

END: Final = "match over"
"""The entry after the last action of a won match, so that unfinished ones are found without replaying all.

Two words, as no action is: "end" is one of Swords and Shields.
"""

_MOST_MATCHES: Final = 2**62
"""The numbers of matches are smaller; a database takes none that is twice as large."""

_BACK: Final = "back"
"""`back 3`: the last three lines of the play were undone."""

_ROUND: Final = "Round "
"""What the line of a deal begins with."""

_NUMBER: Final = re.compile(r"[0-9]{1,9}")

_HELP: Final = "aid"
"""`aid 2-0 1-0`: the hints that left and right used so far, and the actions they undid."""


class UnreadableMatchError(StoreError):
    """One stored match is damaged or against the rules; others may be fine."""


class Play(NamedTuple):
    """The course of a match: deals, actions and forfeits as lines, and the help used."""

    lines: Sequence[str] = ()
    help_used: HelpUsed = NO_HELP

    @classmethod
    def of(cls, match: Match, help_used: HelpUsed) -> "Play":
        """Return the play that leads to this state of a match."""
        return cls(tuple(_lines(match)), help_used)

    @classmethod
    def folded(cls, entries: Iterable[object]) -> "Play":
        """Apply entries that undo or note help; the others pass through, for the record to reject."""
        lines: list[str] = []
        help_used = NO_HELP
        for entry in map(str, entries):
            match entry.split():
                case [word, number] if (
                    word == _BACK and _NUMBER.fullmatch(number) and int(number) <= len(lines)
                ):
                    del lines[len(lines) - int(number) :]
                case [word, hints, undos] if word == _HELP:
                    help_used = HelpUsed.recorded((("Hints", hints), ("Take-backs", undos)))
                case _:
                    lines.append(entry)
        return cls(tuple(lines), help_used)

    def entries_to(self, after: "Play") -> list[str]:
        """Return the entries that lead from this play to `after`."""
        pairs = zip(self.lines, after.lines, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        undone = len(self.lines) - same
        return [
            *([f"{_BACK} {undone}"] if undone else []),
            *([after.help_entry] if after.help_used != self.help_used else []),
            *after.lines[same:],
        ]

    @property
    def help_entry(self) -> str:
        """The entry for the help used."""
        return " ".join(
            [_HELP, *(f"{left}-{right}" for left, right in (self.help_used.hints, self.help_used.undos))]
        )


def _lines(match: Match) -> Iterator[str]:
    finished = iter(match.finished)
    for number, state in enumerate(match.rounds, 1):
        yield deal_line(number, state)
        yield from map(str, state.actions)
        if state.result is not None:
            line = next(finished)
            if not state.result.reason.is_played:
                yield result_line(line)
    if match.winner is not None:
        yield END


def in_parts(record: Record) -> tuple[str, Play]:
    """Return a record as it is stored: header and play."""
    text = header(replace(record, others=without_help(record.others)))
    return text, Play.of(record.match, HelpUsed.recorded(record.others))


class Stored(NamedTuple):
    """A match as stored, and the record it makes."""

    header: str
    entries: list[tuple[Any, Any]]
    """Text and time (seconds since 1970) of each; in a damaged file, of any type."""
    play: Play
    record: Record

    @property
    def helped_in(self) -> int | None:
        """The round in which help was first used; 0 if that is not noted, None if none was."""
        if self.play.help_used == NO_HELP:
            return None
        before = takewhile(
            lambda entry: entry.split()[:1] != [_HELP], (str(text) for text, _ in self.entries)
        )
        return sum(entry.startswith(_ROUND) for entry in before)


def read_entries(database: Database, match_id: int) -> list[tuple[Any, Any]]:
    """Return text and time of each entry of a match; raises StoreError if the disk fails."""
    return database.select("SELECT text, at FROM entry WHERE match = ? ORDER BY number", (match_id,))


def load(database: Database, match_id: int) -> Stored:
    """Return a match replayed from its journal; raises UnreadableMatchError if it is damaged or missing."""
    rows = None
    if 0 < match_id < _MOST_MATCHES:
        rows = database.select("SELECT header FROM match WHERE id = ?", (match_id,))
    if not rows:
        raise UnreadableMatchError(
            message("there is no match {match} in {database}", match=match_id, database=database.name)
        )
    text, entries = str(rows[0][0]), read_entries(database, match_id)
    play = Play.folded(entry for entry, _ in entries)
    try:
        lines = (line for line in play.lines if line != END)
        record = read("\n".join([text, "", *lines]))
    except RecordError as error:
        # Not what is wrong: that could quote the deck of the round in progress.
        raise UnreadableMatchError(
            message(
                "match {match} in {database} cannot be read: line {line}, word {word}",
                match=match_id,
                database=database.name,
                line=error.line,
                word=error.word,
            )
        ) from None
    return Stored(text, entries, play, replace(record, others=(*record.others, *play.help_used.header)))


class _Change(NamedTuple):
    """Entries, and the play to which they lead."""

    entries: Sequence[str]
    play: Play


class Journal:
    """Writes one match as it is played.

    It knows what is already written, and each write adds everything that is missing, unless somebody else has
    written meanwhile.
    """

    def __init__(
        self,
        database: Database,
        match_id: int,
        header: str,
        begun: datetime,
        length: int,
        play: Play,
        now: Callable[[], datetime],
    ) -> None:
        """Continue a match of which `length` entries are written, which lead to `play`."""
        self.id = match_id
        self.begun = begun
        self._database = database
        self._header = header
        self._length = length
        self._play = play
        self._now = now
        self._unsettled: _Change | None = None
        """What may be written or not."""
        self.also: Callable[[Connection, Match], None] = lambda connection, match: None
        """Writes what belongs to this state of the match, in the same transaction."""

    @classmethod
    def begin(
        cls,
        database: Database,
        record: Record,
        at: datetime,
        now: Callable[[], datetime],
        permit: Callable[[], None] = lambda: None,
        enter: Callable[[Connection, int], None] = lambda connection, match_id: None,
    ) -> "Journal":
        """Store a match with its play so far, dated `at`; later entries are dated by `now()`.

        In the same transaction `permit` is called before it, and `enter` after it, with its number.
        """
        header, play = in_parts(record)
        entries = Play().entries_to(play)
        with database.writing() as connection:
            permit()
            match_id = connection.execute("INSERT INTO match (header) VALUES (?)", (header,)).lastrowid
            assert match_id is not None
            _insert(connection, match_id, 0, entries, at)
            enter(connection, match_id)
        return cls(database, match_id, header, record.date, len(entries), play, now)

    @classmethod
    def resume(
        cls, database: Database, match_id: int, now: Callable[[], datetime]
    ) -> tuple[Record, "Journal"]:
        """Return the record so far of a stored match, and its journal.

        Raises UnreadableMatchError if it is damaged.
        """
        stored = load(database, match_id)
        record, length = stored.record, len(stored.entries)
        return record, cls(database, match_id, stored.header, record.date, length, stored.play, now)

    def write(self, match: Match, help_used: HelpUsed = NO_HELP) -> None:
        """Write what is missing up to this state of the match, and wait for the disk.

        Raises StoreError, having written nothing, also if another program has changed the match on disk.
        """
        play = Play.of(match, help_used)
        if self._is_written(play):
            return
        change = _Change(self._play.entries_to(play), play)
        try:
            self._append(change.entries, match)
        except UnknownOutcomeError:
            self._unsettled = change
            if not self._is_written(play):
                raise
        except ConflictError:
            # A line that is lost can have been a moment faster than whoever looked.
            if not self._is_written(play):
                raise
        else:
            self._accept(change)

    def _accept(self, change: "_Change") -> None:
        """Note that a change is written."""
        self._length += len(change.entries)
        self._play = change.play
        self._unsettled = None

    def _changed(self) -> StoreError:
        error = ConflictError if self._database.is_shared else StoreError
        return error(
            message(
                "another program has changed match {match} in {database}: resume it again",
                match=self.id,
                database=self._database.name,
            )
        )

    def _append(self, entries: Sequence[str], match: Match) -> None:
        with self._database.writing() as connection:
            there = connection.execute(
                "SELECT header, (SELECT count(*) FROM entry WHERE match = id) FROM match WHERE id = ?",
                (self.id,),
            ).fetchone()
            if there != (self._header, self._length):
                raise self._changed()
            _insert(connection, self.id, self._length, entries, self._now())
            self.also(connection, match)

    def _is_written(self, play: Play) -> bool:
        """Return whether a doubtful change is written that leads to this play.

        Raises ConflictError if another one is, StoreError if nobody can say.
        """
        doubtful = self._unsettled
        if doubtful is None or not (later := self._later_entries()):
            return False
        self._unsettled = None
        # Others may have added to it since.
        if later[: len(doubtful.entries)] != [*doubtful.entries]:
            return False
        if doubtful.play != play:
            # The others may have seen it: it is not taken back.
            raise self._changed()
        self._accept(doubtful)
        return True

    def _later_entries(self) -> list[str]:
        """Return what is written beyond what is known."""
        rows = self._database.select(
            "SELECT text FROM entry WHERE match = ? AND number >= ? ORDER BY number", (self.id, self._length)
        )
        return [str(text) for (text,) in rows]

    def news(self, match: Match) -> News | None:
        """Return what others have made of `match`, as written last here; None if nothing.

        What is written although its writer was told that nobody knows comes the same way. Raises
        UnreadableMatchError if the match is damaged or gone.
        """
        entries = self._later_entries()
        if not entries:
            return None
        doubtful, self._unsettled = self._unsettled, None
        has_own = doubtful is not None and entries[: len(doubtful.entries)] == [*doubtful.entries]
        parse_action = game_of(match.rules).parse_action
        try:
            # Most entries are actions: to replay all of a long match can take a hundred times as long.
            for entry in entries:
                match = match.play(parse_action(entry))
        except ValueError:
            stored = load(self._database, self.id)
            self._length, self._play = len(stored.entries), stored.play
            return News(stored.record.match, HelpUsed.recorded(stored.record.others), has_own)
        self._length += len(entries)
        self._play = self._play._replace(lines=(*self._play.lines, *entries))
        return News(match, self._play.help_used, has_own)


def _insert(connection: Connection, match_id: int, number: int, entries: Sequence[str], at: datetime) -> None:
    """Insert entries, numbered from `number`."""
    connection.executemany(
        "INSERT INTO entry (match, number, at, text) VALUES (?, ?, ?, ?)",
        [(match_id, index, int(at.timestamp()), text) for index, text in enumerate(entries, number)],
    )
