"""The screen of a table waiting for an opponent."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engarde_tui import paths
from engarde_tui.screens.base import AppScreen
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.lines import game_line
from engarde_tui.serve.screens.navigator import HallNews, InHall
from engarde_tui.widgets.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar


class Invitation(CanvasWidget):
    """What is played, and how an opponent gets to the table."""

    def __init__(self, table: HallTable, visitor: Visitor, command: str) -> None:
        """`command` is the shell command that leads to the table."""
        super().__init__()
        self._table = table
        self._visitor = visitor
        self._command = command

    def draw(self, canvas: Canvas) -> None:
        """Draw all lines in the centre."""
        table, visitor = self._table, self._visitor
        seat = table.seats.of(visitor)
        ways = "from the lobby, or by this code" if table.offer.listed else "by this code only"
        lines = [
            (game_line(table.offer), "strong"),
            (f"{visitor.name} sits on the {seat.label}" if seat is not None else "", "plain"),
            ("", "plain"),
            (f"Waiting for an opponent: {ways}", "plain"),
            (table.code, "accent"),
            (self._command, "dim"),
        ]
        if not visitor.member:
            lines += [("", "plain"), ("The table is withdrawn if you leave the hall", "dim")]
        for row, (text, ink) in enumerate(lines, (canvas.height - len(lines)) // 2):
            canvas.put_centre(row, text, ink)


class WaitingScreen(InHall, AppScreen):
    """Waits for an opponent; the table stays open while the visitor is in the lobby."""

    CSS_PATH: ClassVar = paths.style_sheets("hall")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "m,escape",
            "lobby",
            "to the lobby",
            id="to-lobby",
            tooltip="Go to the lobby; the table stays open",
        ),
        Binding("x", "withdraw", "withdraw the table", id="withdraw", tooltip="Close the table"),
    ]

    def __init__(self, hall: Hall, table: HallTable, visitor: Visitor) -> None:
        super().__init__()
        self._hall = hall
        self._table = table
        self._visitor = visitor
        self.rules = table.offer.rules

    def compose(self) -> ComposeResult:
        """Yield the invitation and the key bar."""
        command = self.navigator.join_command(self._table.code, "NAME")
        yield Invitation(self._table, self._visitor, command)
        yield KeyBar()

    def on_mount(self) -> None:
        """Enter the table, to hear who joins."""
        self._table.enter(self._visitor)

    def on_unmount(self) -> None:
        """Leave the table."""
        self._table.exit(self._visitor)

    def on_hall_news(self, _: HallNews) -> None:
        """Go to the match if somebody has joined."""
        self._continue_if_ready()

    def on_screen_resume(self) -> None:
        """Go to the match if somebody has joined while another screen was on top."""
        self._continue_if_ready()

    def _continue_if_ready(self) -> None:
        if self.app.screen is not self:
            return
        if not self._hall.is_open(self._table):
            self.navigator.open_menu("The table has been withdrawn.")
        elif not self._table.waits:
            self.app.bell()
            self.navigator.open_hall_table(self._table)

    def action_lobby(self) -> None:
        """Go to the lobby; the table stays open."""
        self.navigator.open_menu()

    def action_withdraw(self) -> None:
        """Withdraw the table."""

        def withdraw() -> None:
            self._hall.withdraw(self._table)
            self._continue_if_ready()

        self.navigator.attempt(withdraw)
