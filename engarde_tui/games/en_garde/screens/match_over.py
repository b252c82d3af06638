"""The end of a match of En Garde."""

from typing import ClassVar

from textual.geometry import Size

from engarde_tui.games.en_garde.review import Reviews
from engarde_tui.games.en_garde.screens.review import review_screen
from engarde_tui.games.en_garde.widgets.fencers import put_fencers
from engarde_tui.games.en_garde.widgets.figures import MEDIUM, SMALL, FigureSize, Pose, put_light
from engarde_tui.games.en_garde.widgets.stances import Stance
from engarde_tui.play.keys import REVIEWED
from engarde_tui.screens.match_over import Finale, MatchOverScreen, Winner
from engarde_tui.terminal.canvas import Canvas
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


class EnGardeFinale(Finale):
    """The winner, every round, and the way to a review."""

    winner: ClassVar = SalutingWinner
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

        screen.app.push_screen(review_screen(self._reviews, screen.side, show))
