"""A table at which a seat is free."""

from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from engarde_tui import paths
from engarde_tui.games.en_garde.words import rules_title
from engarde_tui.serve.app import HallApp
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.widgets.canvas import INK_CLASSES, Canvas, CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar
from engine.en_garde import Rules


class Invitation(CanvasWidget):
    """What is played here, and how somebody else gets to the table."""

    def __init__(self, table: HallTable, visitor: Visitor, way: str) -> None:
        super().__init__()
        self._table = table
        self._visitor = visitor
        self._way = way

    def draw(self, canvas: Canvas) -> None:
        """In the middle."""
        table, visitor = self._table, self._visitor
        seat = table.seat_of(visitor)
        who = "anybody in the lobby, or" if table.offer.listed else "only"
        lines = [
            (f"{rules_title(table.offer.rules)}, first to {table.offer.target}", "strong"),
            (f"{visitor.name} fences from the {seat.label}" if seat is not None else "", "plain"),
            ("", "plain"),
            (f"Waiting for an opponent: {who} who has the code", "plain"),
            (table.code, "accent"),
            (self._way, "dim"),
        ]
        if not visitor.member:
            lines += [("", "plain"), ("A guest's table waits as long as the guest is in the hall", "dim")]
        for row, (text, ink) in enumerate(lines, (canvas.height - len(lines)) // 2):
            canvas.put_centre(row, text, ink)


class WaitingScreen(Screen[None]):
    """Waits with the visitor; the table waits on when the visitor goes to the lobby."""

    app = getters.app(HallApp)
    CSS_PATH: ClassVar = paths.style_sheets("hall")
    COMPONENT_CLASSES = INK_CLASSES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m,escape", "lobby", "to the lobby", key_display="m", id="to-lobby"),
        Binding("x", "withdraw", "withdraw the table", id="withdraw"),
    ]

    def __init__(self, hall: Hall, table: HallTable, visitor: Visitor) -> None:
        super().__init__()
        self._hall = hall
        self._table = table
        self._visitor = visitor
        self.rules: Rules = table.offer.rules

    def compose(self) -> ComposeResult:
        """The invitation, the keys."""
        yield Invitation(self._table, self._visitor, self.app.way_to(self._table.code, "NAME"))
        yield KeyBar()

    def on_mount(self) -> None:
        """Hear of who sits down."""
        self._table.enter(self._visitor)

    def on_unmount(self) -> None:
        """Hear of it no more."""
        self._table.exit(self._visitor)

    def follow_hall(self) -> None:
        """Somebody may have sat down."""
        if self.app.screen is not self:
            return
        if not self._hall.is_open(self._table):
            self.app.open_menu("The table has been withdrawn.")
        elif not self._table.waits:
            self.app.bell()
            self.app.open_hall_table(self._table)

    def on_screen_resume(self) -> None:
        """Somebody may have sat down while another screen lay over this one."""
        self.follow_hall()

    def action_lobby(self) -> None:
        """Go to the lobby; the table waits on."""
        self.app.open_menu()

    def action_withdraw(self) -> None:
        """Give the table up."""

        def withdraw() -> None:
            self._hall.withdraw(self._table)
            self.app.open_menu()

        self.app.attempt(withdraw)
