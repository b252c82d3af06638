"""A match of any game: rounds until one player has won the target."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NamedTuple, TypeVar

from engine.game import (
    ABSENCE,
    AGREEMENT,
    FORFEIT,
    RESIGNATION,
    TIME,
    Result,
    Round,
    Seat,
    View,
    game_of,
)
from engine.message import message
from engine.names import clean_name

DEFAULT_TARGET: Final = 5
MAX_TARGET: Final = 99

ViewT = TypeVar("ViewT", bound=View)


class FinishedRound(NamedTuple):
    """One line of the score sheet."""

    number: int
    starter: Seat
    result: Result
    score: tuple[int, int]
    """The match score after the round."""


@dataclass(frozen=True, slots=True)
class MatchView(Generic[ViewT]):
    """A match as one seat sees it: the public score sheet and that seat's view of the round."""

    names: tuple[str, str]
    target: int
    number: int
    """The number of the round in progress, or just finished, from 1."""
    score: tuple[int, int]
    winner: Seat | None
    finished: tuple[FinishedRound, ...]
    round: ViewT


@dataclass(frozen=True, slots=True)
class Match:
    """An immutable match; `Match.new` begins one."""

    rules: Any
    names: tuple[str, str]
    target: int
    first: Seat
    """The seat that started round 1."""
    seed: int | None
    """The seed of all deals; None if they use the system's randomness."""
    round: Round
    """The round in progress, or just finished."""
    finished: tuple[FinishedRound, ...] = ()
    """The score sheet, one line per finished round."""
    past: tuple[Round, ...] = ()
    """The rounds before `round`, in their final states."""

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
        """Begin a match and deal its first round, from `dealt` if given.

        The same seed deals the same rounds; seed None uses the system's randomness. Raises ValueError if
        `clean_name` refuses a name, the names are equal, the target is not 1 to 99, or `dealt` is not a deal.
        """
        left, right = map(clean_name, names)
        if left == right:
            raise ValueError(message("the two players need different names, not {name!r} twice", name=left))
        if type(target) is not int or not 1 <= target <= MAX_TARGET:
            raise ValueError(
                message("the target is 1 to {most} rounds, not {target!r}", most=MAX_TARGET, target=target)
            )
        first = Seat(first)
        state = game_of(rules).deal(rules, _shuffled(rules, seed, 1) if dealt is None else dealt, first)
        return cls(rules, (left, right), target, first, seed, state)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds so far; the last is in progress or just finished."""
        return (*self.past, self.round)

    @property
    def number(self) -> int:
        """The number of the round in progress, or just finished, from 1."""
        return len(self.finished) + (self.round.result is None)

    @property
    def score(self) -> tuple[int, int]:
        """The rounds won by left and right."""
        return self.finished[-1].score if self.finished else (0, 0)

    @property
    def winner(self) -> Seat | None:
        """The player who has reached the target; None while nobody has."""
        return next((seat for seat in Seat if self.score[seat] >= self.target), None)

    def actions(self, seat: Seat) -> int:
        """Return how many actions `seat` has played in all rounds."""
        return sum(play.seat is seat for state in self.rounds for play in state.plays)

    def play(self, action: Any) -> "Match":
        """Return the match after the player to act plays `action`; raises IllegalActionError."""
        return self._after(self.round.play(action))

    def forfeit(self) -> "Match":
        """Return the match after the player to act forfeits the round; raises ValueError if it is over."""
        turn = self.round.turn
        return self._after(self.round.stop(None if turn is None else turn.other, FORFEIT))

    def give_up(self, seat: Seat, reason: str = ABSENCE) -> "Match":
        """Return the match after `seat` gives it up: the other player gets every round up to the target.

        The reason is ABSENCE, RESIGNATION or TIME. Raises ValueError if the round is over.
        """
        return self._after(self.round.stop(seat.other, reason), self.target - self.score[seat.other])

    def agree_draw(self) -> "Match":
        """Return the match after its players agree to draw the round; raises ValueError if it is over."""
        return self._after(self.round.stop(None, AGREEMENT))

    def unplayed_ends(self) -> "tuple[Match, ...]":
        """Return the match after each way to end its round without an action, a forfeit first.

        Raises ValueError if the round is over.
        """
        given_up = (self.give_up(seat, reason) for reason in (ABSENCE, RESIGNATION, TIME) for seat in Seat)
        return self.forfeit(), *given_up, self.agree_draw()

    def _after(self, played: Round, points: int = 1) -> "Match":
        """Return the match with its round replaced; a finished round scores `points` for its winner."""
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

    def undo(self, seat: Seat) -> "Match":
        """Return the match as it was before the last action of `seat` in this round.

        Raises ValueError if the round is over or `seat` has not played in it.
        """
        state = self.round
        if state.result is not None:
            raise ValueError(
                message("round {number} is over: nothing in it can be taken back", number=self.number)
            )
        own = [index for index, play in enumerate(state.plays) if play.seat is seat]
        if not own:
            raise ValueError(message("{name} has played nothing in this round yet", name=self.names[seat]))
        return replace(self, round=self._replayed(state.dealt, state.actions[: own[-1]]))

    def dealt_anew(self, seat: Seat, source: random.Random) -> "Match":
        """Return a match that `seat` cannot tell from this one, what is hidden in its round drawn anew."""
        state = self.round
        dealt = game_of(self.rules).redeal(state, seat, source)
        return replace(self, round=self._replayed(dealt, state.actions))

    def _replayed(self, dealt: str, actions: Iterable[Any]) -> Round:
        """Return the round in progress as it is after a deal and these actions."""
        state = game_of(self.rules).deal(self.rules, dealt, self.round.first)
        for action in actions:
            state = state.play(action)
        return state

    def next_round(self, dealt: str | None = None) -> "Match":
        """Return the match with its next round dealt, from `dealt` if given.

        Raises ValueError if a round is in progress, the match is won, or `dealt` is not a deal.
        """
        if self.round.result is None:
            raise ValueError(message("round {number} is still in progress", number=self.number))
        if self.winner is not None:
            raise ValueError(message("the match is over: {name} has won it", name=self.names[self.winner]))
        number = self.number + 1
        game = game_of(self.rules)
        chance = _shuffled(self.rules, self.seed, number) if dealt is None else dealt
        state = game.deal(self.rules, chance, game.next_starter(self.round))
        return replace(self, round=state, past=(*self.past, self.round))

    def history(self) -> "Iterator[Match]":
        """Replay the match: yield every state from the first deal to this one."""
        settings = (self.rules, self.names, self.target, self.first, self.seed)
        match: Match | None = None
        for state in self.rounds:
            match = match.next_round(state.dealt) if match else Match.new(*settings, state.dealt)
            yield match
            for action in state.actions:
                match = match.play(action)
                yield match
            if state.result is not None and match.round.result is None:
                line = self.finished[match.number - 1]
                match = next(end for end in match.unplayed_ends() if end.finished[-1] == line)
                yield match

    def view(self, seat: Seat | None) -> MatchView[Any]:
        """Return what `seat` may know of the match; None means a spectator."""
        return MatchView(
            self.names,
            self.target,
            self.number,
            self.score,
            self.winner,
            self.finished,
            self.round.view(seat),
        )


def _shuffled(rules: Any, seed: int | None, number: int) -> str:
    """Shuffle for round `number`, each round with its own source, so that a seed can deal any round again."""
    source = random.SystemRandom() if seed is None else random.Random(f"{seed}/{number}")
    return game_of(rules).shuffle(source)
