"""The table of a lesson: exercises on a game's own board, with its own keys."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker

from engarde_tui.match.lesson import Lesson, Stage, worded
from engarde_tui.match.place import Place
from engarde_tui.match.players import Players
from engarde_tui.match.problem import Problem
from engarde_tui.match.questions import LEAVE_LESSON, LESSON_OVER
from engarde_tui.match.ratings import NEWCOMER, good_match
from engarde_tui.match.scene import Scene, Words
from engarde_tui.match.table import Table
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.table import TableScreen
from engarde_tui.settings.entries import Settings
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import sentence
from engine.bots import PREFIX
from engine.game import Seat, game_of
from engine.match import Match

_EXERCISE = Binding.Group("exercise", compact=True)


class LessonTableScreen(TableScreen):
    """Says what to do, answers wrong tries without playing them, and plays the opponent's replies.

    `lesson_table_screen` combines it with the table of a game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            key,
            f"exercise({step})",
            f"{name} exercise",
            group=_EXERCISE,
            id=f"{name}-exercise",
            tooltip=f"Go to the {name} exercise of the lesson",
        )
        for key, name, step in (("left_square_bracket", "previous", -1), ("right_square_bracket", "next", 1))
    ]
    LEAVING: ClassVar = LEAVE_LESSON

    def __init__(self, lesson: Lesson, number: int, name: str) -> None:
        """Begin exercise `number`, from 0, for a player called `name`."""
        super().__init__(Place(Table(lesson.begin(number, name)), (lesson.learner,)))
        self._lesson = lesson
        self._number = number
        self._player = name
        self._exercise = lesson.exercises[number]
        self.add_class("-lesson")

    def compose(self) -> ComposeResult:
        """Show the words of the exercise with the game's own board, and the keys."""
        place = f"{self._number + 1} of {len(self._lesson.exercises)}"
        yield from self.compose_lesson(self._exercise, place, self._worded)
        yield KeyBar()

    # --- what it says and allows ---

    def _stage(self, scene: Scene) -> Stage:
        return self._exercise.stage(len(scene.view.round.plays))

    def _worded(self, text: str) -> str:
        return worded(text, self.key, self.scene.view.names[self._lesson.learner])

    def prompt(self, scene: Scene) -> str:
        """Return the task, or how to continue once it is done."""
        step, reply = self._stage(scene)
        if step is None:
            is_last = self._number + 1 == len(self._lesson.exercises)
            return f"Well done. Press {self.key('go-on')} {'to finish' if is_last else 'to continue'}."
        return super().prompt(scene) if reply else self._worded(step.task)

    def describe(self, draft: Any) -> Words:
        """Return the task while nothing is composed."""
        if draft == self.make_draft(self.scene.view):
            return Words(self.prompt(self.scene))
        return super().describe(draft)

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return the keys to other exercises."""
        return frozenset({"exercise"})

    def needs_arming(self, scene: Scene) -> bool:
        """Return whether a key held down must not leave what the exercise says at its end."""
        return super().needs_arming(scene) or self._stage(scene).step is None

    def _present_scene(self) -> Scene:
        scene = super()._present_scene()
        is_done = self._stage(scene).step is None
        return replace(scene, in_match=frozenset({"go_on"}) if is_done else scene.in_match - {"hide"})

    # --- what happens ---

    def follow_place(self) -> None:
        """Show the current state; play the reply if one is due, note the exercise if it is done."""
        super().follow_place()
        if not self._place.is_here:
            return
        step, reply = self._stage(self.scene)
        if reply:
            _: Worker[None] = self.run_worker(self._reply(reply), group="bot", exclusive=True)
        elif step is None:
            self._note()

    async def _reply(self, word: str) -> None:
        await asyncio.sleep(self._bots.pace)
        await self._bots.uncovered.wait()
        self._table.play(game_of(self.rules).parse_action(word))

    def play(self, action: Any) -> None:
        """Play the right action; answer any other one, and take it back."""
        step = self._stage(self.scene).step
        answer = "" if step is None else step.answer(action)
        if answer:
            self.compose_turn(self.make_draft(self.scene.view))
            super().refuse(self._worded(answer))
        else:
            super().play(action)

    def refuse(self, why: str) -> None:
        """Say why a key did nothing, and repeat the task."""
        step = self._stage(self.scene).step
        super().refuse(why if step is None else f"{sentence(why)}\n{self._worded(step.task)}")

    def _note(self) -> None:
        """Note that the exercise has been done or left out."""
        noted, game = self.navigator.settings.lessons, self._lesson.rules.GAME
        after = self._lesson.after(self._number, noted.get(game))
        # What is only convenient must keep nobody from learning.
        with suppress(Problem):
            self.navigator.change_settings(lessons={**noted, game: after})

    def action_go_on(self, may_be_held: bool = False) -> None:
        """Continue with the next exercise; if the key `may_be_held`, only after a moment."""
        if may_be_held and not self.scene.is_armed:
            self._arm()
        else:
            self.action_exercise(1)

    def action_exercise(self, steps: int) -> None:
        """Go to another exercise; after the last one, ask what to do next."""
        number = max(self._number + steps, 0)
        if steps > 0:
            self._note()
        if number < len(self._lesson.exercises):
            self.navigator.open_lesson(self._lesson, number)
        else:
            self.navigator.ask(LESSON_OVER.about(self._lesson.farewell), self._finish)

    def _finish(self, answer: str | None) -> None:
        match answer:
            case "play":
                self._begin_first_match()
            case "menu":
                self.navigator.open_menu()

    def _begin_first_match(self) -> None:
        """Begin a match against a bot for newcomers, with the rules of the lesson."""
        game = game_of(self._lesson.rules)
        words = (self._player, f"{PREFIX}{good_match(game.levels, NEWCOMER)}")
        players = Players.parse(game, *(words if self._lesson.learner is Seat.LEFT else words[::-1]))
        match = Match.new(self._lesson.rules, players.names, game.target, self._lesson.learner)
        self.navigator.open_match(Table(match, players=players))

    # --- leaving ---

    @property
    def asks_before_leaving(self) -> bool:
        """Whether to ask before leaving the lesson."""
        return self.navigator.settings.confirm_leaving

    @property
    def leave_warning(self) -> str:
        """Where the lesson continues."""
        return "Your place in the lesson is kept."

    @property
    def is_kept(self) -> bool:
        """Whether the player can come back: always."""
        return True


def lesson_screen(lesson: Lesson, number: int | None, settings: Settings, name: str) -> LessonTableScreen:
    """Return the table of exercise `number`, from 0, by default of the next one, for a player's name."""
    if number is None:
        number = lesson.first(settings.lessons.get(lesson.rules.GAME))
    return lesson_table_screen(presentation_of(lesson.rules).table_screen())(lesson, number, name)


@cache
def lesson_table_screen(own: type[Any]) -> type[LessonTableScreen]:
    """Return the version for lessons of `own`, a game's table screen."""
    return type(f"Lesson{own.__name__}", (LessonTableScreen, own), {})
