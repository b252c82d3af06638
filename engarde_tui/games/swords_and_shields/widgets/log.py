"""What happened in the last turns."""

from engarde_tui.games.swords_and_shields.history import turn_story, turn_summary
from engarde_tui.presentation import verdict
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas
from engarde_tui.widgets.wrapping import wrapped
from engine.game import Seat
from engine.swords_and_shields import DuelView, Kind, Play


class Log(BoardWidget):
    """The last turns, the newest at the bottom; if `tells_end`, below them how the game ended."""

    def __init__(self, *, tells_end: bool = False) -> None:
        super().__init__()
        self._tells_end = tells_end

    def draw(self, canvas: Canvas) -> None:
        """Draw as many lines as fit."""
        if self.view is None or canvas.width < 2:
            return
        lines: list[tuple[str, Seat]] = []
        for plays in reversed(_turns(self.view.round)):
            is_short = canvas.width < _WIDTH_FOR_STORIES and plays[-1].action.kind is Kind.END
            told = (turn_summary if is_short else turn_story)(plays, self.view.names)
            seat = plays[0].seat
            lines[:0] = [(line, seat) for line in wrapped(told, canvas.width - 2)]
            if len(lines) >= canvas.height:
                break
        ending = self._ending(canvas.width)
        shown = lines[-max(canvas.height - len(ending), 1) :]
        for row, (line, seat) in enumerate(shown):
            text = f"… {line}" if row == 0 and len(shown) < len(lines) else line
            canvas.put(0, row, text, "plain" if seat is lines[-1][1] else "dim")
        for row, line in enumerate(ending, len(shown)):
            canvas.put(0, row, line, "accent")

    def _ending(self, width: int) -> list[str]:
        assert self.view is not None
        over = self._tells_end and self.view.round.result is not None
        return ["", *wrapped(verdict(self.view), width - 2)] if over else []


def _turns(round: DuelView) -> list[tuple[Play, ...]]:
    """Return the plays of each turn, the last few turns only."""
    turns: list[list[Play]] = [[]]
    for play in reversed(round.plays):
        if play.action.kind is Kind.END and turns[-1]:
            turns.append([])
        if len(turns) > _MOST_TURNS:
            break
        turns[-1].insert(0, play)
    return [tuple(turn) for turn in reversed(turns) if turn]


_MOST_TURNS = 8
_WIDTH_FOR_STORIES = 30
"""In fewer columns, turns that are over are only summed up."""
