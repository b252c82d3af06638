"""Summaries of matches, kept beside the journals so that lists and statistics need not replay every match.

The journal stays the truth: a summary names the entry that it was made from, and counts only while that is
the last one.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

from engarde_tui.header import BRANCH
from engarde_tui.play.branch import Branch
from engarde_tui.play.day import recorded_day
from engarde_tui.play.players import recorded_bots
from engarde_tui.play.stored import EndedRound, StoredMatch
from engarde_tui.storage.database import Connection, Database
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import UnreadableMatchError, load
from engine.game import Seat, game_of, games
from engine.match import Match
from engine.message import message

IMPORTED: Final = "Imported"
"""The key of the header line that marks a match added from a record; no record leaves the store with it."""

TABLE: Final = """
    CREATE TABLE summary (
        match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
        entry INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        begun TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        left_name TEXT NOT NULL,
        right_name TEXT NOT NULL,
        target INTEGER NOT NULL,
        round INTEGER NOT NULL,
        results TEXT NOT NULL,
        left_bot TEXT,
        right_bot TEXT,
        day TEXT,
        helped_in INTEGER,
        imported INTEGER NOT NULL,
        branch TEXT,
        first TEXT NOT NULL,
        turn TEXT,
        checksum INTEGER NOT NULL
    );
"""
"""`entry` is the number of the last entry, `changed` its time; `results` has a line for each ended round."""

_MAKER: Final = 5
"""To be raised when a rule is corrected, or a summary tells more: those made before are then made anew."""

_COLUMNS: Final = (
    "match, changed, begun, game, rules, left_name, right_name, target, round, results, left_bot, right_bot,"
    " day, helped_in, imported, branch, first, turn, checksum"
)

_KNOWN: Final = f"""
    SELECT {_COLUMNS} FROM json_each(?) CROSS JOIN summary
    WHERE match = value AND entry = (SELECT max(number) FROM entry WHERE entry.match = summary.match)
    AND changed = (SELECT at FROM entry WHERE entry.match = summary.match AND number = summary.entry)
"""

_KEEP: Final = f"""
    INSERT INTO summary (entry, {_COLUMNS})
    SELECT {", ".join("?" * 20)} WHERE EXISTS (SELECT 1 FROM match WHERE id = ?)
    ON CONFLICT (match) DO UPDATE SET entry = excluded.entry,
    {", ".join(f"{name} = excluded.{name}" for name in _COLUMNS.split(", "))}
"""


def replayed(database: Database, match_id: int) -> tuple[StoredMatch, int]:
    """Return a match as listed, and the number of its last entry.

    Raises UnreadableMatchError as `load` does.
    """
    stored = load(database, match_id)
    record = stored.record
    try:
        # A damaged time can be of any type, or out of range.
        changed = datetime.fromtimestamp(stored.entries[-1][1], UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        raise UnreadableMatchError(
            message("match {match} in {database} has no valid time", match=match_id, database=database.name)
        ) from None
    is_imported = IMPORTED in dict(record.others)
    return replace(
        StoredMatch.of(match_id, record.match, record.date, changed),
        bots=recorded_bots(record.others),
        day=None if is_imported else recorded_day(record.others),
        helped_in=stored.helped_in,
        is_imported=is_imported,
        branch=Branch.recorded(record.others),
    ), len(stored.entries) - 1


def known(database: Database, ids: Collection[int]) -> dict[int, StoredMatch]:
    """Return those of the matches, by number, whose summary is up to date and can be read."""
    rows, found = [], {}
    # In a damaged file, the journals may still be read.
    with suppress(StoreError):
        rows = database.select(_KNOWN, [json.dumps(list(ids))])
    for *row, checksum in rows:
        if checksum == _checksum(row):
            match = _read(row)
            found[match.id] = match
    return found


def keep(database: Database, matches: Iterable[tuple[StoredMatch, int]]) -> None:
    """Keep summaries, each with the number of the last entry of its match; raises StoreError on failure."""
    with database.writing() as connection:
        keep_with(connection, matches)


def keep_with(connection: Connection, matches: Iterable[tuple[StoredMatch, int]]) -> None:
    """Keep summaries, as `keep` does, within a transaction."""
    rows = [(last, _row(match)) for match, last in matches]
    connection.executemany(_KEEP, [(last, *row, _checksum(row), row[0]) for last, row in rows])


def keep_played(connection: Connection, match_id: int, match: Match, begun: datetime) -> None:
    """Keep the summary of a match between people within the transaction that has written its last entry."""
    last = "SELECT number, at FROM entry WHERE match = ? ORDER BY number DESC LIMIT 1"
    for number, at in connection.execute(last, (match_id,)).fetchall():
        changed = datetime.fromtimestamp(at, UTC)
        keep_with(connection, [(StoredMatch.of(match_id, match, begun, changed), number)])


def _checksum(row: Sequence[object]) -> int:
    """Return what tells a damaged row."""
    return crc32(repr((_MAKER, *row)).encode("utf-8", "surrogateescape"))


def _row(match: StoredMatch) -> tuple[object, ...]:
    game = game_of(match.rules)
    return (
        match.id,
        int(match.changed.timestamp()),
        match.begun.isoformat(),
        game.name,
        game.write_rules(match.rules),
        *match.names,
        match.target,
        match.number,
        "\n".join(map(_line, match.finished)),
        *match.bots,
        None if match.day is None else match.day.isoformat(),
        match.helped_in,
        int(match.is_imported),
        None if match.branch is None else dict(match.branch.header)[BRANCH],
        match.first.label,
        None if match.turn is None else match.turn.label,
    )


def _read(row: Sequence[Any]) -> StoredMatch:
    """Return the match of a row that `_row` has made."""
    match_id, changed, begun, game, rules, left, right, target, number, results, *more = row
    left_bot, right_bot, day, helped_in, is_imported, branch, first, turn = more
    return StoredMatch(
        match_id,
        _rules(game, rules),
        (left, right),
        target,
        number,
        tuple(_ended_round(*line) for line in enumerate(results.splitlines(), 1)),
        datetime.fromisoformat(begun),
        datetime.fromtimestamp(changed, UTC),
        (left_bot, right_bot),
        None if day is None else date.fromisoformat(day),
        helped_in,
        bool(is_imported),
        None if branch is None else Branch.recorded(((BRANCH, branch),)),
        _SEATS[first],
        None if turn is None else _SEATS[turn],
    )


@lru_cache
def _rules(game: str, text: str) -> Any:
    return games()[game].parse_rules(text)


def _line(ended: EndedRound) -> str:
    winner = "none" if ended.winner is None else ended.winner.label
    return f"{winner} {ended.reason} {ended.score[0]} {ended.score[1]}"


@lru_cache(4096)
def _ended_round(number: int, line: str) -> EndedRound:
    winner, reason, left, right = line.split(" ")
    return EndedRound(number, _WINNERS[winner], reason, (int(left), int(right)))


_SEATS: Final = {seat.label: seat for seat in Seat}

_WINNERS: Final = {"none": None, **_SEATS}
