"""What happened in the last turns."""

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.history import told, told_in_short, turns_of
from engarde_tui.games.swords_and_shields.names import begins_with
from engarde_tui.games.swords_and_shields.widgets.beside import BesideWidget, put_titled
from engarde_tui.language import tr
from engarde_tui.play.scene import Scene
from engarde_tui.play.words import begins
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS
from engarde_tui.widgets.text_lines import wrapped
from engine.game import Seat


class Log(BesideWidget):
    """The last turns, the newest at the bottom."""

    def reads(self, scene: Scene) -> object:
        """Return the view."""
        return scene.view

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the log and its frame."""
        return self.log_rows(viewport)

    def draw(self, canvas: Canvas) -> None:
        """Draw as many lines as fit."""
        if self.view is None or canvas.width < 2:
            return
        room = put_titled(canvas, tr("Last turns"))
        lines: list[tuple[str, Seat]] = []
        turns = turns_of(self.view.round)
        for turn in reversed(turns):
            is_short = room.width < _WIDTH_FOR_STORIES and turn is not turns[-1]
            sentences = (told_in_short if is_short else told)(turn, self.view.names)
            lines[:0] = [(line, turn.seat) for line in wrapped(" ".join(sentences), room.width)]
            if len(lines) >= room.height:
                break
        if len(lines) < room.height:
            lines[:0] = [(line, Seat.LEFT) for line in wrapped(begins(self.view), room.width)]
        shown = lines[-room.height :]
        for row, (line, seat) in enumerate(shown):
            text = f"… {line}" if row == 0 and len(shown) < len(lines) else line
            self._put_line(canvas, room.x, room.y + row, text, seat, is_last=seat is lines[-1][1])

    def _put_line(self, canvas: Canvas, x: int, y: int, line: str, seat: Seat, *, is_last: bool) -> None:
        """Write a line of a turn; the name of its player has the player's colour."""
        assert self.view is not None
        canvas.put(x, y, line, "plain" if is_last else "dim")
        name = self.view.names[seat]
        if begins_with(line, name):
            canvas.put(x, y, name, SEAT_FOREGROUNDS[seat])


_WIDTH_FOR_STORIES = 30
"""In fewer columns, turns that are over are only summed up."""
