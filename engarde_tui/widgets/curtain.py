"""The curtain between two turns: it hides the hand, and says in public who goes on and what happened."""

from textwrap import wrap

from rich.cells import cell_len
from textual.reactive import reactive

from engarde_tui.games.en_garde.words import last_turn
from engarde_tui.widgets.board import SEAT_INKS, BoardWidget
from engarde_tui.widgets.canvas import Canvas, Key
from engine.en_garde import MatchView, Seat


class Curtain(BoardWidget):
    """Heavy cloth with a notice in the middle."""

    armed: reactive[bool] = reactive(False, repaint=False)
    """It can be lifted: the half second in which stray keys count for nothing is over."""

    alone: Seat | None = None
    """Who plays against a bot; nobody has to look away then."""

    def watch_armed(self) -> None:
        """Show or take away the key that lifts it."""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Folds of cloth, and the notice."""
        if self.view is None or self.view.round.turn is None:
            return
        for y in range(canvas.height):
            canvas.put(0, y, "▒░░ " * (canvas.width // 4 + 1), "cloth")
        lines = self._notice(self.view)
        width = min(max(cell_len(text) for text, _ in lines) + 6, canvas.width)
        left, top = (canvas.width - width) // 2, (canvas.height - len(lines)) // 2
        for row in range(top - 1, top + len(lines) + 1):
            canvas.put(left, row, " " * width)
        for row, (text, ink) in enumerate(lines, top):
            canvas.put_centre(row, text, ink)
        canvas.make_target(0, 0, canvas.width, canvas.height, Key("space"))

    def _notice(self, view: MatchView) -> list[tuple[str, str]]:
        turn = view.round.turn
        assert turn is not None
        name, other = view.names[turn], view.names[turn.other]
        sits_down, looks_away = f"{name}, take the keyboard.", f"{other}, please look away."
        if self.alone is not None:
            sits_down, looks_away = f"{view.names[self.alone]}'s cards are hidden.", ""
        happened = wrap(last_turn(view), max(self.size.width - 14, 1))
        return [
            *[(line, "plain") for line in happened],
            ("", "plain"),
            (sits_down, SEAT_INKS[turn if self.alone is None else self.alone]),
            (looks_away, "dim"),
            ("space lifts the curtain" if self.armed else "", "key"),
        ]
