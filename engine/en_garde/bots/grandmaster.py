"""The grandmaster: the master with a search on top. It needs NumPy, the extra `strong`."""

from engine.en_garde.bots.judge import GRANDMASTER
from engine.en_garde.bots.master import Master


class Grandmaster(Master):
    """Searches where it pays; its budget goes by work, so it needs up to a tenth of a second."""

    def __init__(self) -> None:
        """Let the judge search."""
        super().__init__(GRANDMASTER)

    def get_ready(self) -> None:
        """Read the network, for one view and for many rounds at once."""
        from engine.en_garde.bots.arrays.search import policy

        super().get_ready()
        policy()
