"""The gate of the hall: how often strangers may come, whether they stay or not."""

import socket
from collections.abc import Callable
from typing import Any, Final

from engarde_tui.serve.door.limits import Limits
from engarde_tui.serve.hall.lately import Lately
from engarde_tui.serve.hall.network import allowances, network

_SECONDS: Final = 10.0
"""Seconds in which an address may come as often as the limits allow."""

_REFUSED_AT_ONCE: Final = 200
"""Connections that are refused before others get a turn: those of newcomers may be behind them."""


class Gate:
    """Counts the connections of each network.

    A connection takes a millisecond or two before it is known who makes it, so this is asked first.
    """

    def __init__(
        self, limits: Limits, clock: Callable[[], float], refused: Callable[[str, str], None]
    ) -> None:
        """`clock` returns seconds from any start; `refused` is told an address and why."""
        self.limits = limits
        self._refused = refused
        self._lately = Lately(clock, _SECONDS)

    def lets_in(self, address: str) -> bool:
        """Return whether a connection from an address is accepted; count it, or that it is refused."""
        places = allowances(network(address))
        most = round(self.limits.comings * self.limits.weight)
        if any(self._lately.wait(place, times * most) for place, times in places.items()):
            self._refused(address, "too often")
            return False
        for place in places:
            self._lately.count(place)
        return True


class GatedSocket(socket.socket):
    """A socket that listens, and hangs up at once on whoever does not come through a gate."""

    def __init__(self, listening: socket.socket, gate: Gate) -> None:
        """Take over a socket that listens."""
        super().__init__(listening.family, listening.type, listening.proto, fileno=listening.detach())
        self._gate = gate

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; raises ConnectionAbortedError, which asyncio expects, after many refusals."""
        for _ in range(_REFUSED_AT_ONCE):
            connection, address = super().accept()
            if self._gate.lets_in(str(address[0])):
                return connection, address
            connection.close()
        raise ConnectionAbortedError
