"""Hall tables as rows of the lobby."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from engarde_tui.play.stored import StoredMatch
from engarde_tui.play.words import cut, fitting, fitting_name, goal, score
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.serve.hall.people import Does
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.time_limits import TimeLimit
from engarde_tui.serve.hall.time_words import duration, time_left_in_short
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.prompts import time_words
from engine.game import Seat
from engine.match import MatchView

OWN_HEADS: Final = ("against", "game", "score", "to move")
OPEN_HEADS: Final = ("with", "game", "to", "seat")
RUNNING_HEADS: Final = ("match", "game", "round")

_TO_MOVE: Final = 8
"""Columns of the name of who is to move, which stands in the line already."""


class Cell(NamedTuple):
    """A text, and an end that stays whole where there is no room for both."""

    text: str
    end: str = ""

    def __str__(self) -> str:
        """Return both."""
        return f"{self.text}{self.end}"

    def within(self, width: int) -> str:
        """Return what fits in `width` columns."""
        return f"{cut(self.text, width - cell_len(self.end))}{self.end}"


class MatchCell(NamedTuple):
    """Two names around a score, which stays whole: where there is no room, ratings go first."""

    left: Cell
    points: str
    right: Cell

    def __str__(self) -> str:
        """Return all of it."""
        return f"{self.left} {self.points} {self.right}"

    def within(self, width: int) -> str:
        """Return what fits in `width` columns; a short name leaves its room to the other one."""
        if cell_len(f"{self}") <= width:
            return f"{self}"
        room = width - cell_len(self.points) - 2
        left, right = self.left.text, self.right.text
        left = cut(left, max(room - cell_len(right), (room + 1) // 2))
        return f"{left} {self.points} {cut(right, room - cell_len(left))}"


class Row(NamedTuple):
    """A line of the lobby."""

    action: str
    """What enter does, as a Textual action."""
    cells: tuple[str | Cell | MatchCell, ...]
    """One text for each column."""
    details: str
    """What enter does, as the rest of a sentence."""


def going_to(table: Table) -> str:
    """Return the action that leads to a table."""
    return f"go_to('{table.code}')"


def answering(table: Table) -> str:
    """Return the action that answers a challenge, or looks at an answer."""
    return f"answer('{table.code}')"


def game_cell(terms: TableTerms) -> str:
    """Return the rules, the rounds to win, and what is agreed besides."""
    parts = [full_title(terms.rules), goal(terms.target)]
    if terms.move_time:
        parts.append(f"{duration(terms.move_time)} to move")
    if terms.time_limit is not None:
        parts.append(limit_words(terms.time_limit))
    if terms.plays_forced:
        parts.append("forced actions played")
    return ", ".join(parts)


def limit_words(limit: TimeLimit) -> str:
    """Return a time limit in words."""
    if limit.is_per_action:
        return f"{duration(limit.seconds)} a turn"
    return f"clock {limit}"


def rated_name(table: Table, seat: Seat) -> Cell:
    """Return the name of a seat's player, with their rating if there is one: "anna (1240)"."""
    rating = table.rating(seat)
    return Cell(fitting_name(table.seats.names[seat]), f" ({rating})" if rating else "")


def marked_name(name: str, *, is_friend: bool) -> str:
    """Return a name, with a mark before it if it is a friend's."""
    return f"★ {name}" if is_friend else name


def table_words(does: Does, table: Table, seat: Seat | None) -> str:
    """Return what somebody does at a table, where `seat` is theirs: "plays bruno 2 : 1, Ferti advanced"."""
    kind = full_title(table.terms.rules)
    if table.view is None:
        return f"waits for an opponent, {kind}"
    view = fitting(table.view)
    if seat is None:
        return f"watches {score(view)}, {kind}"
    points = f"{view.names[seat.other]} {view.score[seat]} : {view.score[seat.other]}, {kind}"
    return f"has played {points}" if does is Does.HAS_PLAYED else f"plays {points}"


def own_rows(tables: Sequence[Table], visitor: Visitor, here: Collection[str], word_key: str) -> list[Row]:
    """Return a line for each table where the visitor has a seat, or one is kept for them.

    `here` are the names in the hall; `word_key` accepts a challenge with a word. Matches against the same
    person have their numbers, so that they can be told apart.
    """
    seats = [table.seat_for(visitor) for table in tables]
    seated = [(table, seat) for table, seat in zip(tables, seats, strict=True) if seat is not None]
    number = Counter(table.opponent(seat) for table, seat in seated if table.view is not None)
    return [
        _own_row(table, seat, visitor, here, word_key, is_numbered=number[table.opponent(seat)] > 1)
        for table, seat in seated
    ]


