"""The form of a new table for somebody else to join."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from engarde_tui.language import told, tr
from engarde_tui.play.problem import Problem
from engarde_tui.screens.setup import SetupScreen
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.keys import TERMS
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_terms import MOVE_TIMES, TableTerms
from engarde_tui.serve.hall.time_limits import DAY, LIMITS, TimeLimit
from engarde_tui.serve.hall.time_words import duration, time_left
from engarde_tui.serve.hall.visitor import Visitor
from engarde_tui.serve.screens.challenges import whom_to_challenge
from engarde_tui.serve.screens.rows import game_cell, limit_words
from engarde_tui.serve.screens.services import InHall
from engarde_tui.widgets.form import OneOf
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.speaking import Caption
from engine.game import Game, Seat
from engine.match import Match
from engine.message import message

_LISTED, _MEMBER = "anybody", "member"
"""Who may join."""


class TableTermsScreen(InHall, SetupScreen):
    """The form of a match, with the visitor's seat and who may join in place of two names."""

    HEADING: ClassVar = message("New table")
    BINDINGS: ClassVar[list[BindingType]] = bindings(TERMS)

    def __init__(self, hall: Hall, visitor: Visitor, game: Game, challenged: str = "") -> None:
        """The seat is to be kept for the member `challenged`, if one is."""
        super().__init__(game)
        self._challenged = challenged
        self._hall = hall
        self._visitor = visitor

    def open_form(self, game: Game) -> None:
        """Go to the form of a table for `game`."""
        self.services.open_table_form(game, challenged=self._challenged)

    def _compose_players(self) -> ComposeResult:
        yield Caption(message("Your seat"))
        yield OneOf(
            {Seat.LEFT.name: message("left"), Seat.RIGHT.name: message("right")}, Seat.LEFT.name, id="seat"
        )
        yield Caption(message("Who can join"))
        member = {_MEMBER: self._challenged or message("a member")} if self._visitor.member else {}
        chosen = _MEMBER if self._challenged else _LISTED
        yield OneOf(
            {_LISTED: message("anybody"), "code": message("with the code")} | member, chosen, id="listed"
        )

    def _compose_times(self) -> ComposeResult:
        yield Caption(message("Time to move"))
        times = {f"{time}": _in_short(time) for time in MOVE_TIMES if time < DAY}
        moves = {f"{time}": duration(time) for time in MOVE_TIMES if 0 < time < DAY}
        yield OneOf(times | {"0": message("none")}, "0", id="move-time", in_full=moves)
        yield Caption(message("Time limit"))
        limits = {f"{limit}": time_left(limit.seconds) for limit in LIMITS if limit.is_per_action}
        clocks = {f"{limit}": f"{limit}" for limit in LIMITS if not limit.is_per_action}
        spoken = {f"{limit}": _limit_in_words(limit) for limit in LIMITS}
        yield OneOf({"": message("none")} | limits | clocks, "", id="time-limit", in_full=spoken)
        yield Caption(message("Forced actions"))
        yield OneOf({"": message("you play them"), "hall": message("played at once")}, "", id="forced")

    @on(OneOf.Changed, "#time-limit")
    @on(OneOf.Changed, "#move-time")
    def _choose_time(self, event: OneOf.Changed) -> None:
        """Let a table have a time to move or a limit: who is out of time loses, and needs no reminder."""
        limit, move_time = self.query_one("#time-limit", OneOf), self.query_one("#move-time", OneOf)
        if event.one_of is limit and limit.chosen:
            move_time.chosen = "0"
        elif event.one_of is move_time and move_time.chosen != "0":
            limit.chosen = ""

    def _announcement(self) -> str:
        terms = self._terms()
        Match.new(terms.rules, target=terms.target)
        game, key, limit = game_cell(terms), self.key("begin"), terms.time_limit
        if self._chosen("listed") != _MEMBER:
            begins = tr("{game}. Press {key} to open the table.", game=game, key=key)
        elif self._challenged:
            name = self._challenged
            begins = tr("{game}. Press {key} to challenge {name}.", game=game, key=key, name=name)
        else:
            begins = tr("{game}. Press {key} to choose whom you challenge.", game=game, key=key)
        if limit is None or limit.is_per_action:
            return begins
        return f"{begins} {_clock_in_words(limit)}"

    def _terms(self) -> TableTerms:
        """Return what the form says; raises ValueError if a field is wrong."""
        listed = self._chosen("listed") == _LISTED
        limit, plays_forced = self._chosen("time-limit"), bool(self._chosen("forced"))
        return TableTerms(
            self._rules(),
            self._target(),
            self._chosen("starter"),
            listed,
            int(self._chosen("move-time")),
            TimeLimit.parse(limit) if limit else None,
            plays_forced,
        )

    def action_begin(self) -> None:
        """Open the table, or ask first whom to challenge; ring the bell if a field is wrong."""
        try:
            self._announcement()
            terms, seat = self._terms(), Seat[self._chosen("seat")]
            if self._chosen("listed") == _MEMBER and self._challenged:
                self._go_to(self._hall.challenge(self._visitor, self._challenged, terms, seat))
            elif self._chosen("listed") == _MEMBER:
                self._challenge(terms, seat)
            else:
                self._go_to(self._hall.create(self._visitor, terms, seat))
        except ValueError:
            self.app.bell()
        except Problem as problem:
            self.services.open_menu(told(problem))

    def _challenge(self, terms: TableTerms, seat: Seat) -> None:
        """Ask for a name, and go to the table once its member is challenged."""
        hall, visitor = self._hall, self._visitor
        opened: list[Table] = []

        def challenge(name: str) -> None:
            opened.append(hall.challenge(visitor, name, terms, seat))

        def answered(_: str | None) -> None:
            for table in opened:
                self._go_to(table)

        here = hall.challenges.members_here(visitor, hall.visitors)
        self.app.push_screen(whom_to_challenge(here, challenge), answered)

    def _go_to(self, table: Table) -> None:
        self.remember(self._last.bot)
        self.services.open_hall_table(table)


def _in_short(seconds: int) -> str:
    """Return a time to move, in the fewest columns."""
    if seconds and not seconds % 60:
        return tr("{number} min", number=seconds // 60)
    return duration(seconds)


def _limit_in_words(limit: TimeLimit) -> str:
    return limit_words(limit) if limit.is_per_action else _clock_in_words(limit)


def _clock_in_words(limit: TimeLimit) -> str:
    whole, more = duration(limit.seconds), duration(limit.increment)
    return tr("The clock: {time} each, plus {more} a turn.", time=whole, more=more)
