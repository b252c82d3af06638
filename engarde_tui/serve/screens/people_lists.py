"""The lists of the people of the hall, as values: who is here, the ladders, results of daily bouts."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from engarde_tui.language import put, tr, tr_as
from engarde_tui.play.day import day_of
from engarde_tui.play.words import cut, when
from engarde_tui.presentation import full_title
from engarde_tui.serve.hall.bouts import BoutResult
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.names import Member
from engarde_tui.serve.hall.people import Does, Person, people_here
from engarde_tui.serve.hall.ratings import LADDER_ROUNDS
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.rows import marked_name, table_words
from engine.game import Game, game_of
from engine.message import message

_LONGEST: Final = 100
"""Members listed of each ladder."""

_DOES: Final = 38
"""Columns of what somebody does: of 80, those that the longest name with its rating leaves."""

_LADDER: Final = message(
    "A member with {rounds} rated rounds stands here: rounds of finished matches between members. The order"
    " is by what a rating is at least. Each day without a rated match makes it less certain, so whoever stays"
    " away sinks.",
    rounds=LADDER_ROUNDS,
)


class Line(NamedTuple):
    """Somebody in a list."""

    cells: tuple[str, ...]
    """One text for each column."""
    member: Member | None
    """Whom to challenge or to mark; None for a guest."""
    table: Table | None = None
    """Where to go; None if nowhere."""

    @property
    def who(self) -> Member | str:
        """What tells people apart: the member, or a guest's name."""
        return self.member or self.cells[0]


class Listed(NamedTuple):
    """One of the lists."""

    title: str
    heads: tuple[str, ...]
    lines: Sequence[Line]
    empty: str
    """What to say if there are no lines."""
    about: str
    """What to say below them."""


class PeopleLists:
    """The lists, as one visitor sees them. Every method raises Problem if the register cannot be read."""

    def __init__(self, hall: Hall, visitor: Visitor) -> None:
        self._hall = hall
        self._visitor = visitor

    def here(self, last_game: Game, visit_key: str) -> Listed:
        """Return who is here, and the friends who are not.

        Ratings of those who are at no table are at `last_game`; `visit_key` goes to a table.
        """
        people = people_here(self._hall, self._visitor)
        lines = [self._line(person, last_game) for person in people]
        account = self._visitor.account
        if account is not None and self._visitor.friends:
            here = {person.visitor.account for person in people}
            away = [one for one in self._hall.friends.of(account) if one.account not in here]
            lines += [Line((self._named(one, ""), tr("away"), ""), one) for one in away]
        notice = self._hall.register.operator_words.notice
        about = (
            tr("The operator of the hall: {words}", words=notice)
            if notice
            else tr("{key} watches the match of the marked person, or joins their open table.", key=visit_key)
        )
        heads = tr_as("column", "name"), tr_as("column", "does"), tr_as("column", "idle")
        return Listed(tr("Here now"), heads, lines, "", about)

    def _line(self, person: Person, last_game: Game) -> Line:
        visitor = person.visitor
        idle = tr("{number} min", number=person.idle) if person.idle else ""
        if person.does is Does.ELSEWHERE:
            does = tr(visitor.pastime) if visitor.pastime else tr("is in the lobby")
        elif person.does is Does.AT_HIDDEN_TABLE:
            does = tr("is at a table with a code")
        else:
            assert person.table is not None
            does = table_words(person.does, person.table, person.seat)
        does = cut(does, _DOES)
        table = None if person.does is Does.HAS_PLAYED else person.table
        if visitor.account is None:
            return Line((visitor.name, does, idle), None, table)
        game = last_game if person.table is None else game_of(person.table.terms.rules)
        member = Member(visitor.name, visitor.account)
        rating = self._hall.register.ratings.label(visitor.account, game.name)
        return Line((self._named(member, rating), does, idle), member, table)

    def _named(self, member: Member, rating: str) -> str:
        """Return a member's name, marked for a friend, with the rating if there is one."""
        name = marked_name(member.name, is_friend=member.account in self._visitor.friends)
        you = tr("you") if member.account == self._visitor.account else ""
        about = ", ".join(filter(None, (you, rating)))
        return f"{name} ({about})" if about else name

    def ladder(self, game: Game) -> Listed:
        """Return the ladder of a game."""
        lines = []
        for number, place in enumerate(self._hall.register.ratings.ladder(game.name)[:_LONGEST], 1):
            member, standing = Member(place.name, place.account), place.standing
            value, margin = standing.rating.value, standing.rating.margin
            rating, least = f"{value:.0f} ± {margin:.0f}", f"{value - margin:.0f}"
            played = when(datetime.fromtimestamp(standing.at, UTC))
            cells = (f"{number}", self._named(member, ""), rating, least, f"{standing.rounds}", played)
            lines.append(Line(cells, member))
        heads = (
            "",
            tr_as("column", "name"),
            tr_as("column", "rating"),
            tr_as("column", "at least"),
            tr_as("column", "rounds"),
            tr_as("column", "last match"),
        )
        empty = tr("Nobody has {rounds} rated rounds yet.", rounds=LADDER_ROUNDS)
        return Listed(tr("Ladder of {game}", game=game.title), heads, lines, empty, put(_LADDER))

    def bouts(self, results: Iterable[BoutResult], show_key: str) -> Listed:
        """Return the results of the daily bouts; `show_key` shows the visitor's own, or hides them."""
        today, lines = day_of(self._hall.store.now()), []
        for member, match in results:
            day = tr("today") if match.day == today else tr("yesterday")
            score = f"{match.score[0]} : {match.score[1]}"
            result = tr("lost {score}", score=score) if match.winner else tr("won {score}", score=score)
            lines.append(Line((self._named(member, ""), day, full_title(match.rules), result), member))
        account = self._visitor.account
        if account is None:
            about = tr("Members who agree have their results shown here.")
        elif self._hall.register.bouts.are_shown(account):
            about = tr("Your results are shown to everybody here: {key} hides them.", key=show_key)
        else:
            about = tr("Your results are not shown to everybody here: {key} shows them.", key=show_key)
        heads = (
            tr_as("column", "name"),
            tr_as("column", "day"),
            tr_as("column", "daily bout"),
            tr_as("column", "result"),
        )
        empty = tr("Nobody who shows results has finished a bout yet.")
        return Listed(tr("Daily bouts"), heads, lines, empty, about)
