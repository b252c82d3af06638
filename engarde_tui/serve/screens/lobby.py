"""The lobby: the tables, and what else to do."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.match.problem import Problem
from engarde_tui.screens.base import AppScreen
from engarde_tui.screens.input import InputScreen
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.lines import OWN_SEAT, open_line, own_line, result_line, running_line
from engarde_tui.serve.screens.navigator import HallNews, InHall
from engarde_tui.widgets.canvas import Canvas, CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.pointed_list import PointedList

_MAX_LISTED = 50
"""Tables of each kind listed; the others can be reached by code."""


class LobbyHeader(CanvasWidget):
    """The title, the visitor's name, and the number of people here."""

    def __init__(self, hall: Hall, visitor: Visitor) -> None:
        super().__init__()
        self._hall = hall
        self._visitor = visitor

    def draw(self, canvas: Canvas) -> None:
        """Draw one line and a rule below it."""
        x = canvas.put(1, 0, "E N   G A R D E", "accent")
        canvas.put(x, 0, " · the fencing hall", "dim")
        canvas.put_right(canvas.width - 1, 0, f"{self._visitor.name} · {self._hall.people} here", "strong")
        canvas.put(1, 1, "━" * (canvas.width - 2), "dim")


class LobbyScreen(InHall, AppScreen):
    """Lists the visitor's seats, then tables to join, then matches to watch, then everything else."""

    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "hall")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "offer", "new table", id="new-table", tooltip="Set up a table for somebody to join"),
        Binding("j", "ask_code", "join", id="join", tooltip="Go to a table or a seat by its code"),
        Binding("a", "play_alone", "vs computer", id="hall-alone", tooltip="Play against the computer"),
        Binding("t", "play_here", "two here", id="hall-two", tooltip="Two players at this keyboard"),
        Binding("m", "history", "matches", id="hall-history", tooltip="Your own matches"),
        Binding("s", "settings", "settings", id="menu-settings", tooltip="Look, motion, pauses, keys"),
    ]

    def __init__(self, hall: Hall, visitor: Visitor, notice: str) -> None:
        """`notice` is shown at first; if it is "", a welcome for guests is."""
        super().__init__()
        self._hall = hall
        self._visitor = visitor
        self._notice = notice
        self._offered: list[tuple[str, str]] = []
        self._own: list[HallTable] = []
        """The visitor's own tables, as listed."""

    def compose(self) -> ComposeResult:
        """Yield the header, the list, the notice and the key bar."""
        yield LobbyHeader(self._hall, self._visitor)
        yield PointedList()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill the list, and subscribe to changes in the lobby."""
        self._hall.enter_lobby(self._visitor)
        self._list()
        self.query_one(OptionList).highlighted = 0
        self._say(self._notice or self._welcome, refused=bool(self._notice))

    def on_unmount(self) -> None:
        """Unsubscribe."""
        self._hall.leave_lobby(self._visitor)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the history only if there is a store."""
        return self.navigator.store is not None if action == "history" else True

    @property
    def _welcome(self) -> str:
        visitor = self._visitor
        if visitor.member:
            return ""
        if visitor.why_guest:
            return f"You are here as the guest {visitor.name}: {visitor.why_guest}."
        return f"You are the guest {visitor.name}. Connect with an SSH key to have a name and a history here."

    def on_hall_news(self, _: HallNews) -> None:
        """Update the header and the list."""
        self.query_one(LobbyHeader).redraw()
        self._list()

    def _list(self) -> None:
        """Fill the list again if it has changed; keep the same line highlighted."""
        listed = self._own
        self._own = self._hall.own_tables(self._visitor)
        for table in listed:
            if table not in self._own and table.view is not None and table.view.winner is not None:
                self.app.bell()
                self._say(result_line(table.view))
        offered = [*self._offers()]
        if offered == self._offered:
            return
        before, now = (
            sum(text.startswith(OWN_SEAT) for text, _ in offers) for offers in (self._offered, offered)
        )
        if self._offered and before < now:
            # Somebody has joined a waiting table.
            self.app.bell()
        self._offered = offered
        options = self.query_one(OptionList)
        marked = options.highlighted_option
        options.clear_options()
        options.add_options(Option(Content(text), id=id) for text, id in offered)
        ids = [id for _, id in offered]
        options.highlighted = ids.index(marked.id) if marked is not None and marked.id in ids else 0

    def _offers(self) -> list[tuple[str, str]]:
        """Return each line of the list with its action."""
        hall, visitor = self._hall, self._visitor
        own = [(own_line(table, visitor), table) for table in self._own]
        open_ = [(open_line(table), table) for table in hall.open_tables(visitor)]
        running = [(running_line(table), table) for table in hall.running_tables(visitor)]
        return [
            *(
                (text, f"go_to('{table.code}')")
                for texts in (own, open_, running)
                for text, table in texts[:_MAX_LISTED]
            ),
            ("New table for two", "offer"),
            ("Join by code", "ask_code"),
            ("Play vs computer", "play_alone"),
            ("Two players at this keyboard", "play_here"),
            *([("Your matches", "history")] if self.navigator.store is not None else []),
            ("Settings", "settings"),
            ("Rules and keys", "app.help"),
            ("Leave the hall", "app.quit"),
        ]

    @on(OptionList.OptionSelected)
    async def _select(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            await self.run_action(event.option_id)

    def action_go_to(self, code: str) -> None:
        """Go to a table."""
        try:
            self.navigator.open_hall_table(self._hall.join(self._visitor, code))
        except Problem as problem:
            self.app.bell()
            self._say(f"{problem}", refused=True)

    def action_ask_code(self) -> None:
        """Ask for a code, and go to its table."""
        self.app.push_screen(
            InputScreen("Code of a table or seat"),
            lambda code: self.action_go_to(code) if code else None,
        )

    def action_offer(self) -> None:
        """Go to the form of a new table."""
        self.navigator.open_offer()

    def action_play_alone(self) -> None:
        """Go to the form of a match against the computer."""
        self.navigator.open_setup(alone=True)

    def action_play_here(self) -> None:
        """Go to the form of a match for two at this keyboard."""
        self.navigator.open_setup()

    def action_history(self) -> None:
        """Go to the visitor's matches."""
        self.navigator.open_history()

    def action_settings(self) -> None:
        """Choose settings."""
        self.navigator.open_settings()

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(Notice).say(text, refused=refused)
