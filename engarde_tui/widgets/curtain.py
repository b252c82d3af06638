"""The curtain between two turns: hides the hand, and says what happened and who is next."""

from typing import Protocol, cast

from rich.cells import cell_len

from engarde_tui.language import tr
from engarde_tui.play.scene import Scene
from engarde_tui.presentation import presentation_of
from engarde_tui.terminal.canvas import Canvas, Key
from engarde_tui.widgets.board import SEAT_FOREGROUNDS, WIDEST, BoardWidget, measure
from engarde_tui.widgets.notice import spoken
from engarde_tui.widgets.text_lines import wrapped

_LEAST_NOTICE = 36
"""Columns of the notice, unless the names are long."""
_OTHER_ROWS = 4
"""Rows of the notice beside what happened and the message."""


class Keyed(Protocol):
    """The screen of a curtain."""

    def key(self, action_id: str) -> str:
        """Return the key of a binding, as the player reads it."""

    def main_key(self, action_id: str) -> str:
        """Return the key of a binding, by Textual's name."""


class Curtain(BoardWidget):
    """Heavy cloth on a rail, with a notice in the middle; it also says what the screen has to say."""

    def reads(self, scene: Scene) -> object:
        """Return the public view, the message, and what decides how the curtain lifts."""
        return scene.view, scene.message, scene.is_armed, scene.alone

    def draw(self, canvas: Canvas) -> None:
        """Draw the rail, the cloth and the notice."""
        if self.scene is None or self.scene.view.round.turn is None:
            return
        # Where the cloth has a colour of its own, folds in it are enough: they are most of a turn's bytes.
        folds = "▒░░ " if self.app.native_ansi_color else "▒   "
        edge, breadth = measure(canvas)
        for y in range(1, canvas.height):
            canvas.put(edge, y, (folds * (breadth // len(folds) + 1))[:breadth], "fold")
        canvas.fill(edge, 1, breadth, canvas.height - 1, "cloth")
        canvas.put(edge, 0, ("┯━━━" * (breadth // len(folds) + 1))[:breadth], "frame")
        lines = self._notice(self.scene)
        needed = max(_LEAST_NOTICE, *(cell_len(text) + 6 for text, _ in lines))
        # Both its edges lie at a fold, so that it stays where it is from one player to the other.
        inset = max(breadth - needed, 0) // 2 // len(folds) * len(folds)
        left, width = edge + inset, breadth - 2 * inset
        # Below the rail, unless there are too many lines.
        first = int(len(lines) < canvas.height)
        top = max((canvas.height - len(lines)) // 2, first)
        for row in range(max(top - 1, first), top + len(lines) + 1):
            canvas.put(left, row, " " * width)
            canvas.fill(left, row, width, 1, "")
        for row, (text, foreground) in enumerate(lines, top):
            canvas.put_centre(row, text, foreground)
        canvas.make_target(0, 0, canvas.width, canvas.height, Key(cast(Keyed, self.screen).main_key("lift")))

    def _notice(self, scene: Scene) -> list[tuple[str, str]]:
        view, alone, screen = scene.view, scene.alone, cast(Keyed, self.screen)
        turn = view.round.turn
        assert turn is not None
        name, other = view.names[turn], view.names[turn.other]
        if alone is None:
            sits_down = tr("{name}, take the keyboard.", name=name)
            looks_away = tr("{name}, please look away.", name=other)
        else:
            sits_down, looks_away = tr("{name}'s cards are hidden.", name=view.names[alone]), ""
        words = presentation_of(view.round.rules).last_turn(view)
        width = max(min(self.size.width, WIDEST) - 14, 2)
        message = wrapped(spoken(scene.message), width)
        rows = max(self.size.height - _OTHER_ROWS - len(message), 1)
        happened = wrapped(words, width)
        if len(happened) > rows:
            happened = [*happened[: rows - 1], f"{happened[rows - 1]} …"]
        return [
            *[(line, "plain") for line in happened],
            ("", "plain"),
            (sits_down, SEAT_FOREGROUNDS[turn if alone is None else alone]),
            (looks_away, "dim"),
            # Each key pressed meanwhile makes it wait anew, so somebody who keeps pressing has to be told.
            (tr("{key} lifts the curtain", key=screen.key("lift")), "key")
            if scene.is_armed
            else (tr("First let go of all keys."), "dim"),
            *[(line, "alert" if scene.message.refused else "plain") for line in message],
        ]
