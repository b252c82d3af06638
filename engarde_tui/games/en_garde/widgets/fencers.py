"""Drawing both fencers and their blades on the piste."""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from engarde_tui.games.en_garde.widgets.figures import Figure, FigureSize, Pointing, Pose
from engarde_tui.games.en_garde.widgets.stances import Stances
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engine.game import Seat

_MEETING: Final = 2
"""Squares within which a blade that comes can be met."""

_DRAWN: Final = re.compile("[^ ]+")


class _Fencer(NamedTuple):
    """A figure on the canvas: its upper left corner, and the direction it faces."""

    figure: Figure
    x: int
    y: int
    forward: int
    """1 for the fencer on the left, -1 for the one on the right."""

    @property
    def blade(self) -> tuple[int, int]:
        """The first cell of the blade."""
        column, row = self.figure.blade
        return self.x + column, self.y + row

    def front(self, row: int) -> int:
        """Return the foremost column of the figure in a row of the canvas; its foot's if the row is empty."""
        line = self.figure.rows[row - self.y] if 0 <= row - self.y < len(self.figure.rows) else ""
        drawn = [column for column, char in enumerate(line) if char != " "] or [self.figure.foot]
        return self.x + (max(drawn) if self.forward > 0 else min(drawn))


def put_fencers(
    canvas: Canvas,
    size: FigureSize,
    floor: int,
    centre: Callable[[float], int],
    stances: Stances,
    *,
    sparks: int = 0,
    landing: Seat | None = None,
    flash: Seat | None = None,
) -> None:
    """Draw both fencers standing on row `floor`; `centre` returns the column of a square.

    `sparks` fly so far from where the blades meet; `landing` is the fencer whose blade arrives, `flash` the
    one who is being hit.
    """
    fencers = []
    for seat in Seat:
        stance = stances[seat]
        figure = _facing(size.figure(_pose(stances, seat)), seat)
        foreground = "strong" if seat is flash else SEAT_FOREGROUNDS[seat]
        x, y = centre(stance.square) - figure.foot, floor - len(figure.rows)
        if stance.pose is Pose.HIT:
            # At the end of the piste the head would be beyond the edge.
            x = min(max(x, 0), canvas.width - len(figure.rows[0]))
        fencers.append(_Fencer(figure, x, y, 1 if seat is Seat.LEFT else -1))
        _put_figure(canvas, figure, x, y, foreground)
    drawn: dict[tuple[int, int], str] = {}
    crossing = point = None
    for seat in Seat:
        one, other = fencers[seat], fencers[seat.other]
        is_thrusting = stances[seat].is_thrusting
        if stances[seat.other].is_thrusting and one.figure.pointing is Pointing.AHEAD:
            # It would lie along the blade that comes at it.
            continue
        for cell, char in _blade(one, other, size, is_thrusting=is_thrusting):
            foreground = "alert" if is_thrusting else SEAT_FOREGROUNDS[seat]
            if seat is landing:
                foreground = "strong"
            if cell in drawn:
                char, foreground = "╳", "strong"
                crossing = cell
            drawn[cell] = char
            point = cell if is_thrusting else point
            canvas.put(*cell, char, foreground)
    # Close by, the blades have no room to cross.
    if sparks and (place := crossing or point) is not None:
        _put_sparks(canvas, *place, sparks)


def _pose(stances: Stances, seat: Seat) -> Pose:
    """Return a fencer's pose: close by, a lunge is drawn back, and a guard meets it with the blade up."""
    pose, apart = stances[seat].pose, stances[Seat.RIGHT].square - stances[Seat.LEFT].square
    if pose is Pose.LUNGE and apart <= 1:
        return Pose.THRUST
    is_met = stances[seat.other].is_thrusting and apart <= _MEETING
    return Pose.CLOSE if is_met and pose is Pose.GUARD else pose


def _put_sparks(canvas: Canvas, x: int, y: int, reach: int) -> None:
    """Draw a spark in a cell, and others where they have flown from it."""
    canvas.put(x, y, "*", "accent")
    away = reach - 1
    for side in (-away, away) if away else ():
        canvas.put(x + 2 * side, y - away, "•", "accent")
        canvas.put(x + side, y + away, "•", "accent")


def put_shadow(canvas: Canvas, size: FigureSize, floor: int, column: int, pose: Pose, seat: Seat) -> None:
    """Draw where a fencer would stand, with the front foot in `column`."""
    figure = _facing(size.figure(pose), seat)
    _put_figure(canvas, figure, column - figure.foot, floor - len(figure.rows), "frame")


@cache
def _facing(figure: Figure, seat: Seat) -> Figure:
    return figure if seat is Seat.LEFT else figure.mirrored


def _put_figure(canvas: Canvas, figure: Figure, x: int, y: int, foreground: str) -> None:
    for row, line in enumerate(figure.rows, y):
        for part in _DRAWN.finditer(line):
            canvas.put(x + part.start(), row, part[0], foreground)


def _blade(
    one: _Fencer, other: _Fencer, size: FigureSize, *, is_thrusting: bool
) -> list[tuple[tuple[int, int], str]]:
    """Return the cells of a blade with their characters, the point last."""
    (x, y), forward = one.blade, one.forward
    match one.figure.pointing:
        case Pointing.AHEAD if is_thrusting:
            # The point stops before the body, or goes into it.
            depth = 0 if other.figure.pointing is Pointing.NONE else -2
            length = max((other.front(y) - x) * forward + 1 + depth, 1)
            point = "►" if forward > 0 else "◄"
            return [((x + step * forward, y), "━") for step in range(length - 1)] + [
                ((x + (length - 1) * forward, y), point)
            ]
        case Pointing.AHEAD:
            # Two blades on guard meet in the middle; they do not reach through each other.
            gap = (other.blade[0] - x) * forward + 1
            length = min(size.blade, max((gap + (forward > 0)) // 2, 0))
            return [((x + step * forward, y), "─") for step in range(length)]
        case Pointing.RISING:
            char = "╱" if forward > 0 else "╲"
            return [((x + step * forward, y - step), char) for step in range(min(size.raised_blade, y + 1))]
        case Pointing.UPRIGHT:
            return [((x, y - step), "│") for step in range(min(size.raised_blade, y + 1))]
        case Pointing.FALLING:
            char = "╲" if forward > 0 else "╱"
            rows = min(size.raised_blade, one.y + size.height - y)
            return [((x + step * forward, y + step), char) for step in range(rows)]
        case _:
            return []
