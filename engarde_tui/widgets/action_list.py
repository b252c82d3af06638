"""The legal actions as a list, the chosen one marked."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.cells import set_cell_size
from textual.geometry import Offset, Region

from engarde_tui.language import tr
from engarde_tui.play.scene import Scene
from engarde_tui.presentation import presentation_of
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.panel import put_hidden

_FEW_ROWS = 7


class ActionList(BoardWidget):
    """The actions that the player to act can choose from; a click picks ("option", index).

    By default it lists all legal actions, and the draft is the chosen one or None.
    """

    def reads(self, scene: Scene) -> object:
        """Return the view and the draft."""
        return scene.view, scene.draft

    @property
    def title(self) -> str:
        """What stands above the list."""
        return tr("Actions")

    @property
    def options(self) -> Sequence[Any]:
        """The listed actions."""
        return () if self.view is None else self.view.round.legal

    @property
    def chosen(self) -> Any:
        """The action that enter would play; None if none is chosen."""
        return None if self.scene is None else self.scene.draft

    def lines(self) -> Sequence[str]:
        """Return each option as a line of the list."""
        return [self.describe(option) for option in self.options]

    def describe(self, option: Any) -> str:
        """Return an option as a line of the list, where no other matters for it."""
        assert self.view is not None
        return presentation_of(self.view.round.rules).to_do(option)

    def notes(self, width: int) -> Iterable[str]:
        """Return quiet lines, of at most `width` columns, to draw below the options."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, as many options around the chosen one as fit, and the notes.

        In few rows without the title, if only then everything legal fits: so no line moves while a turn is
        composed.
        """
        if self.view is None or not self.view.round.legal:
            return
        notes, options, legal = list(self.notes(canvas.width)), len(self.options), len(self.view.round.legal)
        top = int(canvas.height > _FEW_ROWS or not legal <= canvas.height <= legal + len(notes))
        if top:
            canvas.put(2, 0, self.title, "dim")
        self.put_options(canvas, Region(0, top, canvas.width, canvas.height - top))
        for row, line in enumerate(notes, top + options):
            canvas.put(0, row, line, "dim")

    def put_options(self, canvas: Canvas, room: Region) -> None:
        """Draw the options that fit into a region; in the line above it, how many it hides: "▲2 ▼5"."""
        options, lines, chosen = self.options, self.lines(), self.chosen
        marked = options.index(chosen) if chosen in options else 0
        start = min(max(marked - room.height // 2, 0), max(len(options) - room.height, 0))
        shown = slice(start, start + room.height)
        for row, (option, line) in enumerate(zip(options[shown], lines[shown], strict=True)):
            foreground = "pointed" if option == chosen else "plain"
            if option == chosen:
                canvas.pointed = Offset(room.x, room.y + row)
                canvas.put(room.x, room.y + row, "►", "accent")
            canvas.put(room.x + 1, room.y + row, set_cell_size(f" {line}", room.width - 1), foreground)
            canvas.make_target(room.x, room.y + row, room.width, 1, ("option", start + row))
        above, below = start, max(len(options) - start - room.height, 0)
        put_hidden(canvas, room.right - 1, room.y - 1, above, below)
