"""The box above the table: both players and their life points."""

from typing import Final

from rich.cells import cell_len
from textual.geometry import Size

from engarde_tui.games.swords_and_shields.history import life_changes
from engarde_tui.games.swords_and_shields.labels import (
    display_title,
    hand_size,
    hand_title,
    points_in_short,
    points_unit,
    turn_number,
)
from engarde_tui.games.swords_and_shields.names import colour_name
from engarde_tui.games.swords_and_shields.widgets.crest import LITTLE_COLUMNS, SIGNS, put_little_crest
from engarde_tui.games.swords_and_shields.widgets.movement import MovingPart
from engarde_tui.games.swords_and_shields.widgets.scale import life_rows
from engarde_tui.language import tr
from engarde_tui.play.scene import Mode, Scene
from engarde_tui.play.words import cut, fitting_name, goal, starter
from engarde_tui.presentation import presentation_of
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engarde_tui.widgets.lettering import numeral_width, put_numeral
from engine.game import Seat, game_of
from engine.swords_and_shields import DuelView

_MIDDLE: Final = 9
"""Columns between the two players."""

_EDGES: Final = 5
"""Columns of a player's line for its edge, whose turn it is, and a gap."""


class LifeBox(MovingPart):
    """A frame with the game in its upper edge and the player drawn above in its lower one.

    Inside, a bar of life points for each player, as long as the larger number is high; what the last turn
    cost is drawn at its end.
    """

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of everything below it."""
        return self.scale_in(viewport).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return 3 rows, or 5 if there is room for large figures."""
        return life_rows(viewport)

    def columns(self, canvas: Canvas) -> int:
        """Return how wide the frame is: as wide as the table."""
        return min(self.scale.width, canvas.width)

    def reads(self, scene: Scene) -> object:
        """Return the view, whether the match is saved, and the ratings."""
        return scene.view, scene.is_unsaved, scene.mode, scene.ratings

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame, the score, and both players."""
        view = self.round
        if self.view is None or view is None:
            return
        width = self.columns(canvas)
        left = (canvas.width - width) // 2
        right = left + width
        canvas.put_frame(left, 0, width, canvas.height)
        self._put_heading(canvas, left + 2, right - 2, view)
        self._put_ratings(canvas, right - 2, self._put_footing(canvas, left + 2, view))
        if self.view.target > 1:
            canvas.put_centre(canvas.height // 2, "{} : {}".format(*self.view.score), "strong")
        for seat in Seat:
            self._put_player(canvas, view, seat, left, width)

    def _put_heading(self, canvas: Canvas, left: int, right: int, state: DuelView) -> None:
        """Write the game and the target on the left of the upper edge, the round on the right."""
        assert self.scene is not None
        view = self.scene.view
        right = canvas.put_right(right, 0, f" {starter(view)} · {turn_number(state.number)} ", "dim")
        game = game_of(state.rules).title
        x = canvas.put(left, 0, f" {game} ", "title")
        if self.scene.is_unsaved:
            x = canvas.put(x, 0, f"· {tr('not saved')} ", "alert")
        parts = [presentation_of(state.rules).rules_title(state.rules)]
        parts += [goal(view.target)] if view.target > 1 else []
        for part in (f"· {part} " for part in parts):
            if x + cell_len(part) < right:
                x = canvas.put(x, 0, part, "dim")

    def _put_footing(self, canvas: Canvas, x: int, view: DuelView) -> int:
        """Write into the lower edge whose cards lie below it; return the column after that."""
        assert self.scene is not None
        seat, y = self.below.other, canvas.height - 1
        if self.is_replay:
            title = f" {SIGNS[seat]} {hand_title(self.scene.view.names[seat])} "
            return canvas.put(x, y, title, SEAT_FOREGROUNDS[seat])
        if self.scene.view.winner is None or self.scene.mode is Mode.ROUND_OVER:
            title = f" {SIGNS[seat]} {display_title(self.scene.view.names[seat])} "
            x = canvas.put(x, y, title, SEAT_FOREGROUNDS[seat])
            return canvas.put(x + 1, y, f" {hand_size(view.hand_sizes[seat])} ", "dim")
        return x

    def _put_ratings(self, canvas: Canvas, right: int, x: int) -> None:
        """Write the ratings at the end of the lower edge, with names cut to the room after column `x`."""
        assert self.scene is not None
        ratings = [f"({rating})" if rating else "" for rating in self.scene.ratings]
        if any(ratings):
            room = (right - x - len("  ·  ") - sum(map(len, ratings)) - 2) // 2
            names = (cut(name, room) for name in self.scene.view.names)
            both = (f"{name} {rating}".strip() for name, rating in zip(names, ratings, strict=True))
            canvas.put_right(right, canvas.height - 1, f" {' · '.join(both)} ", "dim")

    def _put_player(self, canvas: Canvas, view: DuelView, seat: Seat, left: int, width: int) -> None:
        """Write the name, the points, the bar and the life card from the edge of the box inwards."""
        assert self.view is not None
        foreground, life, colour = SEAT_FOREGROUNDS[seat], view.life[seat], view.life_cards[seat]
        change = life_changes(view.last_turn)[seat]
        # While points are falling, fewer have gone.
        lost = max(self.view.round.life[seat] - change - life, 0) if change < 0 else 0
        turn = ("►" if seat is Seat.LEFT else "◄") if view.turn is seat else " "
        name = [(turn, "accent"), (fitting_name(self.view.names[seat]), foreground)]
        is_hurt = self.is_hurt(seat)
        points = [(points_in_short(life), "alert" if is_hurt else "strong")]
        if change:
            points.append((f"{change:+}", "alert" if change < 0 else "strong"))
        card = [(f"◆ {colour_name(colour)}", colour.value)]
        edge = left if seat is Seat.LEFT else left + width
        room = (width - _MIDDLE) // 2
        if canvas.height < 5:
            line = _Line(canvas, seat, edge, 2, canvas.height // 2)
            line.put(name)
            line.put(points)
            line.put(self._bar(view, seat, lost, self._bar_room(view, room)), gap=0)
            line.put(card)
            return
        is_left, numeral = seat is Seat.LEFT, numeral_width(life)
        put_little_crest(canvas, edge + 2 if is_left else edge - 2 - LITTLE_COLUMNS, 1, seat)
        used = 2 + LITTLE_COLUMNS + 2
        x = edge + used if is_left else edge - used - numeral
        put_numeral(canvas, x, 1, life, "alert" if is_hurt else foreground)
        for row, parts in enumerate((name + card, None, [(points_unit(), "dim"), *points[1:]]), 1):
            line = _Line(canvas, seat, edge, used + numeral + 2, row)
            if parts is None:
                line.put(self._bar(view, seat, lost, room - line.used), gap=0)
            else:
                line.put(parts)

    def _bar_room(self, view: DuelView, room: int) -> int:
        """Return the columns of a bar: what both players' lines leave of `room`, also when points change."""
        assert self.view is not None
        names = map(fitting_name, self.view.names)
        texts = (
            (name, points_in_short(view.rules.life), f"◆ {colour_name(card)}", "-99")
            for name, card in zip(names, view.life_cards, strict=True)
        )
        taken = (sum(cell_len(text) + 1 for text in each) for each in texts)
        return room - _EDGES - max(taken)

    @staticmethod
    def _bar(view: DuelView, seat: Seat, lost: int, room: int) -> list[tuple[str, str]]:
        """Return a bar: the points, those that were `lost`, and what is missing to the larger number."""
        if room < 4:
            return []
        most = max(view.rules.life, *view.life)
        life = view.life[seat]
        full = min(-(-life * room // most), room)
        gone = min(-(-lost * room // most), room - full)
        parts = [
            ("━" * full, SEAT_FOREGROUNDS[seat]),
            ("░" * gone, "alert"),
            ("─" * (room - full - gone), "frame"),
        ]
        return [part for part in parts if part[0]]


class _Line:
    """A line that is written from a player's edge of the box towards the middle."""

    def __init__(self, canvas: Canvas, seat: Seat, edge: int, used: int, row: int) -> None:
        self._canvas = canvas
        self._seat = seat
        self._edge = edge
        self._row = row
        self.used = used
        """The columns from the edge."""

    def put(self, parts: list[tuple[str, str]], gap: int = 1) -> None:
        """Write texts with their foregrounds, `gap` columns apart, and leave one free after them."""
        for text, foreground in parts:
            if self._seat is Seat.LEFT:
                self._canvas.put(self._edge + self.used, self._row, text, foreground)
            else:
                self._canvas.put_right(self._edge - self.used, self._row, text, foreground)
            self.used += cell_len(text) + gap
        self.used += 1 - gap if parts else 0
