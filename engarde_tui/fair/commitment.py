"""What is committed to before a deal, and what checking it finds."""

import re
import secrets
from enum import StrEnum
from typing import Final, NamedTuple


class CommitmentError(ValueError):
    """A header line looks like one of a chain but belongs to no round; the message quotes it."""


class Verdict(StrEnum):
    """The result of checking the commitment to a deck."""

    KEPT = "kept"
    """The deck is the one committed to."""
    BROKEN = "broken"
    """The deck is another one, or what would prove it is missing or malformed."""
    OPEN = "open"
    """The round is in progress: its link is not shown yet."""
    NONE = "none"
    """The record has no commitments."""


class Check(NamedTuple):
    """A round checked against the commitment to its deck."""

    verdict: Verdict
    commitment: str = ""
    """64 hexadecimal digits; empty if missing or malformed."""
    fault: str = ""
    """What is wrong, in the language of whoever checks; empty unless broken."""


class Proof(NamedTuple):
    """What may be shown of a round's deck: its commitment, and after the round what proves it."""

    number: int
    commitment: str
    deck: str = ""
    """The whole deck, and all other chance of the round; empty while it is in progress."""
    link: str = ""
    """The link that the deck follows from; empty while it is in progress."""


SECRET: Final = re.compile("[0-9a-f]{64}")
"""The pattern of a secret."""


def new_secret() -> str:
    """Return a new secret, 64 hexadecimal digits, from which all deals of a match follow; never show it."""
    return secrets.token_hex(32)
