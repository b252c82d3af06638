"""The framed words between the board and the hand: what has happened, and what to do now."""

from engarde_tui.play.scene import Scene
from engarde_tui.play.words import cut, to_play, told_in
from engarde_tui.presentation import presentation_of
from engarde_tui.terminal.canvas import HEAVY, Canvas
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, BoardWidget, measure
from engarde_tui.widgets.notice import spoken
from engarde_tui.widgets.text_lines import wrapped


class WhatNow(BoardWidget):
    """The last turn above what is asked, what has been composed, or why a key did nothing.

    Its frame names the player to act, or says how often a hint is played. If the message takes both lines,
    the last turn stands in the frame's lower edge; a composed turn takes its place, and so do notes.
    """

    def reads(self, scene: Scene) -> object:
        """Return the view, the message and the notes."""
        return scene.view, scene.message, scene.notes

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame with its title, and two lines; a long message takes both."""
        if self.scene is None:
            return
        view, message = self.scene.view, self.scene.message
        left, width = measure(canvas)
        frame = ("accent", HEAVY) if message.ready else ()
        canvas.put_frame(left, 0, width, canvas.height, *frame)
        turn, room, right = view.round.turn, width - 4, left + width - 2
        upper, lower = message.edges if any(message.edges) else self.scene.notes
        if any(message.edges):
            canvas.put(left + 2, 0, f" {cut(upper, room - 2)} ", "plain")
        else:
            if turn is not None:
                canvas.put(left + 2, 0, f" {self.title} ", SEAT_FOREGROUNDS[turn])
            canvas.put_right(right, 0, f" {upper} " if upper else "", "plain")
        canvas.put_right(right, canvas.height - 1, f" {cut(lower, room - 2)} " if lower else "", "dim")
        # After why a key did nothing, what to do instead.
        foregrounds = ["alert"] if message.refused else []
        foregrounds += ["accent" if message.ready else "strong"] * 2
        parts = zip(spoken(message).split("\n"), foregrounds, strict=False)
        lines = [(line, foreground) for part, foreground in parts for line in wrapped(part, room)]
        happened_foreground = "alert" if self.is_urgent else "plain"
        if len(lines) < canvas.height - 2:
            canvas.put(left + 2, 1, self._happened_in(room), happened_foreground)
        elif self.happened and not (message.ready or lower):
            words = self._happened_in(room - 2)
            canvas.put(left + 2, canvas.height - 1, f" {words} ", happened_foreground)
        first = canvas.height - 1 - min(len(lines), 2) if self.happened else 1
        for row, (line, foreground) in enumerate(lines[: canvas.height - 2], first):
            canvas.put(left + 2, row, line, foreground)

    @property
    def title(self) -> str:
        """Who is to act."""
        return "" if self.view is None else to_play(self.view)

    @property
    def happened(self) -> str:
        """What the last turn was."""
        return "" if self.view is None else presentation_of(self.view.round.rules).last_turn(self.view)

    def _happened_in(self, columns: int) -> str:
        """Return what the last turn was, in one line."""
        if self.view is None or not self.happened:
            return ""
        words = presentation_of(self.view.round.rules)
        return told_in(columns, self.view, lambda view: [words.last_turn(view)])[0]

    @property
    def is_urgent(self) -> bool:
        """Whether the last turn must be answered."""
        return False
