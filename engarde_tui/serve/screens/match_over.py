"""The result of a match at a hall table."""

from functools import cache, partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engarde_tui import paths
from engarde_tui.match.bus import Subscription
from engarde_tui.match.table import TableChanged
from engarde_tui.screens.match_over import MatchOverScreen
from engarde_tui.serve.hall.questions import SALUTE
from engarde_tui.serve.hall.table import HallPlace, HallTable
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.screens.navigator import InHall
from engarde_tui.serve.screens.news import News
from engine.game import Seat


class HallMatchOverScreen(InHall, MatchOverScreen):
    """Shows the result, and starts a rematch once both players want it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "s", "salute", "salute", id="last-salute", tooltip="Say a few words to everybody at the table"
        )
    ]
    CSS_PATH: ClassVar = paths.style_sheets("match_over", "hall")
    OTHER_ROWS: ClassVar = 6

    def __init__(self, place: HallPlace) -> None:
        super().__init__(place)
        self._hall_table = place.hall_table
        self._visitor = place.visitor
        self._seat = place.alone
        self._news = Subscription[TableChanged](
            place.table.bus, place.table.topic, lambda _: self._continue_or_report(), self.call_later
        )
        # Enter before the table's screen is removed, or the match at the empty table would be closed.
        self._hall_table.enter(self._visitor)

    def compose(self) -> ComposeResult:
        """Add a line for what the opponent wants."""
        yield from super().compose()
        yield News(78, is_framed=True)

    def on_mount(self) -> None:
        """Follow the table; show what the opponent wants already."""
        self._news.open()
        self._continue_or_report()

    def on_unmount(self) -> None:
        """Leave the table."""
        self._news.close()
        self._hall_table.exit(self._visitor)

    def leads_to(self, table: HallTable) -> bool:
        """Return whether a table is that of the rematch."""
        return table is self._hall_table.successor

    def on_screen_resume(self) -> None:
        """Show what has happened while another screen was on top."""
        self._continue_or_report()

    def _continue_or_report(self) -> None:
        """Go to the rematch if both want it; else show the last salute, who has left and who wants one."""
        table, seat = self._hall_table, self._seat
        if seat is None:
            return
        if table.successor is not None and table.wants_rematch(seat):
            if not self.navigator.open_rematch(table, self):
                self._say("Your rematch is already over.")
            return
        opponent, words = table.seats.names[seat.other], [table.last_salute]
        if not table.is_listening(seat.other):
            words.append(f"{opponent} has left the table.")
        if table.wants_rematch(seat):
            words.append(f"Waiting for {opponent} to agree to a rematch.")
        elif table.wants_rematch(seat.other):
            words.append(f"{opponent} wants a rematch: press {self.key('rematch')} to agree.")
        self._say(" ".join(filter(None, words)))

    def action_salute(self) -> None:
        """Ask for a salute, and say it."""
        self.navigator.ask(SALUTE, self._salute)

    def _salute(self, salute: str | None) -> None:
        try:
            self._hall_table.salute(self._visitor, salute or "")
        except Refusal as refusal:
            self._say(f"{refusal}", refused=True)

    def action_rematch(self) -> None:
        """Ask for a rematch."""
        if self._seat is not None:
            self.navigator.attempt(partial(self._offer_rematch, self._seat))

    def _offer_rematch(self, seat: Seat) -> None:
        try:
            self._hall_table.offer_rematch(seat)
        except Refusal as refusal:
            self._say(f"{refusal}", refused=True)

    def _say(self, text: str, *, refused: bool = False) -> None:
        self.query_one(News).say(text, refused=refused)


@cache
def hall_match_over_screen(own: type[Any]) -> type[HallMatchOverScreen]:
    """Return the hall's version of `own`, a game's result screen."""
    return type(f"Hall{own.__name__}", (HallMatchOverScreen, own), {})
