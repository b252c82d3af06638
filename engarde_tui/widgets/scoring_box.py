"""The scoring box above a table: names, lamps and score, as at a real bout."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.language import tr
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import cut, goal, starter
from engarde_tui.presentation import presentation_of
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, measure
from engarde_tui.widgets.lettering import numeral_width, put_numeral
from engarde_tui.widgets.moving import Frame, MovingWidget
from engine.game import Seat, game_of
from engine.match import MatchView

_MOST_LAMPS: Final = 11
"""The largest target drawn as lamps; beyond it, only the number shows."""

_SCORE_COLUMNS: Final = 13
"""Columns of half of the score, of the frame, the arrow and the gaps."""

_LIGHTING: Final = (("dim", 0.16), ("pointed", 0.1), ("accent", 0.1))
"""The lamp of a round that is won before it stays lit, and for how many seconds."""

_LEAST_OF_NAME: Final = 10
"""Columns that a rating leaves of a longer name."""

_TALL: Final = 30
"""Rows of a window in which the score has large figures."""

_GRANDEST: Final = Size(160, 48)
"""A window in which they are larger still."""


def box_rows(window: Size) -> int:
    """Return the rows of the box in a window: 3, or 5 or 7 if there is room for larger figures."""
    if _GRANDEST.width <= window.width and _GRANDEST.height <= window.height:
        return 7
    return 5 if window.height >= _TALL else 3


class ScoringBox(MovingWidget):
    """A frame with the game and the round in its edge; inside, each fencer's name and lamps around the score.

    An arrow marks the player to act; when a round is won, the winner's last lamp is named.
    """

    CALLS: ClassVar = True
    """Whether a touch is called."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the frame and of the score."""
        return box_rows(viewport)

    def reads(self, scene: Scene) -> object:
        """Return the view, whether the match is saved, and the ratings."""
        return scene.view, scene.is_unsaved, scene.ratings

    def movement(self, before: MatchView[Any], now: MatchView[Any]) -> Sequence[Frame]:
        """Return how the lamp of whoever has just won the round lights: after the hit is seen, twice."""
        if before.round.result is not None or now.round.result is None:
            return ()
        return [Frame(foreground, seconds) for foreground, seconds in _LIGHTING]

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame, the score, and both sides."""
        if self.scene is None:
            return
        left, width = measure(canvas)
        canvas.put_frame(left, 0, width, canvas.height)
        self._put_heading(canvas, left + 2, left + width - 2)
        middle = canvas.height // 2
        self._put_score(canvas, middle)
        for seat in Seat:
            self._put_fencer(canvas, seat, left + 2 if seat is Seat.LEFT else left + width - 2, middle)

    def _put_heading(self, canvas: Canvas, left: int, right: int) -> None:
        """Write the game and the target on the left of the frame's upper edge, the round on the right."""
        assert self.scene is not None
        view = self.scene.view
        right = canvas.put_right(right, 0, f" {starter(view)} ", "dim")
        game = game_of(view.round.rules).title
        x = canvas.put(left, 0, f" {game} ", "title")
        if self.scene.is_unsaved:
            x = canvas.put(x, 0, f"· {tr('not saved')} ", "alert")
        title = presentation_of(view.round.rules).rules_title(view.round.rules)
        for part in (f"· {part} " for part in (title, goal(view.target)) if part != game):
            if x + cell_len(part) < right:
                x = canvas.put(x, 0, part, "dim")

    def _put_score(self, canvas: Canvas, middle: int) -> None:
        assert self.view is not None
        left, right = self.view.score
        centre = canvas.width // 2
        if canvas.height < 5:
            canvas.put_right(centre - 1, middle, str(left), "left")
            canvas.put(centre, middle, ":", "dim")
            canvas.put(centre + 2, middle, str(right), "right")
            return
        rows = canvas.height - 2
        put_numeral(canvas, centre - 2 - numeral_width(left, rows), 1, left, "left", rows)
        canvas.put(centre, middle, ":", "dim")
        put_numeral(canvas, centre + 3, 1, right, "right", rows)

    def _put_fencer(self, canvas: Canvas, seat: Seat, edge: int, row: int) -> None:
        """Write name, rating and lamps from the edge of the box inwards; the name is cut for the rating."""
        assert self.view is not None
        assert self.scene is not None
        view, is_left, foreground = self.view, seat is Seat.LEFT, SEAT_FOREGROUNDS[seat]
        turn = ("►" if is_left else "◄") if view.round.turn is seat else " "
        score = view.score[seat]
        called = f" ● {self._touch} " if self.CALLS and self._scorer is seat else ""
        lamps = view.target if view.target <= _MOST_LAMPS else 0
        room = measure(canvas)[1] // 2 - _SCORE_COLUMNS - cell_len(called)
        name, rating = view.names[seat], self.scene.ratings[seat]
        if rating:
            rating = f"({rating})"
            left_over = room - lamps - len(rating) - 1
            fits = left_over >= min(cell_len(name), _LEAST_OF_NAME)
            name, rating = (cut(name, left_over), rating) if fits else (name, "")
        parts = [(turn, "accent"), (name, foreground), (rating, "dim")]
        if rating or cell_len(name) + lamps <= room:
            parts += [("●" * score, foreground), ("○" * (lamps - score), "dim")] if lamps else []
        parts += [(called, self.picture or "pointed")] if called else []
        x = edge
        for number, (text, part_foreground) in enumerate(parts):
            if not text:
                continue
            # No gap between lit and unlit lamps.
            gap = 0 if number == 4 and score else 1
            if is_left:
                x = canvas.put(x + (gap if number else 0), row, text, part_foreground)
            else:
                x = canvas.put_right(x - (gap if number else 0), row, text, part_foreground)

    @property
    def _scorer(self) -> Seat | None:
        """Who has just won the round; None while it is played, or if it is drawn."""
        assert self.view is not None
        result = self.view.round.result
        return None if result is None else result.winner

    @property
    def _touch(self) -> str:
        """What is called when the round is won."""
        assert self.view is not None
        result = self.view.round.result
        return tr("TOUCH") if result is not None and result.reason.value == "hit" else tr("ROUND")