def _own_row(
    table: Table, seat: Seat, visitor: Visitor, here: Collection[str], word_key: str, *, is_numbered: bool
) -> Row:
    if table.view is None and table.challenged is not None:
        return _challenge_row(table, seat, word_key)
    action, game, kind = going_to(table), game_cell(table.terms), full_title(table.terms.rules)
    if table.view is None:
        details = f"wait at your table for an opponent: {game}. Its code is {table.code}."
        return Row(action, ("nobody yet", kind, "-", "-"), details)
    view = fitting(table.view)
    opponent = view.names[seat.other]
    points = f"{view.score[seat]} : {view.score[seat.other]}"
    if table.is_over:
        return Row(
            action,
            (opponent, kind, points, "rematch?"),
            f"look at the result, {score(view)}: {opponent} wants a rematch.",
        )
    name, turn = table.seats.names[seat.other], view.round.turn
    if table.seats.is_there(seat.other):
        where = f"{opponent} is at the table"
    else:
        where = f"{opponent} is in the hall" if name in here else f"{opponent} is away"
    to_move = "both" if turn is None else "you" if turn is seat else cut(opponent, _TO_MOVE)
    against = rated_name(table, seat.other)
    about = f"{score(view)}, round {view.number}{_time(table)}: {game}; {where}."
    if is_numbered and table.match.begun is not None:
        against = against._replace(end=f" #{table.match.id}")
        # After a guest's code a new sentence begins.
        match = "match" if visitor.member else "Match"
        about = f"{match} {table.match.id} of {table.match.begun.astimezone():%Y-%m-%d}, {about}"
    # A guest's code first: long names may leave no room for all else.
    code = "" if visitor.member else f"; your seat's code is {table.seats.code(seat)}."
    return Row(action, (against, kind, points, Cell(to_move, _days(table))), f"continue{code} {about}")


def _days(table: Table) -> str:
    """Return what the player to move has left of days; "" without such a limit."""
    time = table.time
    if time is None or time.running is None or time.is_clock:
        return ""
    return f", {time_left_in_short(time.left(time.running))}"


def _time(table: Table) -> str:
    """Return for whom a clock runs, or what is left of days: the lobby looks only when something happens."""
    time = table.time
    if time is None or time.running is None:
        return ""
    if time.is_clock:
        return f", the clock runs for {fitting_name(table.seats.names[time.running])}"
    return f", {time_words(table)}"


def _challenge_row(table: Table, seat: Seat, word_key: str) -> Row:
    """Return the line of a challenge, for whoever has made it or may answer it."""
    game, kind = game_cell(table.terms), full_title(table.terms.rules)
    name = fitting_name(table.opponent(seat))
    if table.seats.free is seat:
        cells = (rated_name(table, seat.other), kind, "-", "answer?")
        details = (
            f"answer the challenge of {name}: {game}; you sit on the {seat.label}."
            f" {word_key} accepts with a word for the deal."
        )
        return Row(answering(table), cells, details)
    if table.is_declined:
        return Row(answering(table), (name, kind, "-", "declined"), f"take it away: {name} has declined.")
    details = f"look at your challenge, which {name} has not answered: {game}."
    return Row(going_to(table), (name, kind, "-", "challenged"), details)


def solo_row(match: StoredMatch) -> Row:
    """Return the line of a member's unfinished match without a table."""
    match = fitting(match)
    bots = [seat for seat in Seat if match.bots[seat] is not None]
    opponent = bots[0] if bots else Seat.RIGHT
    points = f"{match.score[opponent.other]} : {match.score[opponent]}"
    kind = full_title(match.rules)
    cells = (match.names[opponent], kind, points, "you" if bots else "both")
    game = f"{kind}, {goal(match.target)}"
    return Row(f"resume({match.id})", cells, f"continue {score(match)}, round {match.number}: {game}.")


def open_row(table: Table, visitor: Visitor, word_key: str) -> Row:
    """Return the line of a table with a free seat, for a visitor; `word_key` joins with a word."""
    seat, terms = table.seats.free, table.terms
    assert seat is not None
    host = rated_name(table, seat.other)
    name = marked_name(host.text, is_friend=table.seats.accounts[seat.other] in visitor.friends)
    cells = (host._replace(text=f"Join {name}"), full_title(terms.rules), str(terms.target), seat.label)
    details = (
        f"join {host}: {game_cell(terms)}; you sit on the {seat.label}."
        f" {word_key} joins with a word for the deal."
    )
    return Row(going_to(table), cells, details)


def running_row(table: Table, visitor: Visitor) -> Row:
    """Return the line of a match that a visitor can watch."""
    assert table.view is not None
    view = table.view
    has_friend = not visitor.friends.isdisjoint(filter(None, table.seats.accounts))
    left, right = (rated_name(table, each) for each in Seat)
    played = MatchCell(left, f"{view.score[0]} : {view.score[1]}", right)
    marked = left._replace(text=marked_name(left.text, is_friend=has_friend))
    cells = (played._replace(left=marked), full_title(table.terms.rules), str(view.number))
    details = f"watch {played}: {game_cell(table.terms)}; the hands stay hidden."
    return Row(going_to(table), cells, details)


def result_line(view: MatchView[Any]) -> str:
    """Return the score of a finished match and how its last round ended."""
    return f"{score(view)}: {presentation_of(view.round.rules).why_round_ended(view, view.finished[-1])}."
