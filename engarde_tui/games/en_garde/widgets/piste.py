"""The piste: both fencers on its 23 squares, the reach, the distance, and where the draft leads."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.games.en_garde.widgets.backdrop import put_backdrop
from engarde_tui.games.en_garde.widgets.choices import ComposingWidget
from engarde_tui.games.en_garde.widgets.fencers import put_fencers, put_shadow
from engarde_tui.games.en_garde.widgets.figures import Pose
from engarde_tui.games.en_garde.widgets.movement import Moment, movement
from engarde_tui.games.en_garde.widgets.scale import Scale, scale_for
from engarde_tui.games.en_garde.widgets.stances import stances
from engarde_tui.games.en_garde.words import ground
from engarde_tui.language import tr
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, measure
from engarde_tui.widgets.moving import Frame, MovingWidget
from engine.en_garde import Kind, MatchView, RoundView, Seat
from engine.en_garde.rules import CARD_VALUES, PISTE_SQUARES

_WARNING: Final = 2
"""Squares of the warning area at each end."""

_ON_GUARD: Final = (9, 15)
"""The squares with the on-guard lines."""

_CENTRE: Final = (PISTE_SQUARES + 1) // 2
_SQUARES: Final = range(1, PISTE_SQUARES + 1)


class _Layout(NamedTuple):
    """The positions of squares on the canvas."""

    scale: Scale
    margin: int
    floor: int
    """The first row of the strip; the fencers stand on it."""

    def edge(self, square: int) -> int:
        """Return the first column of a square."""
        return self.margin + (square - 1) * self.scale.cell

    def centre(self, square: float) -> int:
        """Return the middle column of a square, or one between the middles of two."""
        return self.margin + round((square - 1) * self.scale.cell) + self.scale.cell // 2


class Piste(MovingWidget, ComposingWidget):
    """The whole piste in its hall."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that the scale gives it."""
        return scale_for(viewport).piste_rows

    def movement(self, before: MatchView, now: MatchView) -> Sequence[Frame]:
        """Return the steps and strikes of the actions between two views."""
        return movement(before.round, now.round) if before.number == now.number else ()

    def draw(self, canvas: Canvas) -> None:
        """Draw the backdrop, the strip, the fencers, and the measure below."""
        if self.view is None:
            return
        view, scale = self.view, scale_for(self.app.size)
        layout = _Layout(
            scale,
            (canvas.width - scale.cell * PISTE_SQUARES) // 2,
            canvas.height - 2 - scale.strip,
        )
        chosen = self.draft.chosen
        landing = _landing(view.round, chosen.step) if chosen and chosen.step else None
        put_backdrop(self, canvas, scale.figures, canvas.width // 2, layout.floor, scale.cell * PISTE_SQUARES)
        _put_strip(canvas, layout, view.round, self._moves)
        _put_numbers(canvas, layout, view.round, landing)
        # One square away it would run into the fencer.
        is_apart = chosen is not None and abs(chosen.step) > 1
        if landing is not None and chosen is not None and is_apart and view.round.seat is not None:
            pose = Pose.LUNGE if chosen.blades else Pose.GUARD
            column = layout.centre(landing)
            put_shadow(canvas, scale.figures, layout.floor, column, pose, view.round.seat)
        moment = self.picture or Moment(stances(view.round, is_new=not view.finished))
        put_fencers(
            canvas,
            scale.figures,
            layout.floor,
            layout.centre,
            moment.stances,
            sparks=moment.sparks,
            landing=moment.landing,
            flash=moment.flash,
        )
        self._put_measure(canvas, layout, view, landing)
        for square in _SQUARES:
            canvas.make_target(layout.edge(square), 0, scale.cell, canvas.height, ("square", square))

    @property
    def _moves(self) -> dict[int, int]:
        """The squares that a card leads to, each with its step; a hint shows its own way only."""
        if self.view is None or self.draft.is_hint:
            return {}
        view = self.view.round
        return {_landing(view, action.step): action.step for action in self.draft.options if action.step}

    def _put_measure(self, canvas: Canvas, layout: _Layout, view: MatchView, landing: int | None) -> None:
        """Draw the distance as a line; on it or beside it, how long it is and the ground that was gained."""
        squares = list(view.round.positions)
        if landing is not None and view.round.seat is not None:
            squares[view.round.seat] = landing
        left, right = map(layout.centre, squares)
        row = canvas.height - 1
        canvas.put(left, row, "├" + "─" * (right - left - 1) + "┤", "frame")
        if landing is not None:
            canvas.put(layout.centre(landing), row, "▲", "accent")
        distance = self._label(squares[1] - squares[0])
        foreground = "accent" if self.draft.is_hint or landing is not None else "plain"
        edge, width = measure(canvas)
        line, *sides = _Room(left + 1, right), _Room(edge + 1, left), _Room(right + 1, edge + width - 1)
        wide, narrow = sorted(sides, key=lambda side: -side.width)
        gained = ground(squares, view.names)
        both = [f"{distance} · {words}" for words in gained]
        is_split = cell_len(distance) + 2 <= line.width
        if line.put_first(canvas, row, both, foreground):
            return
        if is_split or not wide.put_first(canvas, row, both, foreground):
            (line if is_split else wide).put_first(canvas, row, [distance], foreground)
            (wide if is_split else narrow).put_first(canvas, row, gained, foreground)

    def _label(self, distance: int) -> str:
        """Return what stands on the measure: the distance, or what a hint does there."""
        chosen = self.draft.chosen
        if chosen is None or not self.draft.is_hint:
            return tr("distance {distance}", distance=distance)
        if not chosen.blades:
            return tr("hint: distance {distance}", distance=distance)
        if chosen.kind is Kind.PARRY:
            return tr("hint: parry at {distance}", distance=distance)
        return tr("hint: attack at {distance}", distance=distance)


class _Room(NamedTuple):
    """The columns of a row from `start` to `end`, without it."""

    start: int
    end: int

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.end - self.start

    def put_first(self, canvas: Canvas, row: int, texts: Sequence[str], foreground: str) -> bool:
        """Write the first text that fits, in the middle with a gap around it; return whether there is one."""
        text = next((f" {text} " for text in texts if cell_len(text) + 2 <= self.width), "")
        canvas.put(self.start + (self.width - cell_len(text)) // 2, row, text, foreground)
        return bool(text)


def _put_strip(canvas: Canvas, layout: _Layout, view: RoundView, moves: Mapping[int, int]) -> None:
    cell, rows = layout.scale.cell, layout.scale.strip
    held, in_reach = set(view.hand), _in_reach(view)
    canvas.fill(layout.margin, layout.floor, cell * PISTE_SQUARES, rows, "strip")
    canvas.put(layout.margin, layout.floor, "▔" * cell * PISTE_SQUARES, "frame")
    for square in _SQUARES:
        x = layout.edge(square)
        mark = ""
        if square in in_reach:
            background, mark = ("held", "•") if in_reach[square] in held else ("reach", "·")
            canvas.fill(x, layout.floor, cell, rows, background)
        elif not _WARNING < square <= PISTE_SQUARES - _WARNING:
            mark = "░"
            canvas.fill(x, layout.floor, cell, rows, "warning")
        if square in moves:
            text = _arrow(view, moves[square], mark.strip("░"))
            canvas.put(x + (cell - len(text)) // 2, layout.floor + rows - 1, text, "strong")
        elif mark == "░":
            canvas.put(x, layout.floor + rows - 1, mark * cell, "frame")
        elif mark:
            canvas.put(x + cell // 2, layout.floor + rows - 1, mark, "plain")
        elif square in (_CENTRE, *_ON_GUARD):
            line = "┃" if square == _CENTRE else "│"
            for row in range(rows):
                canvas.put(x + cell // 2, layout.floor + row, line, "dim")
    for seat in Seat:
        x = layout.edge(view.positions[seat])
        canvas.put(x, layout.floor, "▀" * cell, SEAT_FOREGROUNDS[seat])


def _arrow(view: RoundView, step: int, mark: str) -> str:
    """Return the card of a step with an arrow to where it leads, and the mark of the square before that."""
    leads_right = (step > 0) is (view.seat is Seat.LEFT)
    return f"{abs(step)}›{mark}" if leads_right else f"{mark}‹{abs(step)}"


def _put_numbers(canvas: Canvas, layout: _Layout, view: RoundView, landing: int | None) -> None:
    row, cell = layout.floor + layout.scale.strip, layout.scale.cell
    canvas.put(layout.margin, row, "".join(f"{square:^{cell}}" for square in _SQUARES), "dim")
    coloured = {} if landing is None else {landing: "pointed"}
    coloured |= {view.positions[seat]: SEAT_FOREGROUNDS[seat] for seat in Seat}
    for square, foreground in coloured.items():
        canvas.put(layout.edge(square), row, f"{square:^{cell}}", foreground)


def _in_reach(view: RoundView) -> dict[int, int]:
    """Return the squares from which a card hits the opponent, each with that card; {} if none can now."""
    if view.seat is None or view.turn is None or view.attack is not None:
        return {}
    opponent, away = view.positions[view.seat.other], -1 if view.seat is Seat.LEFT else 1
    return {opponent + away * card: card for card in CARD_VALUES}


def _landing(view: RoundView, step: int) -> int:
    """Return the square that a step of the viewing fencer leads to."""
    assert view.seat is not None
    return view.positions[view.seat] + (step if view.seat is Seat.LEFT else -step)
