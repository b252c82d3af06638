"""The app for one visitor of the hall."""

import logging
import re
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any, ClassVar, Final, Literal, cast

from rich.console import Console
from textual.app import App
from textual.driver import Driver
from textual.filter import LineFilter, NoColor
from textual.screen import Screen

from engarde_tui.app import EngardeApp
from engarde_tui.match.problem import Problem
from engarde_tui.presentation import presentation_of
from engarde_tui.screens.questions import Question
from engarde_tui.serve.hall.events import HallEvent
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import GUEST, Visitor
from engarde_tui.serve.screens.history import HallHistoryScreen
from engarde_tui.serve.screens.lobby import LobbyScreen
from engarde_tui.serve.screens.navigator import HallNews, InHall
from engarde_tui.serve.screens.offer import OfferScreen
from engarde_tui.serve.screens.questions import TroubleQuestion
from engarde_tui.serve.screens.table import hall_table_screen
from engarde_tui.serve.screens.waiting import WaitingScreen
from engarde_tui.serve.settings import settings_of
from engarde_tui.settings.entries import Characters
from engarde_tui.settings.scopes import Scope
from engarde_tui.terminal.ascii import AsciiFilter
from engarde_tui.terminal.textual_private import console_without_environment
from engine.game import Game

ColorSystem = Literal["standard", "256", "truecolor"]
"""A terminal's colours: 16, 256, or 24-bit."""

