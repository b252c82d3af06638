"""What an exercise is about, beside the cards."""

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.widgets.beside import BesideWidget, put_titled
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.lesson_words import LessonWords
from engarde_tui.widgets.wrapping import wrapped


class DuelLessonWords(BesideWidget, LessonWords):
    """The words of an exercise in the place of the log."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows below the list."""
        return self.log_rows(viewport)

    def draw(self, canvas: Canvas) -> None:
        """Draw the words below the title of the exercise."""
        if self.view is None or canvas.width < 2:
            return
        room = put_titled(canvas, self.title, "accent", self.place)
        for row, line in enumerate(wrapped(self.text, room.width)[: room.height], room.y):
            canvas.put(room.x, row, line, "strong")
