"""A puzzle being solved: what has been tried, and what is said about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from random import Random

from engarde_tui.games.en_garde.lesson import LESSON
from engarde_tui.games.en_garde.words import kind, to_do, unlike_lesson
from engarde_tui.play.words import percent
from engine.en_garde import Action, Match, parse_action
from engine.en_garde.legal import Hand
from engine.en_garde.puzzles import GRADES, Puzzle, fitting_deck, puzzles
from engine.en_garde.rules import PISTE_SQUARES
from engine.game import Seat
from engine.match import clean_name

_OPPONENT = "Master"
_STAND_IN = "Maestro"
"""The opponent of a player who is called like the opponent."""


@cache
def first_puzzles() -> frozenset[int]:
    """Return the numbers of the puzzles in the rules of the lesson whose positions it does not show."""
    shown = set(_positions_of_lesson())
    return frozenset(
        number
        for number, puzzle in enumerate(puzzles(), 1)
        if puzzle.rules == LESSON.rules and (puzzle.hand, _distance(puzzle.actions)) not in shown
    )


def _positions_of_lesson() -> Iterator[tuple[Hand, int]]:
    """Yield the hand and the distance of each step of the lesson."""
    for number, exercise in enumerate(LESSON.exercises):
        match = LESSON.begin(number, _OPPONENT)
        for step in exercise.steps:
            view = match.view(LESSON.learner).round
            yield view.hand, view.distance
            for word in (step.right[0], *step.reply):
                match = match.play(parse_action(word))


def _distance(actions: Sequence[Action]) -> int:
    """Return the distance after the first actions of a round."""
    return PISTE_SQUARES - 1 - sum(action.step for action in actions)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle, and what its solver has tried."""

    puzzle: Puzzle
    number: int
    day: date | None = None
    """The day whose puzzle it is."""
    tried: tuple[Action, ...] = ()
    is_shown: bool = False
    """Whether the solver has asked for the answer."""

    def begin(self, name: str) -> Match:
        """Return a match in the position, with hidden cards that fit.

        The discards are open: at a table the player would have seen all of them.
        """
        puzzle = self.puzzle
        other = _OPPONENT if clean_name(name) != _OPPONENT else _STAND_IN
        names = (name, other) if puzzle.seat is Seat.LEFT else (other, name)
        deck = fitting_deck(puzzle.rules, puzzle.first, puzzle.actions, puzzle.hand, Random(self.number))
        rules = replace(puzzle.rules, open_discard=True)
        match = Match.new(rules, names, first=puzzle.first, dealt="".join(map(str, deck)))
        for action in puzzle.actions:
            match = match.play(action)
        return match

    def after(self, action: Action) -> "Attempt":
        """Return the attempt once `action` has been tried."""
        return replace(self, tried=(*self.tried, action))

    @property
    def is_solved(self) -> bool:
        """Whether the answer has been found."""
        return self.puzzle.answer in self.tried

    @property
    def is_over(self) -> bool:
        """Whether the answer is known."""
        return self.is_solved or self.is_shown

    def known(self, action: Action) -> bool:
        """Return whether the solver may see what `action` is worth."""
        return self.is_over or action in self.tried

    @property
    def title(self) -> str:
        """Which puzzle it is, and by which rules it is played."""
        which = f"Puzzle {self.number}"
        if self.day is not None:
            which = f"Puzzle of {self.day.day} {self.day:%B}"
        return f"{which} · {kind(self.puzzle.rules)}"

    @property
    def grade(self) -> str:
        """How hard it is, as dots: three of five are lit for grade 3."""
        grade = self.puzzle.grade
        return f"grade {'●' * grade}{'○' * (max(GRADES) - grade)}"

    @property
    def verdict(self) -> str:
        """What is asked, or how the last try went, in at most two lines of 76 columns."""
        puzzle = self.puzzle
        second = list(puzzle.values.values())[1]
        worth = (
            f"wins {percent(puzzle.values[puzzle.answer])} of such rounds, the next best {percent(second)}"
        )
        if self.is_solved:
            return f"Right! {to_do(puzzle.answer).capitalize()}: it {worth}."
        if self.is_shown:
            return f"The answer: {to_do(puzzle.answer)}. It {worth}."
        if not self.tried:
            if other := unlike_lesson(puzzle.rules):
                return f"Find the one best action. Unlike in the lesson: {other}."
            return "One action wins far more often than any other, and it is not the obvious one. Find it."
        last = self.tried[-1]
        cost = round(100 * puzzle.cost(last))
        value = percent(puzzle.values[last])
        return f"No: {to_do(last)} wins {value} of such rounds, {cost} points below the best."
