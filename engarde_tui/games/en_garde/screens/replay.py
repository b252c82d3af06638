"""A match watched again, step by step, on the same board as the table's."""

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
from engarde_tui.games.en_garde.words import comparison, criticism, last_action, percent, position, verdict
from engarde_tui.match.replay import Perspective, Replay
from engarde_tui.match.scene import Scene
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.cycle import after
from engarde_tui.widgets.board import SEAT_INKS, BoardWidget
from engarde_tui.widgets.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.headline import Headline
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.score_sheet import ScoreSheet
from engarde_tui.widgets.score_track import ScoreTrack
from engine.en_garde import Rules, Seat

SPEEDS: Final = {"slow": 3.0, "normal": 1.5, "fast": 0.5}
"""Seconds from one action to the next."""

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
"""A chance, from none to certainty."""

_TURNING: Final = 0.15
"""A chance that changes by so much is worth a mark."""


class Commentary(BoardWidget):
    """The action just played, what it led to, how a round was won, and what the master thinks of it."""

    review: reactive[Review | None] = reactive(None, repaint=False)

    def watch_review(self) -> None:
        """Show it."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """What happened, then the position or the verdict, then the master's view."""
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
            change = self.review.after - self.review.before
            mark = "▼ " if change < -_TURNING else "▲ " if change > _TURNING else ""
            lines.append((mark + criticism(view, self.review, canvas.width - len(mark)), "key"))
        for row, (text, ink) in enumerate(lines):
            canvas.put_centre(row, text, ink)


class Course(BoardWidget):
    """How likely one fencer was to win the round, a bar for each of its states."""

    chances: reactive[tuple[Seat, tuple[float, ...]] | None] = reactive(None, repaint=False)
    place: reactive[int] = reactive(0, repaint=False)
    """The bar of the state looked at."""

    def watch_chances(self) -> None:
        """Show it."""
        self.redraw()

    def watch_place(self) -> None:
        """Show it."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Name, bars, and the number now, in one line."""
        if self.view is None or self.chances is None:
            return
        seat, chances = self.chances
        name, now = f"to win, as {self.view.names[seat]} sees it ", f" {percent(chances[self.place])}"
        x = (canvas.width - cell_len(name) - len(chances) - len(now)) // 2
        x = canvas.put(x, 0, name, "dim")
        for place, chance in enumerate(chances):
            bar = _BARS[min(int(chance * len(_BARS)), len(_BARS) - 1)]
            x = canvas.put(x, 0, bar, "pointed" if place == self.place else SEAT_INKS[seat])
        canvas.put(x, 0, now, "strong")


class Progress(CanvasWidget):
    """Where in the match we are, whose cards show, and whether it goes on by itself."""

    text: reactive[str] = reactive("", repaint=False)

    def watch_text(self) -> None:
        """Show it."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """One line, in the middle."""
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
        Binding("space", "play_or_pause", "play", id="autoplay", tooltip="Go on by itself, or stop"),
        Binding("s", "speed", "speed", id="speed", tooltip="Slow, normal, fast"),
        Binding("v", "perspective", "view", id="perspective", tooltip="Both hands, left, right, none"),
        Binding("escape", "leave", "back", key_display="esc", id="leave-replay", tooltip="Stop watching"),
        Binding("q,backspace", "leave", "back", show=False, id="leave-replay-too"),
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
        """The board above, both hands and the piles below."""
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
        """Say where we are."""
        self._show()

    def action_step(self, actions: int) -> None:
        """Go one action on or back."""
        self._replay.step(actions)
        self._show()

    def action_turn(self, forward: int) -> None:
        """Go one turn on or back."""
        self._replay.step_turn(forward)
        self._show()

    def action_round(self, forward: int) -> None:
        """Go one round on or back."""
        self._replay.step_round(forward)
        self._show()

    def action_rewind(self) -> None:
        """Go to the first deal."""
        self._replay.rewind()
        self._show()

    def action_jump_to_end(self) -> None:
        """Go to the last action."""
        self._replay.jump_to_end()
        self._show()

    def action_perspective(self) -> None:
        """Show other hands."""
        self._replay.perspective = after(self._replay.perspective, Perspective)
        self._show()

    def action_play_or_pause(self) -> None:
        """Go on by itself, from the beginning where we are at the end; or stop doing so."""
        if self._timer is not None:
            self._pause()
        else:
            if self._replay.place == self._replay.last:
                self._replay.rewind()
            self._timer = self.set_interval(SPEEDS[self._speed], self._play_on)
        self._show()

    def action_speed(self) -> None:
        """The next speed, round and round."""
        self._speed = after(self._speed, SPEEDS)
        if self._timer is not None:
            self._timer.stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._play_on)
        self._show()

    def action_leave(self) -> None:
        """Back to where we came from, or out of the program."""
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
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
