"""The replay of a match, step by step, for any game."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Horizontal
from textual.reactive import reactive
from textual.timer import Timer

from engarde_tui import paths
from engarde_tui.language import put, tr
from engarde_tui.play.keys import REPLAY, KeyAction
from engarde_tui.play.questions import FORFEIT
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

    spare_keys: ClassVar = ("speed", "up", "share", "perspective")
    """Ids of the keys that the key bar leaves out first, in this order."""

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self._replay = replay
        self.set_reactive(ReplayScreen.scene, Scene(replay.view))
        self.rules: Any = replay.view.round.rules
        self._speed = "normal"
        self._timer: Timer | None = None
        self._is_growing = False
        """Whether what is watched is being played on at the moment."""

    def compose_board(self) -> ComposeResult:
        """Yield the widgets of the board, each bound by `data_bind(ReplayScreen.scene)`; by default words."""
        yield ScoringBox().data_bind(ReplayScreen.scene)
        yield Narration().data_bind(ReplayScreen.scene)
        with Center(), Horizontal(id="lower"):
            yield ScoreSheet().data_bind(ReplayScreen.scene)

    def show_beside(self, replay: Replay) -> None:
        """Show what a game adds to the scene."""

    def compose(self) -> ComposeResult:
        """Show the board, the position in the match, and the keys."""
        yield from self.compose_board()
        yield Progress()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first state; watch at once what is being played, but in lines at one's own pace."""
        if self._replay.goes_on and self.services.names_keys:
            self._play()
        self._show()

    def on_unmount(self) -> None:
        """End what plays it."""
        self._replay.close()

    def action_step(self, actions: int) -> None:
        """Go some actions forward, or back where negative."""
        self._go(lambda: self._step(actions))

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
            if self._is_at_end:
                self._replay.rewind()
            self._play()
        self._show()

    def action_speed(self) -> None:
        """Play at the next speed; wraps."""
        self._speed = next_choice(self._speed, SPEEDS)
        if self._timer is not None:
            self._pause()
            self._play()
        self._show()

    def _play(self) -> None:
        self._timer = self.set_interval(SPEEDS[self._speed], self._play_step)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Share what is over, where files can be written; play on where nothing is secret, and at home."""
        if action == "share":
            return self._replay.is_over and self.services.RUNS_PROGRAMS
        if action == "play_on":
            return self.services.store is not None and self._replay.can_be_played_on
        return super().check_action(action, parameters)

    def action_share(self) -> None:
        """Write the match to a file, to show it around."""
        self._pause()
        self._show()
        self.services.share(self._replay)

    def action_play_on(self) -> None:
        """Ask how to play on from the state shown."""
        from engarde_tui.screens.play_on import PlayOnScreen

        self._go(lambda: None)
        self.app.push_screen(PlayOnScreen(self._replay))

    async def action_leave(self) -> None:
        """Close the page; quit if no screen is below it."""
        if not await self.app.run_action("close"):
            self.app.exit()

    @property
    def _is_at_end(self) -> bool:
        """Whether nothing comes after the state shown."""
        return self._replay.position == self._replay.last and not self._replay.goes_on

    def _play_step(self) -> None:
        self._step(1)
        if self._is_at_end:
            self._pause()
        self._show()

    def _step(self, actions: int) -> None:
        """Go some actions forward or back; beyond the last state only where there is more to be played."""
        if actions > 0 and self._replay.position == self._replay.last and self._replay.goes_on:
            self._grow()
        else:
            self._replay.step(actions)

    @work(group="play")
    async def _grow(self) -> None:
        """Play on by one state, and show it unless another one is looked at meanwhile."""
        if self._is_growing:
            return
        self._is_growing, last = True, self._replay.last
        try:
            told = await self._replay.grow()
        finally:
            self._is_growing = False
        if self._replay.position == last:
            self._replay.step(1)
        if self._is_at_end or told:
            self._pause()
        self._show()
        if told:
            self.services.ask(FORFEIT.about(told))

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _show(self) -> None:
        replay = self._replay
        self.scene = Scene(replay.view)
        self.show_beside(replay)
        self.refresh_bindings()
        self.query_one(Progress).text = replay.origin or self._progress(self.scene.view.number)

    def _progress(self, number: int) -> str:
        """Return where in the match the state shown is, in the round of a number, and how it is shown."""
        replay = self._replay
        hands, pace = (
            put(_PERSPECTIVES[replay.perspective]),
            put(_PACES[self._speed][self._timer is not None]),
        )
        if replay.goes_on:
            return tr(
                "step {step} · round {round} · {hands} · {pace}",
                step=replay.position,
                round=number,
                hands=hands,
                pace=pace,
            )
        return tr(
            "step {step} of {steps} · round {round} of {rounds} · {hands} · {pace}",
            step=replay.position,
            steps=replay.last,
            round=number,
            rounds=replay.rounds,
            hands=hands,
            pace=pace,
        )

    def speak(self) -> None:
        """Put the progress into the language of the session."""
        self._show()
