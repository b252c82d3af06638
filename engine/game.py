"""What every two-seat game here has in common: the seats and the two ways an action can be wrong."""

from enum import IntEnum


class Seat(IntEnum):
    """One of the two players, by where they sit; indexes any (left, right) pair."""

    LEFT = 0
    RIGHT = 1

    @property
    def other(self) -> "Seat":
        """The opponent's seat."""
        return Seat.LEFT if self else Seat.RIGHT

    @property
    def label(self) -> str:
        """The seat as players and records write it: "left" or "right"."""
        return self.name.lower()


class IllegalActionError(ValueError):
    """The action can be read but the rules forbid it now; the message says why, in the player's terms."""


class MalformedActionError(ValueError):
    """The text is not an action at all; the message says what could not be read."""
