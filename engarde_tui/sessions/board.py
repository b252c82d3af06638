"""How a turn is composed at the table of a game, and what is said meanwhile."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from engarde_tui.language import tr
from engarde_tui.play.keys import HINT, LIST_KEYS, KeyAction
from engarde_tui.play.scene import Mode, Scene, Words
from engarde_tui.play.words import KeyOf
from engarde_tui.presentation import presentation_of
from engarde_tui.sessions.session import Session
from engine.game import game_of


class StepRefusedError(ValueError):
    """A step of composing a turn means nothing now; says why, in the player's terms."""


class Board:
    """How a turn is composed and shown in one game.

    By default the legal actions are a list; the draft is the one pointed at, or None. A game whose turns are
    composed of parts has a draft of its own, and overrides what tells of it. Drafts are values: what composes
    returns another one.
    """

    keys: ClassVar[tuple[KeyAction, ...]] = (
        *LIST_KEYS,
        KeyAction("play", "enter", "play", "Play this action"),
    )
    """The keys that compose and play a turn, in the order of the key bar."""
    help_keys: ClassVar[tuple[KeyAction, ...]] = (HINT,)
    """The keys that ask for help, which is noted."""
    reading: ClassVar[frozenset[str]] = frozenset()
    """The steps that only read what is open, so a player who waits and a spectator may take them, too."""
    names: tuple[str, str] = ("", "")
    """The names of left and right; set by the table."""
    style: ClassVar[str] = "board"
    """The name of the board in the style sheets."""
    style_sheets: ClassVar[tuple[str, ...]] = ("table",)

    @property
    def steps(self) -> frozenset[str]:
        """The actions of the keys; only the player to act may compose."""
        return frozenset(key.does for key in self.keys)

    @property
    def helps(self) -> frozenset[str]:
        """The kinds of help that the game offers."""
        return frozenset(key.does for key in self.help_keys)

    def compose(self, session: Session, scene: Any) -> Iterator[Any]:
        """Yield the widgets of the table, each bound by `data_bind(scene)`: a reactive of the screen."""
        from textual.containers import Center, Horizontal

        from engarde_tui.widgets.action_list import ActionList
        from engarde_tui.widgets.curtain import Curtain
        from engarde_tui.widgets.lesson_words import LessonWords
        from engarde_tui.widgets.narration import Narration
        from engarde_tui.widgets.score_sheet import ScoreSheet
        from engarde_tui.widgets.scoring_box import ScoringBox
        from engarde_tui.widgets.what_now import WhatNow

        if session.words is not None:
            yield LessonWords(*session.words).data_bind(scene)
        yield ScoringBox().data_bind(scene)
        yield Narration().data_bind(scene)
        yield WhatNow().data_bind(scene)
        with Center(), Horizontal(id="lower"):
            yield ActionList().data_bind(scene)
            yield ScoreSheet().data_bind(scene)
        yield Curtain().data_bind(scene)

    def read(self, view: Any, text: str) -> Any:
        """Return the action that a typed line means; raises MalformedActionError if it means none."""
        return game_of(view.rules).parse_action(text)

    def begin(self, view: Any) -> Any:
        """Return the draft with which composing begins, for the view of a round."""
        return None

    def clear(self, view: Any, draft: Any) -> Any:
        """Return the draft with nothing composed."""
        return self.begin(view)

    def carry(self, before: Scene, scene: Scene) -> Any:
        """Return the draft of a new scene, with what is to be kept of the draft of the scene before."""
        return scene.draft

    def take(self, view: Any, draft: Any, step: str, argument: Any) -> Any:
        """Return a draft after a step, of a key or a click; raises StepRefusedError."""
        legal = view.legal
        match step:
            case "point":
                index = legal.index(draft) + argument if draft in legal else min(argument, 0)
                return legal[index % len(legal)]
            case "point_at" if argument < len(legal):
                return legal[argument]
        return draft

    def step_of(self, target: object) -> tuple[str, Any] | None:
        """Return the step that a click on `target` means, with its argument; None if it means nothing."""
        match target:
            case "option", int(option):
                return "point_at", option
        return None

    def chosen(self, draft: Any) -> Any:
        """Return the action that a draft stands for, None while it is incomplete."""
        return draft

    def own(self, draft: Any) -> Any:
        """Return the action that a player has composed, to compare a hint with it.

        None if there is none, or if the game does not tell it from what a hint has chosen.
        """
        return None

    def with_hint(self, view: Any, draft: Any, action: Any) -> Any:
        """Return the draft with the action of a hint chosen."""
        return action

    def missing(self, view: Any, draft: Any, key_of: KeyOf) -> str:
        """Return what a draft lacks before it can be played."""
        return tr("pick an action first")

    def hidden_keys(self, scene: Scene) -> frozenset[str]:
        """Return the ids of keys that could only say why they do nothing now."""
        return frozenset()

    def prompt(self, scene: Scene, key_of: KeyOf) -> str:
        """Return what to do, or whom to wait for."""
        match scene.mode:
            case Mode.WAITING:
                return tr("{name} is thinking.", name=scene.player_to_act)
            case Mode.PLAYING:
                return tr(
                    "Pick from the list with {up} and {down}, then press {play}.",
                    up=key_of("up"),
                    down=key_of("down"),
                    play=key_of("play"),
                )
            case _:
                return ""

    def describe(self, view: Any, draft: Any, key_of: KeyOf) -> Words:
        """Return what a draft would do, or what it lacks."""
        return Words(press_to_play(key_of), ready=True)

    def tally(self, view: Any, *, is_spoken: bool = False) -> str:
        """Return what the player to act could count, maybe to be heard; only in a game with that key."""
        raise NotImplementedError

    def listed(self, view: Any) -> Sequence[Any]:
        """Return the legal actions that a list shows: of those that mean the same, one."""
        legal: Sequence[Any] = view.legal
        return legal

    def offer(self, view: Any, action: Any) -> str:
        """Return how a hint names an action."""
        return presentation_of(view.rules).to_do(action)


def press_to_play(key_of: KeyOf) -> str:
    """Return what to say once an action is chosen."""
    return tr("Press {key} to play.", key=key_of("play"))
