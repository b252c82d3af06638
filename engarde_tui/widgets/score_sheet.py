"""The finished rounds of a match, one per line."""

from typing import Any

from rich.cells import cell_len, set_cell_size
from textual.geometry import Region, Size

from engarde_tui.language import tr, tr_as
from engarde_tui.play.words import cut, in_a_word, round_won
from engarde_tui.presentation import presentation_of
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, BoardWidget
from engarde_tui.widgets.panel import put_hidden
from engine.game import Seat
from engine.match import FinishedRound, MatchView

_NUMBER_AND_SCORE = 13
"""Columns before the winner's name."""
_NARROW = 9
"""As many in a sheet that has no room for them and the longer name."""
_NUMBER = 3
"""As many without a score."""
_GAP = 2
_WIDTH_FOR_REASONS = 28
_WIDTH_FOR_SENTENCES = 62


def _heads(*, has_score: bool = True, has_winner: bool = True) -> str:
    """Return the heads of the columns; one beside the number alone stands closer to it."""
    score = tr_as("head", "score") if has_score else ""
    winner = tr_as("head", "winner") if has_winner else ""
    return f"#   {set_cell_size(cut(score, 7), 8)}{winner}" if score and winner else f"# {score}{winner}"


def _in_a_word(line: FinishedRound) -> str:
    """Return why a round was won."""
    return "" if line.result.winner is None else in_a_word(line.result.reason.value)


class ScoreSheet(BoardWidget):
    """Number, score, winner and reason of the finished rounds, in columns; the last ones that fit."""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of the longest line."""
        return 0 if self.view is None else 1 + self._columns(self.view)

    def in_words(self) -> list[str]:
        """Return a sentence for each finished round."""
        if self.view is None:
            return []
        view, words = self.view, presentation_of(self.view.round.rules)
        return [
            tr(
                "{verdict}: {reason}. Score: {left} to {right}.",
                verdict=round_won(view, line),
                reason=words.why_round_ended(view, line),
                left=line.score[Seat.LEFT],
                right=line.score[Seat.RIGHT],
            )
            for line in view.finished
        ]

    def draw(self, canvas: Canvas) -> None:
        """Draw the newest round at the bottom; in the line of the heads, how many are hidden: "▲2"."""
        if self.view is None or canvas.width < _NARROW:
            return
        view = self.view
        heads, names = _heads(), self._names(view)
        is_narrow = canvas.width < max(cell_len(heads) + 3, 1 + _NUMBER_AND_SCORE + names)
        words = max((cell_len(_in_a_word(line)) for line in view.finished), default=0)
        # Why a round was won tells more than a score that the winners add up to.
        is_scored = not is_narrow or not words or canvas.width <= _NUMBER + names + _GAP + words
        if is_narrow:
            heads = _heads(has_score=is_scored, has_winner=not is_scored)
        room = self.put_heads(canvas, heads)
        if not view.finished:
            canvas.put(room.x, room.y, tr("none yet") if is_narrow else tr("none finished yet"), "dim")
        put_hidden(canvas, canvas.width - 1, 0, len(view.finished) - room.height, 0)
        for row, line in enumerate(view.finished[-room.height :], room.y):
            left, right = line.score
            winner = line.result.winner
            score = f"{left:>2}:{right:<2}" if is_narrow else f" {left:>2} : {right:<2}"
            canvas.put(room.x, row, f"{line.number:>2} {score if is_scored else ''}")
            name, foreground = (
                (tr("drawn"), "dim") if winner is None else (view.names[winner], SEAT_FOREGROUNDS[winner])
            )
            x = room.x + (_NUMBER if not is_scored else _NARROW if is_narrow else _NUMBER_AND_SCORE)
            canvas.put(x, row, cut(name, room.right - x), foreground)
            x += names + _GAP
            has_room = room.width >= _WIDTH_FOR_REASONS or not is_scored
            why = self._why(view, line, room.width) if has_room else ""
            if x + cell_len(why) <= room.right:
                canvas.put(x, row, why, "dim")

    def put_heads(self, canvas: Canvas, heads: str) -> Region:
        """Write the heads of the columns, and return the region below them."""
        canvas.put(2, 0, heads, "dim")
        return Region(1, 1, canvas.width - 1, canvas.height - 1)

    def _why(self, view: MatchView[Any], line: FinishedRound, width: int) -> str:
        """Return why a round ended: a sentence if `width` columns have room for each line, else a word."""
        if width >= min(_WIDTH_FOR_SENTENCES, self._columns(view)):
            return presentation_of(view.round.rules).why_round_ended(view, line)
        return _in_a_word(line)

    def _columns(self, view: MatchView[Any]) -> int:
        """Return the columns of the longest line with a sentence, after the first column."""
        words = presentation_of(view.round.rules)
        whys = [cell_len(words.why_round_ended(view, line)) for line in view.finished]
        return _NUMBER_AND_SCORE + self._names(view) + _GAP + max(whys, default=0)

    @staticmethod
    def _names(view: MatchView[Any]) -> int:
        """Return the columns of the longer name."""
        return max(map(cell_len, view.names))
