"""The replay of a match, step by step, for any game."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.timer import Timer

from engarde_tui import paths
from engarde_tui.language import put, tr
from engarde_tui.play.keys import REPLAY, KeyAction
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import cut
from engarde_tui.screens.base import AppScreen
from engarde_tui.terminal.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.narration import Narration
from engarde_tui.widgets.pointed_list import next_choice
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.scoring_box import ScoringBox
from engine.message import message

SPEEDS: Final = {"slow": 3.0, "normal": 1.5, "fast": 0.5}
"""Seconds between two actions of automatic play."""

_PERSPECTIVES: Final = {
    Perspective.BOTH: message("both hands open"),
    Perspective.LEFT: message("the left hand open"),
    Perspective.RIGHT: message("the right hand open"),
    Perspective.NONE: message("no hand open"),
}

_PACES: Final = {
    "slow": (message("stopped, slow speed"), message("playing, slow speed")),
    "normal": (message("stopped, normal speed"), message("playing, normal speed")),
    "fast": (message("stopped, fast speed"), message("playing, fast speed")),
}
"""What is said of a speed while it has stopped, and while it plays."""

_ROOM_FOR_TURNS: Final = 100
"""Columns from which the keys that step by turns are shown beside all others."""


class Progress(CanvasWidget):
    """The step and round shown, whose cards are open, and whether it plays; or why it ends before its end."""

    text: reactive[str] = reactive("", repaint=False)

    def in_words(self) -> list[str]:
        """Return it."""
        return [self.text.replace(" · ", ", ")]

    def watch_text(self) -> None:
        """Show it."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw one centred line."""
        canvas.put_centre(0, cut(self.text, canvas.width), "dim")


class ReplayScreen(AppScreen):
    """Steps through a `Replay`."""

    CSS_PATH: ClassVar = paths.style_sheets("table", "replay")
    DEFAULT_CLASSES = "board"
    keys: ClassVar[tuple[KeyAction, ...]] = REPLAY
    """All keys of the replay; a game may have more."""
    BINDINGS: ClassVar[list[BindingType]] = bindings(REPLAY)

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self._replay = replay
        self.set_reactive(ReplayScreen.scene, Scene(replay.view))
        self.rules: Any = replay.view.round.rules
        self._speed = "normal"
        self._timer: Timer | None = None

    def compose_board(self) -> ComposeResult:
        """Yield the widgets of the board, each bound by `data_bind(ReplayScreen.scene)`; by default words."""
        yield ScoringBox().data_bind(ReplayScreen.scene)
        yield Narration().data_bind(ReplayScreen.scene)
        with Horizontal(id="lower"):
            yield ScoreSheet().data_bind(ReplayScreen.scene)

    def show_beside(self, replay: Replay) -> None:
        """Show what a game adds to the scene."""

    def compose(self) -> ComposeResult:
        """Show the board, the position in the match, and the keys."""
        yield from self.compose_board()
        yield Progress()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first state."""
        self._show()

    def action_step(self, actions: int) -> None:
        """Go some actions forward, or back where negative."""
        self._go(lambda: self._replay.step(actions))

    def action_turn(self, forward: int) -> None:
        """Go one turn forward (1) or back (-1)."""
        self._go(lambda: self._replay.step_turn(forward))

    def action_round(self, forward: int) -> None:
        """Go one round forward (1) or back (-1)."""
        self._go(lambda: self._replay.step_round(forward))

    def action_rewind(self) -> None:
        """Go to the first deal."""
        self._go(self._replay.rewind)

    def action_jump_to_end(self) -> None:
        """Go to the last action."""
        self._go(self._replay.jump_to_end)

    def _go(self, move: Callable[[], None]) -> None:
        """Stop automatic play, then move through the match."""
        self._pause()
        move()
        self._show()

    def action_perspective(self) -> None:
        """Open the hands of the next perspective."""
        self._replay.perspective = next_choice(self._replay.perspective, Perspective)
        self._show()

    def action_play_or_pause(self) -> None:
        """Play automatically, from the start if at the end; or stop."""
        if self._timer is not None:
            self._pause()
        else:
            if self._replay.position == self._replay.last:
                self._replay.rewind()
            self._timer = self.set_interval(SPEEDS[self._speed], self._play_step)
        self._show()

    def action_speed(self) -> None:
        """Play at the next speed; wraps."""
        self._speed = next_choice(self._speed, SPEEDS)
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._play_step)
        self._show()

    @property
    def hidden_keys(self) -> frozenset[str]:
        """In a narrow window one key gives way to that which plays on: there is not room for every key."""
        is_tight = self.app.size.width < _ROOM_FOR_TURNS and self.check_action("play_on", ())
        return frozenset({"up", "down"} if is_tight else ())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Play on only where nothing is secret, and at home, where no table has to be set up."""
        if action == "play_on":
            return self.services.store is not None and self._replay.can_be_played_on
        return super().check_action(action, parameters)

    def action_play_on(self) -> None:
        """Ask how to play on from the state shown."""
        from engarde_tui.screens.play_on import PlayOnScreen

        self._go(lambda: None)
        self.app.push_screen(PlayOnScreen(self._replay))

    async def action_leave(self) -> None:
        """Close the page; quit if no screen is below it."""
        if not await self.app.run_action("close"):
            self.app.exit()

    def _play_step(self) -> None:
        self._replay.step(1)
        if self._replay.position == self._replay.last:
            self._pause()
        self._show()

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _show(self) -> None:
        replay = self._replay
        self.scene = Scene(replay.view)
        self.show_beside(replay)
        self.refresh_bindings()
        self.query_one(Progress).text = (
            replay.why_it_ends
            or replay.origin
            or tr(
                "step {step} of {steps} · round {round} of {rounds} · {hands} · {pace}",
                step=replay.position,
                steps=replay.last,
                round=self.scene.view.number,
                rounds=replay.rounds,
                hands=put(_PERSPECTIVES[replay.perspective]),
                pace=put(_PACES[self._speed][self._timer is not None]),
            )
        )

    def speak(self) -> None:
        """Put the progress into the language of the session."""
        self._show()
