"""A lesson at the table: exercises on a game's own board, with its own keys."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from engarde_tui.language import tr
from engarde_tui.play.client import Client
from engarde_tui.play.keys import LESSON
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.play.questions import LEAVE_LESSON, LESSON_OVER, Question
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import sentence
from engarde_tui.presentation import lessons
from engarde_tui.progress.lesson import Lesson, Stage, Text, filled_in, worded
from engarde_tui.progress.ratings import NEWCOMER, good_match
from engarde_tui.sessions.session import Session
from engine.bot import PREFIX
from engine.game import Seat, game_of
from engine.match import Match
from engine.message import message


def first_match(lesson: Lesson, name: str) -> LiveMatch:
    """Return a match of a player against a bot for newcomers, with the rules of the lesson."""
    game = game_of(lesson.rules)
    words = (name, f"{PREFIX}{good_match(game.levels, NEWCOMER)}")
    players = Players.parse(game, *(words if lesson.learner is Seat.LEFT else words[::-1]), person=name)
    match = Match.new(lesson.rules, players.names, game.target, lesson.learner)
    return LiveMatch(match, players=players)


class LessonSession(Session):
    """Says what to do, answers wrong tries without playing them, and plays the opponent's replies."""

    leaving: ClassVar[Question] = LEAVE_LESSON
    styles = frozenset({"lesson"})
    keys = LESSON

    def __init__(self, lesson: Lesson, number: int, name: str) -> None:
        """Begin exercise `number`, from 0, for a player called `name`."""
        super().__init__(Client(LiveMatch(lesson.begin(number, name)), (lesson.learner,)))
        self._lesson = lesson
        self._number = number
        self._player = name
        self._exercise = lesson.exercises[number]
        place = message("{number} of {count}", number=number + 1, count=len(lesson.exercises))
        self.words = self._exercise, place, self._fill_in

    def _stage(self, scene: Scene) -> Stage:
        return self._exercise.stage(len(scene.view.round.plays))

    def _fill_in(self, text: Text) -> str:
        key_of = self.face.key if self.face.services.names_keys else None
        return filled_in(text, key_of, self.face.scene.view.names[self._lesson.learner])

    # --- what it shows ---

    def present(self, scene: Scene) -> Scene:
        """Return a scene in which only continuing is allowed once the exercise is done."""
        is_done = self._stage(scene).step is None
        allowed = frozenset({"go_on"}) if is_done else scene.in_match - {"hide"}
        return replace(scene, in_match=allowed)

    def prompt(self, scene: Scene) -> str:
        """Return the task, or how to continue once it is done."""
        step, reply = self._stage(scene)
        if step is None:
            if not self.face.services.names_keys:
                return tr("Well done. Type continue.")
            key = self.face.key("go-on")
            if self._number + 1 == len(self._lesson.exercises):
                return tr("Well done. Press {key} to finish.", key=key)
            return tr("Well done. Press {key} to continue.", key=key)
        return "" if reply else self._fill_in(step.task)

    @property
    def keeps_prompt(self) -> bool:
        """Whether there is a task, which may say what to press."""
        return self._stage(self.face.scene).step is not None

    def also_allowed(self, scene: Scene) -> frozenset[str]:
        """Return the keys to other exercises."""
        return frozenset({"exercise"})

    def why_not(self, does: str) -> str:
        """Return "": there is no match to help in."""
        return ""

    def needs_arming(self, scene: Scene) -> bool:
        """Return whether a key held down must not leave what the exercise says at its end."""
        return super().needs_arming(scene) or self._stage(scene).step is None

    def refusal_text(self, why: str) -> str:
        """Return why a key did nothing, and the task again."""
        step = self._stage(self.face.scene).step
        return why if step is None else f"{sentence(why)}\n{self._fill_in(step.task)}"

    # --- what happens ---

    def has_shown(self) -> None:
        """Play the reply if one is due, note the exercise if it is done."""
        step, reply = self._stage(self.face.scene)
        if reply:
            self.face.do_later(self._reply(reply))
        elif step is None:
            self._note()

    async def _reply(self, word: str) -> None:
        await asyncio.sleep(self.bots.pace)
        await self.bots.uncovered.wait()
        self.match.play(game_of(self.rules).parse_action(word))

    def play(self, action: Any) -> None:
        """Play the right action; answer any other one, and take it back."""
        step = self._stage(self.face.scene).step
        answer = "" if step is None else step.answer(action)
        if answer:
            self.face.clear_turn()
            self.face.refuse(self._fill_in(answer))
        else:
            super().play(action)

    def _note(self) -> None:
        """Note that the exercise has been done, or left out before the last."""
        lesson, number = self._lesson, self._number
        self.face.services.progress.lesson(lesson.rules.GAME, partial(lesson.after, number))

    def go_on(self) -> None:
        """Continue with the next exercise."""
        self.exercise(1)

    def exercise(self, steps: int) -> None:
        """Go to another exercise; after the last one, which cannot be left out, ask what to do next."""
        number = max(self._number + steps, 0)
        if number < len(self._lesson.exercises):
            if steps > 0:
                self._note()
            self.face.services.open_lesson(self._lesson, number)
        elif self._stage(self.face.scene).step is None:
            over = LESSON_OVER if self._next else LESSON_OVER.without("learn")
            self.face.services.ask(over.about(worded(self._lesson.farewell)), self._finish)
        else:
            self.face.refuse(self.refusal_text(tr("this is the last exercise")))

    @property
    def _next(self) -> Lesson | None:
        """The lesson of the game after this one; None after the last."""
        names = [lesson.rules.GAME for lesson in lessons()]
        return next(iter(lessons()[names.index(self._lesson.rules.GAME) + 1 :]), None)

    def _finish(self, answer: str | None) -> None:
        match answer:
            case "play":
                self._begin_first_match()
            case "learn" if self._next:
                self.face.services.open_lesson(self._next)
            case "menu":
                self.face.services.open_menu()

    def _begin_first_match(self) -> None:
        """Begin a match against a bot for newcomers, with the rules of the lesson."""
        self.face.services.open_match(first_match(self._lesson, self._player))

    # --- leaving ---

    @property
    def asks_before_leaving(self) -> bool:
        """Whether to ask before leaving the lesson."""
        return self.face.services.settings.confirm_leaving

    @property
    def leave_warning(self) -> str:
        """Where the lesson continues."""
        return tr("Your place in the lesson is kept.")

    @property
    def is_kept(self) -> bool:
        """Whether the player can come back: always."""
        return True
