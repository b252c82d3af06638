"""A server without a hall, and connections without lines."""

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.ssh.limits import Limits
from engarde_tui.serve.ssh.server import HallServer

SITE = [f"2001:db8:0:{number:x}::/64" for number in range(100)]
"""Networks of one customer."""
NEIGHBOUR = "2001:db8:1::/64"


def server(limits: Limits, clock: Callable[[], float] = lambda: 0.0) -> HallServer:
    """Return a server whose hall has banned nobody."""
    bans = SimpleNamespace(of_network=lambda network: None)
    hall = SimpleNamespace(register=SimpleNamespace(bans=bans), refusals=Counter(), clock=clock, door=None)
    return HallServer(cast(Hall, hall), limits, ["127.0.0.1"], 0)


class Line:
    """A connection that has opened no session."""

    gave_way = False

    def give_way(self) -> None:
        """Note it."""
        self.gave_way = True
