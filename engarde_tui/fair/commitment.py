"""Commitments to decks: shown at the deal without revealing the deck, proved when the round is over.

A commitment is the hash of a deck and a salt. It reveals nothing while the salt is secret; once the salt is
shown, anyone can hash both again, and no other deck gives the same hash.
"""

import hmac
import re
import secrets
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple

from engarde_tui.header import Header
from engarde_tui.language import tr
from engine.game import Round
from engine.match import Match
from engine.message import message
from engine.record import Record

_COMMITMENT: Final = "Commitment-"
_SALT: Final = "Salt-"
_LONGEST_QUOTE: Final = 40
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_SHOWN_SALT: Final = re.compile(r"[0-9a-f]{32}")


class CommitmentError(ValueError):
    """A header line looks like a commitment but belongs to no round; the message quotes it."""


class Verdict(StrEnum):
    """The result of checking the commitment to a deck."""

    KEPT = "kept"
    """The deck is the one committed to."""
    BROKEN = "broken"
    """The deck is another one, or what would prove it is missing or malformed."""
    OPEN = "open"
    """The round is in progress: its salt is not shown yet."""
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
    opening: str = ""
    """The salt, or the link of a chain."""


SECRET: Final = re.compile("[0-9a-f]{64}")
"""The pattern of a secret."""


def new_secret() -> str:
    """Return a new secret, 64 hexadecimal digits, from which all salts of a match follow; never show it."""
    return secrets.token_hex(32)


def salt(secret: str, number: int) -> str:
    """Return the salt of round `number`, 32 hexadecimal digits; it reveals nothing about other rounds."""
    return hmac.digest(bytes.fromhex(secret), f"round {number}".encode(), "sha256").hex()[:32]


def commitment(dealt: str, salt: str) -> str:
    """Return the commitment to a deal: SHA-256 of the deal, a space and the salt, 64 hexadecimal digits."""
    return sha256(f"{dealt} {salt}".encode()).hexdigest()


def proofs(match: Match, secret: str) -> list[Proof]:
    """Return a proof for each round so far, complete for those that are over."""
    found = []
    for number, state in enumerate(match.rounds, 1):
        round_salt = salt(secret, number)
        over = state.result is not None
        found.append(
            Proof(
                number,
                commitment(state.dealt, round_salt),
                state.dealt if over else "",
                round_salt if over else "",
            )
        )
    return found


def commitments(match: Match, secret: str) -> Header:
    """Return header lines with every commitment so far, and the salts of the rounds that are over."""
    lines: list[tuple[str, str]] = []
    for proof in proofs(match, secret):
        lines.append((f"{_COMMITMENT}{proof.number}", proof.commitment))
        if proof.opening:
            lines.append((f"{_SALT}{proof.number}", proof.opening))
    return tuple(lines)


def verify(record: Record) -> tuple[Check, ...]:
    """Check every round against its commitment; return the results in order.

    If any round has a commitment, all need one. Raises CommitmentError for a line that belongs to no round.
    """
    lines = {key: value for key, value in record.others if _is_ours(key)}
    rounds = record.match.rounds
    known = {f"{key}{number}" for number in range(1, len(rounds) + 1) for key in (_COMMITMENT, _SALT)}
    stray = next((key for key in lines if key not in known), None)
    if stray is not None:
        shown = stray if len(stray) <= _LONGEST_QUOTE else f"{stray[:_LONGEST_QUOTE]}…"
        raise CommitmentError(
            message(
                "the header line {line} belongs to no round: such lines are"
                " {commitment}N and {salt}N, with N from 1 to {number}",
                line=repr(shown),
                commitment=_COMMITMENT,
                salt=_SALT,
                number=len(rounds),
            )
        )
    if not lines:
        return (Check(Verdict.NONE),) * len(rounds)
    return tuple(
        _check(state, lines.get(f"{_COMMITMENT}{number}"), lines.get(f"{_SALT}{number}"))
        for number, state in enumerate(rounds, 1)
    )


def _is_ours(key: str) -> bool:
    """Return whether the key is one of commitments, in any case: a misspelt one must not go unchecked."""
    return key.lower().startswith((_COMMITMENT.lower(), _SALT.lower()))


def _check(state: Round, committed: str | None, shown: str | None) -> Check:
    if committed is None:
        if shown is None:
            return Check(Verdict.BROKEN, fault=tr("other rounds have a commitment, this one has none"))
        return Check(Verdict.BROKEN, fault=tr("there is a salt, but no commitment"))
    if not _HASH.fullmatch(committed):
        return Check(Verdict.BROKEN, fault=tr("the commitment is not 64 digits 0-9 and a-f"))
    if shown is None:
        if state.result is None:
            return Check(Verdict.OPEN, committed)
        return Check(Verdict.BROKEN, committed, tr("the round is over, but its salt is missing"))
    if not _SHOWN_SALT.fullmatch(shown):
        return Check(Verdict.BROKEN, committed, tr("the salt is not 32 digits 0-9 and a-f"))
    if commitment(state.dealt, shown) != committed:
        return Check(Verdict.BROKEN, committed, tr("the deck is not the one committed to"))
    return Check(Verdict.KEPT, committed)
