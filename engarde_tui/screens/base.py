"""What screens know of the program they are part of."""

from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from textual.screen import Screen

from engarde_tui.match.replay import Replay
from engarde_tui.match.table import Table
from engarde_tui.widgets.canvas import INK_CLASSES

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from engarde_tui.match.keeping import Keeping
    from engarde_tui.storage.store import Store
    from engine.game import Game


class Navigator(Protocol):
    """What a screen asks of the program: where to go next, and what holds on all screens."""

    RUNS_PROGRAMS: ClassVar[bool]
    """Programs of who is here may be run as bots, and files written: it is their machine."""
    bot_pace: float
    """Seconds that a bot takes for an action at least."""

    @property
    def store(self) -> "Store | None":
        """Where matches are kept; None where they end with the program."""

    def open_menu(self) -> None:
        """Go to the menu."""

    def open_setup(self, game: "Game | None" = None, *, alone: bool = False) -> None:
        """Go to the settings of a new match of `game`, by default the last one; `alone`: against a bot."""

    def open_match(self, table: Table) -> None:
        """Sit down to a match that begins now; where it cannot be kept and nobody wants it so, stay here."""

    def open_replay(self, replay: Replay) -> None:
        """Watch a match again, over the screen that is shown."""

    def open_history(self) -> None:
        """Look at all matches that have been kept."""

    def resume(self, id: int) -> None:
        """Sit down to a match that has been kept; raises StoreError where that cannot be done."""

    def watch_again(self, id: int) -> None:
        """Watch the finished rounds of a kept match, over the screen that is shown.

        Raises Problem where it cannot be read, or no round is finished.
        """

    def attempt(
        self, change: "Callable[[], None]", keeping: "Keeping | None" = None
    ) -> "asyncio.Future[bool]":
        """Make a change that is kept, at once; where the disk refuses, ask how to go on, and do that.

        What is kept in `keeping` can go on in a new file, or unsaved. The result is False once the player has
        given the change up. Raises what `change` raises, but a Problem only where no answer would help.
        """

    def ask(self, question: Screen[str]) -> "asyncio.Future[str | None]":
        """Show a question over everything else; the answer comes later, None or empty for none."""

    def wording(self, label: str) -> str:
        """What a key does, as it is said here."""

    def consequence(self, *, saved: bool) -> str:
        """What happens to a match that is left now and that nobody else plays."""


class AppScreen(Screen[None]):
    """A screen of this program, with canvases on it."""

    COMPONENT_CLASSES: ClassVar = INK_CLASSES

    @property
    def navigator(self) -> Navigator:
        """The program, as far as screens know it."""
        return cast(Navigator, self.app)
