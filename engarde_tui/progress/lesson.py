"""Lessons: exercises at the table with stacked decks, each about one idea of a game.

A lesson is data; where its player stands follows from the number of actions played.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engarde_tui.language import put, tr
from engarde_tui.play.words import KeyOf
from engine.game import Seat, game_of
from engine.match import Match
from engine.message import Message
from engine.names import identity

FINISHED: Final = 0
"""What is noted of a lesson that has been finished once; else the number of the next exercise, from 1."""

_TEACHER: Final = "Maestro"
_STAND_IN: Final = "Maestra"
"""The teacher of a player who is called like the teacher."""

Text = Message | str
"""Words of a lesson in English; `worded` puts them into the language of the session."""


class Step(NamedTuple):
    """One action that the player has to find.

    In all texts `{play}` stands for the key of the binding with the id "play", `{you}` for the player's name,
    and `{seen}` for nothing: its sentence tells what only a screen shows.
    """

    idea: Text
    """What the player learns: two lines above the board."""
    task: Text
    """What to do: two lines above the hand, instead of the usual prompt."""
    right: tuple[str, ...]
    """The actions that do it, in the game's notation."""
    otherwise: Text
    """What to say to any other legal action, which is not played."""
    wrong: Mapping[str, Text] = MappingProxyType({})
    """What to say instead to some of them, by notation."""
    reply: tuple[str, ...] = ()
    """What the opponent plays after it."""

    def answer(self, action: Any) -> Text:
        """Return what to say to a legal action that is not the right one; "" to the right one."""
        word = str(action)
        return "" if word in self.right else self.wrong.get(word, self.otherwise)


class Stage(NamedTuple):
    """How far an exercise has come."""

    step: Step | None
    """The step to do, or whose reply is due; None once everything is done."""
    reply: str = ""
    """The action that the opponent plays next; "" if it is the player's turn, or all is done."""


class Exercise(NamedTuple):
    """A position, what to do in it, and what there is to learn."""

    title: Text
    rules: Any
    dealt: str
    """The deal, in the form that `Game.deal` takes."""
    steps: tuple[Step, ...]
    learnt: Text
    """What the player has learnt: two lines above the board, once all steps are done."""
    opening: tuple[str, ...] = ()
    """The actions that lead to the position."""
    first: Seat = Seat.LEFT
    position: Any = None
    """The round to begin with, where no deal leads to it; None is the dealt one."""

    def begin(self, names: tuple[str, str]) -> Match:
        """Return a match of these players in the position."""
        match = Match.new(self.rules, names, game_of(self.rules).target, self.first, dealt=self.dealt)
        if self.position is not None:
            match = replace(match, round=self.position)
        for word in self.opening:
            match = match.play(game_of(self.rules).parse_action(word))
        return match

    def stage(self, plays: int) -> Stage:
        """Return how far the exercise is after so many actions of the round."""
        left = plays - len(self.opening)
        for step in self.steps:
            if left == 0:
                return Stage(step)
            left -= 1
            if left < len(step.reply):
                return Stage(step, step.reply[left])
            left -= len(step.reply)
        return Stage(None)


_FOR_SCREENS: Final = re.compile(r"\{(?!you\})")
"""Begins a field that is not the player's name: a key, or what is seen."""


class _Named(dict[str, str]):
    """Looks up keys, by the ids of their bindings, unless they are other fields."""

    def __init__(self, key_of: KeyOf, **names: str) -> None:
        super().__init__(names)
        self._key_of = key_of

    def __missing__(self, action_id: str) -> str:
        return self._key_of(action_id)


def worded(text: Text) -> str:
    """Return a text of a lesson in the language of the session."""
    return put(text) if isinstance(text, Message) else tr(text)


_BETWEEN: Final = re.compile(r"(?<=[.?!])\s+")
"""What stands between two sentences."""


def filled_in(text: Text, key_of: KeyOf | None, you: str) -> str:
    """Return a text of a lesson in the language of the session, with the player's keys and name.

    Without `key_of`, the sentences that name keys or what a screen shows are left out.
    """
    words = worded(text)
    if key_of is None:
        told = [each for each in _BETWEEN.split(words) if not _FOR_SCREENS.search(each)]
        return " ".join(told).format(you=you)
    return words.format_map(_Named(key_of, you=you, seen=""))


class Lesson(NamedTuple):
    """The exercises of a game, in the order in which they build on each other."""

    rules: Any
    """The rules of the first match after the lesson."""
    exercises: tuple[Exercise, ...]
    farewell: Text
    """What the player knows now, and what other rules add."""
    learner: Seat = Seat.LEFT
    """The player's seat."""

    def begin(self, number: int, name: str) -> Match:
        """Return exercise `number`, from 0, as a match of the player called `name` against the teacher."""
        teacher = _TEACHER if identity(name) != _TEACHER else _STAND_IN
        names = (name, teacher) if self.learner is Seat.LEFT else (teacher, name)
        return self.exercises[number].begin(names)

    def first(self, next_exercise: int | None) -> int:
        """Return the number of the exercise to begin with, from 0.

        `next_exercise` is what is kept of the lesson; None before the first visit.
        """
        number = next_exercise or 1
        return number - 1 if number <= len(self.exercises) else 0

    def after(self, number: int, next_exercise: int | None) -> int:
        """Return what to note once exercise `number` has been done, or left out before the last."""
        if next_exercise == FINISHED or number + 1 == len(self.exercises):
            return FINISHED
        return max(number + 2, next_exercise or 0)
