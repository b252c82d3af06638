"""The program as one visitor of the hall sees it, in that visitor's terminal."""

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
from engarde_tui.match.place import CURTAIN_DELAY
from engarde_tui.match.problem import Problem
from engarde_tui.screens.questions import Question
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import GUEST, Refusal, Visitor
from engarde_tui.terminal.textual_private import console_without_environment

ColorSystem = Literal["standard", "256", "truecolor"]
"""How many colours a terminal has: 16, 256, or all."""

_NAMES: Final = {"menu": "lobby", "program": "hall"}
"""What is called otherwise here than at home."""

_WITHOUT_COLOR: Final = (NoColor(),)

CRASHED: Final = "An unexpected error ended the program. Your matches are saved: connect again."
"""What a visitor is told of an error; all the rest is in the log."""

_LOG: Final = logging.getLogger("engarde.hall")


class HallApp(EngardeApp):
    """The lobby in place of the menu; tables that others can sit at."""

    RUNS_PROGRAMS: ClassVar = False
    ENABLE_COMMAND_PALETTE: ClassVar = False
    """Textual's fails where keys come faster than it can search."""

    def __init__(
        self,
        hall: Hall,
        visitor: Visitor,
        colors: ColorSystem | None,
        driver: Callable[..., Driver],
        code: str = "",
        *,
        address: str = "",
        curtain_delay: float = CURTAIN_DELAY,
    ) -> None:
        """Begin at the table that `code` leads to, if any; `address` is how others reach the hall."""
        own = OwnMatches(hall.store, visitor.name) if visitor.member else None
        super().__init__(None, own, curtain_delay=curtain_delay)
        self.hall = hall
        self.visitor = visitor
        self.address = address
        self.farewell = ""
        """Why the session has ended, where that is not the visitor's wish."""
        self._code = code
        self._has_news = False
        self.driver_class = cast(type[Driver], driver)
        self.keep_streams()
        self.error_console = Console(file=StringIO())
        self._take_colors(colors)
        visitor.changed = self._hear

    def _take_colors(self, colors: ColorSystem | None) -> None:
        """Draw for the visitor's terminal, whatever the server's is."""
        self.console = console_without_environment(colors, StringIO())
        self.no_color = colors is None
        self.set_reactive(App.ansi_color, True if colors is None else None)
        self._choose_theme()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own filter would look at every piece for colours that neither theme has."""
        return _WITHOUT_COLOR if self.no_color else ()

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
        """The lobby is the menu here, and the hall the program."""
        return re.sub(r"\w+", lambda word: _NAMES.get(word[0], word[0]), label)

    def consequence(self, *, saved: bool) -> str:
        """Only members have matches of their own."""
        return "You can continue it from your matches." if saved else "A guest's match ends with that."

    @property
    def parting_words(self) -> list[str]:
        """What is said once the terminal is the visitor's again: why, and how a guest gets back."""
        words = [self.farewell] if self.farewell else []
        if self.visitor.member:
            return words
        for table in self.hall.own_tables(self.visitor):
            seat = table.seat_of(self.visitor)
            if seat is not None and not table.waits:
                way = self.way_to(table.seat_code(seat), self.visitor.name.lstrip(GUEST))
                words.append(f"Your seat against {table.names[seat.other]} is kept: {way}")
        return words

    def way_to(self, code: str, name: str) -> str:
        """What `name` types to get to a table, or a seat, by its code."""
        return f"ssh -t {name}@{self.address} join {code}"

    def open_menu(self, notice: str = "") -> None:
        """Go to the lobby."""
        from engarde_tui.serve.screens.lobby import LobbyScreen

        self._open(LobbyScreen(self.hall, self.visitor, notice))

    def open_setup(self, opponent: str | None = None) -> None:
        """Go to the settings of a match that is played from this keyboard alone."""
        from engarde_tui.games.en_garde.screens.setup import SetupScreen

        self._open(SetupScreen(opponent, self.visitor.name))

    def open_offer(self) -> None:
        """Go to the settings of a table for somebody else to join."""
        from engarde_tui.serve.screens.offer import OfferScreen

        self._open(OfferScreen(self.hall, self.visitor))

    def open_hall_table(self, table: HallTable) -> None:
        """Go to a table: to wait, to play, or to look on."""
        from engarde_tui.serve.screens.table import HallTableScreen
        from engarde_tui.serve.screens.waiting import WaitingScreen

        if table.waits:
            self._open(WaitingScreen(self.hall, table, self.visitor))
            return
        try:
            place = table.sit(self.visitor)
        except Problem as problem:
            self.open_menu(f"{problem}")
        else:
            self._open(HallTableScreen(place, self.curtain_delay, self.bot_pace))

    def follows_to(self, successor: HallTable | None, screen: Screen[Any]) -> bool:
        """Go on to where the same two play again, from `screen` if nothing lies over it."""
        if successor is None or self.screen is not screen or not self.hall.is_open(successor):
            return False
        self.open_hall_table(successor)
        return True

    def open_history(self) -> None:
        """Look at the own matches."""
        from engarde_tui.serve.screens.history import HallHistoryScreen

        if self.store is not None:
            self._open(HallHistoryScreen(self.store))

    def resume(self, id: int) -> None:
        """Go on with an own match, at its table where it has one."""
        table = self.hall.table_of_match(id)
        if table is None:
            super().resume(id)
        else:
            self.open_hall_table(table)

    def question_about(self, problem: Problem) -> Question:
        """Whether to try again, which is all that a visitor can do; raises a Refusal as it is."""
        from engarde_tui.serve.screens.trouble import TroubleQuestion

        if isinstance(problem, Refusal):
            raise problem
        _LOG.error("event=trouble player=%s problem=%r", self.visitor.name, str(problem))
        return TroubleQuestion()

    def _hear(self) -> None:
        """Something has happened in the hall, maybe in another session: look at it in this one's turn."""
        if not self._has_news and self.is_running:
            self._has_news = True
            self.call_later(self._follow_hall)

    def _follow_hall(self) -> None:
        self._has_news = False
        for screen in tuple(self.screen_stack):
            follow = getattr(screen, "follow_hall", None)
            # A screen that is being made looks by itself, once it is; one that goes has nothing to show.
            if follow is not None and screen.is_mounted and screen.is_running and self.return_code is None:
                follow()

    def report_crash(self) -> None:
        """Log an unexpected error; the visitor is told no more than that."""
        _LOG.exception("event=crash player=%s", self.visitor.name)
        self.farewell = CRASHED
