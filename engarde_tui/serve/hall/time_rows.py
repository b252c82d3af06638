"""The times of the players in the hall's database: who is out of time is read there."""

from collections.abc import Collection
from typing import Final, NamedTuple

from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table_rows import AMONG, SEATS, among_values
from engarde_tui.serve.hall.time_limits import DAY
from engarde_tui.storage.database import Connection, Database
from engine.game import Seat

LATEST: Final = 1e11
"""Seconds that only a damaged row has."""

GRACE: Final = 3600.0
"""Seconds that a player to move has at least after the hall has been closed, in a match of days."""


class TimeLeft(NamedTuple):
    """The times of a match."""

    left: tuple[float, float]
    """Seconds that each player had when the other one's turn began."""
    seat: Seat | None
    """The player to move, whose time runs; None while nobody's does."""
    ends: float
    """When that time ends, by the hall's time; without meaning if nobody's runs."""
    is_stopped: bool = False
    """Whether a clock waits until both players are back, as the hall was closed."""

    def left_at(self, now: float) -> tuple[float, float]:
        """Return the seconds that each player has at a time of the hall, at least 0."""
        left = list(self.left)
        if self.seat is not None:
            left[self.seat] = max(self.ends - now, 0.0)
        return left[0], left[1]


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

    def all(self, among: Collection[int] | None = None) -> dict[int, TimeLeft]:
        """Return the times of all matches, or of these, by their numbers; damaged ones are left out.

        Raises StoreError if they cannot be read: this is for whoever starts the hall.
        """
        rows = self._database.select(
            f'SELECT match, "left", "right", side, ends FROM time_left WHERE match {AMONG}',
            among_values(among),
        )
        found = {}
        for match_id, left, right, side, ends in rows:
            if any(isinstance(number, float) and not 0 <= number < LATEST for number in (left, right, ends)):
                continue
            match left, right, SEATS.get(side), ends:
                case float(), float(), None, None if side is None:
                    found[match_id] = TimeLeft((left, right), None, 0)
                case float(), float(), Seat(), None:
                    found[match_id] = TimeLeft((left, right), None, 0, is_stopped=True)
                case float(), float(), Seat() as seat, float():
                    found[match_id] = TimeLeft((left, right), seat, ends)
        return found

    def resume(self, now: float) -> None:
        """Go on after the hall was closed: clocks once both players are back, days not before an hour.

        Raises StoreError if that cannot be saved: this is for whoever starts the hall.
        """
        self.give_grace(now)
        clocks = [
            (*time.left_at(now), match_id)
            for match_id, time in self.all().items()
            if time.seat is not None and max(time.left) < DAY
        ]
        stopping = 'UPDATE time_left SET "left" = ?, "right" = ?, ends = NULL, warns = NULL WHERE match = ?'
        with self._database.writing() as connection:
            connection.executemany(stopping, clocks)

    def give_grace(self, now: float) -> None:
        """Give players who have days for an action the hour that they have after the hall did not run.

        Raises StoreError if that cannot be saved.
        """
        with self._database.writing() as connection:
            # No clock has so much.
            days = 'UPDATE time_left SET ends = ? WHERE ends BETWEEN 0 AND ? AND "left" >= ?'
            connection.execute(days, (now + GRACE, now + GRACE, DAY))

    def overdue(self, now: float) -> list[tuple[int, Seat]]:
        """Return the matches whose player to move is out of time, `now` by the hall's time."""
        with with_register():
            rows = self._database.select("SELECT match, side FROM time_left WHERE ends <= ?", (now,))
        return [(match_id, SEATS[side]) for match_id, side in rows if side in SEATS]

    def take_short(self, now: float) -> list[tuple[int, Seat]]:
        """Return the matches whose player to move is to be warned, `now` by the hall's time; each once."""
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
