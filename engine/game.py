"""The interface every game implements, and the registry of games."""

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum, StrEnum
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from engine.bot import Bot, Hint, Level
from engine.message import Message

PACKAGES: Final = ["en_garde", "swords_and_shields"]
"""The games' packages, below `engine` and `engarde_tui.games`, the default game first (docs/new-game.md)."""


class Seat(IntEnum):
    """One of the two players; indexes any (left, right) pair."""

    LEFT = 0
    RIGHT = 1

    @property
    def other(self) -> "Seat":
        """The opponent's seat."""
        return Seat.LEFT if self else Seat.RIGHT

    @property
    def label(self) -> str:
        """The seat's name in text: "left" or "right"."""
        return self.name.lower()


class IllegalActionError(ValueError):
    """The rules forbid this action now; the message says why, in the player's terms."""


class MalformedActionError(ValueError):
    """The text is not an action; the message says which part could not be read."""


class MalformedRulesError(ValueError):
    """The text does not name rules of this game; the message says which part could not be read."""

    def __init__(self, problem: Message | str, word: int = 1) -> None:
        """`word` is the number of the wrong word in the text, from 1."""
        super().__init__(problem)
        self.word = word


def quote(text: str) -> str:
    """Quote untrusted text for an error message: escaped, cut after 40 characters (10 if unprintable)."""
    limit = 40 if text[:40].isprintable() else 10
    return repr(text if len(text) <= limit else text[:limit] + "…")


class Reason(StrEnum):
    """Why a round ended; each game defines its own reasons and includes those of `UNPLAYED`."""

    @property
    def is_played(self) -> bool:
        """Whether the actions alone imply this result; any other must be recorded."""
        return self.value not in UNPLAYED

    @property
    def shows_hands(self) -> bool:
        """Whether both players see both hands now; nobody has to pay for an end that they agreed to."""
        return self.value not in (RESIGNATION, AGREEMENT)


FORFEIT: Final = "forfeit"
"""Reason value: the player to act could not go on (an external bot that failed)."""

ABSENCE: Final = "absence"
"""Reason value: the loser did not return to the match."""

RESIGNATION: Final = "resignation"
"""Reason value: the loser resigned the match."""

TIME: Final = "time"
"""Reason value: the loser ran out of the time that was agreed."""

AGREEMENT: Final = "agreement"
"""Reason value: the players agreed to a draw."""

UNPLAYED: Final = (FORFEIT, ABSENCE, RESIGNATION, TIME, AGREEMENT)
"""The reasons for which a round ends without an action."""


class Result(NamedTuple):
    """The end of a round: its winner (None for a draw) and the reason."""

    winner: Seat | None
    reason: Reason


class Play(Protocol):
    """An action and the seat that played it."""

    @property
    def seat(self) -> Seat:
        """The player."""

    @property
    def action(self) -> Any:
        """The action; `str(action)` is its notation."""


class Rules(Protocol):
    """The options of a game, chosen before the match; an immutable value."""

    GAME: ClassVar[str]
    """The game's name, its key in `games()`."""


class View(Protocol):
    """Everything one seat may know of a round; seat None is a spectator, who sees only public information."""

    @property
    def rules(self) -> Any:
        """The rules of the round."""

    @property
    def seat(self) -> Seat | None:
        """The observer; None for a spectator."""

    @property
    def first(self) -> Seat:
        """The seat that started the round."""

    @property
    def turn(self) -> Seat | None:
        """The player to act; None when the round is over."""

    @property
    def legal(self) -> tuple[Any, ...]:
        """The actions this seat may play now; empty for everyone but the player to act."""

    @property
    def plays(self) -> tuple[Any, ...]:
        """Every `Play` of this round, in order."""

    @property
    def result(self) -> Result | None:
        """The result; None while the round is in progress."""


class Round(Protocol):
    """The state of one round: immutable, with all randomness fixed at the deal."""

    @property
    def rules(self) -> Any:
        """The rules of the round."""

    @property
    def first(self) -> Seat:
        """The seat that starts the round."""

    @property
    def dealt(self) -> str:
        """All randomness of the round as one word, the form `Game.deal` takes."""

    @property
    def actions(self) -> tuple[Any, ...]:
        """The actions played so far."""

    @property
    def plays(self) -> tuple[Any, ...]:
        """The actions played so far, each with its seat, as `Play`s."""

    @property
    def turn(self) -> Seat | None:
        """The player to act; None when the round is over."""

    @property
    def result(self) -> Result | None:
        """The result; None while the round is in progress."""

    def legal_actions(self) -> tuple[Any, ...]:
        """Return the actions the player to act may play, in a fixed order; empty when the round is over."""

    def play(self, action: Any) -> "Round":
        """Return the round after the player to act plays `action`.

        Raises IllegalActionError, saying why, if the action is not legal.
        """

    def stop(self, winner: Seat | None, reason: str) -> "Round":
        """Return the round ended without an action, for a reason of `UNPLAYED`; winner None is a draw.

        Raises ValueError if the round is over.
        """

    def open_view(self) -> Any:
        """The `View` of a spectator to whom everything is shown that the players hold, for a replay."""

    def view(self, seat: Seat | None) -> Any:
        """Return the `View` of `seat`; None means a spectator."""


