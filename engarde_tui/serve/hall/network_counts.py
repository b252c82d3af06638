"""What a network has done lately, in the hall's database: whoever leaves and comes back has no more of it."""

from collections.abc import Callable

from engarde_tui.serve.hall.network import allowances
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.storage.database import Database


class NetworkCounts:
    """How often each network and site did something lately; what that is, whoever asks says.

    A person's name can stand in the place of a network: it is alone.

    Every method raises Problem if that cannot be read or written.
    """

    def __init__(self, database: Database, clock: Callable[[], float], seconds: float) -> None:
        """`clock` returns seconds since 1970; what is `seconds` old counts no longer."""
        self._database = database
        self._clock = clock
        self._seconds = seconds

    def wait(self, what: str, network: str, most: int) -> float:
        """Return the seconds until a network may do something again; 0 if it may now.

        It may `most` times, its site as often as `allowances` says.
        """
        now, waits = self._clock(), [0.0]
        for place, times in allowances(network).items():
            with with_register():
                rows = self._database.select(
                    "SELECT at FROM lately WHERE what = ? AND place = ? AND at > ?"
                    " ORDER BY at DESC LIMIT 1 OFFSET ?",
                    (what, place, now - self._seconds, times * most - 1),
                )
            waits += [at + self._seconds - now for (at,) in rows]
        return max(waits)

    def count(self, what: str, network: str) -> dict[str, int]:
        """Count that a network has done something; return how often it has, and how often its site."""
        now, found = self._clock(), dict[str, int]()
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM lately WHERE what = ? AND at <= ?", (what, now - self._seconds))
            for place in allowances(network):
                connection.execute(
                    "INSERT INTO lately (what, place, at) VALUES (?, ?, ?)", (what, place, now)
                )
                times = "SELECT count(*) FROM lately WHERE what = ? AND place = ?"
                (found[place],) = connection.execute(times, (what, place)).fetchone()
        return found
