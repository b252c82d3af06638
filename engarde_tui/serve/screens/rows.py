"""Hall tables as rows of the lobby."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from engarde_tui.language import tr, tr_as
from engarde_tui.play.day import local
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
    told: str = ""
    """What the line mode tells first; "" for the title of the panel."""


def own_heads() -> tuple[str, ...]:
    """Return the heads of the columns of the visitor's own tables."""
    return (
        tr_as("column", "against"),
        tr_as("column", "game"),
        tr_as("column", "score"),
        tr_as("column", "to move"),
    )


def open_heads() -> tuple[str, ...]:
    """Return the heads of the columns of the tables to join; "to" is over the rounds that win."""
    return tr_as("column", "with"), tr_as("column", "game"), tr_as("column", "to"), tr_as("column", "seat")


def running_heads() -> tuple[str, ...]:
    """Return the heads of the columns of the matches to watch."""
    return tr_as("column", "match"), tr_as("column", "game"), tr_as("column", "round")


def side(seat: Seat) -> str:
    """Return where somebody sits: "on the left"."""
    return tr("on the left") if seat is Seat.LEFT else tr("on the right")


def side_in_short(seat: Seat) -> str:
    """Return where a seat is, in a word: "left"."""
    return tr_as("seat", "left") if seat is Seat.LEFT else tr_as("seat", "right")


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
        parts.append(tr("{time} to move", time=duration(terms.move_time)))
    if terms.time_limit is not None:
        parts.append(limit_words(terms.time_limit))
    if terms.plays_forced:
        parts.append(tr("forced actions played"))
    return ", ".join(parts)


def limit_words(limit: TimeLimit) -> str:
    """Return a time limit in words."""
    if limit.is_per_action:
        return tr("{time} a turn", time=duration(limit.seconds))
    return tr("clock {limit}", limit=limit)


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
    if table.summary is None:
        return tr("waits for an opponent, {game}", game=kind)
    match = fitting(table.summary)
    if seat is None:
        return tr("watches {score}, {game}", score=score(match), game=kind)
    opponent, points = match.names[seat.other], f"{match.score[seat]} : {match.score[seat.other]}"
    if does is Does.HAS_PLAYED:
        return tr("has played {opponent} {score}, {game}", opponent=opponent, score=points, game=kind)
    return tr("plays {opponent} {score}, {game}", opponent=opponent, score=points, game=kind)


def own_rows(tables: Sequence[Table], visitor: Visitor, here: Collection[str], word_key: str) -> list[Row]:
    """Return a line for each table where the visitor has a seat, or one is kept for them.

    `here` are the names in the hall; `word_key` accepts a challenge with a word. Matches against the same
    person have their numbers, so that they can be told apart.
    """
    seats = [table.seat_for(visitor) for table in tables]
    seated = [(table, seat) for table, seat in zip(tables, seats, strict=True) if seat is not None]
    number = Counter(table.opponent(seat) for table, seat in seated if table.summary is not None)
    return [
        _own_row(table, seat, visitor, here, word_key, is_numbered=number[table.opponent(seat)] > 1)
        for table, seat in seated
    ]


def _own_row(
    table: Table, seat: Seat, visitor: Visitor, here: Collection[str], word_key: str, *, is_numbered: bool
) -> Row:
    if table.summary is None and table.challenged is not None:
        return _challenge_row(table, seat, word_key)
    action, game, kind = going_to(table), game_cell(table.terms), full_title(table.terms.rules)
    if table.summary is None:
        details = tr(
            "wait at your table for an opponent: {game}. Its code is {code}.", game=game, code=table.code
        )
        return Row(action, (tr("nobody yet"), kind, "-", "-"), details)
    match = fitting(table.summary)
    opponent = match.names[seat.other]
    points = f"{match.score[seat]} : {match.score[seat.other]}"
    if table.is_over:
        return Row(
            action,
            (opponent, kind, points, tr("rematch?")),
            tr(
                "look at the result, {score}: {opponent} wants a rematch.",
                score=score(match),
                opponent=opponent,
            ),
        )
    name, turn = table.seats.names[seat.other], match.turn
    if table.seats.is_there(seat.other):
        where = tr("{name} is at the table", name=opponent)
    elif name in here:
        where = tr("{name} is in the hall", name=opponent)
    else:
        where = tr("{name} is away", name=opponent)
    to_move = tr("both") if turn is None else tr("you") if turn is seat else cut(opponent, _TO_MOVE)
    against = rated_name(table, seat.other)
    state = ", ".join(filter(None, (score(match), tr("round {number}", number=match.number), _time(table))))
    about = tr("{state}: {game}; {place}.", state=state, game=game, place=where)
    day = ""
    if is_numbered:
        against = against._replace(end=f" #{match.id}")
        day = f"{local(match.begun):%Y-%m-%d}"
    # A guest's code first: long names may leave no room for all else.
    if not visitor.member:
        code = tr("continue; your seat's code is {code}.", code=table.seats.code(seat))
        if day:
            about = tr("Match {match} of {day}, {about}", match=match.id, day=day, about=about)
        details = f"{code} {about}"
    elif day:
        details = tr("continue match {match} of {day}, {about}", match=match.id, day=day, about=about)
    else:
        details = tr("continue {about}", about=about)
    if turn is None:
        told = tr("Both go on")
    else:
        told = tr("Your move") if turn is seat else tr("{name} to move", name=opponent)
    return Row(action, (against, kind, points, Cell(to_move, _days(table))), details, told)


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
        return tr("the clock runs for {name}", name=fitting_name(table.seats.names[time.running]))
    return time_words(table)


