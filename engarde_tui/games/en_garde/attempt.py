"""A puzzle being solved: what has been tried, and what is said about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from random import Random

from engarde_tui.games.en_garde.lesson import LESSON
from engarde_tui.games.en_garde.rules_words import kind, unlike_lesson
from engarde_tui.games.en_garde.words import to_do
from engarde_tui.language import tr, tr_count
from engarde_tui.play.words import capital, percent
from engarde_tui.storage.mistakes import ENOUGH
from engine.en_garde import Action, Match, parse_action
from engine.en_garde.legal import Hand
from engine.en_garde.puzzles import GRADES, Puzzle, fitting_deck, puzzles
from engine.en_garde.rules import PISTE_SQUARES
from engine.game import Seat
from engine.message import message
from engine.names import identity

_OPPONENT = "Master"
_STAND_IN = "Maestro"
"""The opponent of a player who is called like the opponent."""

_ABOUT_AS_GOOD = 0.02
"""The chance to win that an action may lose and still be right: in a match, two can be as good."""

_DAYS = (
    message("{day} January"),
    message("{day} February"),
    message("{day} March"),
    message("{day} April"),
    message("{day} May"),
    message("{day} June"),
    message("{day} July"),
    message("{day} August"),
    message("{day} September"),
    message("{day} October"),
    message("{day} November"),
    message("{day} December"),
)
"""The days of each month, as in "Puzzle of 3 May"."""


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
    mistaken: Action | None = None
    """What the solver chose in the match from which this is; None for a puzzle of the package."""
    solved: int = 0
    """How often that mistake has been solved."""

    def begin(self, name: str) -> Match:
        """Return a match in the position, with hidden cards that fit.

        The discards are open: at a table the player would have seen all of them.
        """
        puzzle = self.puzzle
        other = _OPPONENT if identity(name) != _OPPONENT else _STAND_IN
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
        return any(map(self._is_right, self.tried))

    def _is_right(self, action: Action) -> bool:
        """Return whether an action is the answer, or in a position from a match about as good."""
        slack = 0 if self.mistaken is None else _ABOUT_AS_GOOD
        # Chances have two decimal places, and their difference nearly so.
        return round(self.puzzle.cost(action), 2) <= slack

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
        if self.mistaken is not None:
            which = tr("Your mistake")
        elif self.day is None:
            which = tr("Puzzle {number}", number=self.number)
        else:
            date = tr(_DAYS[self.day.month - 1].text, day=self.day.day)
            which = tr("Puzzle of {date}", date=date)
        return f"{which} · {kind(self.puzzle.rules)}"

    @property
    def grade(self) -> str:
        """How hard it is, as dots: three of five are lit for grade 3; how often a mistake was solved."""
        if self.mistaken is not None:
            return tr("solved {number} of {most} times", number=self.solved, most=ENOUGH)
        grade = self.puzzle.grade
        return tr("grade {dots}", dots="●" * grade + "○" * (max(GRADES) - grade))

    @property
    def verdict(self) -> str:
        """What is asked, or how the last try went, in at most two lines of 76 columns."""
        puzzle = self.puzzle
        best, second, *_ = map(percent, puzzle.values.values())
        answer = to_do(puzzle.answer)
        if self.is_solved and self.mistaken is not None:
            return tr(
                "Right! {action}: it wins {share} of such rounds, what you chose then {mistake}.",
                action=capital(to_do(self.tried[-1])),
                share=percent(puzzle.values[self.tried[-1]]),
                mistake=percent(puzzle.values[self.mistaken]),
            )
        if self.is_solved:
            return tr(
                "Right! {action}: it wins {share} of such rounds, the next best {second}.",
                action=capital(answer),
                share=best,
                second=second,
            )
        if self.is_shown:
            return tr(
                "The answer: {action}. It wins {share} of such rounds, the next best {second}.",
                action=answer,
                share=best,
                second=second,
            )
        if not self.tried:
            if self.mistaken is not None:
                return tr("Here you once chose: {action}. Find a better action.", action=to_do(self.mistaken))
            if differences := unlike_lesson(puzzle.rules):
                return tr(
                    "Find the one best action. Unlike in the lesson: {differences}.", differences=differences
                )
            return tr(
                "One action wins far more often than any other, and it is not the obvious one. Find it."
            )
        last = self.tried[-1]
        return tr_count(
            "No: {action} wins {share} of such rounds, {number} point below the best.",
            "No: {action} wins {share} of such rounds, {number} points below the best.",
            round(100 * puzzle.cost(last)),
            action=to_do(last),
            share=percent(puzzle.values[last]),
        )
