"""What has happened in a round, to read back."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from engarde_tui.language import tr
from engarde_tui.play.keys import LOG
from engarde_tui.play.scene import Scene
from engarde_tui.presentation import presentation_of, verdict
from engarde_tui.screens.page import PageScreen
from engarde_tui.widgets.keys import Scroll, bindings
from engarde_tui.widgets.sections import Entries, Sections

if TYPE_CHECKING:
    from engarde_tui.screens.table import TableScreen


class LogScreen(PageScreen):
    """The log of a round; the newest is at the bottom.

    It grows while the table shows this round, and stays when the next one begins.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(LOG)

    def __init__(self, table: "TableScreen") -> None:
        """Tell what everybody saw happen in the round that a table shows."""
        super().__init__()
        self._table = table
        self._number = table.scene.view.number
        self._log: list[tuple[str, str]] = []

    def on_mount(self) -> None:
        """Begin with the newest; whoever scrolls up stays there."""
        self.watch(self._table, "scene", self._follow)
        self.query_one(Scroll).anchor()

    def speak(self) -> None:
        """Put the log into the language of the session."""
        self._log = []
        self._follow(self._table.scene)

    def _follow(self, scene: Scene) -> None:
        """Show what has happened, as long as the table shows the same round."""
        view = scene.view
        if view.number != self._number:
            return
        log = [*presentation_of(view.round.rules).log(view)]
        if view.round.result is not None:
            log.append(("", f"{verdict(view)}."))
        if log != self._log:
            self._log = log
            self.query_one(Sections).show(
                [Entries(tr("Round {number}", number=view.number), log, "dim", is_wide=True)]
            )
