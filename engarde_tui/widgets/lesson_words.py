"""What an exercise is about, above the board."""

from collections.abc import Callable

from textual.geometry import Size

from engarde_tui.language import put, tr
from engarde_tui.progress.lesson import Exercise, Text, worded
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget, measure
from engarde_tui.widgets.panel import put_rule
from engarde_tui.widgets.scoring_box import box_rows
from engarde_tui.widgets.text_lines import wrapped
from engine.message import Message


class LessonWords(BoardWidget):
    """The exercise in a rule, and two lines below it: what it is about, or what has been learnt.

    It takes the place of the scoring box, with as many rows.
    """

    def __init__(self, exercise: Exercise, place: Message, filled_in: Callable[[Text], str]) -> None:
        """`place` says which exercise of how many it is; `filled_in` returns a text with names and keys."""
        super().__init__()
        self._exercise = exercise
        self._place = place
        self._fill_in = filled_in

    def introduction(self) -> list[str]:
        """Return the place and the title of the exercise, and what it is about."""
        return [] if self.view is None else [f"{self.place}: {self.title}.", self.text]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the scoring box."""
        return box_rows(viewport)

    @property
    def title(self) -> str:
        """The title of the exercise."""
        return worded(self._exercise.title)

    @property
    def place(self) -> str:
        """Which exercise of how many it is."""
        return put(self._place)

    @property
    def text(self) -> str:
        """What the exercise is about now, or what has been learnt."""
        assert self.view is not None
        step = self._exercise.stage(len(self.view.round.plays)).step
        return self._fill_in(self._exercise.learnt if step is None else step.idea)

    def draw(self, canvas: Canvas) -> None:
        """Draw the rule and the words, with the same left edge."""
        if self.view is None:
            return
        title = tr("Lesson · {title}", title=self.title)
        put_introduction(canvas, title, self.place, self.text, "strong")


def put_introduction(canvas: Canvas, title: str, corner: str, text: str, foreground: str) -> None:
    """Draw a rule with a title and quiet words, and two lines of a text below it, with the same left edge."""
    left, width = measure(canvas)
    put_rule(canvas, left, 0, width, title, "accent", corner)
    for row, line in enumerate(wrapped(text, width - 4)[:2], (canvas.height - 1) // 2):
        canvas.put(left + 2, row, line, foreground)
