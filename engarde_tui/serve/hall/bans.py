"""Who may not come to the hall, why and until when; over restarts too."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from engarde_tui.play.words import when
from engarde_tui.serve.hall.network import Network, is_within, parsed
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.time_rows import LATEST
from engarde_tui.serve.hall.visitor import NAME, Refusal
from engarde_tui.storage.database import Database
from engine.message import Message, message


class BanWords(NamedTuple):
    """How to tell of a ban: each first without the operator's reason, then with it."""

    for_good: tuple[Message, Message]
    until: tuple[Message, Message]


class Ban(NamedTuple):
    """What is refused, and why."""

    who: str
    """A name in small letters, an address or a network."""
    reason: str = ""
    """In the operator's words; "" for none."""
    until: float | None = None
    """When it ends, in seconds since 1970; None for never."""

    def told(self, words: BanWords) -> Message:
        """Return those of the words that say until when it holds and why, as far as that was said."""
        kind = words.until if self.until is not None else words.for_good
        end = "" if self.until is None else when(datetime.fromtimestamp(self.until, UTC))
        return kind[bool(self.reason)]._replace(fields={"who": self.who, "end": end, "reason": self.reason})


TO_THE_BANNED: Final = BanWords(
    (
        message("the operator of this hall has banned you"),
        message("the operator of this hall has banned you: {reason}"),
    ),
    (
        message("the operator of this hall has banned you until {end}"),
        message("the operator of this hall has banned you until {end}: {reason}"),
    ),
)
"""What those read who may not come."""


class Bans:
    """The names and networks that are banned, in the hall's database.

    Every method that changes them raises Problem if the database cannot be written.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Read the bans; raises StoreError if they cannot be read. `clock` returns seconds since 1970."""
        self._database = database
        self._clock = clock
        self._names: dict[str, Ban] = {}
        self._networks: dict[str, tuple[Network, Ban]] = {}
        self.read()

    def read(self) -> None:
        """Read the bans anew; raises StoreError if they cannot be read."""
        rows = self._database.select("SELECT who, reason, until FROM ban ORDER BY since")
        self._names.clear()
        self._networks.clear()
        for who, reason, until in rows:
            is_time = isinstance(until, int) and 0 <= until < LATEST
            self._hold(Ban(str(who), str(reason), until if is_time else None))

    @property
    def listed(self) -> list[Ban]:
        """The bans that hold, those of names first."""
        bans = [
            *(self._names[name] for name in sorted(self._names)),
            *(ban for _, ban in self._networks.values()),
        ]
        return [ban for ban in bans if self._holds(ban)]

    def of_network(self, network: str) -> Ban | None:
        """Return the ban of a visitor from this network, if there is one; see `network.network`."""
        found = (ban for banned, ban in self._networks.values() if is_within(network, banned))
        return next(filter(self._holds, found), None)

    def of_names(self, names: Iterable[str]) -> Ban | None:
        """Return the ban of one of these names, ignoring case; None if none is banned."""
        found = (self._names[name.lower()] for name in names if name.lower() in self._names)
        return next(filter(self._holds, found), None)

    def _holds(self, ban: Ban) -> bool:
        return ban.until is None or ban.until > self._clock()

    def add(self, who: str, reason: str = "", seconds: float | None = None) -> Ban:
        """Ban a name, an address or a network, for so many seconds or for good, in place of a former ban.

        Raises Refusal if it is none of these.
        """
        now = self._clock()
        ban = Ban(self._subject(who), reason, None if seconds is None else int(now + seconds))
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM ban WHERE until <= ?", (int(now),))
            connection.execute(
                "INSERT INTO ban (who, since, reason, until) VALUES (?, ?, ?, ?) ON CONFLICT (who) DO UPDATE"
                " SET since = excluded.since, reason = excluded.reason, until = excluded.until",
                (ban.who, int(now), ban.reason, ban.until),
            )
        self._hold(ban)
        return ban

    def remove(self, who: str) -> str:
        """Lift a ban; return how it was listed. Raises Refusal if there is none."""
        listed = self._subject(who)
        if listed not in [ban.who for ban in self.listed]:
            raise Refusal(message("{who} is not banned", who=who))
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM ban WHERE who = ?", (listed,))
        self._names.pop(listed, None)
        self._networks.pop(listed, None)
        return listed

    def _hold(self, ban: Ban) -> None:
        found = parsed(ban.who)
        if found is not None:
            self._networks[ban.who] = found, ban
        elif NAME.fullmatch(ban.who):
            self._names[ban.who.lower()] = ban

    @staticmethod
    def _subject(who: str) -> str:
        if NAME.fullmatch(who):
            return who.lower()
        found = parsed(who)
        if found is None:
            raise Refusal(message("{who} is neither a member's name nor an address", who=repr(who[:40])))
        return str(found.network_address) if found.num_addresses == 1 else str(found)
