"""The settings of a new match."""

from contextlib import suppress
from random import SystemRandom
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Label

from engarde_tui import paths
from engarde_tui.match.players import Players, bot_of, bot_title
from engarde_tui.match.problem import Problem
from engarde_tui.match.table import STARTERS, Table, starting_seat
from engarde_tui.presentation import full_title, presentation_of
from engarde_tui.screens.base import AppScreen
from engarde_tui.widgets.field import Field
from engarde_tui.widgets.form import OneOf
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.rules_form import RulesForm
from engine.bots import PREFIX
from engine.game import Game, Seat, games
from engine.match import MAX_TARGET, Match

_OWN_NAME: Final = "Anna"
_OTHER_NAME: Final = "Bruno"
_HUMAN: Final = "human"


class SetupScreen(AppScreen):
    """A form for names, rules, target and starter, checked at every change."""

    HEADING: ClassVar = "New match"
    CSS_PATH: ClassVar = paths.style_sheets("setup")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "begin the match", id="begin", priority=True, tooltip="Begin the match"),
        Binding("tab", "app.focus_next", "next field", id="next-field", tooltip="Go to the next field"),
        Binding("down", "app.focus_next", show=False, id="down", tooltip="Go to the next field"),
        Binding("up", "app.focus_previous", show=False, id="up", tooltip="Go to the field before"),
        Binding("escape,q", "menu", "menu", id="to-menu", tooltip="Back to the menu"),
    ]

    def __init__(self, game: Game, *, alone: bool = False, own_name: str = _OWN_NAME) -> None:
        """Seat `own_name` on the left, on the right another human or, if `alone`, a bot."""
        super().__init__()
        self._game = game
        self._alone = alone
        levels = game.levels
        self._opponent = levels[len(levels) // 2].capitalize() if alone and levels else _OTHER_NAME
        self._own_name = own_name
        self._person = _OTHER_NAME
        """Who sits on the right when the opponent is a human again."""

    def compose(self) -> ComposeResult:
        """Show the whole form at once."""
        yield Label(self.HEADING, classes="heading")
        yield from self._compose_game()
        yield from self._compose_players()
        yield presentation_of(self._first_rules).rules_form(self._first_rules)
        with Horizontal(classes="row"):
            yield Label("Who begins", classes="title")
            yield OneOf(dict(zip(STARTERS, STARTERS, strict=True)), STARTERS[0], id="starter")
        yield Notice()
        yield KeyBar()

    def _compose_game(self) -> ComposeResult:
        """Offer the games if there is more than one; each has its own form."""
        titles = {name: game.title for name, game in games().items()}
        if len(titles) > 1:
            with Horizontal(classes="row"):
                yield Label("Game")
                yield OneOf(titles, self._game.name, id="game")

    def _compose_players(self) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Label("Left")
            yield Field(self._own_name, id="left", compact=True)
            yield Label("Right")
            yield Field(self._opponent, id="right", compact=True)
            yield from self._compose_target()
        with Horizontal(classes="row second"):
            yield Label("Opponent")
            kinds = {name: name for name in (_HUMAN, *self._game.levels)}
            yield OneOf(kinds, self._kind_of(self._opponent), id="opponent")

    def _compose_target(self) -> ComposeResult:
        yield Label("Rounds to win")
        yield Field(str(self._game.target), id="target", max_length=2, compact=True)

    def on_mount(self) -> None:
        """Say what will be played."""
        self._check()

    @property
    def _first_rules(self) -> Any:
        """The initial rules: those played last, if any."""
        if self.navigator.store is not None:
            with suppress(Problem):
                for id in self.navigator.store.ids()[:1]:
                    last = self.navigator.store.summary(id).view.round.rules
                    if self._game.name == last.GAME:
                        return last
        return self._newcomers_rules

    @property
    def _newcomers_rules(self) -> Any:
        """The easiest rules, for newcomers."""
        return next(iter(self._game.presets.values()))

    @on(OneOf.Changed, "#game")
    def _choose_game(self, event: OneOf.Changed) -> None:
        """Go to the form of the chosen game."""
        event.stop()
        self.open_form(games()[str(event.one_of.chosen)])

    def open_form(self, game: Game) -> None:
        """Go to the form of `game`."""
        self.navigator.open_setup(game, alone=self._alone)

    @on(OneOf.Changed, "#opponent")
    def _choose_opponent(self, event: OneOf.Changed) -> None:
        """Write the name of a bot, or the last human name, into the right field."""
        kind = str(event.one_of.chosen)
        self.query_one("#right", Input).value = (
            self._person if kind == _HUMAN else bot_title(kind, self._game)
        )

    @on(Input.Changed, "#right")
    def _name_opponent(self, event: Input.Changed) -> None:
        """Mark the kind of opponent; remember a human name."""
        kind = self._kind_of(event.value)
        if kind == _HUMAN and event.value.strip():
            self._person = event.value
        for opponents in self.query("#opponent").results(OneOf):
            opponents.chosen = kind

    @on(Input.Changed)
    @on(OneOf.Changed)
    @on(RulesForm.Changed)
    def _check(self) -> None:
        """Say what will be played, or what is wrong."""
        notice = self.query_one(Notice)
        try:
            notice.say(self._announcement())
        except ValueError as error:
            notice.say(str(error), refused=True)

    def _announcement(self) -> str:
        """Return what will be played; raises ValueError if something is wrong."""
        view = self._table(Seat.LEFT).view(None)
        left, right = view.names
        return f"{full_title(view.round.rules)}: {left} against {right}. Press {self.key('begin')} to begin."

    def _rules(self) -> Any:
        """Return the chosen rules; raises ValueError if they clash."""
        return self.query_one(RulesForm).rules

    @property
    def rules(self) -> Any:
        """The chosen rules, for the help screen; None while they clash."""
        with suppress(ValueError):
            return self._rules()
        return None

    def _target(self) -> int:
        """Return the rounds to win; raises ValueError if that is not a number."""
        target = self.query_one("#target", Input).value
        if not (target.isascii() and target.isdecimal()):
            raise ValueError(f"the rounds to win must be a number from 1 to {MAX_TARGET}")
        return int(target)

    def _table(self, first: Seat) -> Table:
        """Return a table for the match in the form; raises ValueError if something is wrong."""
        left, right = (self._as_word(self.query_one(f"#{seat.label}", Input).value) for seat in Seat)
        players = Players.parse(self._game, left, right, programs=self.navigator.RUNS_PROGRAMS)
        return Table(Match.new(self._rules(), players.names, self._target(), first), players=players)

    def _chosen(self, choices: str) -> str:
        """Return the name of the choice made in a row."""
        return self.query_one(f"#{choices}", OneOf).chosen or ""

    def action_begin(self) -> None:
        """Begin the match, or ring the bell if something is wrong."""
        try:
            table = self._table(starting_seat(self._chosen("starter"), SystemRandom()))
        except ValueError:
            self.app.bell()
        else:
            self.navigator.open_match(table)

    def action_menu(self) -> None:
        """Go back to the menu."""
        self.navigator.open_menu()

    def _as_word(self, shown: str) -> str:
        """Return the player that a name in the form stands for, as the command line names it."""
        name = shown.strip().lower()
        return f"{PREFIX}{name}" if name in self._game.levels else shown

    def _kind_of(self, shown: str) -> str | None:
        """Return the choice in the row of opponents that a name stands for; None for a program."""
        bot = bot_of(self._game, self._as_word(shown).strip())
        return _HUMAN if bot is None else bot if bot in self._game.levels else None
