"""The table in words: what has happened, whose turn it is, what can be played."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from engarde_tui.language import asked, told, tr
from engarde_tui.lines.pages import Choice, plain
from engarde_tui.play.scene import Mode, Scene
from engarde_tui.play.words import capital, goal, score, sentence
from engarde_tui.presentation import Presentation, full_title, presentation_of, verdict
from engarde_tui.screens.table import TableScreen
from engarde_tui.widgets.board import BoardWidget
from engine.game import MalformedActionError

_TIME: Final = r"\b\d+(:\d\d\b| \w+)"
"""A time as words tell it: 4:50, 3 minutes, 2 d."""

_SENTENCES: Final = re.compile(r"(?<=[.!?]) ")

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
        self._prompted = ""
        """The prompt that was told last."""
        self._notes = [*filter(None, screen.scene.notes)]
        """The notes that have not been told yet."""
        self._timed: set[str] = set()
        """Notes with a time in them that have been told since somebody else has played."""
        self._introduced = ""
        """What an exercise or a puzzle has told last."""
        self.shows_hand = False
        """Whether a hand may have been told since the curtain fell last."""
        self._listed_at: object = None
        """The view whose list was told last."""
        self._answered: object = screen.scene.message
        """The message that was told last."""
        screen.watch(screen, "scene", self._note, init=False)

    def _note(self, scene: Scene) -> None:
        """Note what has happened; a bot may have answered before anything is told."""
        before, self._seen = self._seen, scene
        self._notes += [
            note for note, old in zip(scene.notes, before.notes, strict=True) if note and note != old
        ]
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

    def news(self, *, rang: bool = False) -> Iterator[str]:
        """Yield what has not been told yet, and what is refused again: then the bell `rang`."""
        scene, before = self._scene, self._told
        self._told = scene
        if before is None:
            yield from self.who()
            if scene.mode is not Mode.WATCHING:
                yield tr("Type list to hear what you can play, and ? for what else you can say.")
        yield from self._happened
        self._happened.clear()
        if before is None or (scene.revision, scene.mode) != (before.revision, before.mode):
            yield from self._now(scene, before)
        yield from self._introduction()
        yield from self._prompt(scene)
        yield from self._new_notes()
        words = scene.message
        if (words.refused and rang) or ((words.refused or words.is_news) and words is not self._answered):
            text = sentence(words.text) if words.refused else words.text
            yield from filter(None, text.splitlines())
            yield from (sentence(plain(edge)) for edge in words.edges if edge)
        self._answered = words

    def _facts(self, scene: Scene, *, goes_on: bool) -> Iterator[str]:
        """Yield how things stand; where a turn goes on, only what has changed."""
        before, view = self._known if goes_on and not self._is_others_turn_over else (), scene.view
        facts = [*self._words.facts(view).values()][:_IN_TURN]
        # Between two at one keyboard, a hand is told only to who asks for it.
        self._known = [*facts, *(self._words.hands(view) if scene.alone is not None else ())]
        if self._is_others_turn_over:
            self._timed.clear()
            self._notes = [*dict.fromkeys([*self._notes, *filter(self._is_timed, scene.notes)])]
        self._is_others_turn_over = False
        if changed := [fact for fact in self._known if fact not in before]:
            yield " ".join(changed)

    def _now(self, scene: Scene, told: Scene | None) -> Iterator[str]:
        """Yield what there is to do."""
        view = scene.view
        match scene.mode:
            case Mode.CURTAIN:
                self.shows_hand = False
                yield from self.stand()
            case Mode.ROUND_OVER:
                yield sentence(verdict(view), view.names)
                yield from self._words.hands(view)
                yield tr("{score}. Type continue.", score=score(view))
            case Mode.PLAYING:
                # Not only the word for it tells of a hand: so do lists, hints and refusals.
                self.shows_hand = scene.alone is None
                yield from self._facts(scene, goes_on=told is not None and told.mode is Mode.PLAYING)
                # It is told again at each turn.
                self._prompted = ""
            case Mode.WAITING | Mode.WATCHING:
                is_new = told is None or told.view.number != view.number or told.mode is Mode.ROUND_OVER
                if view.round.result is None and (is_new or scene.mode is Mode.WATCHING):
                    yield from self._facts(scene, goes_on=not is_new)

    def _prompt(self, scene: Scene) -> Iterator[str]:
        """Yield what the prompt has not told yet; a time that it counts is told once."""
        before, self._prompted = self._prompted, self.screen.session.prompt(scene)
        told = {self._untimed(each) for each in _SENTENCES.split(before)}
        now = _SENTENCES.split(self._prompted)
        if new := [each for each in now if each and self._untimed(each) not in told]:
            yield " ".join(new)

    def _new_notes(self) -> Iterator[str]:
        """Yield the notes, those with a time once a turn."""
        notes, self._notes = self._notes, []
        for note in notes:
            words = self._untimed(note)
            if words == note or words not in self._timed:
                self._timed.add(words)
                yield plain(note)

    def _untimed(self, words: str) -> str:
        """Return words without the times in them, which are counted down; a player's name is none."""
        names = "|".join(map(re.escape, self._scene.view.names))
        return re.sub(rf"(?<!\w)({names})(?!\w)|{_TIME}", r"\1", words)

    def _is_timed(self, words: str) -> bool:
        return self._untimed(words) != words

    def _introduction(self) -> Iterator[str]:
        """Yield what an exercise or a puzzle is about, or how a try went, once."""
        for widget in self.screen.query(BoardWidget):
            told = " ".join(widget.introduction())
            if told and told != self._introduced:
                self._introduced = told
                yield told

    def who(self) -> list[str]:
        """Return who plays, and for what."""
        view = self._scene.view
        rules = full_title(self.screen.rules)
        return [tr("{score}, {goal}, {rules}.", score=score(view), goal=goal(view.target), rules=rules)]

    @property
    def topics(self) -> Mapping[str, Callable[[], list[str]]]:
        """What can be asked for at any time, by its word."""
        view, words = self._scene.view, self._words
        found: dict[str, Callable[[], list[str]]] = {
            name: partial(list, (text,)) for name, text in words.facts(view).items()
        }
        return found | {
            asked("hand"): self._hands,
            asked("score"): lambda: [tr("{score}.", score=score(view))],
            asked("who"): self.who,
            asked("rules"): lambda: list(words.rules_in_short(self.screen.rules)),
            asked("list"): self._listed,
            asked("log"): self._log,
            asked("save"): lambda: [self.screen.session.leave_warning],
        }

    def _log(self) -> list[str]:
        told = [
            tr("{field}: {value}", field=capital(mark), value=words) if mark else words
            for mark, words in self._words.log(self._scene.view)
        ]
        return told or [tr("The rules let nobody look back before the round is over.")]

    def stand(self) -> list[str]:
        """Return whose turn it is, in short."""
        scene = self._scene
        seat = scene.view.round.turn if scene.alone is None else scene.alone
        if scene.mode is Mode.CURTAIN and seat is not None:
            return [tr("{name}, take the keyboard, and type lift.", name=scene.view.names[seat])]
        facts = self._words.facts(scene.view)
        return [facts["turn"]] if "turn" in facts else self.who()

    def _hands(self) -> list[str]:
        found = list(self._words.hands(self._scene.view))
        return found or [tr("No hand is open now.")]

    def _listed(self) -> list[str]:
        choices, self._listed_at = self.choices(), self._scene.view
        return [f"{number} {choice.label}" for number, choice in enumerate(choices, 1)] or [
            tr("There is nothing to play now.")
        ]

    @property
    def is_listed(self) -> bool:
        """Whether the list has been told as it is now, so that its numbers mean something."""
        return self._listed_at is self._scene.view

    def choices(self) -> list[Choice]:
        """Return what can be played."""
        scene = self._scene
        if scene.mode is not Mode.PLAYING or "go_on" in scene.allowed:
            return []
        return [
            Choice(f"{self._words.spoken_offer(scene.view, action)} ({action})", partial(self._play, action))
            for action in self.screen.board.listed(scene.view.round)
        ]

    def _play(self, action: Any) -> None:
        scene, session = self._scene, self.screen.session
        if action in scene.view.round.legal:
            session.play(action)
        else:
            # It says why not, also where what is tried is not played, as in a puzzle.
            self.screen.change(lambda: session.client.play(action, scene.revision))

    def play(self, line: str) -> bool:
        """Play what a line means in the notation of the game; return whether it means anything."""
        if self._scene.mode is not Mode.PLAYING:
            return False
        try:
            action = self.screen.board.read(self._scene.view.round, line)
        except MalformedActionError:
            return False
        except ValueError as several:
            self.screen.refuse(told(several))
        else:
            self._play(action)
        return True
