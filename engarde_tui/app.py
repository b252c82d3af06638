"""The program: which screen is shown, and what holds on all of them."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from engarde_tui.match.bot_turns import BOT_PACE
from engarde_tui.match.place import CURTAIN_DELAY, Place
from engarde_tui.match.players import Players
from engarde_tui.match.problem import Problem
from engarde_tui.match.replay import Replay
from engarde_tui.match.table import Table
from engarde_tui.shell import Shell
from engine.en_garde import Match, Rules
from engine.game import game_of

if TYPE_CHECKING:
    from engarde_tui.games.en_garde.screens.table import TableScreen
    from engarde_tui.storage.store import Kept, Store, StoredMatch


class Floor(Screen[None]):
    """Under all other screens: when keys typed ahead have closed one too many, there is the menu."""

    def on_screen_resume(self) -> None:
        """Show the menu, unless the first screen is only about to come."""
        app = self.app
        if isinstance(app, EngardeApp) and app.has_begun and app.screen is self:
            app.open_menu()


class EngardeApp(Shell):
    """En Garde in one terminal."""

    RUNS_PROGRAMS: ClassVar = True
    """Who is here may have programs of their own run as bots, and files written: it is their machine."""

    TITLE = "En Garde"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", key_display="?", id="help", tooltip="Rules and keys"),
        Binding("f1", "help", "help", show=False, id="help-f1"),
        Binding("q,escape", "close", "back", id="close", tooltip="Close this page"),
        Binding("q", "quit", "quit", id="quit", tooltip="Leave the program"),
        Binding("ctrl+q,ctrl+c", "quit", "quit", show=False, priority=True, id="quit-control"),
    ]

    def __init__(
        self,
        start: "Match | Table | Kept | Replay | None" = None,
        store: "Store | None" = None,
        *,
        ascii_only: bool = False,
        curtain_delay: float = CURTAIN_DELAY,
        bot_pace: float = BOT_PACE,
    ) -> None:
        """Begin with a new match, one that has been kept, or a replay where one is given, else with the menu.

        Matches are kept in `store`; without one they end with the program.
        """
        super().__init__(ascii_only=ascii_only)
        self._start = start
        self.store = store
        self.curtain_delay = curtain_delay
        self.bot_pace = bot_pace
        self.has_begun = False
        """The first screen has been shown."""

    def on_mount(self) -> None:
        """Show the first screen."""
        self._open_first()
        self.has_begun = True
        self._cover_if_too_small(self.size)

    def on_resize(self, event: Resize) -> None:
        """Show a notice instead where there is no room for the screens."""
        if len(self.screen_stack) > 1:
            self._cover_if_too_small(event.size)

    def _cover_if_too_small(self, window: Size) -> None:
        """Below the smallest size that shows everything, show a notice; it goes by itself."""
        from engarde_tui.screens.too_small import TooSmallScreen, fits

        if not fits(window) and not any(isinstance(screen, TooSmallScreen) for screen in self.screen_stack):
            self.push_screen(TooSmallScreen())

    def _open_first(self) -> None:
        match self._start:
            case None:
                self.open_menu()
            case Match() as match:
                self.open_match(Table(match))
            case Table() as table:
                self.open_match(table)
            case Replay() as replay:
                self.open_replay(replay)
            case kept:
                self._go_on(kept)

    def _open(self, screen: Screen[Any]) -> None:
        """Go to a screen; the first one has none before it whose place it could take."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 1:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)
        self._cover_if_too_small(self.size)

    def get_default_screen(self) -> Screen[object]:
        """What lies under all screens."""
        return cast(Screen[object], Floor(id="_default"))

    def open_menu(self) -> None:
        """Go to the menu; it tells where the matches cannot be read."""
        from engarde_tui.screens.menu import MenuScreen

        unfinished: list[StoredMatch] = []
        notice = ""
        if self.store is not None:
            try:
                unfinished = list(islice(self.store.unfinished(), MenuScreen.MOST_UNFINISHED))
            except Problem as problem:
                notice = str(problem)
        self._open(MenuScreen(unfinished, notice))

    def open_setup(self, opponent: str | None = None) -> None:
        """Go to the settings of a new match, with an `opponent` on the right where one is named."""
        from engarde_tui.games.en_garde.screens.setup import SetupScreen

        self._open(SetupScreen(opponent))

    def open_match(self, table: Table) -> None:
        """Sit down to a match that begins now; where it cannot be kept and nobody wants it so, stay here."""
        store = self.store

        def begin() -> None:
            if store is not None:
                table.keep(store.begin)
            self._open_table(table)

        def begin_unsaved() -> None:
            table.go_on_unsaved()
            begin()

        self.attempt(begin, begin_unsaved, lambda: self.open_menu() if len(self.screen_stack) == 1 else None)

    def resume(self, id: int) -> None:
        """Sit down to a match that has been kept; raises StoreError where that cannot be done."""
        if self.store is not None:
            self._go_on(self.store.resume(id))

    def _go_on(self, kept: "Kept") -> None:
        """Sit down to a match that has been kept; run a program for it only where that is wanted."""
        match, others = kept.record.match, kept.record.others
        players = Players.recorded(game_of(match.rules), match.names, others)

        def sit_down(players: Players) -> None:
            self._open_table(Table(match, kept.journal, players, others))
            table = self._table_screen()
            if table is not None and players.missing:
                absent = ", ".join(players.missing)[:60]
                self.call_after_refresh(
                    table.tell, f"The bot {absent!r} cannot play here: a person takes its place."
                )

        def answered(answer: str | None) -> None:
            match answer:
                case "run":
                    sit_down(players)
                case "person":
                    sit_down(players.without_program())
                case _:
                    kept.journal.close()
                    if len(self.screen_stack) == 1:
                        self.open_menu()

        if players.program is None:
            sit_down(players)
        else:
            from engarde_tui.screens.questions import ProgramQuestion

            self.push_screen(ProgramQuestion(players.program), answered)

    def watch_again(self, id: int) -> None:
        """Watch the finished rounds of a match that has been kept, over the screen that is shown.

        Raises Problem where it cannot be read, or no round is finished.
        """
        if self.store is not None:
            self.open_replay(Replay(self.store.record(id).match, finished_rounds=True))

    def open_history(self) -> None:
        """Look at all matches that have been kept."""
        from engarde_tui.screens.history import HistoryScreen

        if self.store is not None:
            self._open(HistoryScreen(self.store))

    def open_replay(self, replay: Replay) -> None:
        """Watch a match again, over the screen that is shown."""
        from engarde_tui.games.en_garde.screens.replay import ReplayScreen

        self.push_screen(ReplayScreen(replay))

    def _open_table(self, table: Table) -> None:
        from engarde_tui.games.en_garde.screens.table import TableScreen

        self._open(TableScreen(Place(table), self.curtain_delay, self.bot_pace))

    def attempt(
        self, write: Callable[[], None], without: Callable[[], None], cancelled: Callable[[], None]
    ) -> None:
        """Do what writes to the store; where the disk does not let it, ask how to go on."""

        def answered(answer: str | None) -> None:
            match answer:
                case "again":
                    self.attempt(write, without, cancelled)
                case "set aside":
                    self.attempt(set_aside, without, cancelled)
                case "without":
                    without()
                case _:
                    cancelled()

        def set_aside() -> None:
            assert self.store is not None
            aside = self.store.set_aside()
            table = self._table_screen()
            if table is not None:
                table.keep_anew(self.store)
            self.attempt(write, without, cancelled)
            table = self._table_screen()
            if table is not None and aside is not None:
                self.call_after_refresh(table.tell, f"The old file is now {aside.name}.")

        try:
            write()
        except Problem as problem:
            from engarde_tui.screens.questions import ProblemQuestion

            self.push_screen(ProblemQuestion(problem), answered)

    def _table_screen(self) -> "TableScreen | None":
        """The table, wherever in the stack it is."""
        from engarde_tui.games.en_garde.screens.table import TableScreen

        return next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)

    def action_help(self) -> None:
        """Show the rules of the game being played, and the keys of this screen."""
        from engarde_tui.screens.help import HelpScreen

        screen = self.screen
        if not isinstance(screen, HelpScreen):
            rules: Rules | None = getattr(screen, "rules", None)
            self.push_screen(HelpScreen(rules, list(screen.active_bindings.values())))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Close only a page that lies over another screen: `q` quits from the lowest one."""
        return self._is_page_over_another if action == "close" else True

    @property
    def _is_page_over_another(self) -> bool:
        """A page can be closed; questions have answers, and the cover of a small window goes by itself."""
        from engarde_tui.screens.too_small import TooSmallScreen

        pages = [screen for screen in self.screen_stack if not screen.is_modal]
        return len(pages) > 2 and not isinstance(pages[-1], TooSmallScreen)

    def action_close(self) -> None:
        """Close the page on top, back to the screen below."""
        self.screen.dismiss()

    async def action_quit(self) -> None:
        """Leave the program; ask first while a match is unfinished."""
        from engarde_tui.screens.questions import LeaveQuestion

        table = self._table_screen()
        if any(isinstance(screen, LeaveQuestion) for screen in self.screen_stack):
            return
        if table is None or not table.match_goes_on:
            self.exit()
            return

        def answered(answer: str | None) -> None:
            if answer == "quit":
                self.exit()
            elif answer == "menu":
                self.leave_to_menu()

        self.push_screen(LeaveQuestion(table.if_left), answered)

    def wording(self, label: str) -> str:
        """What a key does, as it is said here."""
        return label

    def consequence(self, *, saved: bool) -> str:
        """What it comes to when a match is left that nobody else plays."""
        return "You can continue it from the menu at any time." if saved else "What is not saved is lost."

    def leave_to_menu(self) -> None:
        """Go to the menu from the table, and from whatever lies over it."""
        table = self._table_screen()
        if table is not None:
            table.leave()
        self.open_menu()

    @property
    def log_folder(self) -> Path:
        """Where a crash is logged: beside the matches."""
        return super().log_folder if self.store is None else self.store.folder
