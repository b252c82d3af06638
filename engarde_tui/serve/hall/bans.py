"""Who may not come to the hall, over restarts too."""

from collections.abc import Callable, Iterable
from typing import Final

from engarde_tui.serve.hall.network import Network, is_within, parsed
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.visitor import NAME, Refusal
from engarde_tui.storage.database import Database

BANNED: Final = "the operator of this hall has banned you"
"""What somebody who is banned is told."""


class Bans:
    """The names and networks that are banned, in the hall's database.

    Every method that changes them raises Problem if the database cannot be written.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Read the bans; raises StoreError if they cannot be read."""
        self._database = database
        self._clock = clock
        self._names: set[str] = set()
        self._networks: dict[str, Network] = {}
        for (who,) in database.select("SELECT who FROM ban ORDER BY since"):
            self._hold(str(who))

    @property
    def listed(self) -> list[str]:
        """The names and networks that are banned, names first."""
        return [*sorted(self._names), *self._networks]

    def refuses_network(self, network: str) -> bool:
        """Return whether a visitor from this network may not come; see `network.network`."""
        return any(is_within(network, banned) for banned in self._networks.values())

    def refuses_names(self, names: Iterable[str]) -> bool:
        """Return whether one of these names is banned, ignoring case."""
        return any(name.lower() in self._names for name in names)

    def add(self, who: str) -> str:
        """Ban a name, an address or a network; return how it is listed.

        Raises Refusal if it is none of these.
        """
        listed = self._subject(who)
        with with_register(), self._database.writing() as connection:
            connection.execute("INSERT OR IGNORE INTO ban VALUES (?, ?)", (listed, int(self._clock())))
        self._hold(listed)
        return listed

    def remove(self, who: str) -> str:
        """Lift a ban; return how it was listed. Raises Refusal if there is none."""
        listed = self._subject(who)
        if listed not in self.listed:
            raise Refusal(f"{who} is not banned")
        with with_register(), self._database.writing() as connection:
            connection.execute("DELETE FROM ban WHERE who = ?", (listed,))
        self._names.discard(listed)
        self._networks.pop(listed, None)
        return listed

    def _hold(self, listed: str) -> None:
        found = parsed(listed)
        if found is not None:
            self._networks[listed] = found
        elif NAME.fullmatch(listed):
            self._names.add(listed.lower())

    @staticmethod
    def _subject(who: str) -> str:
        if NAME.fullmatch(who):
            return who.lower()
        found = parsed(who)
        if found is None:
            raise Refusal(f"{who[:40]!r} is neither a member's name nor an address")
        return str(found.network_address) if found.num_addresses == 1 else str(found)
