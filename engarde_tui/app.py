"""The program: which screen is shown, and what holds on all of them."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import Worker

from engarde_tui.match.bot_turns import BOT_PACE
from engarde_tui.match.place import CURTAIN_DELAY, Place
from engarde_tui.match.players import Players
from engarde_tui.match.problem import Problem
from engarde_tui.match.replay import Replay
from engarde_tui.match.table import Table
from engarde_tui.presentation import presentation_of
from engarde_tui.shell import Shell
from engine.game import Game, game_of, games
from engine.match import Match

if TYPE_CHECKING:
    from engarde_tui.match.keeping import Keeping
    from engarde_tui.screens.questions import Question
    from engarde_tui.screens.table import TableScreen
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
        from engarde_tui.games.en_garde.widgets.title import Title
        from engarde_tui.screens.menu import MenuScreen

        unfinished: list[StoredMatch] = []
        notice = ""
        if self.store is not None:
            try:
                unfinished = list(islice(self.store.unfinished(), MenuScreen.MOST_UNFINISHED))
            except Problem as problem:
                notice = str(problem)
        self._open(MenuScreen(Title(), unfinished, notice))

    def open_setup(self, game: Game | None = None, *, alone: bool = False) -> None:
        """Go to the settings of a new match of `game`, by default the last one; `alone`: against a bot."""
        from engarde_tui.screens.setup import SetupScreen

        self._open(SetupScreen(game or self.last_game, alone=alone))

    @property
    def last_game(self) -> Game:
        """The game played last, or the house's own."""
        if self.store is not None:
            with suppress(Problem):
                for id in self.store.ids()[:1]:
                    return game_of(self.store.summary(id).view.round.rules)
        return next(iter(games().values()))

    def open_match(self, table: Table) -> None:
        """Sit down to a match that begins now; where it cannot be kept and nobody wants it so, stay here."""
        store = self.store

        def begin() -> None:
            if store is not None:
                table.keep(store.begin)
            self._open_table(table)

        self.attempt(begin, table.keeping)

    def resume(self, id: int) -> None:
        """Sit down to a match that has been kept; raises StoreError where that cannot be done."""
        if self.store is not None:
            self._go_on(self.store.resume(id))

    def _go_on(self, kept: "Kept") -> None:
        """Sit down to a match that has been kept; run a program for it only where that is wanted."""
        match = kept.record.match
        players = Players.recorded(game_of(match.rules), match.names, kept.record.others)
        if players.program is None:
            self._sit_down(kept, players)
        else:
            from engarde_tui.screens.questions import ProgramQuestion

            answer = self.ask(ProgramQuestion(players.program))
            _: Worker[None] = self.run_worker(self._sit_down_if_wanted(answer, kept, players))

    async def _sit_down_if_wanted(
        self, answer: "asyncio.Future[str | None]", kept: "Kept", players: Players
    ) -> None:
        match await answer:
            case "run":
                self._sit_down(kept, players)
            case "person":
                self._sit_down(kept, players.without_program())
            case _:
                kept.journal.close()

    def _sit_down(self, kept: "Kept", players: Players) -> None:
        record = kept.record
        self._open_table(Table(record.match, kept.journal, players, record.others))
        if players.missing:
            absent = ", ".join(players.missing)[:60]
            words = f"The bot {absent!r} cannot play here: a person takes its place."
            self.call_after_refresh(self._tell, words)

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
        self.push_screen(presentation_of(replay.view.round.rules).replay_screen()(replay))

    def _open_table(self, table: Table) -> None:
        place = Place(table)
        screen = presentation_of(place.view.round.rules).table_screen()
        self._open(screen(place, self.curtain_delay, self.bot_pace))

    def attempt(self, change: Callable[[], None], keeping: "Keeping | None" = None) -> "asyncio.Future[bool]":
        """Make a change that is kept, at once; where the disk refuses, ask how to go on, and do that.

        What is kept in `keeping` can go on in a new file, or unsaved. The result is False once the player has
        given the change up. Raises what `change` raises, but a Problem only where no answer would help.
        """
        made: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        try:
            change()
        except Problem as problem:
            # With the screen goes whoever waits for the answer.
            screen, answer = self.screen, self.ask(self.question_about(problem))
            _: Worker[None] = screen.run_worker(self._mend(answer, change, keeping, made))
        else:
            made.set_result(True)
        return made

    async def _mend(
        self,
        answer: "asyncio.Future[str | None]",
        change: Callable[[], None],
        keeping: "Keeping | None",
        made: "asyncio.Future[bool]",
    ) -> None:
        while (chosen := await answer) in ("again", "set aside", "without"):
            try:
                if chosen == "set aside":
                    self._set_aside(keeping)
                elif chosen == "without" and keeping is not None:
                    keeping.go_on_unsaved()
                change()
            except Problem as problem:
                answer = self.ask(self.question_about(problem))
            else:
                made.set_result(True)
                return
        made.set_result(False)

    def question_about(self, problem: Problem) -> "Question":
        """How to go on where something cannot be kept; raises `problem` where there is nothing to ask."""
        from engarde_tui.screens.questions import ProblemQuestion

        return ProblemQuestion(problem)

    def _set_aside(self, keeping: "Keeping | None") -> None:
        """Begin a new file; raises Problem where the damaged one cannot be put away."""
        assert self.store is not None
        aside = self.store.set_aside()
        if keeping is not None:
            keeping.begin_anew(self.store.begin)
        if aside is not None:
            self.call_after_refresh(self._tell, f"The old file is now {aside.name}.")

    def _tell(self, text: str) -> None:
        """Say something at the table, if one is open."""
        table = self._table_screen()
        if table is not None:
            table.say(text)

    def _table_screen(self) -> "TableScreen | None":
        """The table, wherever in the stack it is."""
        from engarde_tui.screens.table import TableScreen

        return next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)

    def action_help(self) -> None:
        """Show the rules of the game being played, and the keys of this screen."""
        from engarde_tui.screens.help import HelpScreen

        screen = self.screen
        if not isinstance(screen, HelpScreen):
            rules: Any = getattr(screen, "rules", None)
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

        self.push_screen(LeaveQuestion(table.leave_warning), answered)

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
