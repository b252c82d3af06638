"""Deals that nobody chooses: each follows from a link of a hash chain and a word of each player.

Each link is the SHA-256 of the next, so link 0 commits to all others, and a link shown after its round is
checked against the one before. Whoever holds the chain is committed before the words are known, and whoever
says a word does not know the chain.
"""

import hmac
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple
from unicodedata import normalize

from engarde_tui.fair.commitment import Check, CommitmentError, Proof, Verdict, new_secret
from engarde_tui.header import CHAIN, Header
from engarde_tui.language import tr
from engine.game import Game, game_of, quote
from engine.match import Match
from engine.message import message
from engine.names import LOST, is_printable
from engine.record import MAX_ROUNDS, Record

MAX_WORD: Final = 40
"""Characters of a word."""

_LINK: Final = "Link-"
_WORDS: Final = ("Word-Left", "Word-Right")
_HASH: Final = re.compile("[0-9a-f]{64}")
_STORED: Final = re.compile("([0-9a-f]{64}) ([0-9]{1,4})")

_LENGTH: Final = 2 * MAX_ROUNDS
"""Links of a chain: at least half are left when a match begins."""


def clean_word(text: str) -> str:
    """Return a typed word, trimmed and in normal form C.

    Raises ValueError if it has more than `MAX_WORD` characters, unprintable ones, or one that was unreadable.
    """
    word = text.strip()
    if len(word) <= MAX_WORD:
        word = normalize("NFC", word)
    if len(word) > MAX_WORD:
        raise ValueError(message("a word has at most {number} characters", number=MAX_WORD))
    if not is_printable(word) or LOST in word:
        raise ValueError(message("a word can only contain printable characters"))
    return word


class Chain(NamedTuple):
    """What is left of a chain of links."""

    root: str
    """The last link, 64 hexadecimal digits; secret."""
    used: int = 0
    """Links shown in matches before this one."""

    @classmethod
    def of(cls, secret: str) -> "Chain":
        """Return the chain that follows from a secret, 64 hexadecimal digits."""
        return cls(hmac.digest(bytes.fromhex(secret), b"chain", "sha256").hex())

    def link(self, number: int) -> str:
        """Return a link, 64 hexadecimal digits; 0 is the commitment, `number` is for that round.

        Raises ValueError if the chain is shorter.
        """
        left = _LENGTH - self.used - number
        if left < 0:
            raise ValueError("the chain of this match has no more links")
        return _hashed(self.root, left)

    def after(self, rounds: int) -> "Chain | None":
        """Return the chain for a rematch after so many rounds; None if too few links are left."""
        used = self.used + rounds
        return Chain(self.root, used) if used <= MAX_ROUNDS else None


class FairDeals(NamedTuple):
    """The source of all deals of a match."""

    chain: Chain
    words: tuple[str, str]
    """The words of left and right; "" for a player without one, as nobody else may choose it."""

    @classmethod
    def stored(cls, others: Header) -> "FairDeals | None":
        """Return the deals that a stored match's header lines describe; None if there are none."""
        lines = dict(others)
        found = _STORED.fullmatch(lines.get(CHAIN, ""))
        if found is None or int(found[2]) > MAX_ROUNDS:
            return None
        return cls(Chain(found[1], int(found[2])), _words(lines))

    @property
    def lines(self) -> Header:
        """The header lines of a stored match, for `stored`; the first is secret."""
        return ((CHAIN, f"{self.chain.root} {self.chain.used}"), *zip(_WORDS, self.words, strict=True))

    def deal(self, game: Game, number: int) -> str:
        """Return the deal of round `number`."""
        return deal(game, self.chain.link(number), self.words)

    def chance(self, number: int, actions: int) -> Random:
        """Return the source of a bot's chance after so many actions of round `number`."""
        return Random(_draw(self.chain.link(number), self.words, f"bot {actions}"))

    def proofs(self, match: Match) -> list[Proof]:
        """Return a proof for each round so far, complete for those that are over."""
        return [
            Proof(number, self.chain.link(number - 1))
            if state.result is None
            else Proof(number, self.chain.link(number - 1), state.dealt, self.chain.link(number))
            for number, state in enumerate(match.rounds, 1)
        ]

    def rematch(self, rounds: int) -> "FairDeals":
        """Return the deals of a rematch after so many rounds.

        The words stay, since the chain was there before them; with a new chain there are none.
        """
        chain = self.chain.after(rounds)
        if chain is None:
            return FairDeals(Chain.of(new_secret()), ("", ""))
        return FairDeals(chain, self.words)


