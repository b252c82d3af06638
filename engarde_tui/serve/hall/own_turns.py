"""Whose move it is at a visitor's tables, and how much time is left: their order in the lobby and outside."""

from collections.abc import Iterable
from enum import StrEnum
from math import ceil, inf
from typing import NamedTuple

from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor
from engine.game import Seat


class Move(StrEnum):
    """Whom a table waits for."""

    YOURS = "yours"
    EITHER = "either"
    """The round is over: either player can deal the next one."""
    ANSWER = "answer"
    """A member challenges the player."""
    THEIRS = "theirs"
    UNANSWERED = "unanswered"
    """The member whom the player has challenged has not answered."""
    DECLINED = "declined"
    """That member has declined."""
    NOBODY = "nobody"
    """It waits for an opponent."""

    @property
    def waits_for_you(self) -> bool:
        """Whether the player can go on."""
        return self in (Move.YOURS, Move.EITHER, Move.ANSWER)


class OwnTurn(NamedTuple):
    """A table and the player's seat there, or the one that is kept for them."""

    table: Table
    seat: Seat
    move: Move


def deadline(table: Table) -> int | None:
    """Return when the player to move is out of time, in seconds since 1970; None if there is no limit."""
    end = table.deadline
    return None if end is None else ceil(end)


def own_turns(tables: Iterable[Table], visitor: Visitor) -> list[OwnTurn]:
    """Return those of the tables, in their order, where the visitor has a seat and the match is not over."""
    found = []
    for table in tables:
        seat = table.seat_for(visitor)
        if seat is not None and not table.is_over:
            found.append(OwnTurn(table, seat, _move(table, seat)))
    return found


def most_urgent_first(tables: Iterable[Table], visitor: Visitor) -> list[Table]:
    """Return first the tables that wait for the visitor, of these first the one with the least time left.

    All others stay in their order, and so do those without a limit.
    """

    def key(table: Table) -> tuple[bool, float]:
        seat = table.seat_for(visitor)
        waits = seat is not None and _move(table, seat).waits_for_you
        return not waits, (deadline(table) or inf) if waits else inf

    return sorted(tables, key=key)


def _move(table: Table, seat: Seat) -> Move:
    if table.summary is None:
        if table.challenged is None:
            return Move.NOBODY
        if table.seats.free is seat:
            return Move.ANSWER
        return Move.DECLINED if table.is_declined else Move.UNANSWERED
    turn = table.summary.turn
    return Move.EITHER if turn is None else Move.YOURS if turn is seat else Move.THEIRS
