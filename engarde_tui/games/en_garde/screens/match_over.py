"""The end of a match of En Garde."""

from typing import ClassVar, Final

from textual.geometry import Size

from engarde_tui.games.en_garde.review import Reviews
from engarde_tui.games.en_garde.screens.review import review_screen
from engarde_tui.games.en_garde.widgets.backdrop import put_backdrop
from engarde_tui.games.en_garde.widgets.fencers import put_fencers
from engarde_tui.games.en_garde.widgets.figures import LARGE, MEDIUM, SMALL, FigureSize, Pose
from engarde_tui.games.en_garde.widgets.stances import Stance
from engarde_tui.play.keys import REVIEWED
from engarde_tui.screens.match_over import Finale, MatchOverScreen, Picture
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import measure
from engine.game import Seat

_ROOM: Final = {LARGE: Size(120, 56), MEDIUM: Size(80, 36), SMALL: Size(0, 0)}
"""The smallest window for each size of fencers."""

_HEADROOM: Final = 3
"""Rows above the fencers, where there is room for them."""


class RaisedBlade(Picture):
    """The winner with the blade raised, the other fencer with blade and head lowered."""

    def picture_rows(self, window: Size) -> int:
        """Return the rows of the fencers with their raised blades, and of the strip below them."""
        return _headroom(window) + _figures(window).height + 1

    def put_picture(self, canvas: Canvas, winner: Seat) -> None:
        """Draw both fencers on the lit strip."""
        size = _figures(self.app.size)
        floor = _headroom(self.app.size) + size.height
        centre, apart = canvas.width // 2, 2 * size.back + 6
        edge, width = measure(canvas)
        put_backdrop(self, canvas, size, centre, floor, width)
        canvas.fill(edge, floor, width, 1, "strip")
        canvas.put(edge, floor, "▔" * width, "frame")
        poses = (Pose.VICTORY if seat is winner else Pose.DEFEAT for seat in Seat)
        feet = (centre - apart // 2, centre + apart // 2)
        left, right = (Stance(foot, pose) for foot, pose in zip(feet, poses, strict=True))
        put_fencers(canvas, size, floor, int, (left, right))


def _figures(window: Size) -> FigureSize:
    return next(
        size for size, room in _ROOM.items() if window.width >= room.width and window.height >= room.height
    )


def _headroom(window: Size) -> int:
    """Return the rows above the fencers, into which a blade can be raised."""
    return 0 if _figures(window) is SMALL else _HEADROOM


class EnGardeFinale(Finale):
    """The winner, every round, and the way to a review."""

    picture: ClassVar = RaisedBlade
    keys: ClassVar = REVIEWED

    _reviews: Reviews | None = None
    """The reviews of the match; None before they are asked for."""

    def review(self, screen: MatchOverScreen) -> None:
        """Show the costliest choices, and tell luck and skill apart."""
        table, services = screen.end.match, screen.services
        self._reviews = self._reviews or Reviews(table.replay())

        def show(position: int) -> None:
            replay = table.replay()
            replay.jump(position)
            services.open_replay(replay)

        screen.app.push_screen(review_screen(services, self._reviews, screen.side, show))
