"""Board widgets that show a change as a short movement."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

from textual.timer import Timer

from engarde_tui.play.scene import Scene
from engarde_tui.widgets.board import BoardWidget
from engine.match import MatchView

LONGEST: Final = 0.5
"""Seconds that a movement takes at most."""


class Frame(NamedTuple):
    """A picture of a movement."""

    picture: Any
    """What is drawn in place of the still state."""
    seconds: float


class MovingWidget(BoardWidget):
    """A board widget whose changes are seen: a few frames, then the still state.

    The scene changes at once; only the drawing lags behind. Frames must show nothing that the scene hides.
    """

    picture: Any = None
    """The picture of the movement to draw; None once everything stands still."""

    _frames: list[Frame]
    _timer: Timer | None = None

    def movement(self, before: MatchView[Any], now: MatchView[Any]) -> Sequence[Frame]:
        """Return how the widget gets from one view to the other; empty for no movement."""
        return ()

    def watch_scene(self, before: Scene | None, scene: Scene | None) -> None:
        """Begin to move if the view has changed."""
        if before is not None and scene is not None and before.view is not scene.view:
            self._stop()
            if cast(Any, self.app).motion:
                self._begin(self.movement(before.view, scene.view))
        super().watch_scene(before, scene)

    def finish_moving(self) -> None:
        """Show the still state at once."""
        if self.picture is not None:
            self._stop()
            self.redraw()

    def _begin(self, frames: Sequence[Frame]) -> None:
        total = sum(frame.seconds for frame in frames)
        pace = min(LONGEST / total, 1) if total else 1
        self._frames = [Frame(picture, seconds * pace) for picture, seconds in frames]
        self._take_next()

    def _take_next(self) -> None:
        self._timer = None
        self.picture = None
        if self._frames:
            self.picture, seconds = self._frames.pop(0)
            timer: Timer = self.set_timer(seconds, lambda: self._end_frame(timer))
            self._timer = timer

    def _end_frame(self, timer: Timer) -> None:
        # A timer that was stopped may have sent its message before.
        if timer is self._timer:
            self.show_next()

    def hold(self) -> None:
        """Stay at this frame until `show_next`: who films has a clock of their own."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def show_next(self) -> None:
        """Show the next frame, or the still state after the last."""
        self._take_next()
        self.redraw()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.picture = None
        self._frames = []
