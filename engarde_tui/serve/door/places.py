"""The places for connections: how many there are, and who is refused one."""

from collections import Counter
from typing import Protocol

from engarde_tui.serve.door.limits import Limits
from engarde_tui.serve.hall.bans import Bans
from engarde_tui.serve.hall.network import allowances, site


class OpenConnection(Protocol):
    """The part of a connection that the server uses."""

    def give_way(self) -> None:
        """Hang up: another one needs the place."""


class Places:
    """Counts open connections, and makes room by those that have asked for nothing yet."""

    def __init__(self, limits: Limits, bans: Bans) -> None:
        """Nobody has a place yet."""
        self.limits = limits
        self._bans = bans
        self.connections = 0
        """Open connections."""
        self._of: Counter[str] = Counter()
        """Open connections by network and by site."""
        self._without_session: dict[OpenConnection, str] = {}
        """Those that have opened no session yet, the oldest first, with their sites."""
        self.closing = False
        """Whether nobody is let in any more."""

    def refusal(self, network: str) -> str:
        """Return why a connection from `network` is refused; "" if it is not."""
        if self._bans.of_network(network) is not None:
            return "banned"
        if self.closing or (self.connections >= self.limits.connections and not self._without_session):
            return "full"
        most = self.limits.per_address
        full = [self._of[one] >= times * most for one, times in allowances(network).items()]
        return "address" if any(full) else ""

    def add_connection(self, connection: OpenConnection, network: str) -> None:
        """Count a new connection from `network`; if there are too many, one without a session gives way.

        It is the oldest of the site that has the most of them: strangers cannot keep others out.
        """
        if self.connections >= self.limits.connections:
            of_site = Counter(self._without_session.values())
            crowded = max(of_site, key=of_site.__getitem__)
            oldest = next(one for one, place in self._without_session.items() if place == crowded)
            self.note_session(oldest)
            oldest.give_way()
        self.connections += 1
        self._without_session[connection] = site(network)
        self._of.update(allowances(network).keys())

    def note_session(self, connection: OpenConnection) -> None:
        """Note that a connection has opened its session: it gives way to no other."""
        self._without_session.pop(connection, None)

    def remove_connection(self, connection: OpenConnection, network: str) -> None:
        """Stop counting a connection from `network`."""
        self.connections -= 1
        self.note_session(connection)
        for place in allowances(network):
            self._of[place] -= 1
            if not self._of[place]:
                del self._of[place]
