"""The tables that call a visitor, on whatever screen they are."""

from collections.abc import Iterable
from typing import Final

from engarde_tui.language import put, tr, tr_count
from engarde_tui.serve.hall.events import Call
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.time_words import countdown, time_left, until_change, until_time_change
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.rows import game_cell
from engine.message import message

_CHALLENGED: Final = message("{name} challenges you: {game}.")
_DECLINED: Final = message("{name} has declined your challenge.")

_WHY: Final = {
    Call.BEGUN: (
        message("Your match against {name} has begun."),
        message("Your match against {name} has begun, and {name} can claim the match in {time}."),
        message("Your match against {name} has begun, and {name} can claim the match now."),
    ),
    Call.TO_MOVE: (
        message("{name} is waiting for your move."),
        message("{name} is waiting for your move and can claim the match in {time}."),
        message("{name} is waiting for your move and can claim the match now."),
    ),
    Call.REMINDED: (
        message("{name} reminds you to move."),
        message("{name} reminds you to move, and {name} can claim the match in {time}."),
        message("{name} reminds you to move, and {name} can claim the match now."),
    ),
    Call.CHALLENGED: (_CHALLENGED,) * 3,
    Call.DECLINED: (_DECLINED,) * 3,
}
"""Why a table calls: as long as nobody can claim the match, while time is running until that, and after."""


class Calls:
    """The tables that call one visitor."""

    def __init__(self, hall: Hall, visitor: Visitor) -> None:
        self._hall = hall
        self._visitor = visitor
        self._calls: dict[str, Call] = {}
        """Why each table calls, by its code, oldest first."""
        self._silenced: set[str] = set()
        """The codes of challenges that call no more in this visit."""

    def follow(self, codes: Iterable[str]) -> dict[Table, Call]:
        """Look at tables again; return those that have begun to call, or call for another reason."""
        new: dict[Table, Call] = {}
        for code in codes:
            table = self._hall.tables.with_code(code)
            call = None if table is None else table.call_for(self._visitor)
            if table is None or call is None or (call is Call.CHALLENGED and code in self._silenced):
                self._calls.pop(code, None)
            elif self._calls.get(code) is not call:
                new[table] = self._calls[code] = call
        return new

    def silence(self, table: Table) -> None:
        """Let a challenge call no more in this visit: the lobby lists it."""
        self._silenced.add(table.code)
        self._calls.pop(table.code, None)

    @property
    def first(self) -> Table | None:
        """The table to go to first: one where time is running, else the one that has called longest."""
        tables = [table for code in self._calls if (table := self._hall.tables.with_code(code)) is not None]
        return min(tables, key=self._order, default=None)

    def _order(self, table: Table) -> tuple[bool, bool]:
        return not table.runs_for(self._visitor), self._seconds_to_claim(table) is None

    def words(self, key: str) -> str:
        """Return the key that leads to the first table, and why it calls; "" if none calls."""
        table = self.first
        seat = None if table is None else table.seat_for(self._visitor)
        if table is None or seat is None:
            return ""
        name, call = table.opponent(seat), self._calls[table.code]
        wait, left = self._seconds_to_claim(table), self._own_clock(table)
        if left is not None:
            why = tr("Your clock runs against {name}, {left} left.", name=name, left=time_left(left))
        else:
            plain, soon, now = _WHY[call]
            fields = {"name": name, "game": game_cell(table.terms), "time": countdown(wait or 0)}
            why = put((plain if wait is None else soon if wait else now)._replace(fields=fields))
        others = len(self._calls) - 1
        if not others:
            return tr("{key}: {call}", key=key, call=why)
        return tr_count(
            "{key}: {call} ({number} more)", "{key}: {call} ({number} more)", others, key=key, call=why
        )

    @property
    def reason(self) -> str:
        """Why the first table calls, without any time; "" if none calls."""
        table = self.first
        seat = None if table is None else table.seat_for(self._visitor)
        if table is None or seat is None:
            return ""
        name = table.opponent(seat)
        if self._own_clock(table) is not None:
            return tr("Your clock runs against {name}.", name=name)
        plain, *_ = _WHY[self._calls[table.code]]
        return put(plain._replace(fields={"name": name, "game": game_cell(table.terms)}))

    @property
    def until_change(self) -> float | None:
        """Seconds until `words` says something else by itself; None if it does not."""
        table = self.first
        if table is None:
            return None
        if left := self._own_clock(table):
            return until_time_change(left)
        wait = self._seconds_to_claim(table)
        return until_change(wait) if wait else None

    def _own_clock(self, table: Table) -> float | None:
        """Return the seconds that the visitor has on a clock that runs; None if none does."""
        seat, time = table.seats.of(self._visitor), table.time
        return time.left(seat) if time and seat is not None and table.runs_for(self._visitor) else None

    def _seconds_to_claim(self, table: Table) -> float | None:
        """Return the seconds until the match can be claimed from the visitor; None if no time is running."""
        seat = table.seats.of(self._visitor)
        return None if seat is None else table.seconds_to_claim(seat.other)
