"""The times of the players in the hall's database: who is out of time is read there."""

from typing import Final, NamedTuple

from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table_rows import SEATS
from engarde_tui.storage.database import Connection, Database
from engine.game import Seat

LATEST: Final = 1e11
"""Seconds since 1970 that only a damaged row has."""


class TimeLeft(NamedTuple):
    """The times of a match."""

    left: tuple[float, float]
    """Seconds that each player had when the other one's turn began."""
    seat: Seat | None
    """The player to move, whose time runs; None while nobody's does."""
    ends: float
    """When that time ends, in seconds since 1970; without meaning if nobody's runs."""


class TimeRows:
    """The times; methods raise Problem, for visitors, if the database cannot be used; one says otherwise."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, match_id: int, time: TimeLeft, short: float) -> None:
        """Save the times of a match that has begun; with `short` seconds left the player is to be warned."""
        with with_register(), self._database.writing() as connection:
            self.save_with(connection, match_id, time, short)

    @staticmethod
    def save_with(connection: Connection, match_id: int, time: TimeLeft, short: float) -> None:
        """Save them within the transaction of a connection."""
        seat = None if time.seat is None else time.seat.label
        ends, warns = (None, None) if seat is None else (time.ends, time.ends - short)
        connection.execute(
            'INSERT INTO time_left (match, "left", "right", side, ends, warns) VALUES (?, ?, ?, ?, ?, ?)'
            ' ON CONFLICT (match) DO UPDATE SET "left" = excluded."left", "right" = excluded."right",'
            " side = excluded.side, ends = excluded.ends,"
            # Of a time that is the same as before nobody is warned twice.
            " warns = CASE WHEN time_left.ends = excluded.ends THEN time_left.warns"
            " ELSE excluded.warns END",
            (match_id, *time.left, seat, ends, warns),
        )

    def forget(self, match_id: int) -> None:
        """Delete the times of a match that is over."""
        with with_register(), self._database.writing() as connection:
            self.forget_with(connection, match_id)

    @staticmethod
    def forget_with(connection: Connection, match_id: int) -> None:
        """Delete them within the transaction of a connection."""
        connection.execute("DELETE FROM time_left WHERE match = ?", (match_id,))

    def of(self, match_id: int) -> TimeLeft | None:
        """Return the times of a match; None if there are none."""
        with with_register():
            return self.all(match_id).get(match_id)

    def all(self, match_id: int = 0) -> dict[int, TimeLeft]:
        """Return the times of all matches, or of one, by their numbers; damaged ones are left out.

        Raises StoreError if they cannot be read: this is for whoever starts the hall.
        """
        rows = self._database.select(
            'SELECT match, "left", "right", side, ends FROM time_left WHERE match = ? OR ? = 0',
            (match_id,) * 2,
        )
        found = {}
        for match_id, left, right, side, ends in rows:
            if any(isinstance(number, float) and not 0 <= number < LATEST for number in (left, right, ends)):
                continue
            match left, right, SEATS.get(side), ends:
                case float(), float(), None, None if side is None:
                    found[match_id] = TimeLeft((left, right), None, 0)
                case float(), float(), Seat() as seat, float():
                    found[match_id] = TimeLeft((left, right), seat, ends)
        return found

    def overdue(self, now: float) -> list[tuple[int, Seat]]:
        """Return the matches whose player to move is out of time, `now` in seconds since 1970."""
        with with_register():
            rows = self._database.select("SELECT match, side FROM time_left WHERE ends <= ?", (now,))
        return [(match_id, SEATS[side]) for match_id, side in rows if side in SEATS]

    def take_short(self, now: float) -> list[tuple[int, Seat]]:
        """Return the matches whose player to move is to be warned, `now` in seconds since 1970; each once."""
        with with_register():
            rows = self._database.select("SELECT match, side FROM time_left WHERE warns <= ?", (now,))
            return [
                (match_id, SEATS[side])
                for match_id, side in rows
                if self._take(match_id, now) and side in SEATS
            ]

    def _take(self, match_id: int, now: float) -> bool:
        """Note that the player is warned; return False if another process has done that."""
        with self._database.writing() as connection:
            due = "UPDATE time_left SET warns = NULL WHERE match = ? AND warns <= ?"
            return connection.execute(due, (match_id, now)).rowcount == 1