def deal(game: Game, link: str, words: Sequence[str]) -> str:
    """Return the deal that follows from a link and the words of left and right."""
    return game.derive(lambda number: _draw(link, words, f"{number}"))


def _draw(link: str, words: Sequence[str], what: str) -> bytes:
    left, right = words
    return hmac.digest(link.encode(), f"{left}\n{right}\n{what}".encode(), "sha256")


def published(record: Record) -> Record:
    """Return the record with the commitment and the links shown so far in place of the secret chain."""
    deals = FairDeals.stored(record.others)
    others = tuple(line for line in record.others if line[0] != CHAIN)
    if deals is not None:
        over = len(record.match.finished)
        others += tuple((f"{_LINK}{number}", deals.chain.link(number)) for number in range(over + 1))
    return Record(record.match, record.date, others)


def verify(record: Record) -> tuple[Check, ...]:
    """Check the deal of every round by the chain; return the results in order.

    Raises CommitmentError for a line that belongs to no round.
    """
    lines = {key: value for key, value in record.others if _is_ours(key)}
    rounds = record.match.rounds
    if not lines:
        return (Check(Verdict.NONE),) * len(rounds)
    known = {*_WORDS, *(f"{_LINK}{number}" for number in range(len(rounds) + 1))}
    for key in lines:
        if key not in known:
            raise CommitmentError(
                message(
                    "the header line {line} belongs to no round: such lines are {left} and {right},"
                    " and {link}N with N from 0 to {number}",
                    line=quote(key),
                    left=_WORDS[0],
                    right=_WORDS[1],
                    link=_LINK,
                    number=len(rounds),
                )
            )
    return tuple(_check(record.match, number, lines) for number in range(1, len(rounds) + 1))


def _is_ours(key: str) -> bool:
    """Return whether the key is one of ours, in any case: a misspelt one must not go unchecked."""
    return key.lower().startswith(_LINK.lower()) or key.lower() in map(str.lower, _WORDS)


def _check(match: Match, number: int, lines: Mapping[str, str]) -> Check:
    before, link = (lines.get(f"{_LINK}{index}", "") for index in (number - 1, number))
    state = match.rounds[number - 1]
    if not _HASH.fullmatch(before):
        return Check(Verdict.BROKEN, fault=_no_hash(number - 1))
    if not link and state.result is None:
        return Check(Verdict.OPEN, before)
    if not _HASH.fullmatch(link):
        return Check(Verdict.BROKEN, before, _no_hash(number))
    if sha256(link.encode()).hexdigest() != before:
        fault = tr(
            "{link} is not what {before} commits to", link=f"{_LINK}{number}", before=f"{_LINK}{number - 1}"
        )
        return Check(Verdict.BROKEN, before, fault)
    if not all(word in lines for word in _WORDS):
        fault = tr("{left} or {right} is missing", left=_WORDS[0], right=_WORDS[1])
        return Check(Verdict.BROKEN, before, fault)
    if deal(game_of(match.rules), link, _words(lines)) != state.dealt:
        return Check(Verdict.BROKEN, before, tr("the deck does not follow from the link and the words"))
    return Check(Verdict.KEPT, before)


def _no_hash(number: int) -> str:
    return tr("{link} is not 64 digits 0-9 and a-f", link=f"{_LINK}{number}")


def _words(lines: Mapping[str, str]) -> tuple[str, str]:
    left, right = (lines.get(key, "") for key in _WORDS)
    return left, right


@lru_cache(1000)
def _hashed(link: str, times: int) -> str:
    """Return a link hashed again and again; takes a millisecond for a whole chain."""
    for _ in range(times):
        link = sha256(link.encode()).hexdigest()
    return link
