"""What stands at a table besides its match, as every process of the hall knows it."""

import json
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Final

from engarde_tui.serve.hall.stored_words import restored, stored
from engine.game import Seat
from engine.message import Message

_HEARD_SECONDS: Final = 30.0
"""Seconds for which other processes can hear what was said."""


class Sign(StrEnum):
    """What can stand at a table."""

    REMINDED = "reminded"
    """The player of a seat has been reminded to move."""
    WARNED = "warned"
    """The player of a seat has little time left."""
    ADJOURNED = "adjourned"
    REMATCH = "rematch"
    """The player of a seat wants a rematch."""
    SUCCESSOR = "successor"
    """The row of the table of the rematch."""
    OFFERED = "offered"
    """How the draw stands that the player of a seat has offered."""
    SAID = "said"
    """What has been said; instead of a seat, when."""
    SALUTED = "saluted"
    """The last salute since the match has been over."""


class Signs:
    """What stands at one table: by what it is and the name of a seat, in words."""

    def __init__(self, tell: Callable[[str, str, str | None], None]) -> None:
        """`tell` lets the other processes know what stands, whose, and in words; None for no more."""
        self._tell = tell
        self.standing: dict[tuple[str, str], str] = {}

    def text(self, what: Sign, seat: Seat | None = None) -> str:
        """Return in words what stands; "" if nothing does."""
        return self.standing.get(_key(what, seat), "")

    def put(self, what: Sign, seat: Seat | None, text: str | None) -> None:
        """Let this stand, or with None stand no more, and the other processes know."""
        key = _key(what, seat)
        if self.standing.get(key) != text:
            # First, as it may be read back before it is told.
            self._note(key, text)
            self._tell(*key, text)

    def note(self, what: Sign, text: str | None) -> None:
        """Take over what the other processes know already."""
        self._note(_key(what, None), text)

    def _note(self, key: tuple[str, str], text: str | None) -> None:
        self.standing.pop(key, None)
        if text is not None:
            self.standing[key] = text

    def follow(self, standing: Mapping[tuple[str, str], str]) -> Iterator[tuple[str, str, str | None]]:
        """Take over all that stands; yield what has changed: what, whose, and in words or None."""
        keys = sorted({*standing, *self.standing})
        changed = [(key, standing.get(key)) for key in keys if standing.get(key) != self.standing.get(key)]
        for key, text in changed:
            self._note(key, text)
        for key, text in changed:
            yield *key, text

    def say(self, said: Message, now: float, *, reminded: bool) -> None:
        """Let the other processes hear what is said; what was said a while ago is of no use to them.

        `now` is in seconds since 1970, for all processes.
        """
        words: dict[tuple[str, str], str | None] = {
            (Sign.SAID.value, f"{now:.6f}"): json.dumps([stored(said), reminded])
        }
        for key in self.standing:
            if key[0] == Sign.SAID and float(key[1]) < now - _HEARD_SECONDS:
                words[key] = None
        for key, text in words.items():
            self._note(key, text)
            self._tell(*key, text)

    @staticmethod
    def heard(said_at: str, text: str, now: float) -> tuple[Message, bool] | None:
        """Return what another process has said, and whether that reminds somebody; None if it is too old."""
        if float(said_at) <= now - _HEARD_SECONDS:
            return None
        said, reminded = json.loads(text)
        return restored(said), reminded


def _key(what: Sign, seat: Seat | None) -> tuple[str, str]:
    return what.value, "" if seat is None else seat.label
