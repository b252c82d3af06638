"""The virtuoso: the master with a small search on top, in plain Python."""

from engine.en_garde.bots.judge import VIRTUOSO
from engine.en_garde.bots.master import Master


class Virtuoso(Master):
    """Searches where it pays; its budget goes by work, so it needs up to half a second."""

    def __init__(self) -> None:
        """Let the judge search."""
        super().__init__(VIRTUOSO)
