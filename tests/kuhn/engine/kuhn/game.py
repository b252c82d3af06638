"""The rules of Kuhn poker, as a `Game`.

Both players stake a chip and get one of the cards 1, 2 and 3. Either may bet another chip; then the other
calls or folds. If nobody folds, the higher card wins.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple

from engine import game
from engine.bot import Bot, Hint, Level
from engine.game import Game, IllegalActionError, MalformedActionError, MalformedRulesError, Result, Seat


@dataclass(frozen=True, slots=True)
class Rules:
    """There are no options."""

    GAME: ClassVar[str] = "kuhn"


PRESETS: Final = MappingProxyType({"kuhn": Rules()})


class Action(StrEnum):
    """The actions."""

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
    RESIGNATION = game.RESIGNATION
    TIME = game.TIME
    AGREEMENT = game.AGREEMENT


class Play(NamedTuple):
    """An action and the seat that played it."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as `seat` sees it: its own card, and both once they have been compared."""

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
    """An immutable round."""

    rules: Rules
    first: Seat
    dealt: str
    """Left's card, right's card, and the card that nobody gets."""
    actions: tuple[Action, ...] = ()
    result: Result | None = None

    @property
    def turn(self) -> Seat | None:
        """The player to act: they take turns."""
        return None if self.result else Seat((self.first + len(self.actions)) % 2)

    @property
    def plays(self) -> tuple[Play, ...]:
        """The actions so far, each with its seat."""
        return tuple(Play(Seat((self.first + n) % 2), action) for n, action in enumerate(self.actions))

    def legal_actions(self) -> tuple[Action, ...]:
        """Return call and fold after a bet, else check and bet."""
        if self.result:
            return ()
        bet = self.actions[-1:] == (Action.BET,)
        return (Action.CALL, Action.FOLD) if bet else (Action.CHECK, Action.BET)

    def play(self, action: Any) -> "Round":
        """Return the round after `action`; raises IllegalActionError."""
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

    def stop(self, winner: Seat | None, reason: str) -> "Round":
        """Return the round ended without an action; raises ValueError if it is over."""
        if self.turn is None:
            raise ValueError("the round is over")
        return replace(self, result=Result(winner, Reason(reason)))

    def open_view(self) -> RoundView:
        """Both cards, for a replay."""
        left, right = map(int, self.dealt[:2])
        return replace(self.view(None), cards=(left, right))

    def view(self, seat: Seat | None) -> RoundView:
        """Return what `seat` may know; after a fold, no card is shown."""
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
        """Return the action by these rules."""
        assert view.seat is not None
        card = view.cards[view.seat]
        if Action.BET in view.legal:
            return Action.BET if card == 3 else Action.CHECK
        return Action.CALL if card == 3 or (card == 2 and source.random() < 0.5) else Action.FOLD


class Kuhn:
    """Implements `engine.game.Game`."""

    name = "kuhn"
    title = "Kuhn Poker"
    presets: Mapping[str, Rules] = PRESETS
    default = "kuhn"
    target = 3
    levels: Mapping[str, Level] = {"caller": Level("bets with a 3, folds a 1", 1000)}
    missing_levels: Mapping[str, Level] = {}
    references: tuple[str, ...] = ()
    advisor = ""

    def shuffle(self, source: Random) -> str:
        """Return the three cards in random order."""
        return "".join(source.sample("123", 3))

    def derive(self, draw: Callable[[int], bytes]) -> str:
        """Return the three cards sorted by what is drawn for each."""
        return "".join(sorted("123", key=lambda card: draw(int(card))))

    def deal(self, rules: Rules, dealt: str, first: Seat) -> Round:
        """Begin a round; raises ValueError if `dealt` is not the three cards."""
        if sorted(dealt) != ["1", "2", "3"]:
            raise ValueError(f"the cards are 1, 2 and 3, not {game.quote(dealt)}")
        return Round(rules, Seat(first), dealt)

    def redeal(self, state: Round, seat: Seat, source: Random) -> str:
        """Return the same card for `seat`, and the other two in random order."""
        own = state.dealt[seat]
        first, second = source.sample(sorted({*"123"} - {own}), 2)
        return (own + first if seat is Seat.LEFT else first + own) + second

    def next_starter(self, ended: Round) -> Seat:
        """Return the other seat."""
        return ended.first.other

    def parse_action(self, text: str) -> Action:
        """Return the action that is this word."""
        try:
            return Action(text)
        except ValueError:
            raise MalformedActionError(f"{game.quote(text)} is not check, bet, call or fold") from None

    def write_rules(self, rules: Rules) -> str:
        """Return the only preset's name."""
        return "kuhn"

    def parse_rules(self, text: str) -> Rules:
        """Return the only preset."""
        if text not in PRESETS:
            raise MalformedRulesError(f"the rules are kuhn, not {game.quote(text)}")
        return PRESETS[text]

    def with_cards(self, rules: Rules, text: str) -> Rules:
        """Raise ValueError: there are three cards."""
        raise ValueError("Kuhn poker is always played with the same cards")

    def can_undo(self, round: Round) -> bool:
        """Return False: every action passes the turn."""
        return False

    def bot(self, name: str) -> Bot:
        """Create the only bot."""
        return Caller()

    def hint(self, view: RoundView) -> Hint:
        """Raise ValueError: nobody gives hints."""
        raise ValueError("there are no hints in this game")

    def message(self, view: RoundView) -> dict[str, Any]:
        """Return the view as JSON-compatible values."""
        assert view.seat is not None
        return {
            "seat": view.seat.label,
            "card": view.cards[view.seat],
            "other_card": view.cards[view.seat.other],
            "plays": [[seat.label, str(action)] for seat, action in view.plays],
            "legal": [str(action) for action in view.legal],
        }


GAME: Final[Game] = Kuhn()