_NAMES: Final = {"menu": "lobby", "program": "hall"}
"""Words of the local program, and the hall's words for them."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{,31}")
"""Names that need no quotes in a shell."""

_WITHOUT_COLOR: Final = (NoColor(),)
_IN_ASCII: Final = (AsciiFilter(),)

CRASHED: Final = "An unexpected error ended the program. Your matches are saved: connect again."
"""What a visitor sees of an unexpected error; the log has the details."""

_LOG: Final = logging.getLogger("engarde.hall")


class HallApp(EngardeApp):
    """The app with a lobby as its menu, and tables that other visitors can join."""

    RUNS_PROGRAMS: ClassVar = False
    ENABLE_COMMAND_PALETTE: ClassVar = False
    """Off: Textual's palette fails if keys come faster than it can search."""

    def __init__(
        self,
        hall: Hall,
        visitor: Visitor,
        colors: ColorSystem | None,
        driver: Callable[..., Driver],
        code: str = "",
        *,
        ascii_only: bool = False,
        address: str = "",
        curtain_delay: float | None = None,
    ) -> None:
        """Start at the table with this `code`, or in the lobby; `address` as in `HallServer`.

        `ascii_only` is what the terminal says; the visitor's settings come before it.
        """
        own = OwnMatches(hall.store, visitor.name) if visitor.member else None
        super().__init__(
            None,
            own,
            ascii_only=ascii_only,
            keeper=settings_of(visitor, hall.register),
            curtain_delay=curtain_delay,
        )
        self.hall = hall
        self.visitor = visitor
        self.address = address
        self.farewell = ""
        """Why the session has ended; "" if the visitor left."""
        self._code = code
        self._events: dict[HallEvent, None] = {}
        """Events not yet posted to the screens, in order; a dict so that each is posted once."""
        self.driver_class = cast(type[Driver], driver)
        self.keep_streams()
        self.error_console = Console(file=StringIO())
        self._take_colors(colors)
        visitor.notify = self._queue_event

    def _take_colors(self, colors: ColorSystem | None) -> None:
        """Draw for the visitor's terminal instead of the server's."""
        self.console = console_without_environment(colors, StringIO())
        self.no_color = colors is None
        self.set_reactive(App.ansi_color, True if colors is None else None)
        self.show_theme(self.settings.theme)

    @property
    def is_remote(self) -> bool:
        """True: everybody here comes over SSH."""
        return True

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return only our own filters: Textual's checks each segment for colours that no theme has."""
        filters = _WITHOUT_COLOR if self.no_color else ()
        return (*filters, *_IN_ASCII) if self.is_ascii else filters

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII is drawn."""
        chosen = self.settings.characters
        return self._ascii_only if chosen is Characters.AUTO else chosen is Characters.ASCII

    def _open_first(self) -> None:
        if not self._code:
            self.open_menu()
            return
        try:
            table = self.hall.join(self.visitor, self._code)
        except Problem as problem:
            self.open_menu(f"{problem}")
        else:
            self.open_hall_table(table)

    def wording(self, label: str) -> str:
        """Return `label` with the hall's words: lobby for menu, hall for program."""
        return re.sub(r"\w+", lambda word: _NAMES.get(word[0], word[0]), label)

    def consequence(self, *, saved: bool) -> str:
        """Return what happens to a match that is left; only members' matches are saved."""
        if not saved:
            return "A guest's match is not saved: if you leave now, it is lost."
        return "Everything is saved. To come back, choose the match in your matches."

    @property
    def parting_words(self) -> list[str]:
        """The lines to write when the session has ended: why, and how a guest gets back to each seat."""
        words = [self.farewell] if self.farewell else []
        if self.visitor.member:
            return words
        for table in self.hall.own_tables(self.visitor):
            seat = table.seats.of(self.visitor)
            if seat is not None and not table.waits:
                command = self.join_command(table.seats.code(seat), self._login)
                words.append(f"Your seat against {table.seats.names[seat.other]} is kept: {command}")
        return words

    @property
    def _login(self) -> str:
        """The name to connect with, as the visitor typed it unless no shell could take that."""
        login = self.visitor.login
        return login if _PLAIN.fullmatch(login) else self.visitor.name.lstrip(GUEST)

    def join_command(self, code: str, name: str) -> str:
        """Return the shell command that brings `name` to the table or seat with this code."""
        return f"ssh -t {name}@{self.address} join {code}"

    def open_menu(self, notice: str = "") -> None:
        """Go to the lobby."""
        self._open(LobbyScreen(self.hall, self.visitor, notice or self.trouble_with_settings))

    def open_setup(self, game: Game | None = None, *, alone: bool = False) -> None:
        """Go to the form of a match at this keyboard."""
        from engarde_tui.screens.setup import SetupScreen

        self._open(SetupScreen(game or self.last_game, alone=alone, own_name=self.visitor.name))

    def open_offer(self, game: Game | None = None) -> None:
        """Go to the form of a table for somebody else to join."""
        self._open(OfferScreen(self.hall, self.visitor, game or self.last_game))

    def open_hall_table(self, table: HallTable) -> None:
        """Go to a table: to wait, to play, or to watch."""
        if table.waits:
            self._open(WaitingScreen(self.hall, table, self.visitor))
            return
        try:
            place = table.sit(self.visitor)
        except Problem as problem:
            self.open_menu(f"{problem}")
        else:
            screen = hall_table_screen(presentation_of(table.offer.rules).table_screen())
            self._open(screen(place, self.hall.absence))

    def open_rematch(self, table: HallTable, screen: Screen[Any]) -> bool:
        """Go from `screen` to the rematch of a table; False if there is none, or another screen is on top."""
        new = table.successor
        if new is None or self.screen is not screen or not self.hall.is_open(new):
            return False
        self.open_hall_table(new)
        return True

    def open_settings(self) -> None:
        """Show the visitor's settings."""
        from engarde_tui.serve.screens.settings import HallSettingsScreen

        self.push_screen(HallSettingsScreen())

    @property
    def scopes(self) -> Sequence[Scope]:
        """Everything whose keys can be chosen."""
        from engarde_tui.serve.screens.scopes import hall_scopes

        return hall_scopes(type(self))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow what makes sense here: there is no shell to go to."""
        return action != "suspend_process" and super().check_action(action, parameters)

    def open_history(self) -> None:
        """Go to the visitor's own matches."""
        if self.store is not None:
            self._open(HallHistoryScreen(self.store))

    def resume(self, id: int) -> None:
        """Continue a match of the visitor's, at its table if any; raises Problem if it cannot be read."""
        table = self.hall.table_of_match(id)
        if table is None:
            super().resume(id)
        else:
            self.open_hall_table(table)

    def question_about(self, problem: Problem) -> Question:
        """Return the question whether to try again; log the problem."""
        _LOG.error("event=trouble player=%s problem=%r", self.visitor.name, str(problem))
        return TroubleQuestion()

    def _queue_event(self, event: HallEvent) -> None:
        """Queue an event that another session may have caused; post it in this app's own turn."""
        # A screen opened later reads the state itself.
        if self.is_running:
            if not self._events:
                self.call_later(self._post_news)
            self._events[event] = None

    def _post_news(self) -> None:
        events, self._events = tuple(self._events), {}
        for screen in self.screen_stack:
            if isinstance(screen, InHall):
                screen.post_message(HallNews(events))

    def report_crash(self) -> None:
        """Log an unexpected error; tell the visitor only that there was one."""
        _LOG.exception("event=crash player=%s", self.visitor.name)
        self.farewell = CRASHED
