"""The end of a match of En Garde."""

from functools import cached_property
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size

from engarde_tui.games.en_garde.review import Reviews
from engarde_tui.games.en_garde.screens.review import review_screen
from engarde_tui.games.en_garde.widgets.fencers import put_fencers
from engarde_tui.games.en_garde.widgets.figures import MEDIUM, SMALL, FigureSize, Pose
from engarde_tui.games.en_garde.widgets.light import put_light
from engarde_tui.games.en_garde.widgets.stances import Stance
from engarde_tui.match.place import Place
from engarde_tui.screens.match_over import MatchOverScreen, Winner
from engarde_tui.widgets.canvas import Canvas
from engine.game import Seat


class SalutingWinner(Winner):
    """The winner with raised arms, the other fencer saluting."""

    def picture_rows(self, window: Size) -> int:
        """Return the rows of the fencers and of the strip below them."""
        return _figures(window).height + 1

    def put_picture(self, canvas: Canvas, winner: Seat) -> None:
        """Draw both fencers on the lit strip."""
        size = _figures(self.app.size)
        centre, apart = canvas.width // 2, size.back + 2
        width = min(6 * size.back + 20, canvas.width)
        put_light(canvas, canvas.width // 2, size.height, width)
        canvas.fill(centre - width // 2, size.height, width, 1, "strip")
        canvas.put(centre - width // 2, size.height, "▔" * width, "frame")
        poses = (Pose.VICTORY if seat is winner else Pose.SALUTE for seat in Seat)
        feet = (centre - apart // 2, centre + apart // 2)
        left, right = (Stance(foot, pose) for foot, pose in zip(feet, poses, strict=True))
        put_fencers(canvas, size, size.height, int, (left, right))


def _figures(window: Size) -> FigureSize:
    return MEDIUM if window.height >= 36 else SMALL


class EnGardeMatchOverScreen(MatchOverScreen):
    """The winner, every round, and what to do next."""

    WINNER: ClassVar = SalutingWinner
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "review", "review", id="review", tooltip="Costliest choices, luck and skill")
    ]

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._side = place.alone or Seat.LEFT

    @cached_property
    def _reviews(self) -> Reviews:
        return Reviews(self._table.replay())

    def action_review(self) -> None:
        """Show the costliest choices, and tell luck and skill apart."""
        self.app.push_screen(review_screen(self._reviews, self._side, self._show))

    def _show(self, position: int) -> None:
        """Show the state at a position, over the review."""
        replay = self._table.replay()
        replay.jump(position)
        self.navigator.open_replay(replay)
