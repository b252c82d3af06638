"""Alerts: who is told wherever they look of a turn, of little time, of a challenge, and of a result."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from engarde_tui.language import put
from engarde_tui.play.bus import Bus
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.events import ALERTS, Alert, AlertChoice, What
from engarde_tui.serve.hall.public_errors import with_register
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.time_words import time_left
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.storage.database import Database
from engine.game import Seat, game_of
from engine.message import message

BETWEEN_ALERTS: Final = 30.0
"""Seconds between two alerts of the same kind on one terminal; little time is told once a turn instead."""


Choices = frozenset[AlertChoice]

_SENTENCES: Final = {
    What.YOUR_MOVE: message("It is your move against {opponent}."),
    What.EITHER: message("The round against {opponent} is over: you can deal the next one."),
    What.LITTLE_TIME: message("Your time against {opponent} is running out: {left} left."),
    What.CHALLENGED: message("{opponent} challenges you."),
    What.DECLINED: message("{opponent} has declined your challenge."),
    What.WON: message("You have won the match against {opponent}."),
    What.LOST: message("You have lost the match against {opponent}."),
}


def sentence_of(alert: Alert, now: float, *, ascii_only: bool = True) -> str:
    """Return an alert in words, without control characters, in ASCII for terminals that show nothing else.

    `now` is in seconds since 1970.
    """
    left = "" if alert.deadline is None else time_left(max(alert.deadline - now, 0))
    text = put(_SENTENCES[alert.what]._replace(fields={"opponent": alert.opponent, "left": left}))
    text = "".join(filter(str.isprintable, text))
    return text.encode("ascii", "replace").decode() if ascii_only else text


class Alerts:
    """Turns what happens at the tables into alerts, for players here and for the operator's program."""

    def __init__(self, database: Database, visitors: Callable[[], Iterable[Visitor]], bus: Bus) -> None:
        """`visitors` returns everybody who is here."""
        self._database = database
        self._visitors = visitors
        self._bus = bus

    # --- what players choose ---

    @property
    def has_program(self) -> bool:
        """Whether the operator runs a program that hears of alerts."""
        return ALERTS in self._bus.topics

    def recall(self, visitor: Visitor) -> None:
        """Let a visitor who comes have the choices of before; raises Problem if they cannot be read."""
        if visitor.account is not None:
            visitor.alerts = self._stored(visitor.account)

    def choose(self, visitor: Visitor, choices: Choices) -> None:
        """Let a visitor choose anew, in all windows; raises Problem if that cannot be saved."""
        account = visitor.account
        if account is not None:
            words = " ".join(sorted(choices))
            with with_register(), self._database.writing() as connection:
                connection.execute("UPDATE account SET alerts = ? WHERE id = ?", (words, account))
        for other in self._visitors():
            if other is visitor or (account is not None and other.account == account):
                other.alerts = choices

    def _stored(self, account: int) -> Choices:
        """Return a member's choices; others are from a damaged file, or of a newer version."""
        with with_register():
            rows = self._database.select("SELECT alerts FROM account WHERE id = ?", (account,))
        words = {word for (stored,) in rows for word in str(stored).split()}
        return frozenset(choice for choice in AlertChoice if choice in words)

    # --- what is told ---

    def tell(self, table: Table, seat: Seat, what: What, *, by_others: bool = False) -> None:
        """Alert the player of a seat, or the member it is kept for, if they want that.

        Nobody is told what they have done themselves. What another process has done, that one tells the
        operator's program.
        """
        if seat is table.actor or seat in table.seats.deleted:
            return
        alert = _alert(table, seat, what)
        for visitor in self._visitors():
            if what.kind in visitor.alerts and table.seat_for(visitor) is seat:
                self._bus.publish(visitor.topic, alert)
        account = table.seats.accounts[seat]
        if table.waits and table.challenged is not None and table.seats.free is seat:
            account = table.challenged.account
        if self.has_program and account is not None and not by_others:
            # What cannot be read counts as no consent; it is in the log.
            with suppress(Problem):
                if AlertChoice.PROGRAM in self._stored(account):
                    self._bus.publish(ALERTS, alert)


def _alert(table: Table, seat: Seat, what: What) -> Alert:
    match, time = table.summary, table.time
    return Alert(
        what=what,
        name=table.opponent(seat.other),
        opponent=table.opponent(seat),
        game=game_of(table.terms.rules).name,
        table=table.code,
        match=table.match.id,
        score=None if match is None else (match.score[seat], match.score[seat.other]),
        deadline=table.deadline if time is not None and time.running is seat else None,
        is_there=table.seats.is_there(seat),
    )
