"""The way to the lessons of the games."""

from functools import partial
from typing import ClassVar, cast

from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from engarde_tui.match.lesson import FINISHED, Lesson
from engarde_tui.presentation import lessons
from engarde_tui.screens.base import AppScreen, Navigator
from engarde_tui.screens.questions import Question
from engarde_tui.widgets.pointed_list import PointedList
from engine.game import game_of


class LessonsQuestion(Question):
    """Ask which game's lesson to open; the answer is the name of the game."""

    HEADING: ClassVar = "Which game?"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss('')", "cancel", id="lessons-cancel", tooltip="Open no lesson"),
    ]

    def on_mount(self) -> None:
        """List the games above the way back, each with how far its lesson has come."""
        answers = self.query_one(PointedList)
        noted = cast(Navigator, self.app).settings.lessons
        for lesson in lessons():
            line = f" {game_of(lesson.rules).title} ({_how_far(lesson, noted.get(lesson.rules.GAME))})"
            answers.add_option(Option(line, id=f"dismiss('{lesson.rules.GAME}')"))
        # Textual goes on with the handler of `Question`, which adds the rest.


def _how_far(lesson: Lesson, noted: int | None) -> str:
    if noted == FINISHED:
        return "finished"
    return f"exercise {lesson.first(noted) + 1} of {len(lesson.exercises)}"


def choose_lesson(screen: AppScreen) -> None:
    """Open the lesson; ask which one once there is a choice, but never ask a newcomer."""
    if len(lessons()) > 1 and screen.navigator.settings.lessons:
        screen.app.push_screen(LessonsQuestion(), partial(_open, screen.navigator))
    else:
        screen.navigator.open_lesson(lessons()[0])


def _open(navigator: Navigator, game: str | None) -> None:
    for lesson in lessons():
        if game == lesson.rules.GAME:
            navigator.open_lesson(lesson)
