"""A match watched again, step by step, on the board of the table."""

from collections.abc import Callable
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.timer import Timer

from engarde_tui import paths
from engarde_tui.games.en_garde.review import Review
from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.piles import Discard, DrawPile
from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.games.en_garde.words import (
    WEAK,
    comparison,
    criticism,
    last_action,
    percent,
    position,
    verdict,
)
from engarde_tui.match.replay import Perspective, Replay
from engarde_tui.match.scene import Scene
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.cycle import next_choice
from engarde_tui.widgets.board import SEAT_INKS, BoardWidget
from engarde_tui.widgets.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.headline import Headline
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.score_track import ScoreTrack
from engine.en_garde import Rules, Seat

SPEEDS: Final = {"slow": 3.0, "normal": 1.5, "fast": 0.5}
"""Seconds between two actions of automatic play."""

_PERSPECTIVES: Final = {
    Perspective.BOTH: "both hands open",
    Perspective.LEFT: "the left hand open",
    Perspective.RIGHT: "the right hand open",
    Perspective.NONE: "no hand open",
}
_ACTION = Binding.Group("action", compact=True)
_TURN = Binding.Group("turn", compact=True)
_ROUND = Binding.Group("round", compact=True)


_BARS: Final = "▁▂▃▅▆▇█"
"""A chance, from 0 to 1."""


class Commentary(BoardWidget):
    """The last action, the position or the verdict, and what the master thinks of the action."""

    review: reactive[Review | None] = reactive(None, repaint=False)

    def watch_review(self) -> None:
        """Show it."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw what happened above the position or the verdict, the master's view below."""
        if self.view is None:
            return
        view = self.view
        if view.round.result is None:
            lines = [
                (last_action(view), "alert" if view.round.attack else "strong"),
                (position(view), "plain"),
            ]
        else:
            steps = comparison(view) or [last_action(view)]
            lines = [*[(step, "strong") for step in steps], (verdict(view), "accent")]
        if self.review is not None and len(lines) < canvas.height:
            lines.append((criticism(self.review), "alert" if self.review.loss >= WEAK else "key"))
        for row, (text, ink) in enumerate(lines):
            canvas.put_centre(row, text, ink)


class Course(BoardWidget):
    """The chance of one fencer to win the round, as that fencer sees it: a bar for each state."""

    chances: reactive[tuple[Seat, tuple[float, ...]] | None] = reactive(None, repaint=False)
    place: reactive[int] = reactive(0, repaint=False)
    """Index of the state shown."""

    def watch_chances(self) -> None:
        """Show it."""
        self.redraw()

    def watch_place(self) -> None:
        """Show it."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the name, the bars, and what the last action changed, in one line."""
        if self.view is None or self.chances is None:
            return
        seat, chances = self.chances
        name = f"{self.view.names[seat]}'s chance to win: "
        now = " → ".join(map(percent, chances[max(self.place - 1, 0) : self.place + 1]))
        x = (canvas.width - cell_len(name) - len(chances) - 1 - len(now)) // 2
        x = canvas.put(x, 0, name, "dim")
        for place, chance in enumerate(chances):
            bar = _BARS[min(int(chance * len(_BARS)), len(_BARS) - 1)]
            x = canvas.put(x, 0, bar, "pointed" if place == self.place else SEAT_INKS[seat])
        canvas.put(x + 1, 0, now, "strong")


class Progress(CanvasWidget):
    """The step and the round shown, whose cards are open, and whether it plays."""

    text: reactive[str] = reactive("", repaint=False)

    def watch_text(self) -> None:
        """Show it."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw one centred line."""
        canvas.put_centre(0, self.text, "dim")