def _challenge_row(table: Table, seat: Seat, word_key: str) -> Row:
    """Return the line of a challenge, for whoever has made it or may answer it."""
    game, kind = game_cell(table.terms), full_title(table.terms.rules)
    name = fitting_name(table.opponent(seat))
    if table.seats.free is seat:
        cells = (rated_name(table, seat.other), kind, "-", tr("answer?"))
        details = tr(
            "answer the challenge of {name}: {game}; you sit {side}.", name=name, game=game, side=side(seat)
        )
        if word_key:
            details = f"{details} {tr('{key} accepts with a word for the deal.', key=word_key)}"
        return Row(answering(table), cells, details)
    if table.is_declined:
        details = tr("take it away: {name} has declined.", name=name)
        return Row(answering(table), (name, kind, "-", tr("declined")), details)
    details = tr("look at your challenge, which {name} has not answered: {game}.", name=name, game=game)
    return Row(going_to(table), (name, kind, "-", tr("challenged")), details)


def solo_row(match: StoredMatch) -> Row:
    """Return the line of a member's unfinished match without a table."""
    match = fitting(match)
    bots = [seat for seat in Seat if match.bots[seat] is not None]
    opponent = bots[0] if bots else Seat.RIGHT
    points = f"{match.score[opponent.other]} : {match.score[opponent]}"
    kind = full_title(match.rules)
    cells = (match.names[opponent], kind, points, tr("you") if bots else tr("both"))
    details = tr(
        "continue {score}, round {number}: {game}.",
        score=score(match),
        number=match.number,
        game=f"{kind}, {goal(match.target)}",
    )
    return Row(f"resume({match.id})", cells, details)


def open_row(table: Table, visitor: Visitor, word_key: str) -> Row:
    """Return the line of a table with a free seat, for a visitor; `word_key`, if any, joins with a word."""
    seat, terms = table.seats.free, table.terms
    assert seat is not None
    host = rated_name(table, seat.other)
    name = marked_name(host.text, is_friend=table.seats.accounts[seat.other] in visitor.friends)
    host_cell = host._replace(text=tr("Join {name}", name=name))
    cells = (host_cell, full_title(terms.rules), str(terms.target), side_in_short(seat))
    details = tr("join {host}: {game}; you sit {side}.", host=host, game=game_cell(terms), side=side(seat))
    if word_key:
        details = f"{details} {tr('{key} joins with a word for the deal.', key=word_key)}"
    return Row(going_to(table), cells, details)


def running_row(table: Table, visitor: Visitor) -> Row:
    """Return the line of a match that a visitor can watch."""
    assert table.summary is not None
    match = table.summary
    has_friend = not visitor.friends.isdisjoint(filter(None, table.seats.accounts))
    left, right = (rated_name(table, each) for each in Seat)
    played = MatchCell(left, f"{match.score[0]} : {match.score[1]}", right)
    marked = left._replace(text=marked_name(left.text, is_friend=has_friend))
    cells = (played._replace(left=marked), full_title(table.terms.rules), str(match.number))
    details = tr("watch {match}: {game}; the hands stay hidden.", match=played, game=game_cell(table.terms))
    return Row(going_to(table), cells, details)


def result_line(view: MatchView[Any]) -> str:
    """Return the score of a finished match and how its last round ended."""
    return f"{score(view)}: {presentation_of(view.round.rules).why_round_ended(view, view.finished[-1])}."
