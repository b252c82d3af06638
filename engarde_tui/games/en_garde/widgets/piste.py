"""The piste: both fencers, the 23 squares, the distance, and the effect of the draft."""

from collections.abc import Mapping
from typing import NamedTuple

from engarde_tui.games.en_garde.widgets.composing import ComposingWidget
from engarde_tui.games.en_garde.widgets.figures import BLADE_ROW, LARGE, SMALL, mirrored
from engarde_tui.games.en_garde.words import preview
from engarde_tui.widgets.board import SEAT_INKS
from engarde_tui.widgets.canvas import Canvas
from engine.en_garde import Reason, RoundView, Seat
from engine.en_garde.rules import PISTE_SQUARES

_ROWS_BELOW = 6
"""Rows of the squares (3), the reach of the cards, the distance and the preview."""


class _Layout(NamedTuple):
    """The positions of squares and figures on the canvas."""

    cell: int
    """Columns from one square's border to the next."""
    margin: int
    floor: int
    """The row of the squares' upper border; figures stand on it."""
    figures: Mapping[str, tuple[str, ...]]

    def edge(self, square: int) -> int:
        """Return the column of a square's left border."""
        return self.margin + (square - 1) * self.cell

    def centre(self, square: int) -> int:
        """Return the middle column of a square."""
        return self.edge(square) + self.cell // 2


class Piste(ComposingWidget):
    """The whole piste, its squares as wide and its figures as tall as fit."""

    def draw(self, canvas: Canvas) -> None:
        """Draw figures above the squares, and reach, distance and preview below."""
        if self.view is None:
            return
        round = self.view.round
        cell = min((canvas.width - 1) // PISTE_SQUARES, 8)
        above = canvas.height - _ROWS_BELOW
        figures = LARGE if cell >= 5 and above >= len(LARGE["guard"]) else SMALL
        stature = len(figures["guard"])
        floor = stature + max(above - stature, 0) // 2
        layout = _Layout(cell, (canvas.width - cell * PISTE_SQUARES - 1) // 2, floor, figures)
        chosen = self.draft.chosen
        landing = _landing(round, chosen.step) if chosen and chosen.step else None
        self._draw_squares(canvas, layout, round, landing)
        self._draw_fencers(canvas, layout, round)
        self._draw_reach(canvas, layout, round, landing)
        self._draw_distance(canvas, layout, round, landing)
        if chosen:
            canvas.put_centre(layout.floor + 5, preview(round, chosen), "accent")

    def _draw_squares(self, canvas: Canvas, layout: _Layout, round: RoundView, landing: int | None) -> None:
        inner = "─" * (layout.cell - 1)
        for row, (left, middle, right) in enumerate((("┌", "┬", "┐"), ("│", "│", "│"), ("└", "┴", "┘"))):
            fill = " " * (layout.cell - 1) if row == 1 else inner
            line = left + middle.join([fill] * PISTE_SQUARES) + right
            canvas.put(layout.margin, layout.floor + row, line, "dim")
        for square in range(1, PISTE_SQUARES + 1):
            ink = "plain"
            if square in round.positions:
                ink = SEAT_INKS[Seat(round.positions.index(square))]
            elif square == landing:
                ink = "pointed"
            number = f"{square:>2}".center(layout.cell - 1)
            canvas.put(layout.edge(square) + 1, layout.floor + 1, number, ink)
            canvas.make_target(layout.edge(square) + 1, 0, layout.cell, canvas.height, ("square", square))

    def _draw_fencers(self, canvas: Canvas, layout: _Layout, round: RoundView) -> None:
        figures = layout.figures
        width = len(figures["guard"][0])
        top = layout.floor - len(figures["guard"])
        starts = [layout.centre(square) - width // 2 for square in round.positions]
        gap = starts[1] - starts[0] - width
        for seat in Seat:
            pose = _pose(round, seat)
            ink = SEAT_INKS[seat]
            figure = figures[pose] if seat is Seat.LEFT else mirrored(figures[pose])
            for row, line in enumerate(figure):
                canvas.put(starts[seat], top + row, line, ink)
            if pose in ("won", "hit"):
                continue
            lunges = pose == "lunge"
            length = gap if lunges else min((gap + (seat is Seat.LEFT)) // 2, width)
            if round.attack is not None and not lunges:
                length = 0
            blade = "━" * (length - 1) + "►" * (length > 0) if lunges else "─" * length
            if seat is Seat.RIGHT:
                blade = blade[::-1].replace("►", "◄")
            start = starts[0] + width if seat is Seat.LEFT else starts[1] - length
            canvas.put(start, top + BLADE_ROW[width], blade, "alert" if lunges else ink)

    def _draw_reach(self, canvas: Canvas, layout: _Layout, round: RoundView, landing: int | None) -> None:
        """Draw under each reachable square the card that moves there."""
        for action in self.draft.options:
            if action.step:
                square = _landing(round, action.step)
                canvas.put(layout.centre(square), layout.floor + 3, str(abs(action.step)), "dim")
        if landing is not None:
            canvas.put(layout.centre(landing), layout.floor + 3, "▲", "accent")

    def _draw_distance(self, canvas: Canvas, layout: _Layout, round: RoundView, landing: int | None) -> None:
        """Draw the distance, or the one after the draft."""
        ends = list(round.positions)
        if landing is not None and round.seat is not None:
            ends[round.seat] = landing
        left, right = layout.centre(ends[0]), layout.centre(ends[1])
        inner = right - left - 1
        distance = str(ends[1] - ends[0])
        labels = (f" distance {distance} ", f" {distance} ", distance)
        label = next(text for text in labels if len(text) <= inner or text is distance)
        canvas.put(left, layout.floor + 4, "├" + "─" * inner + "┤", "dim")
        if label is not labels[0]:
            beside = right + 2 if right + 10 < canvas.width else left - 9
            canvas.put(beside, layout.floor + 4, "distance", "dim")
        canvas.put(
            left + 1 + (inner - len(label)) // 2,
            layout.floor + 4,
            label,
            "plain" if landing is None else "accent",
        )


def _landing(round: RoundView, step: int) -> int:
    """Return the square that a step of the viewing fencer leads to."""
    assert round.seat is not None
    return round.positions[round.seat] + (step if round.seat is Seat.LEFT else -step)


def _pose(round: RoundView, seat: Seat) -> str:
    """Return the pose of a fencer: "lunge", "hit", "won" or "guard"."""
    if round.result is not None and round.result.winner is not None:
        if round.result.winner is seat:
            return "won"
        return "hit" if round.result.reason is Reason.HIT else "guard"
    return "lunge" if round.attack is not None and round.turn is seat.other else "guard"
