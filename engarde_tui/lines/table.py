"""The table in words: what has happened, whose turn it is, what can be played."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from engarde_tui.language import tr
from engarde_tui.lines.pages import Choice
from engarde_tui.play.scene import Mode, Scene
from engarde_tui.play.words import goal, score, sentence
from engarde_tui.presentation import Presentation, full_title, presentation_of, verdict
from engarde_tui.screens.table import TableScreen
from engarde_tui.widgets.lesson_words import LessonWords
from engine.game import MalformedActionError

_IN_TURN: Final = 4
"""How many facts are told at each turn; the others are asked for."""


class TableWords:
    """Says what is new at one table."""

    def __init__(self, screen: TableScreen) -> None:
        """Begin with all that there is."""
        self.screen = screen
        self._told: Scene | None = None
        self._seen = screen.scene
        self._happened = [self._last_action]
        """The actions that have not been told yet."""
        self._known: list[str] = []
        """How things stood when that was told last."""
        self._is_others_turn_over = False
        """Whether somebody else has played since."""
        self._has_answered = False
        """Whether what the message says has been told since the last line was typed."""
        self._exercise = ""
        """What an exercise has told last."""
        self.shows_hand = False
        """Whether a hand has been told since the curtain fell last."""
        screen.watch(screen, "scene", self._note, init=False)

    def _note(self, scene: Scene) -> None:
        """Note what has happened; a bot may have answered before anything is told."""
        before, self._seen = self._seen, scene
        if (before.view.number, len(before.view.round.plays)) < (
            scene.view.number,
            len(scene.view.round.plays),
        ):
            self._happened.append(self._last_action)
            plays = scene.view.round.plays
            self._is_others_turn_over |= bool(plays) and plays[-1].seat is not scene.view.round.turn

    @property
    def _last_action(self) -> str:
        """The last action of the scene; at the deal, who begins."""
        return next(iter(self._words.state_in_words(self._scene.view)))

    @property
    def _scene(self) -> Scene:
        return self.screen.scene

    @property
    def _words(self) -> Presentation:
        return presentation_of(self.screen.rules)

    @property
    def is_new_curtain(self) -> bool:
        """Whether the curtain has fallen after a hand was told."""
        return self.shows_hand and self._scene.mode is Mode.CURTAIN

    def news(self) -> Iterator[str]:
        """Yield what has not been told yet."""
        scene, told = self._scene, self._told
        self._told = scene
        if told is None:
            yield from self.who()
        yield from self._happened
        self._happened.clear()
        if told is None or (scene.revision, scene.mode) != (told.revision, told.mode):
            yield from self._now(scene, told)
        words = scene.message
        if (words.refused or words.is_news) and not (self._has_answered and told and words == told.message):
            text = sentence(words.text) if words.refused else words.text
            yield from filter(None, text.splitlines())
        self._has_answered = True

    def _facts(self, scene: Scene, *, goes_on: bool) -> Iterator[str]:
        """Yield how things stand; where a turn goes on, only what has changed."""
        before, view = self._known if goes_on and not self._is_others_turn_over else (), scene.view
        facts = [*self._words.facts(view).values()][:_IN_TURN]
        # Between two at one keyboard, a hand is told only to who asks for it.
        self._known = [*facts, *(self._words.hands(view) if scene.alone is not None else ())]
        self._is_others_turn_over = False
        if changed := [fact for fact in self._known if fact not in before]:
            yield " ".join(changed)

    def _now(self, scene: Scene, told: Scene | None) -> Iterator[str]:
        """Yield what there is to do."""
        view = scene.view
        match scene.mode:
            case Mode.CURTAIN:
                self.shows_hand = False
                turn = view.round.turn
                assert turn is not None
                name = view.names[turn if scene.alone is None else scene.alone]
                yield tr("{name}, take the keyboard, and type lift.", name=name)
            case Mode.ROUND_OVER:
                yield sentence(verdict(view))
                yield from self._words.hands(view)
                yield tr("{score}. Type continue.", score=score(view))
            case Mode.PLAYING:
                yield from self._facts(scene, goes_on=told is not None and told.mode is Mode.PLAYING)
                yield from self._lesson()
                if prompt := self.screen.session.prompt(scene):
                    yield prompt

    def _lesson(self) -> Iterator[str]:
        """Yield what an exercise is about, once."""
        for words in self.screen.query(LessonWords):
            told = f"{words.title}. {words.text}"
            if told != self._exercise:
                self._exercise = told
                yield told

    def hear(self) -> None:
        """Note that a line has been typed, which is to be answered."""
        self._has_answered = False

    def who(self) -> list[str]:
        """Return who plays, and for what."""
        view = self._scene.view
        rules = full_title(self.screen.rules)
        return [tr("{score}, {goal}, {rules}.", score=score(view), goal=goal(view.target), rules=rules)]

    @property
    def topics(self) -> Mapping[str, Callable[[], list[str]]]:
        """What can be asked for at any time, by its word."""
        view, words = self._scene.view, self._words
        asked: dict[str, Callable[[], list[str]]] = {
            name: partial(list, (text,)) for name, text in words.facts(view).items()
        }
        return asked | {
            "hand": self._hands,
            "score": lambda: [tr("{score}.", score=score(view))],
            "who": self.who,
            "rules": lambda: list(words.rules_in_short(self.screen.rules)),
            "list": self._listed,
            "save": lambda: [self.screen.session.leave_warning],
        }

    def _hands(self) -> list[str]:
        found = list(self._words.hands(self._scene.view))
        self.shows_hand = self.shows_hand or bool(found)
        return found or [tr("No hand is open now.")]

    def _listed(self) -> list[str]:
        choices = self.choices()
        return [f"{number} {choice.label}" for number, choice in enumerate(choices, 1)] or [
            tr("There is nothing to play now.")
        ]

    def choices(self) -> list[Choice]:
        """Return what can be played."""
        scene = self._scene
        if scene.mode is not Mode.PLAYING:
            return []
        return [
            Choice(f"{self._words.to_do(action)} ({action})", partial(self._play, action))
            for action in scene.view.round.legal
        ]

    def _play(self, action: Any) -> None:
        self.screen.session.play(action)

    def play(self, line: str) -> bool:
        """Play what a line means in the notation of the game; return whether it means anything."""
        if self._scene.mode is not Mode.PLAYING:
            return False
        try:
            action = self.screen.board.read(self._scene.view.round, line)
        except MalformedActionError:
            return False
        self._play(action)
        return True