class Game(Protocol):
    """A two-player game: its rules, notation and bots."""

    @property
    def name(self) -> str:
        """The name in commands and records, such as "en-garde"."""

    @property
    def title(self) -> str:
        """The name shown to players, such as "En Garde"."""

    @property
    def presets(self) -> Mapping[str, Any]:
        """The published rules by name, easiest first."""

    @property
    def default(self) -> str:
        """The name of the preset used by default."""

    @property
    def target(self) -> int:
        """The default number of rounds that wins a match."""

    @property
    def levels(self) -> Mapping[str, Level]:
        """The bots to play against by name, weakest first; may be empty."""

    @property
    def missing_levels(self) -> Mapping[str, Level]:
        """Those that cannot play here, since what they need is not installed."""

    @property
    def references(self) -> tuple[str, ...]:
        """The names of bots that serve as yardsticks, in the arena only."""

    @property
    def advisor(self) -> str:
        """The level that gives hints; empty if none does."""

    def shuffle(self, source: Random) -> str:
        """Draw all randomness of a round from `source` and return it as one word."""

    def derive(self, draw: Callable[[int], bytes]) -> str:
        """Return all randomness of a round as one word that follows from `draw` alone.

        `draw` returns 32 bytes for each number from 0: the same for the same number, as good as random.
        Records are checked by this, so it must never change.
        """

    def deal(self, rules: Any, dealt: str, first: Seat) -> Round:
        """Begin a round; raises ValueError, saying why, if `shuffle` cannot return `dealt`."""

    def redeal(self, state: Any, seat: Seat, source: Random) -> str:
        """Return a deal from which the same actions lead to a round that `seat` cannot tell from `state`.

        All that is hidden from it is drawn from `source`.
        """

    def next_starter(self, ended: Any) -> Seat:
        """Return the seat that starts the round after `ended`."""

    def parse_action(self, text: str) -> Any:
        """Return the action that the word `text` stands for; raises MalformedActionError."""

    def write_rules(self, rules: Any) -> str:
        """Return the rules in the words of a record."""

    def parse_rules(self, text: str) -> Any:
        """Return the rules that `write_rules` wrote as `text`.

        Raises MalformedRulesError if the text cannot be read, ValueError if the rules clash.
        """

    def with_cards(self, rules: Any, text: str) -> Any:
        """Return the rules played with the cards that a file lists; `text` is its content.

        Raises ValueError, saying where the file is wrong, or that the game has no such file.
        """

    def can_undo(self, state: Any) -> bool:
        """Return whether the player to act may take the last action back, whoever else plays.

        That is fair if it was their own and told nobody anything that was hidden.
        """

    def bot(self, name: str) -> Bot:
        """Create the bot called `name`, one of the levels or references."""

    def hint(self, view: Any) -> Hint:
        """Return what the advisor would play for `view.seat`; raises ValueError without an advisor."""

    def message(self, view: Any) -> dict[str, Any]:
        """Return a seat's view as a JSON-compatible dict for external bots."""


class _Games(Mapping[str, Game]):
    """The games by name; each is loaded when it is first asked for, which takes longer than naming it."""

    def __iter__(self) -> Iterator[str]:
        return (package.replace("_", "-") for package in PACKAGES)

    def __len__(self) -> int:
        return len(PACKAGES)

    def __contains__(self, name: object) -> bool:
        return name in set(self)

    def __getitem__(self, name: str) -> Game:
        if name not in self:
            raise KeyError(name)
        return _load(name.replace("-", "_"))


def games() -> Mapping[str, Game]:
    """Return all games by name, the default game first.

    >>> list(games())
    ['en-garde', 'swords-and-shields']
    """
    return _Games()


def game_of(rules: Rules) -> Game:
    """Return the game that `rules` belong to."""
    return games()[rules.GAME]


@cache
def _load(package: str) -> Game:
    game: Game = import_module(f"engine.{package}.game").GAME
    return game
