"""What a hall answers to a command over SSH, as text: a record, one's tables, what is sealed for a day."""

from datetime import timedelta

from engarde_tui.header import DAILY
from engarde_tui.play.daily import seals
from engarde_tui.play.day import day_in, day_of
from engarde_tui.play.problem import Problem
from engarde_tui.serve import mine
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.own_matches import not_yours
from engarde_tui.serve.hall.own_turns import own_turns
from engarde_tui.serve.hall.visitor import Visitor
from engine.message import message
from engine.record import write


def record_for(hall: Hall, visitor: Visitor, match_id: int) -> str:
    """Return the record of a member's own match; raises Problem if there is none or it is not over."""
    if visitor.account is None:
        raise Problem(message("guests have no matches of their own: connect with the key you played with"))
    own = hall.own_matches(visitor.account)
    if not own.has_played(match_id):
        raise Problem(not_yours(match_id))
    record = own.record(match_id)
    if record.match.winner is None:
        raise Problem(
            message("match {match} is not over yet: its record would show both hands", match=match_id)
        )
    return write(record)


def turns_of(hall: Hall, visitor: Visitor, *, as_json: bool) -> tuple[str, int]:
    """Return a member's tables and whose move it is, and the exit status; raises Problem for a guest."""
    if visitor.account is None:
        raise Problem(message("guests have no tables of their own: connect with the key of your name"))
    hall.following.follow_tables_of(visitor)
    turns, now = own_turns(hall.own_tables(visitor), visitor), hall.register.clock()
    told = mine.as_json(turns, visitor.name, now) if as_json else mine.as_text(turns, now)
    return told, mine.status(turns)


def sealed(hall: Hall, text: str) -> str:
    """Return what the hall has sealed for a day, by default for four; raises Problem for a wrong day."""
    day = day_in(text)
    if text and day is None:
        raise Problem(message("{day} is not a day like 2026-11-23", day=text))
    today = day_of(hall.store.now())
    days = [today + timedelta(days=each) for each in (-2, -1, 0, 1)] if day is None else [day]
    return "".join(f"{line}\n" for line in seals(hall.register.secret(DAILY), days, today))
