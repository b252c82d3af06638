"""Words beside the cards: what to do now, what an exercise is about, who is next behind the curtain."""

from textual.geometry import Size

from engarde_tui.games.swords_and_shields.widgets.beside import BesideWidget, put_titled
from engarde_tui.games.swords_and_shields.widgets.scale import WORDS_ROWS, table_scale
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.curtain import Curtain
from engarde_tui.widgets.lesson_words import LessonWords
from engarde_tui.widgets.text_lines import wrapped
from engarde_tui.widgets.what_now import WhatNow


class TurnWords(WhatNow):
    """Leaves what happened to the log."""

    happened = ""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of everything above it."""
        return table_scale(viewport).width


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


class DuelCurtain(Curtain):
    """As large as what it hides."""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of everything above it."""
        return table_scale(viewport).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the hand and of the words."""
        return table_scale(viewport).hand_rows + WORDS_ROWS
