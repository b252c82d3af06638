"""The app: navigation between screens, and keys that work on all of them."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import Worker

from engarde_tui.language import told, tr
from engarde_tui.play.client import Client
from engarde_tui.play.day import Bout, day_of
from engarde_tui.play.keys import APP
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.play.problem import Problem
from engarde_tui.play.questions import NOT_SAVED, PROGRAM, Question
from engarde_tui.play.replay import Replay
from engarde_tui.play.saving import BeginRefusedError
from engarde_tui.play.words import sentence
from engarde_tui.presentation import presentation_of, puzzles
from engarde_tui.progress.lesson import Lesson
from engarde_tui.progress.puzzles import ANY, Wanted
from engarde_tui.screens.base import TOO_SMALL, fits
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.settings_app import SettingsApp
from engarde_tui.storage.progress import KeptProgress
from engarde_tui.terminal.own_screen import OwnScreen
from engarde_tui.widgets.keys import bindings
from engine.game import Game, game_of, games
from engine.match import Match

if TYPE_CHECKING:
    from engarde_tui.play.saving import Begin, Saver
    from engarde_tui.play.stored import StoredMatch
    from engarde_tui.screens.table import TableScreen
    from engarde_tui.sessions.match_end import MatchEnd
    from engarde_tui.sessions.session import Session
    from engarde_tui.storage.store import Library, ResumedMatch, Store


class Floor(OwnScreen, Screen[None]):
    """The screen below all others; goes to the menu if keys typed ahead close one screen too many."""

    def on_screen_resume(self) -> None:
        """Show the menu, but not before the first screen has been shown."""
        app = self.app
        if isinstance(app, EngardeApp) and app.has_begun and not app.is_mending and app.screen is self:
            app.open_menu()


class EngardeApp(SettingsApp):
    """En Garde in one terminal."""

    RUNS_PROGRAMS: ClassVar = True
    """Users may run programs as bots and write files: it is their machine."""

    TITLE = "En Garde"
    BINDINGS: ClassVar[list[BindingType]] = bindings(APP)

    def __init__(
        self,
        start: "Match | LiveMatch | ResumedMatch | Replay | Bout | Lesson | Wanted | None" = None,
        store: "Store | None" = None,
        *,
        ascii_only: bool = False,
        no_motion: bool = False,
        keeper: SettingsKeeper | None = None,
        curtain_delay: float | None = None,
        bot_pace: float | None = None,
        login: str = "",
    ) -> None:
        """Open `start`: a match, a replay, a daily bout, a lesson or a puzzle; by default the menu.

        Matches are saved in `store`; without one they are lost when the program ends. `login` is offered as
        the player's name. The others are as in `SettingsApp`.
        """
        super().__init__(
            ascii_only=ascii_only,
            no_motion=no_motion,
            keeper=keeper,
            curtain_delay=curtain_delay,
            bot_pace=bot_pace,
        )
        self._start = start
        self.store = store
        self.progress = KeptProgress(store.database if store else None)
        self._login_name = login
        self._has_asked_name = False
        """Whether the menu has asked who plays."""
        self.has_begun = False
        """Whether the first screen has been shown."""
        self.is_mending = False
        """Whether a change that could not be saved is tried again, or is to be called off."""

    def on_mount(self) -> None:
        """Show the first screen."""
        self._open_first()
        if self.trouble_with_settings:
            self.call_after_refresh(self._say_at_table, sentence(self.trouble_with_settings))
        self.has_begun = True
        self._cover_if_too_small(self.size)

    def on_resize(self, event: Resize) -> None:
        """Cover the screens if the window has become too small for them."""
        if len(self.screen_stack) > 1:
            self._cover_if_too_small(event.size)

    def _cover_if_too_small(self, window: Size) -> None:
        """Show a notice if the window is too small; the notice closes itself."""
        if fits(window) or any(screen.name == TOO_SMALL for screen in self.screen_stack):
            return
        from engarde_tui.screens.too_small import TooSmallScreen

        self.push_screen(TooSmallScreen())

    def _open_first(self) -> None:
        match self._start:
            case None:
                self.open_menu()
            case Match() as match:
                self.open_match(LiveMatch(match))
            case LiveMatch() as match:
                self.open_match(match)
            case Replay() as replay:
                self.open_replay(replay)
            case Bout() as bout:
                self.open_daily(bout.rules)
            case Lesson() as lesson:
                self.open_lesson(lesson)
            case Wanted() as wanted:
                if not (wanted.is_mistake and self.open_mistake()):
                    self.open_puzzle(wanted)
            case stored:
                self._continue(stored)

    def _open(self, screen: Screen[Any]) -> None:
        """Replace all screens above the floor by `screen`."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 1:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)
        self._cover_if_too_small(self.size)

    def get_default_screen(self) -> Screen[object]:
        """Return the screen below all others."""
        return cast(Screen[object], Floor(id="_default"))

    @property
    def player_name(self) -> str:
        """The player's name; the login name until one is told."""
        return self.settings.name or self._login_name or self.settings.player

    @property
    def library(self) -> "Library | None":
        """The matches that the player may see; None if they are not saved."""
        return self.store

    def open_menu(self) -> None:
        """Go to the menu, which shows an error if the matches cannot be read."""
        from engarde_tui.games.en_garde.widgets.title import Title
        from engarde_tui.screens.menu import MenuScreen

        unfinished: StoredMatch | None = None
        notice = ""
        if self.store is not None:
            try:
                unfinished = next(self.store.unfinished(), None)
                notice = self.store.read_only
            except Problem as problem:
                notice = told(problem)
        offered = None if self.settings.name or self._has_asked_name else self._login_name
        self._has_asked_name = True
        notice = notice or self.trouble_with_settings
        self._open(MenuScreen(Title(), unfinished, notice, offered_name=offered))

    def open_setup(self, game: Game | None = None, *, alone: bool = False) -> None:
        """Go to the form for a new match of `game` (default: the last one played), vs computer if `alone`."""
        from engarde_tui.screens.setup import SetupScreen

        self._open(SetupScreen(game or self.last_game, alone=alone, is_chosen=game is not None))

    @property
    def last_game(self) -> Game:
        """The game that the form shows first: the chosen one, else the one played last."""
        if self.settings.game in games():
            return games()[self.settings.game]
        if self.library is not None:
            with suppress(Problem):
                for match_id in self.library.ids()[:1]:
                    return game_of(self.library.summary(match_id).rules)
        return next(iter(games().values()))

    def open_lesson(self, lesson: Lesson, number: int | None = None) -> None:
        """Go to exercise `number` of a lesson, from 0, by default to the next one."""
        from engarde_tui.screens.table import TableScreen
        from engarde_tui.sessions.lesson import LessonSession

        if number is None:
            number = lesson.first(self.progress.reached.lessons.get(lesson.rules.GAME))
        self._open(TableScreen(LessonSession(lesson, number, self.player_name)))

    @property
    def today(self) -> date:
        """The day whose bouts and puzzle there are; a screen can stay open until the next."""
        return day_of(datetime.now(UTC))

    def open_puzzle(self, wanted: Wanted = ANY) -> None:
        """Show a puzzle over the current screen, or in place of the one shown."""
        found = puzzles()
        number, day = found.choose(wanted, self.progress.reached.puzzles, self.today)
        self._show_puzzle(found.session(number, day, self.player_name))

    def open_mistake(self, after: int = 0) -> bool:
        """Show the player's own mistake that comes next after another one; return False if none is left."""
        session = None
        if self.store is not None:
            with suppress(Problem):
                session = puzzles().mistake(self.store, after, self.player_name)
        if session is not None:
            self._show_puzzle(session)
        return session is not None

    def _show_puzzle(self, session: "Session") -> None:
        """Show a puzzle over the current screen, or in place of the one shown."""
        from engarde_tui.screens.table import TableScreen

        screen, shown = TableScreen(session), self.screen
        if isinstance(shown, TableScreen) and isinstance(shown.session, puzzles().session):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def open_match(
        self,
        match: LiveMatch,
        begin: "Begin | None" = None,
        on_refused: Callable[[BeginRefusedError], None] | None = None,
    ) -> None:
        """Start a match, saved by `begin` if the library is not to begin it itself.

        If it cannot be saved and the player cancels, or `begin` refuses, stay on this screen.
        """
        library = self.library

        def start() -> None:
            try:
                if library is not None:
                    match.save_with(begin or library.begin)
            except BeginRefusedError as reason:
                if on_refused is None:
                    raise
                on_refused(reason)
            else:
                self._open_table(match)

        self.attempt(start, match.saver)

    def resume(self, match_id: int) -> None:
        """Continue a stored match; raises StoreError if it cannot be opened."""
        if self.library is not None:
            self._continue(self.library.resume(match_id))

    def _continue(self, resumed: "ResumedMatch") -> None:
        """Continue a stored match; ask before running a program as its bot."""
        match = resumed.record.match
        players = Players.recorded(game_of(match.rules), match.names, resumed.record.others)
        if players.program is None:
            self._sit_down(resumed, players)
        else:
            words = tr("One of the players is a program: {program}", program=players.program)
            answer = self.ask(PROGRAM.about(words))
            _: Worker[None] = self.run_worker(self._sit_down_if_wanted(answer, resumed, players))

    async def _sit_down_if_wanted(
        self, answer: "asyncio.Future[str | None]", resumed: "ResumedMatch", players: Players
    ) -> None:
        match await answer:
            case "run":
                self._sit_down(resumed, players)
            case "person":
                self._sit_down(resumed, players.without_program())

    def _sit_down(self, resumed: "ResumedMatch", players: Players) -> None:
        record = resumed.record
        self._open_table(LiveMatch(record.match, resumed.journal, players, record.others))
        if players.missing:
            absent = ", ".join(players.missing)[:60]
            words = tr("The bot {bot!r} cannot play here: a human takes its place.", bot=absent)
            self.call_after_refresh(self._say_at_table, words)

    def watch_again(self, match_id: int) -> None:
        """Replay the finished rounds of a stored match, over the current screen.

        Raises Problem if it cannot be read or no round is finished.
        """
        if self.library is not None:
            self.open_replay(Replay.of(self.library.record(match_id), finished_rounds=True))

    def open_history(self) -> None:
        """Go to the stored matches."""
        from engarde_tui.screens.history import HistoryScreen

        if self.store is not None:
            self._open(HistoryScreen(self.store))

    def open_daily(self, rules: object = None) -> None:
        """Go to the daily bout by `rules`, by default the usual ones."""
        from engarde_tui.screens.daily import DailyScreen

        if self.store is not None:
            self._open(DailyScreen(self.store, self.player_name, rules=rules))

    def open_replay(self, replay: Replay) -> None:
        """Show a replay over the current screen."""
        self.push_screen(presentation_of(replay.view.round.rules).replay_screen()(replay))

    def share(self, replay: Replay) -> None:
        """Ask how to write a match that is over to a file, and write it; only on a player's own machine."""
        from engarde_tui.share.offer import offer

        _: Worker[None] = self.screen.run_worker(offer(self, replay), group="share", exclusive=True)

    def open_log(self) -> None:
        """Show what has happened in the round of the table on top, over it."""
        from engarde_tui.screens.log import LogScreen
        from engarde_tui.screens.table import TableScreen

        if isinstance(table := self.screen, TableScreen):
            self.push_screen(LogScreen(table))

    def _open_table(self, match: LiveMatch) -> None:
        from engarde_tui.screens.table import TableScreen
        from engarde_tui.sessions.session import Session

        self._open(TableScreen(Session(Client(match))))

    def open_match_over(self, end: "MatchEnd") -> None:
        """Go to the result of a match."""
        from engarde_tui.screens.match_over import MatchOverScreen

        self.switch_screen(MatchOverScreen(end))

    def attempt(self, change: Callable[[], None], saver: "Saver | None" = None) -> "asyncio.Future[bool]":
        """Make a change that is saved; if saving fails, ask the player what to do and try again.

        A match saved by `saver` can continue unsaved. The future is True once the change
        is made, False if the player cancels, and cancelled if the screen closes or trying again fails
        unexpectedly. Raises what `change` raises, except a Problem.
        """
        made: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        try:
            change()
        except Problem as problem:
            # Closing the screen cancels its worker, so nobody waits for an answer that never comes.
            self.is_mending = True
            screen, answer = self.screen, self.ask(self.question_about(problem))
            _: Worker[None] = screen.run_worker(self._mend(answer, change, saver, made))
        else:
            made.set_result(True)
        return made

    async def _mend(
        self,
        answer: "asyncio.Future[str | None]",
        change: Callable[[], None],
        saver: "Saver | None",
        made: "asyncio.Future[bool]",
    ) -> None:
        try:
            while (chosen := await answer) in ("again", "without"):
                try:
                    if chosen == "without" and saver is not None:
                        saver.continue_unsaved()
                    change()
                except Problem as problem:
                    answer = self.ask(self.question_about(problem))
                else:
                    made.set_result(True)
                    return
            made.set_result(False)
        finally:
            self.is_mending = False
            # No effect if it has a result.
            made.cancel()
            if isinstance(self.screen, Floor):
                self.open_menu()

    def question_about(self, problem: Problem) -> Question:
        """Return the question to ask when saving fails."""
        return NOT_SAVED.about(sentence(told(problem)))

    def _say_at_table(self, text: str) -> None:
        """Show `text` at the table, if one is open."""
        table = self._table_screen()
        if table is not None:
            table.say(text)

    def _table_screen(self) -> "TableScreen | None":
        """Return the table's screen, wherever in the stack it is; None if there is none."""
        from engarde_tui.screens.table import TableScreen

        return next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)

    def action_help(self) -> None:
        """Show the rules of the current game and the keys of the current screen."""
        from engarde_tui.screens.help import HelpScreen

        screen = self.screen
        if not isinstance(screen, HelpScreen):
            played: Iterator[Any] = (getattr(below, "rules", None) for below in reversed(self.screen_stack))
            rules = next(filter(None, played), None)
            self.push_screen(HelpScreen(rules, list(screen.active_bindings.values())))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow closing a page only above another screen; on the lowest one, `q` quits.

        Neither closing nor help while the window is too small: the notice says all there is.
        """
        pages = [screen for screen in self.screen_stack if not screen.is_modal]
        match action:
            case "close":
                return len(pages) > 2 and pages[-1].name != TOO_SMALL
            case "help" | "settings" if pages[-1].name == TOO_SMALL:
                return False
            case _:
                return super().check_action(action, parameters)

    def action_close(self) -> None:
        """Close the top page."""
        self.screen.dismiss()

    async def action_quit(self) -> None:
        """Quit; ask first if a match is unfinished."""
        screen = self._table_screen()
        session = None if screen is None else screen.session
        if session is not None and self.is_asking(session.leaving):
            return
        if session is None or not session.asks_before_leaving:
            self._end_visit()
            return

        def answered(answer: str | None) -> None:
            if answer in ("quit", "quit again"):
                self.exit()
            elif answer == "menu":
                self.leave_to_menu()

        question = session.leaving.about(session.leave_warning)
        if not session.is_kept:
            question = replace(question.without("quit again"), counts_ahead=("stay",))
        self.ask(question, answered)

    @property
    def before_exit(self) -> Question | None:
        """What is asked before the program is left from elsewhere than a match; None for nothing."""
        return None

    def _end_visit(self) -> None:
        question = self.before_exit
        if question is None:
            self.exit()
        elif not self.is_asking(question):
            self.ask(question, lambda answer: self.exit() if answer == "quit" else None)

    def consequence(self, *, saved: bool) -> str:
        """Return what happens to a match nobody else plays if it is left now."""
        if not saved:
            return tr("Not everything could be saved. If you leave now, what is missing is lost.")
        return tr('Everything is saved. To come back, choose Continue in the menu, or run "engarde resume".')

    def leave_to_menu(self) -> None:
        """Leave the table, if one is open, and go to the menu."""
        table = self._table_screen()
        if table is not None:
            table.leave()
        self.open_menu()

    @property
    def log_folder(self) -> Path:
        """The folder of the crash log: the one of the matches."""
        return super().log_folder if self.store is None else self.store.folder
