"""The way to the lessons of the games."""

from dataclasses import replace
from functools import partial

from engarde_tui.language import tr
from engarde_tui.play.questions import WHICH_LESSON
from engarde_tui.presentation import lessons
from engarde_tui.progress.lesson import FINISHED, Lesson
from engarde_tui.screens.base import AppScreen
from engarde_tui.sessions.services import AppServices
from engine.game import game_of


def _how_far(lesson: Lesson, reached: int | None) -> str:
    """Return the title of a lesson's game, and how far the player has come."""
    title = game_of(lesson.rules).title
    if reached == FINISHED:
        return tr("{game} (finished)", game=title)
    number, last = lesson.first(reached) + 1, len(lesson.exercises)
    return tr("{game} (exercise {number} of {last})", game=title, number=number, last=last)


def choose_lesson(screen: AppScreen) -> None:
    """Open the lesson; ask which one if there is a choice."""
    reached = screen.services.settings.lessons
    if len(lessons()) > 1:
        games = ((lesson.rules.GAME, lesson) for lesson in lessons())
        choices = tuple((game, _how_far(lesson, reached.get(game))) for game, lesson in games)
        screen.services.ask(replace(WHICH_LESSON, choices=choices), partial(_open, screen.services))
    else:
        screen.services.open_lesson(lessons()[0])


def _open(services: AppServices, game: str | None) -> None:
    for lesson in lessons():
        if game == lesson.rules.GAME:
            services.open_lesson(lesson)
