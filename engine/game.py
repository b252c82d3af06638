"""What a game is: all that a match, a record, a bot or a screen needs of one; and which games there are."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from functools import cache
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from engine.bots.bot import Bot, Opinion

PACKAGES: Final = ["en_garde"]
"""The package of each game, here and in `engarde_tui.games`, the house's own first; see docs/new-game.md."""


class Seat(IntEnum):
    """One of the two players, by where they sit; indexes any (left, right) pair."""

    LEFT = 0
    RIGHT = 1

    @property
    def other(self) -> "Seat":
        """The opponent's seat."""
        return Seat.LEFT if self else Seat.RIGHT

    @property
    def label(self) -> str:
        """The seat as players and records write it: "left" or "right"."""
        return self.name.lower()


class IllegalActionError(ValueError):
    """The action can be read but the rules forbid it now; the message says why, in the player's terms."""


class MalformedActionError(ValueError):
    """The text is not an action at all; the message says what could not be read."""


class MalformedRulesError(ValueError):
    """The text names no rules of this game; the message says what could not be read."""

    def __init__(self, what: str, word: int = 1) -> None:
        """`word`: which word of the text is wrong, from 1."""
        super().__init__(what)
        self.word = word


def quote(text: str) -> str:
    """A text from elsewhere as an error message shows it: escaped, and cut."""
    most = 40 if text[:40].isprintable() else 10
    return repr(text if len(text) <= most else text[:most] + "…")


class Reason(StrEnum):
    """Why a round ended: each game lists its own reasons, FORFEIT and ABSENCE among them."""

    @property
    def is_played(self) -> bool:
        """It follows from what was played; a forfeit and an absence have to be told."""
        return self.value not in (FORFEIT, ABSENCE)


FORFEIT: Final = "forfeit"
"""The value of the reason that the player to act could not go on: a program that failed."""

ABSENCE: Final = "absence"
"""The value of the reason that the loser of the match did not come back to it."""


class Result(NamedTuple):
    """The end of a round: who won it (None when drawn) and why."""

    winner: Seat | None
    reason: Reason


class Play(Protocol):
    """An action, and who played it."""

    @property
    def seat(self) -> Seat:
        """Who played it."""

    @property
    def action(self) -> Any:
        """What was played; `str(action)` is its notation."""


class Rules(Protocol):
    """What can be chosen about a game before it begins; immutable, equal where all choices are."""

    GAME: ClassVar[str]
    """The name of the game, by which `games()` has it."""


class View(Protocol):
    """What one seat may know of one round; seat None is a spectator, who sees only what is public."""

    @property
    def rules(self) -> Any:
        """What is played."""

    @property
    def seat(self) -> Seat | None:
        """Whose view it is."""

    @property
    def first(self) -> Seat:
        """Who began the round."""

    @property
    def turn(self) -> Seat | None:
        """The player to act; None when the round is over."""

    @property
    def legal(self) -> tuple[Any, ...]:
        """What this seat may play now; empty for everybody but the player to act."""

    @property
    def plays(self) -> tuple[Any, ...]:
        """Every `Play` of this round."""

    @property
    def result(self) -> Result | None:
        """How the round ended; None while it is being played."""


class Round(Protocol):
    """The state of one round: immutable, with all chance fixed when it is dealt."""

    @property
    def rules(self) -> Any:
        """What is played."""

    @property
    def first(self) -> Seat:
        """Who begins."""

    @property
    def dealt(self) -> str:
        """All chance of the round as one word, as `Game.deal` takes it."""

    @property
    def actions(self) -> tuple[Any, ...]:
        """Everything played so far."""

    @property
    def plays(self) -> tuple[Any, ...]:
        """Everything played so far, each action with the seat that played it."""

    @property
    def turn(self) -> Seat | None:
        """The player to act; None when the round is over."""

    @property
    def result(self) -> Result | None:
        """How the round ended; None while it is being played."""

    def legal_actions(self) -> tuple[Any, ...]:
        """What the player to act may play, always in the same order; empty when the round is over."""

    def play(self, action: Any) -> "Round":
        """The round after `action` of the player to act; raises IllegalActionError, saying why."""

    def forfeit(self, absent: Seat | None = None) -> "Round":
        """The round given up by the player to act, or by `absent`; raises ValueError when it is over.

        The reason's value is FORFEIT, or ABSENCE where somebody is named.
        """

    def view(self, seat: Seat | None) -> Any:
        """What `seat` may know, a `View`; None for a spectator."""


class Game(Protocol):
    """A game for two: its rules, its notation, its bots."""

    @property
    def name(self) -> str:
        """As the command line and records write it: "en-garde"."""

    @property
    def title(self) -> str:
        """As people read it: "En Garde"."""

    @property
    def presets(self) -> Mapping[str, Any]:
        """The rules that have a name, the easiest first."""

    @property
    def default(self) -> str:
        """The preset that is played unless another is asked for."""

    @property
    def target(self) -> int:
        """Rounds that win a match unless another number is asked for."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots to play against, the weakest first; empty where there are none."""

    @property
    def references(self) -> tuple[str, ...]:
        """Bots to measure others by, in the arena only."""

    @property
    def advisor(self) -> str:
        """The bot that gives hints, one of the levels; empty where none does."""

    def shuffle(self, source: Random) -> str:
        """All chance of a round as one word, drawn from `source`."""

    def deal(self, rules: Any, dealt: str, first: Seat) -> Round:
        """Begin a round; raises ValueError, saying why, where `dealt` is nothing that `shuffle` answers."""

    def next_starter(self, ended: Any) -> Seat:
        """Who begins the round after this one."""

    def parse_action(self, text: str) -> Any:
        """The action written as `text`, one word; raises MalformedActionError."""

    def write_rules(self, rules: Any) -> str:
        """The rules as records write them."""

    def parse_rules(self, text: str) -> Any:
        """The rules that `write_rules` has written; raises MalformedRulesError."""

    def bot(self, name: str) -> Bot:
        """One of the levels or references, ready to play."""

    def opinion(self, view: Any) -> Opinion:
        """What the advisor thinks of the turn that `view.seat` is to play; raises ValueError without one."""

    def message(self, view: Any) -> dict[str, Any]:
        """A seat's view as programs read it, in values that JSON has."""


def games() -> Mapping[str, Game]:
    """All games, by name, the house's own first.

    >>> list(games())
    ['en-garde']
    """
    return MappingProxyType({game.name: game for game in map(_load, PACKAGES)})


def game_of(rules: Rules) -> Game:
    """The game that these rules are of."""
    return games()[rules.GAME]


@cache
def _load(package: str) -> Game:
    game: Game = import_module(f"engine.{package}.game").GAME
    return game
