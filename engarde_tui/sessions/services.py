"""The app as screens and sessions know it."""

from typing import TYPE_CHECKING, ClassVar, Protocol

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.questions import Question
from engarde_tui.play.replay import Replay
from engarde_tui.progress.puzzles import ANY, Wanted

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence
    from datetime import date

    from textual.screen import Screen

    from engarde_tui.play.saving import Begin, BeginRefusedError, Saver
    from engarde_tui.progress.lesson import Lesson
    from engarde_tui.sessions.match_end import MatchEnd
    from engarde_tui.settings.entries import Settings
    from engarde_tui.settings.keeper import SettingsKeeper
    from engarde_tui.settings.scopes import Scope
    from engarde_tui.storage.progress import KeptProgress
    from engarde_tui.storage.store import Library, Store
    from engine.game import Game


class AppServices(Protocol):
    """The app as screens see it: navigation and shared settings."""

    RUNS_PROGRAMS: ClassVar[bool]
    """Whether users may run programs as bots and write files: only on their own machine."""
    bot_pace: float
    """Minimum seconds per bot action."""
    names_keys: bool
    """Whether what a player is told names keys."""
    curtain_delay: float
    """Seconds before the curtain can be lifted."""
    keeper: "SettingsKeeper"
    """Where the settings are kept."""
    progress: "KeptProgress"
    """What the player has learnt and solved."""

    @property
    def plain_command(self) -> str:
        """The shell command that begins in the line mode."""

    @property
    def settings(self) -> "Settings":
        """What the player has chosen."""

    @property
    def today(self) -> "date":
        """The day whose bouts and puzzle there are; a screen can stay open until the next."""

    @property
    def player_name(self) -> str:
        """The name of the player at this keyboard."""

    def change_settings(self, **changes: object) -> None:
        """Change fields of the settings and follow them; raises Problem if they could not be saved."""

    def key(self, action_id: str) -> str:
        """Return the key of one of the app's bindings, as the player reads it."""

    def key_name(self, key: str) -> str:
        """Return a key, by Textual's name for it, as the player reads it."""

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII is drawn."""

    def show_theme(self, name: str) -> None:
        """Show a theme, before it is chosen."""

    def switch_pace(self) -> float:
        """Let bots play at once, or pause again; return the seconds they pause."""

    @property
    def motion(self) -> bool:
        """Whether actions are animated."""

    @property
    def library(self) -> "Library | None":
        """The matches that the player may see; None if they are not saved."""

    @property
    def store(self) -> "Store | None":
        """The store of the program's own user; None in a hall, or if matches are not saved."""

    def open_menu(self) -> None:
        """Go to the menu."""

    def open_setup(self, game: "Game | None" = None, *, alone: bool = False) -> None:
        """Go to the form for a new match of `game` (default: the last one played), vs computer if `alone`."""

    def open_lesson(self, lesson: "Lesson", number: int | None = None) -> None:
        """Go to exercise `number` of a lesson, from 0, by default to the next one."""

    def open_puzzle(self, wanted: Wanted = ANY) -> None:
        """Show a puzzle over the current screen, or in place of the one shown."""

    def open_mistake(self, after: int = 0) -> bool:
        """Show the player's own mistake that comes next after another one; return False if none is left."""

    def open_match(
        self,
        match: LiveMatch,
        begin: "Begin | None" = None,
        on_refused: "Callable[[BeginRefusedError], None] | None" = None,
    ) -> None:
        """Start a match, saved by `begin` if the library is not to begin it itself.

        If it cannot be saved and the player cancels, or `begin` refuses, stay on this screen.
        """

    def open_match_over(self, end: "MatchEnd") -> None:
        """Go to the result of a match."""

    def open_daily(self, rules: object = None) -> None:
        """Go to the daily bout by `rules`, by default the usual ones."""

    def open_replay(self, replay: Replay) -> None:
        """Show a replay over the current screen."""

    def share(self, replay: Replay) -> None:
        """Ask how to write a match that is over to a file, and write it; only on a player's own machine."""

    def open_log(self) -> None:
        """Show what has happened in the round of the table on top, over it."""

    def open_history(self) -> None:
        """Go to the stored matches."""

    def resume(self, match_id: int) -> None:
        """Continue a stored match; raises StoreError if it cannot be opened."""

    def watch_again(self, match_id: int) -> None:
        """Replay the finished rounds of a stored match, over the current screen.

        Raises Problem if it cannot be read or no round is finished.
        """

    def open_settings(self) -> None:
        """Show the settings over the current screen."""

    def open_keys(self) -> None:
        """Show the keys over the current screen."""

    def attempt(self, change: "Callable[[], None]", saver: "Saver | None" = None) -> "asyncio.Future[bool]":
        """Make a change that is saved; if saving fails, ask the player what to do and try again.

        A match saved by `saver` can continue unsaved. The future is True once the change
        is made, False if the player cancels. Raises what `change` raises, but a Problem only if there is
        nothing to ask.
        """

    def ask(
        self, question: "Question | Screen[str]", then: "Callable[[str | None], object] | None" = None
    ) -> "asyncio.Future[str | None]":
        """Show a question over everything else; the future and `then` get the answer, None or "" for none."""

    @property
    def scopes(self) -> "Sequence[Scope]":
        """Everything whose keys can be chosen."""

    def wording(self, label: str) -> str:
        """Return the label of a key in the player's language; the hall has words of its own."""

    def meaning(self, words: str) -> str:
        """Return what help and settings say of a key, or where it counts, as `wording` returns a label."""

    def consequence(self, *, saved: bool) -> str:
        """Return what happens to a match nobody else plays if it is left now."""
