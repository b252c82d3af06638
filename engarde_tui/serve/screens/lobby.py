"""The lobby: which tables there are, and what else can be done."""

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engarde_tui import paths
from engarde_tui.games.en_garde.words import fitting, fitting_name, rules_title, score, why_round_ended
from engarde_tui.match.problem import Problem
from engarde_tui.screens.input import InputScreen
from engarde_tui.serve.app import HallApp
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import HallTable
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.widgets.canvas import INK_CLASSES, Canvas, CanvasWidget
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.pointed_list import PointedList
from engine.bots import PREFIX
from engine.en_garde.bots import LEVELS

_MOST_LISTED = 50
"""Tables of each kind that are shown; the others are reached by their codes."""


_OWN_SEAT = "Your seat"
"""How the line of an own match begins."""


class Doorplate(CanvasWidget):
    """The name of the game, who reads this, and how many others are here."""

    def __init__(self, hall: Hall, visitor: Visitor) -> None:
        super().__init__()
        self._hall = hall
        self._visitor = visitor

    def draw(self, canvas: Canvas) -> None:
        """One line, both ends used, and a rule."""
        x = canvas.put(1, 0, "E N   G A R D E", "accent")
        canvas.put(x, 0, " · the fencing hall", "dim")
        canvas.put_right(canvas.width - 1, 0, f"{self._visitor.name} · {self._hall.people} here", "strong")
        canvas.put(1, 1, "━" * (canvas.width - 2), "dim")


class LobbyScreen(Screen[None]):
    """Own seats first, then tables that wait, then matches to watch, then everything else."""

    app = getters.app(HallApp)
    CSS_PATH: ClassVar = paths.style_sheets("pointed_list", "hall")
    COMPONENT_CLASSES = INK_CLASSES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "offer", "new table", id="new-table", tooltip="Set up a table for somebody to join"),
        Binding(
            "j", "ask_code", "join by code", id="join", tooltip="Go to the table, or the seat, of a code"
        ),
        Binding("a", "play_alone", "alone", id="hall-alone", tooltip="Play against the computer"),
        Binding("t", "play_here", "two here", id="hall-two", tooltip="Two play at this keyboard"),
        Binding("m", "history", "matches", id="hall-history", tooltip="Your own matches"),
    ]

    def __init__(self, hall: Hall, visitor: Visitor, notice: str) -> None:
        """Show what `visitor` can do in the `hall`, and say `notice`."""
        super().__init__()
        self._hall = hall
        self._visitor = visitor
        self._notice = notice
        self._offered: list[tuple[str, str]] = []
        self._own: list[HallTable] = []
        """The tables with an own seat, as listed."""

    def compose(self) -> ComposeResult:
        """The title, the list, the keys."""
        yield Doorplate(self._hall, self._visitor)
        yield PointedList()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what there is, from now on as it changes."""
        self._hall.enter_lobby(self._visitor)
        self._list()
        self.query_one(OptionList).highlighted = 0
        self._say(self._notice or self._welcome, refused=bool(self._notice))

    def on_unmount(self) -> None:
        """Follow it no more."""
        self._hall.leave_lobby(self._visitor)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what there is."""
        return self.app.store is not None if action == "history" else True

    @property
    def _welcome(self) -> str:
        visitor = self._visitor
        if visitor.member:
            return ""
        if visitor.why_guest:
            return f"Here you are the guest {visitor.name}: {visitor.why_guest}."
        return f"You are the guest {visitor.name}; who comes with an SSH key has a name and a history here."

    def follow_hall(self) -> None:
        """Something has changed."""
        self.query_one(Doorplate).redraw()
        self._list()

    def _list(self) -> None:
        """Show all offers, the marked one marked again; nothing is drawn where nothing has changed."""
        listed = self._own
        self._own = self._hall.own_tables(self._visitor)
        for table in listed:
            if table not in self._own and table.view is not None and table.view.winner is not None:
                self.app.bell()
                self._say(f"{score(table.view)}: {why_round_ended(table.view, table.view.finished[-1])}.")
        offered = [*self._offers()]
        if offered == self._offered:
            return
        before, now = (
            sum(text.startswith(_OWN_SEAT) for text, _ in offers) for offers in (self._offered, offered)
        )
        if self._offered and before < now:
            # Somebody has sat down at a table that was waiting.
            self.app.bell()
        self._offered = offered
        options = self.query_one(OptionList)
        marked = options.highlighted_option
        options.clear_options()
        options.add_options(Option(Content(text), id=id) for text, id in offered)
        ids = [id for _, id in offered]
        options.highlighted = ids.index(marked.id) if marked is not None and marked.id in ids else 0

    def _offers(self) -> list[tuple[str, str]]:
        """Each line with the action that it stands for."""
        hall, visitor = self._hall, self._visitor
        own = [(_own(table, visitor), table) for table in self._own]
        open_ = [(_open(table), table) for table in hall.open_tables(visitor)]
        running = [(_running(table), table) for table in hall.running_tables(visitor)]
        return [
            *(
                (text, f"go_to('{table.code}')")
                for texts in (own, open_, running)
                for text, table in texts[:_MOST_LISTED]
            ),
            ("New table for two", "offer"),
            ("Join by a code", "ask_code"),
            ("Against the computer", "play_alone"),
            ("Two at this keyboard", "play_here"),
            *([("Your matches", "history")] if self.app.store is not None else []),
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
            self.app.open_hall_table(self._hall.join(self._visitor, code))
        except Problem as problem:
            self.app.bell()
            self._say(f"{problem}", refused=True)

    def action_ask_code(self) -> None:
        """Ask for a code, and go there."""
        self.app.push_screen(
            InputScreen("The code of a table or of a seat"),
            lambda code: self.action_go_to(code) if code else None,
        )

    def action_offer(self) -> None:
        """Set up a table."""
        self.app.open_offer()

    def action_play_alone(self) -> None:
        """Set up a match against the computer."""
        self.app.open_setup(f"{PREFIX}{LEVELS[1]}")

    def action_play_here(self) -> None:
        """Set up a match for two at this keyboard."""
        self.app.open_setup()

    def action_history(self) -> None:
        """Look at the own matches."""
        self.app.open_history()

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(Notice).say(text, refused=refused)


def _own(table: HallTable, visitor: Visitor) -> str:
    """The own seat, and what is going on there."""
    seat = table.seat_of(visitor)
    assert seat is not None
    if table.waits:
        return f"Your table waits: {_game(table)}, code {table.code}"
    assert table.view is not None
    view = fitting(table.view)
    if table.is_over:
        return f"{_OWN_SEAT}: {score(view)}, {view.names[seat.other]} would like to play again"
    opponent = "there" if table.is_there(seat.other) else "away"
    return f"{_OWN_SEAT}: {score(view)}, round {view.number}, opponent {opponent}"


def _open(table: HallTable) -> str:
    """A table with a free seat."""
    seat = table.free_seat
    assert seat is not None
    return f"Join {fitting_name(table.names[seat.other])}: {_game(table)}, you fence from the {seat.label}"


def _running(table: HallTable) -> str:
    """A match that can be watched."""
    assert table.view is not None
    view = fitting(table.view)
    return f"Watch {score(view)}, round {view.number}"


def _game(table: HallTable) -> str:
    return f"{rules_title(table.offer.rules)}, first to {table.offer.target}"
