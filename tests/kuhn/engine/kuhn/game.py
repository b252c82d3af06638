"""The rules of Kuhn poker, and Kuhn poker as the house knows a game.

Both stake a chip and get one of the cards 1, 2 and 3. Either may bet another chip; then the other calls or
folds. If nobody folds, the higher card wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple

from engine import game
from engine.bots.bot import Bot, Opinion
from engine.game import Game, IllegalActionError, MalformedActionError, MalformedRulesError, Result, Seat


@dataclass(frozen=True, slots=True)
class Rules:
    """There is nothing to choose."""

    GAME: ClassVar[str] = "kuhn"


PRESETS: Final = MappingProxyType({"kuhn": Rules()})


class Action(StrEnum):
    """Everything a player can do."""

    CHECK = "check"
    BET = "bet"
    CALL = "call"
    FOLD = "fold"


class Reason(game.Reason):
    """Why a round ended."""

    CARDS = "cards"
    FOLD = "fold"
    FORFEIT = game.FORFEIT
    ABSENCE = game.ABSENCE


class Play(NamedTuple):
    """An action, and who played it."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round as `seat` sees it: its own card, and both once they have been compared."""

    rules: Rules
    seat: Seat | None
    first: Seat
    turn: Seat | None
    cards: tuple[int | None, int | None]
    plays: tuple[Play, ...]
    legal: tuple[Action, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class Round:
    """One round, immutable."""

    rules: Rules
    first: Seat
    dealt: str
    """Left's card, right's card, and the one that nobody has."""
    actions: tuple[Action, ...] = ()
    result: Result | None = None

    @property
    def turn(self) -> Seat | None:
        """The players take turns."""
        return None if self.result else Seat((self.first + len(self.actions)) % 2)

    @property
    def plays(self) -> tuple[Play, ...]:
        """Each action with its player."""
        return tuple(Play(Seat((self.first + n) % 2), action) for n, action in enumerate(self.actions))

    def legal_actions(self) -> tuple[Action, ...]:
        """A bet is called or folded; else one may check or bet."""
        if self.result:
            return ()
        bet = self.actions[-1:] == (Action.BET,)
        return (Action.CALL, Action.FOLD) if bet else (Action.CHECK, Action.BET)

    def play(self, action: Any) -> "Round":
        """The round after `action`; raises IllegalActionError."""
        if self.turn is None or action not in self.legal_actions():
            raise IllegalActionError(f"{action} cannot be played now")
        actions = (*self.actions, action)
        left, right = self.dealt[:2]
        result = None
        if action is Action.FOLD:
            result = Result(self.turn.other, Reason.FOLD)
        elif action is Action.CALL or actions == (Action.CHECK, Action.CHECK):
            result = Result(Seat.LEFT if left > right else Seat.RIGHT, Reason.CARDS)
        return replace(self, actions=actions, result=result)

    def forfeit(self, absent: Seat | None = None) -> "Round":
        """The round given up by the player to act, or by `absent`; raises ValueError when it is over."""
        if self.turn is None:
            raise ValueError("the round is over")
        if absent is None:
            return replace(self, result=Result(self.turn.other, Reason.FORFEIT))
        return replace(self, result=Result(absent.other, Reason.ABSENCE))

    def view(self, seat: Seat | None) -> RoundView:
        """What `seat` may know; a card that was folded to is never shown."""
        compared = self.result is not None and self.result.reason is Reason.CARDS
        left, right = (
            int(self.dealt[owner]) if owner is seat or (compared and seat is not None) else None
            for owner in Seat
        )
        legal = self.legal_actions() if seat is not None and seat is self.turn else ()
        return RoundView(
            self.rules, seat, self.first, self.turn, (left, right), self.plays, legal, self.result
        )


class Caller(Bot):
    """Bets with a 3, calls with a 2 half the time, folds a 1."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """The rule above."""
        assert view.seat is not None
        card = view.cards[view.seat]
        if Action.BET in view.legal:
            return Action.BET if card == 3 else Action.CHECK
        return Action.CALL if card == 3 or (card == 2 and source.random() < 0.5) else Action.FOLD


class Kuhn:
    """Three cards, two players."""

    name = "kuhn"
    title = "Kuhn Poker"
    presets: Mapping[str, Rules] = PRESETS
    default = "kuhn"
    target = 3
    levels: tuple[str, ...] = ("caller",)
    references: tuple[str, ...] = ()
    advisor = ""

    def shuffle(self, source: Random) -> str:
        """The three cards in some order."""
        return "".join(source.sample("123", 3))

    def deal(self, rules: Rules, dealt: str, first: Seat) -> Round:
        """Raises ValueError for anything but the three cards."""
        if sorted(dealt) != ["1", "2", "3"]:
            raise ValueError(f"the cards are 1, 2 and 3, not {game.quote(dealt)}")
        return Round(rules, Seat(first), dealt)

    def next_starter(self, ended: Round) -> Seat:
        """The players take turns."""
        return ended.first.other

    def parse_action(self, text: str) -> Action:
        """One of four words."""
        try:
            return Action(text)
        except ValueError:
            raise MalformedActionError(f"{game.quote(text)} is not check, bet, call or fold") from None

    def write_rules(self, rules: Rules) -> str:
        """There is one choice."""
        return "kuhn"

    def parse_rules(self, text: str) -> Rules:
        """There is one choice."""
        if text not in PRESETS:
            raise MalformedRulesError(f"the rules are kuhn, not {game.quote(text)}")
        return PRESETS[text]

    def bot(self, name: str) -> Bot:
        """The only one."""
        return Caller()

    def opinion(self, view: RoundView) -> Opinion:
        """Nobody gives hints."""
        raise ValueError("there are no hints in this game")

    def message(self, view: RoundView) -> dict[str, Any]:
        """Words and numbers."""
        assert view.seat is not None
        return {
            "seat": view.seat.label,
            "card": view.cards[view.seat],
            "other_card": view.cards[view.seat.other],
            "plays": [[seat.label, str(action)] for seat, action in view.plays],
            "legal": [str(action) for action in view.legal],
        }


GAME: Final[Game] = Kuhn()
