"""A match of any game: rounds until one player has won the target."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar
from unicodedata import normalize

from engine.game import Result, Round, Seat, View, game_of

DEFAULT_TARGET: Final = 5
MAX_TARGET: Final = 99
MAX_NAME: Final = 16
_MAX_NORMALIZED_NAME: Final = 1000
"""Bringing a text into its normal form can take time by the square of its length."""


ViewT = TypeVar("ViewT", bound=View)


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """One line of a match's score sheet."""

    number: int
    starter: Seat
    result: Result
    score: tuple[int, int]
    """The score after it."""


@dataclass(frozen=True, slots=True)
class MatchView(Generic[ViewT]):
    """One match as a seat sees it: the public score sheet and that seat's view of the round."""

    names: tuple[str, str]
    target: int
    number: int
    """The round being played, from 1."""
    score: tuple[int, int]
    winner: Seat | None
    finished: tuple[FinishedRound, ...]
    round: ViewT


@dataclass(frozen=True, slots=True)
class Match:
    """A match, immutable; begin one with `Match.new`."""

    rules: Any
    names: tuple[str, str]
    target: int
    first: Seat
    """Who began round one."""
    seed: int | None
    round: Round
    finished: tuple[FinishedRound, ...] = ()
    """The score sheet, a line for each finished round."""
    past: tuple[Round, ...] = ()
    """The rounds before this one, as they ended."""

    @classmethod
    def new(
        cls,
        rules: Any,
        names: tuple[str, str] = ("Anna", "Bruno"),
        target: int = DEFAULT_TARGET,
        first: Seat = Seat.LEFT,
        seed: int | None = None,
        dealt: str | None = None,
    ) -> "Match":
        """Begin a match and deal its first round: as `dealt` says where that is given.

        The same seed deals the same rounds; seed None takes the system's randomness. Raises ValueError for
        names that `clean_name` refuses or that are equal, a target outside 1-99, or a bad `dealt`.
        """
        left, right = map(clean_name, names)
        if left == right:
            raise ValueError(f"the two players need different names, not twice {left!r}")
        if type(target) is not int or not 1 <= target <= MAX_TARGET:
            raise ValueError(f"the target is 1 to {MAX_TARGET} rounds, not {target!r}")
        first = Seat(first)
        round = game_of(rules).deal(rules, _shuffled(rules, seed, 1) if dealt is None else dealt, first)
        return cls(rules, (left, right), target, first, seed, round)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds so far, the one being played or just finished last."""
        return (*self.past, self.round)

    @property
    def number(self) -> int:
        """The number of the round being played, or just finished, from 1."""
        return len(self.finished) + (self.round.result is None)

    @property
    def score(self) -> tuple[int, int]:
        """Rounds won by left and right."""
        return self.finished[-1].score if self.finished else (0, 0)

    @property
    def winner(self) -> Seat | None:
        """The player who has reached the target."""
        return next((seat for seat in Seat if self.score[seat] >= self.target), None)

    def play(self, action: Any) -> "Match":
        """The match after `action` of the player to act; raises IllegalActionError as `Round.play` does."""
        return self._after(self.round.play(action))

    def forfeit(self) -> "Match":
        """The match after the player to act has given up the round; raises ValueError when it is over."""
        return self._after(self.round.forfeit())

    def give_up(self, seat: Seat) -> "Match":
        """The match after `seat` has given up all of it: the other player has the rounds to the target.

        Raises ValueError when the round is over.
        """
        return self._after(self.round.forfeit(seat), self.target - self.score[seat.other])

    def forfeits(self) -> "tuple[Match, ...]":
        """Every way in which the round can end by a forfeit, of itself or of the whole match.

        Raises ValueError when the round is over.
        """
        return self.forfeit(), *(self.give_up(seat) for seat in Seat)

    def _after(self, played: Round, points: int = 1) -> "Match":
        """The match with its round as far as that, and counted where it is over: `points` for who won it."""
        result = played.result
        if result is None:
            return replace(self, round=played)
        left, right = self.score
        score = (
            left + points * (result.winner is Seat.LEFT),
            right + points * (result.winner is Seat.RIGHT),
        )
        line = FinishedRound(self.number, played.first, result, score)
        return replace(self, round=played, finished=(*self.finished, line))

    def take_back(self, seat: Seat) -> "Match":
        """The match before the last action of `seat` in this round, and all that followed it.

        Raises ValueError where the round is over or `seat` has not played in it.
        """
        round = self.round
        if round.result is not None:
            raise ValueError(f"round {self.number} is over: nothing of it can be taken back")
        own = [place for place, play in enumerate(round.plays) if play.seat is seat]
        if not own:
            raise ValueError(f"{self.names[seat]} has played nothing in this round yet")
        before = game_of(self.rules).deal(self.rules, round.dealt, round.first)
        for action in round.actions[: own[-1]]:
            before = before.play(action)
        return replace(self, round=before)

    def next_round(self, dealt: str | None = None) -> "Match":
        """Deal the next round: as `dealt` says where that is given.

        Raises ValueError while a round is being played, after the match is won, or for a bad `dealt`.
        """
        if self.round.result is None:
            raise ValueError(f"round {self.number} is still being played")
        if self.winner is not None:
            raise ValueError(f"the match is over: {self.names[self.winner]} has won it")
        number = self.number + 1
        game = game_of(self.rules)
        chance = _shuffled(self.rules, self.seed, number) if dealt is None else dealt
        round = game.deal(self.rules, chance, game.next_starter(self.round))
        return replace(self, round=round, past=(*self.past, self.round))

    def history(self) -> "Iterator[Match]":
        """Every state of this match, from its first deal to itself, played again."""
        settings = (self.rules, self.names, self.target, self.first, self.seed)
        match: Match | None = None
        for round in self.rounds:
            match = match.next_round(round.dealt) if match else Match.new(*settings, round.dealt)
            yield match
            for action in round.actions:
                match = match.play(action)
                yield match
            if round.result is not None and match.round.result is None:
                line = self.finished[match.number - 1]
                match = next(forfeit for forfeit in match.forfeits() if forfeit.finished[-1] == line)
                yield match

    def view(self, seat: Seat | None) -> MatchView[Any]:
        """The match as `seat` may know it; None for a spectator."""
        return MatchView(
            self.names,
            self.target,
            self.number,
            self.score,
            self.winner,
            self.finished,
            self.round.view(seat),
        )


def clean_name(name: str) -> str:
    """A player's name, trimmed; raises ValueError unless it is 1 to 16 printable characters."""
    cleaned = name.strip()
    if len(cleaned) <= _MAX_NORMALIZED_NAME:
        cleaned = normalize("NFC", cleaned)
    if not cleaned:
        raise ValueError("a name needs at least one character")
    if not cleaned.isprintable():
        raise ValueError("a name holds printable characters only")
    if len(cleaned) > MAX_NAME:
        raise ValueError(
            f"a name has at most {MAX_NAME} characters, {cleaned[:MAX_NAME]!r}… has {len(cleaned)}"
        )
    return cleaned


def _shuffled(rules: Any, seed: int | None, number: int) -> str:
    """All chance of round `number`: each round's own, so that a match can be dealt again from its seed."""
    source = random.SystemRandom() if seed is None else random.Random(f"{seed}/{number}")
    return game_of(rules).shuffle(source)
