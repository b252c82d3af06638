"""The program: which screen is shown, and what holds on all of them."""

import asyncio
import os
import signal
import traceback
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.console import RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette
from textual.driver import Driver
from textual.events import Resize
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen

from engarde_tui import paths
from engarde_tui.match.place import Place
from engarde_tui.match.players import Players
from engarde_tui.match.problem import Problem
from engarde_tui.match.replay import Replay
from engarde_tui.match.table import Table
from engarde_tui.terminal.frame import Frame, FrameUpdate
from engarde_tui.terminal.stylesheet import SharedStylesheet
from engarde_tui.terminal.themes import PLAIN, RICH
from engine.en_garde import Match, Rules
from engine.game import game_of

if TYPE_CHECKING:
    from engarde_tui.games.en_garde.screens.table import TableScreen
    from engarde_tui.storage.store import Kept, Store, StoredMatch

CURTAIN_DELAY = 0.5
"""Seconds in which the curtain cannot be lifted, so that no stray key does it."""

BOT_PACE = 1.2
"""Seconds that a bot takes for an action at least, so that a person can follow."""


class Palette(CommandPalette):
    """Textual's, but deaf to keys for a list that has not been laid out yet: it fails on them."""

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList).size:
            super()._action_command_list(action)


class Floor(Screen[None]):
    """Under all other screens: when keys typed ahead have closed one too many, there is the menu."""

    def on_screen_resume(self) -> None:
        """Show the menu, unless the first screen is only about to come."""
        app = self.app
        if isinstance(app, EngardeApp) and app.has_begun and app.screen is self:
            app.open_menu()


class EngardeApp(App[None]):
    """En Garde in one terminal."""

    RUNS_PROGRAMS: ClassVar = True
    """Who is here may have programs of their own run as bots, and files written: it is their machine."""

    TITLE = "En Garde"
    CSS_PATH: ClassVar = paths.style_sheets("canvas", "app")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (118, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall")]  # noqa: RUF012
    COMMAND_PALETTE_BINDING = "ctrl+p"
    COMMAND_PALETTE_DISPLAY = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "question_mark", "help", "help", key_display="?", id="help", tooltip="The rules and the keys"
        ),
        Binding("f1", "help", "help", show=False, id="help-f1"),
        Binding("q", "quit", "quit", id="quit", tooltip="Leave the program"),
        Binding("ctrl+q,ctrl+c", "quit", "quit", show=False, priority=True, id="quit-control"),
        Binding("ctrl+l", "redraw", "redraw", show=False, id="redraw"),
        Binding("ctrl+z", "suspend_process", "suspend", show=False, id="suspend"),
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
        # Without colour Textual leaves out the terminal's own ones, but turns any other into greys.
        super().__init__(ansi_color="NO_COLOR" in os.environ or None)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self._start = start
        self.store = store
        self._ascii_only = ascii_only
        self.curtain_delay = curtain_delay
        self.bot_pace = bot_pace
        self._frame = Frame()
        self.has_begun = False
        """The first screen has been shown."""
        self.crash_report: str | None = None
        """What to tell the user after a crash; the program's own end leaves it empty."""
        self.register_theme(RICH)
        self.register_theme(PLAIN)
        self._choose_theme()
        self.animation_level = "none"

    def _choose_theme(self) -> None:
        """The rich one where the terminal has colours for it."""
        plain = self.no_color or self.console.color_system in (None, "standard")
        self.theme = (PLAIN if plain else RICH).name

    def get_driver_class(self) -> type[Driver]:
        """What stands between the program and its terminal."""
        from engarde_tui.terminal.driver import TerminalDriver

        return TerminalDriver

    def on_mount(self) -> None:
        """Show the first screen; leave the terminal as it was also when the program is told to end."""
        self._open_first()
        self.has_begun = True
        self._cover_if_too_small(self.size)
        self._follow_signals()
        self.app_resume_signal.subscribe(self, lambda _: self._frame.forget())

    def _follow_signals(self) -> None:
        """End in good order when the process is told to."""
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
                loop.add_signal_handler(number, self.exit, None, 128 + number)

    def on_resize(self, event: Resize) -> None:
        """Write everything anew, or a notice instead where there is no room for it."""
        self._frame.forget()
        if len(self.screen_stack) > 1:
            self._cover_if_too_small(event.size)

    def _cover_if_too_small(self, window: Size) -> None:
        """Below the smallest size that shows everything, show a notice; it goes by itself."""
        from engarde_tui.screens.too_small import TooSmallScreen, fits

        if not fits(window) and not any(isinstance(screen, TooSmallScreen) for screen in self.screen_stack):
            self.push_screen(TooSmallScreen())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, and the ASCII skin after them."""
        filters = super().get_line_filters()
        if not self._ascii_only:
            return filters
        from engarde_tui.terminal.ascii import AsciiFilter

        return [*filters, AsciiFilter()]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette offers what the keys offer, each action once."""
        offered: set[str] = set()
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.enabled and binding.show and binding.description and binding.action not in offered:
                offered.add(binding.action)
                title = binding.description.capitalize()
                yield SystemCommand(
                    title,
                    f"{binding.tooltip or title} · key {self.get_key_display(binding)}",
                    lambda action=binding.action, node=active.node: self.call_later(
                        self.run_action, action, node
                    ),
                )

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
                    table.tell, f"The bot {absent!r} cannot play here: a person has its place."
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

    def action_command_palette(self) -> None:
        """Open the palette, unless it is open somewhere below: Textual looks at the top only."""
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            self.push_screen(Palette(id="--command-palette"))

    def action_help(self) -> None:
        """Show the rules of the game being played, and the keys of this screen."""
        from engarde_tui.screens.help import HelpScreen

        screen = self.screen
        if not isinstance(screen, HelpScreen):
            rules: Rules | None = getattr(screen, "rules", None)
            self.push_screen(HelpScreen(rules, list(screen.active_bindings.values())))

    async def action_quit(self) -> None:
        """Leave; ask first while a match is being played."""
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

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write only what changes on the terminal."""
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            return super()._display(screen, cast(Any, FrameUpdate(self._frame, renderable)))
        super()._display(screen, renderable)

    def action_redraw(self) -> None:
        """Write the whole screen again, in case another program has written over it."""
        self._frame.forget()
        self.screen.refresh(layout=True)

    def _fatal_error(self) -> None:
        """Write an unexpected error to a file: the terminal is a player's, and must show no hand."""
        self.crash_report = _log_crash(paths.data() if self.store is None else self.store.folder)
        self._close_messages_no_wait()


def _log_crash(folder: Path) -> str:
    """Append the current exception to a log that only its user may read, and say where that is."""
    path = folder / "engarde.log"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with path.open("a", encoding="utf-8") as log:
            log.write(
                f"{datetime.now().astimezone().isoformat(timespec='seconds')}\n{traceback.format_exc()}\n"
            )
    except OSError as error:
        return f"engarde: an unexpected error ended the program, and the log could not be written: {error}"
    return f"engarde: an unexpected error ended the program; what happened is in {path}"