class ReplayScreen(AppScreen):
    """Steps through a `Replay`."""

    CSS_PATH: ClassVar = paths.style_sheets("table", "replay")
    DEFAULT_CLASSES = "board"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "action", group=_ACTION, id="action-back", tooltip="One action back"),
        Binding("right", "step(1)", "action", group=_ACTION, id="action-on", tooltip="One action on"),
        Binding("up", "turn(-1)", "turn", group=_TURN, id="turn-back", tooltip="One turn back"),
        Binding("down", "turn(1)", "turn", group=_TURN, id="turn-on", tooltip="One turn on"),
        Binding(
            "left_square_bracket,pageup",
            "round(-1)",
            "round",
            key_display="[",
            group=_ROUND,
            id="round-back",
            tooltip="One round back",
        ),
        Binding(
            "right_square_bracket,pagedown",
            "round(1)",
            "round",
            key_display="]",
            group=_ROUND,
            id="round-on",
            tooltip="One round on",
        ),
        Binding("home", "rewind", "first", show=False, id="rewind", tooltip="The first deal"),
        Binding("end", "jump_to_end", "last", show=False, id="jump-to-end", tooltip="The last action"),
        Binding("space", "play_or_pause", "play", id="autoplay", tooltip="Play automatically, or stop"),
        Binding("s", "speed", "speed", id="speed", tooltip="Slow, normal, fast"),
        Binding("v", "perspective", "view", id="perspective", tooltip="Both hands, left, right, none"),
        Binding("escape", "leave", show=False, id="leave-replay"),
    ]

    scene: reactive[Scene | None] = reactive(None, init=False, repaint=False)

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self._replay = replay
        self.set_reactive(ReplayScreen.scene, Scene(replay.view))
        self.rules: Rules = replay.view.round.rules
        self._speed = "normal"
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Show the board above both hands and the piles."""
        yield Headline().data_bind(ReplayScreen.scene)
        with Horizontal(id="scores"):
            yield ScoreTrack(Seat.LEFT).data_bind(ReplayScreen.scene)
            yield ScoreTrack(Seat.RIGHT).data_bind(ReplayScreen.scene)
        yield Piste().data_bind(ReplayScreen.scene)
        yield Commentary().data_bind(ReplayScreen.scene)
        yield Course().data_bind(ReplayScreen.scene)
        with Horizontal(id="lower"):
            yield Hand(Seat.LEFT).data_bind(ReplayScreen.scene)
            yield DrawPile(top=1).data_bind(ReplayScreen.scene)
            yield Discard(top=1).data_bind(ReplayScreen.scene)
            yield Hand(Seat.RIGHT).data_bind(ReplayScreen.scene)
            yield ScoreSheet().data_bind(ReplayScreen.scene)
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
        """Move through the match; whoever does so by hand wants automatic play to stop."""
        self._pause()
        move()
        self._show()

    def action_perspective(self) -> None:
        """Open other hands."""
        self._replay.perspective = next_choice(self._replay.perspective, Perspective)
        self._show()

    def action_play_or_pause(self) -> None:
        """Play automatically, from the beginning where the end is shown; or stop."""
        if self._timer is not None:
            self._pause()
        else:
            if self._replay.place == self._replay.last:
                self._replay.rewind()
            self._timer = self.set_interval(SPEEDS[self._speed], self._play_on)
        self._show()

    def action_speed(self) -> None:
        """Play at the next speed; wraps."""
        self._speed = next_choice(self._speed, SPEEDS)
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._play_on)
        self._show()

    async def action_leave(self) -> None:
        """Close the page; where nothing lies below it, leave the program."""
        if not await self.app.run_action("close"):
            self.app.exit()

    def _play_on(self) -> None:
        self._replay.step(1)
        if self._replay.place == self._replay.last:
            self._pause()
        self._show()

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _show(self) -> None:
        replay = self._replay
        self.scene = Scene(replay.view)
        self.query_one(Commentary).review = replay.review
        course = self.query_one(Course)
        course.set_reactive(Course.place, replay.place_in_round)
        course.chances = replay.chances
        course.redraw()
        going = f"{'playing' if self._timer else 'stopped'}, {self._speed} speed"
        self.query_one(Progress).text = " · ".join(
            (
                f"step {replay.place} of {replay.last}",
                f"round {self.scene.view.number} of {replay.rounds}",
                _PERSPECTIVES[replay.perspective],
                going,
            )
        )
