"""Networks, and connections without lines."""

from types import SimpleNamespace
from typing import cast

from engarde_tui.serve.door.limits import Limits
from engarde_tui.serve.door.places import Places
from engarde_tui.serve.hall.bans import Bans

SITE = [f"2001:db8:0:{number:x}::/64" for number in range(100)]
"""Networks of one customer."""
NEIGHBOUR = "2001:db8:1::/64"


def places(limits: Limits) -> Places:
    """Return the places of a hall that has banned nobody."""
    return Places(limits, cast(Bans, SimpleNamespace(of_network=lambda network: None)))


class Line:
    """A connection that has opened no session."""

    gave_way = False

    def give_way(self) -> None:
        """Note it."""
        self.gave_way = True
