"""The legal actions as a list, the chosen one marked."""

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region

from engarde_tui.match.scene import Scene
from engarde_tui.presentation import presentation_of
from engarde_tui.widgets.board import BoardWidget
from engarde_tui.widgets.canvas import Canvas


class ActionList(BoardWidget):
    """The actions that the player to act can choose from; a click picks ("option", index).

    By default it lists all legal actions, and the draft is the chosen one or None.
    """

    def reads(self, scene: Scene) -> object:
        """Return the view and the draft."""
        return scene.view, scene.draft

    @property
    def title(self) -> str:
        """The line above the list; none by default, as the words above it say whose turn it is."""
        return ""

    @property
    def options(self) -> Sequence[Any]:
        """The listed actions."""
        return () if self.view is None else self.view.round.legal

    @property
    def chosen(self) -> Any:
        """The action that enter would play; None if none is chosen."""
        return None if self.scene is None else self.scene.draft

    def describe(self, option: Any) -> str:
        """Return an option as a line of the list."""
        assert self.view is not None
        return presentation_of(self.view.round.rules).to_do(option)

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, then as many options around the chosen one as fit."""
        if self.view is None or not self.view.round.legal:
            return
        top = int(bool(self.title))
        canvas.put(0, 0, self.title, "strong")
        more = self.put_options(canvas, Region(0, top, canvas.width, canvas.height - top))
        canvas.put_right(canvas.width, 0, more, "dim")

    def put_options(self, canvas: Canvas, room: Region) -> str:
        """Draw the options that fit into a region; return how many are above and below: "▲2 ▼5"."""
        options, chosen = self.options, self.chosen
        marked = options.index(chosen) if chosen in options else 0
        start = min(max(marked - room.height // 2, 0), max(len(options) - room.height, 0))
        for row, option in enumerate(options[start : start + room.height]):
            text = f"{'►' if option == chosen else ' '} {self.describe(option)}"
            ink = "pointed" if option == chosen else "plain"
            canvas.put(room.x, room.y + row, text.ljust(room.width), ink)
            canvas.make_target(room.x, room.y + row, room.width, 1, ("option", start + row))
        above, below = start, max(len(options) - start - room.height, 0)
        return f"{f'▲{above} ' if above else ''}{f'▼{below}' if below else ''}".strip()
