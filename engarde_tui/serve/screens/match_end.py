"""The end of a match at a hall table: salutes, and a rematch once both players want it."""

from collections.abc import Callable
from typing import ClassVar, Final, cast

from engarde_tui.language import told, tr
from engarde_tui.play.bus import Subscription
from engarde_tui.play.live_match import TableChanged
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.keys import HALL_MATCH_OVER
from engarde_tui.serve.hall.questions import SALUTE
from engarde_tui.serve.hall.table import HallClient, Table
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.serve.screens.services import HallServices
from engarde_tui.sessions.match_end import MatchEnd
from engine.game import Seat


def ask_for_salute(services: HallServices, table: Table, refuse: Callable[[str], None]) -> None:
    """Ask for a salute, and say it at the table; `refuse` is told why it may not be said."""

    def say(salute: str | None) -> None:
        try:
            table.salute(services.visitor, salute or "")
        except Problem as problem:
            refuse(told(problem))

    services.ask(SALUTE, say)


class HallMatchEnd(MatchEnd):
    """Tells what the opponent wants, and starts a rematch once both players want it."""

    keys = HALL_MATCH_OVER
    has_news: ClassVar = True
    is_rated_here: ClassVar = False

    def __init__(self, client: HallClient) -> None:
        """Enter at once: once the last one has left its screen, the match at the table is closed."""
        super().__init__(client)
        self._hall_table: Final = client.hall_table
        self._visitor: Final = client.visitor
        self._seat: Final = client.alone
        self._news = Subscription[TableChanged](
            self.match.bus, self.match.topic, lambda _: self.is_uncovered()
        )
        self._hall_table.enter(self._visitor)

    @property
    def _services(self) -> HallServices:
        return cast(HallServices, self.face.services)

    @property
    def remarks(self) -> list[str]:
        """Tell also what the match has changed in the ratings."""
        names, changes = self._hall_table.seats.names, self._hall_table.rating_changes
        rated = [f"{names[seat]} {changes[seat]}" for seat in Seat if seat in changes]
        return [*super().remarks, *([tr("Ratings: {ratings}.", ratings=", ".join(rated))] if rated else [])]

    @property
    def allowed(self) -> frozenset[str]:
        """Allow also to say something."""
        return super().allowed | {"salute"}

    def begin(self) -> None:
        """Follow the table; show what the opponent wants already."""
        self._news.open(self.face.call_later)
        self.is_uncovered()

    def leave(self) -> None:
        """Leave the table."""
        self._news.close()
        self._hall_table.exit(self._visitor)

    def leads_to(self, table: Table) -> bool:
        """Return whether a table is that of the rematch."""
        return table is self._hall_table.rematch.successor

    def is_uncovered(self) -> None:
        """Go to the rematch if both want it; else show the last salute, who has left and who wants one."""
        table, seat = self._hall_table, self._seat
        if seat is None:
            return
        if table.rematch.successor is not None and table.rematch.is_wanted_by(seat):
            if not self._services.open_rematch(table, self.face):
                self.face.say(tr("Your rematch is already over."))
            return
        opponent, words = table.seats.names[seat.other], [table.last_salute]
        if not table.is_listening(seat.other):
            words.append(tr("{name} has left the table.", name=opponent))
        if table.rematch.is_wanted_by(seat):
            words.append(tr("Waiting for {name} to agree to a rematch.", name=opponent))
        elif table.rematch.is_wanted_by(seat.other):
            key = self.face.key("rematch")
            words.append(tr("{name} wants a rematch: press {key} to agree.", name=opponent, key=key))
        self.face.say(" ".join(filter(None, words)))

    def salute(self) -> None:
        """Ask for a salute, and say it."""
        ask_for_salute(self._services, self._hall_table, lambda why: self.face.say(why, refused=True))

    def rematch(self) -> None:
        """Ask for a rematch."""
        if self._seat is not None:
            self._services.attempt(self._offer_rematch)

    def _offer_rematch(self) -> None:
        assert self._seat is not None
        try:
            self._hall_table.rematch.ask(self._seat)
        except Refusal as refusal:
            self.face.say(told(refusal), refused=True)
