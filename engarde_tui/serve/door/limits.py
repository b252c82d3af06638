"""The limits of a hall."""

from dataclasses import dataclass
from typing import Final

_PER_ADDRESS: Final = 20
"""Connections of an address, unless the operator allows more."""


@dataclass(frozen=True)
class Limits:
    """The hall's limits."""

    players: int = 100
    """Sessions open at once."""
    per_address: int = _PER_ADDRESS
    """Connections open at once from one IPv4 address or IPv6 /64; from an IPv6 /48, twice as many."""
    idle_minutes: float = 120
    """Minutes without a key before a session ends."""
    gives_way_minutes: float = 5
    """Minutes without a key after which a visitor gives way to another one, if the hall is full."""
    login_seconds: float = 15
    """Seconds to log in, and the same again to request a session."""
    keepalive_seconds: float = 15
    """Seconds of silence after which a client is asked whether it is still there."""
    comings: int = 60
    """Connections that an address may make within ten seconds; more if it may have more open than usual."""

    @property
    def weight(self) -> float:
        """How many times as often as usual an address may come."""
        return max(self.per_address / _PER_ADDRESS, 1)

    @property
    def guests(self) -> int:
        """Guests' sessions open at once: the other places are kept for members."""
        return self.players - self.players // 4

    @property
    def connections(self) -> int:
        """Connections open at once, including those that have not logged in."""
        return 2 * self.players + 50
