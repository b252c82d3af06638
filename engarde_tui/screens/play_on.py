"""How to play on from a state of a replay: on which side, against whom, with which hidden cards."""

from random import SystemRandom
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Grid

from engarde_tui import paths
from engarde_tui.language import told, tr
from engarde_tui.play.keys import PLAY_ON
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players, bot_title
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.screens.base import AppScreen
from engarde_tui.settings.entries import Setup
from engarde_tui.terminal.dialog import Dialog
from engarde_tui.widgets.form import OneOf, Steps
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.notice import Notice
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.speaking import Caption
from engine.bot import PREFIX
from engine.game import Seat, game_of
from engine.message import message
from engine.names import identity

_SAME: Final = "same"
_NEW: Final = "new"
_CARDS: Final = {_SAME: message("the same"), _NEW: message("new ones")}
"""The hidden cards, as in the form."""


class PlayOnScreen(Dialog, AppScreen):
    """A form for the side, the level and the hidden cards; says what will be played."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog", "setup")
    BINDINGS: ClassVar[list[BindingType]] = bindings(PLAY_ON)

    def __init__(self, replay: Replay) -> None:
        """Play on from the state that a replay shows."""
        super().__init__()
        self._replay = replay
        self._view = replay.view
        self.rules = self._view.round.rules
        self._game = game_of(self.rules)

    def compose(self) -> ComposeResult:
        """Show the form above what will be played."""
        names = {seat.label: self._view.names[seat] for seat in Seat}
        characters = {name: message(level.character) for name, level in self._game.levels.items()}
        with Framed(message("Play on from here"), id="dialog"):
            with Grid(id="match"):
                yield Caption(message("You play for"))
                yield OneOf(names, self._first_seat.label, id="side")
                yield Caption(message("Against"))
                yield Steps(characters, self._first_level, id="level")
                yield Caption(message("Hidden cards"))
                yield OneOf(_CARDS, _SAME, id="cards")
            yield Notice()
            yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the side."""
        self.query_one("#side").focus()
        self.speak()

    @property
    def _first_seat(self) -> Seat:
        """The side whose hand is open; if both are, the player's own, else that which is to act."""
        view, perspective = self._view, self._replay.perspective
        if perspective in (Perspective.LEFT, Perspective.RIGHT):
            return Seat[perspective.name]
        own = [seat for seat in Seat if identity(view.names[seat]) == identity(self.services.player_name)]
        turn = view.round.turn
        return own[0] if own or turn is None else turn

    @property
    def _first_level(self) -> str:
        """The level that has played, else the one chosen last, else the one that gives hints."""
        levels = self._game.levels
        played = [level for level in levels if bot_title(level, self._game) in self._view.names]
        last = self.services.settings.setup.get(self._game.name, Setup()).bot
        return (played or [level for level in (last, self._game.advisor, *levels) if level in levels])[0]

    @on(OneOf.Changed)
    def speak(self) -> None:
        """Say what will be played, in the language of the session."""
        seat = self._seat
        words = (
            tr("What {name} could not know is dealt anew.", name=self._view.names[seat])
            if self._chosen("cards") == _NEW
            else tr("All cards lie as they lay.")
        )
        rated = tr("It becomes a match of its own, which notes where it comes from and is never rated.")
        self.query_one(Notice).say(f"{words} {rated}")

    @property
    def _seat(self) -> Seat:
        return Seat[self._chosen("side").upper()]

    def _chosen(self, field: str) -> str:
        return self.query_one(f"#{field}", OneOf).chosen or ""

    def action_begin(self) -> None:
        """Begin the match, or say why it cannot begin."""
        seat, own = self._seat, self.services.player_name
        bot = f"{PREFIX}{self._chosen('level')}"
        left, right = (own, bot) if seat is Seat.LEFT else (bot, own)
        chance = SystemRandom() if self._chosen("cards") == _NEW else None
        try:
            players = Players.parse(self._game, left, right, person=own)
        except ValueError as error:
            self.app.bell()
            self.query_one(Notice).say(told(error), refused=True)
            return
        match, branch = self._replay.played_on(seat, players.names, chance)
        others = (*players.header, *branch.header)
        self.services.open_match(LiveMatch(match, players=players, others=others))

    def action_cancel(self) -> None:
        """Go back to the replay."""
        self.dismiss()
