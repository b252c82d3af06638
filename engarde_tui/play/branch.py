"""A match played on from a state of another one, which its header notes."""

import re
from contextlib import suppress
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Final, NamedTuple

from engarde_tui.header import BRANCH, Header
from engarde_tui.language import put
from engine.message import message

_FORM: Final = re.compile(
    r"round ([0-9]{1,4}), action ([0-9]{1,6}), (same|new) cards, of (\S{1,40}) (.{1,60})"
)

_SAME: Final = message("Branch at round {round}, action {action}, same hidden cards: {players}, {moment}")
_NEW: Final = message("Branch at round {round}, action {action}, new hidden cards: {players}, {moment}")


class Branch(NamedTuple):
    """Where a match comes from."""

    round: int
    """The round that was in progress."""
    action: int
    """The number of the action in that round which was the next one, from 1."""
    has_new_cards: bool
    """Whether what was hidden was dealt anew."""
    begun: datetime
    """When the other match began, as its record says."""
    players: str
    """Who played it: "Anna - Bruno"."""

    @property
    def header(self) -> Header:
        """The header line that notes it."""
        cards, begun = "new" if self.has_new_cards else "same", self.begun.isoformat()
        line = f"round {self.round}, action {self.action}, {cards} cards, of {begun} {self.players}"
        return ((BRANCH, line),)

    @classmethod
    def recorded(cls, others: Header) -> "Branch | None":
        """Return what the header lines of a record note; None if they note nothing that can be read."""
        found = _FORM.fullmatch(dict(others).get(BRANCH, ""))
        if found is None:
            return None
        with suppress(ValueError):
            begun = datetime.fromisoformat(found[4])
            # As in records: in another time zone a date in the first or last year could overflow.
            if MINYEAR < begun.year < MAXYEAR:
                return cls(int(found[1]), int(found[2]), found[3] == "new", begun, found[5])
        return None

    @property
    def told(self) -> str:
        """Where it comes from, in one line."""
        # Here, because it takes a while to load, and commands without a screen read headers, too.
        from engarde_tui.play.words import when

        words = _NEW if self.has_new_cards else _SAME
        fields = {"round": self.round, "action": self.action, "players": self.players}
        return put(words._replace(fields=fields | {"moment": when(self.begun)}))
