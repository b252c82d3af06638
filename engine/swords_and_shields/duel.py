"""One round: an immutable state that answers what is legal, plays an action, and gives each seat its view."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from engine import game
from engine.game import IllegalActionError, Result, Seat
from engine.swords_and_shields.actions import Action, Kind
from engine.swords_and_shields.board import EMPTY, SEED_DIGITS, Board, State
from engine.swords_and_shields.cards import LIFE_COLOURS, Card, Colour
from engine.swords_and_shields.effects import DISPLAY_NUMBERS, SHOP_NUMBERS
from engine.swords_and_shields.events import Event, Play
from engine.swords_and_shields.legal import legal_actions
from engine.swords_and_shields.options import Options
from engine.swords_and_shields.redeal import with_new_cards
from engine.swords_and_shields.refusal import why_illegal
from engine.swords_and_shields.turn import carry_out
from engine.swords_and_shields.view import DuelView

MAX_TURNS: Final = 200
"""After so many turns, the player with more life points wins."""


class Reason(game.Reason):
    """Why a round ended."""

    LIFE = "life"
    """A player has no life points left."""
    TURNS = "turns"
    """The last turn is over: more life points win, equal ones are a draw."""
    FORFEIT = game.FORFEIT
    ABSENCE = game.ABSENCE
    RESIGNATION = game.RESIGNATION
    TIME = game.TIME
    AGREEMENT = game.AGREEMENT


@dataclass(frozen=True, slots=True)
class Duel(State):
    """An immutable round of A Game of Swords and Shields.

    >>> duel = Duel.deal(Options(life=99), seed=7, first=Seat.LEFT)
    >>> len(duel.hands[Seat.LEFT]), len(duel.shop_deck)
    (5, 51)
    """

    rules: Options
    first: Seat
    """The player who began."""
    number: int = 1
    """The number of the turn, from 1; both players' turns count."""
    opening: tuple[Event, ...] = ()
    """What happened before the first action."""
    plays: tuple[Play, ...] = ()
    result: Result | None = None
    _legal: list[tuple[Action, ...]] = field(default_factory=list, init=False, repr=False, compare=False)
    """The legal actions, once somebody has asked."""

    @classmethod
    def deal(cls, rules: Options, seed: int, first: Seat) -> "Duel":
        """Begin a round; the seed decides everything that chance will do.

        Raises ValueError if the seed is not 0 to 2**128 - 1.
        """
        if type(seed) is not int or not 0 <= seed < 16**SEED_DIGITS:
            raise ValueError(f"the seed is a number of up to {SEED_DIGITS} hexadecimal digits")
        dealt, first = f"{seed:0{SEED_DIGITS}x}", Seat(first)
        places = (EMPTY,) * len(DISPLAY_NUMBERS)
        left, right = (_shuffled(rules.cards.starter, dealt, f"{seat.label}/deck") for seat in Seat)
        duel = cls(
            dealt=dealt,
            player=first,
            life=(rules.life, rules.life),
            life_cards=_draw_life_cards(rules, dealt),
            hands=((), ()),
            decks=(left, right),
            discards=((), ()),
            displays=(places, places),
            shop=(None,) * len(SHOP_NUMBERS),
            shop_deck=_shuffled(rules.cards.shop, dealt, "shop"),
            shop_discard=(),
            shuffles=(0, 0),
            pending=None,
            can_clear=True,
            has_attacked=False,
            has_revenge=False,
            rules=rules,
            first=first,
        )
        board = duel.board()
        board.fill_shop()
        board.begin_turn(first, duel.number)
        return replace(duel, opening=tuple(board.events), **board.changed())

    @property
    def turn(self) -> Seat | None:
        """The player to act; None when the round is over."""
        return None if self.result else self.player

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played so far."""
        return tuple(play.action for play in self.plays)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the actions the player to act may play, in a fixed order; empty when the round is over."""
        if not self._legal:
            self._legal.append(() if self.result else tuple(legal_actions(self.board())))
        return self._legal[0]

    def play(self, action: Any) -> "Duel":
        """Return the round after the player to act plays `action`.

        Raises IllegalActionError, saying why, if the action is not legal.
        """
        legal = self.legal_actions()
        if action not in legal:
            raise IllegalActionError(why_illegal(self.view(self.player), action))
        action = legal[legal.index(action)]  # what equals an action may have fields of other types
        board = self.board()
        number = self.number
        if action.kind is Kind.END:
            number += 1
            if number <= MAX_TURNS:
                board.begin_turn(board.player.other, number)
                board.can_clear, board.has_attacked, board.has_revenge = True, False, False
        else:
            carry_out(board, action)
        return self.after(board, action, number)

    def after(self, board: Board, action: Action, number: int | None = None) -> "Duel":
        """Return the round after an action that led to this board, in turn `number` (default: the same)."""
        number = self.number if number is None else number
        result = _result(board, number)
        if result is not None:
            board.pending, number = None, min(number, MAX_TURNS)
        play = Play(self.player, action, tuple(board.events))
        after = replace(self, number=number, plays=(*self.plays, play), result=result, **board.changed())
        return after if len(self.dealt) == SEED_DIGITS else with_new_cards(after)

    def stop(self, winner: Seat | None, reason: str) -> "Duel":
        """Return the round ended without an action, for a reason of `UNPLAYED`; winner None is a draw.

        Raises ValueError if the round is over.
        """
        if self.result is not None:
            raise ValueError("the round is over")
        return replace(self, pending=None, result=Result(winner, Reason(reason)))

    def view(self, seat: Seat | None) -> DuelView:
        """Return what `seat` may know; None means a spectator.

        Once the round is over, both players see both hands, unless it was resigned or a draw was agreed.
        """
        if seat is None:
            return self._view(None, ())
        revealed = self.result is not None and self.result.reason.shows_hands
        return self._view(seat, tuple(Seat) if revealed else (seat,))

    def open_view(self) -> DuelView:
        """Return a spectator's view with both hands, for a replay."""
        return self._view(None, tuple(Seat))

    def _view(self, seat: Seat | None, shown: tuple[Seat, ...]) -> DuelView:
        left, right = self.discards
        chain = 0 if self.pending is None else self.pending.chain
        return DuelView(
            rules=self.rules,
            seat=seat,
            first=self.first,
            turn=self.turn,
            number=self.number,
            life=self.life,
            life_cards=self.life_cards,
            hands=(
                self.hands[Seat.LEFT] if Seat.LEFT in shown else None,
                self.hands[Seat.RIGHT] if Seat.RIGHT in shown else None,
            ),
            hand_sizes=(len(self.hands[0]), len(self.hands[1])),
            deck_sizes=(len(self.decks[0]), len(self.decks[1])),
            discards=(left[-1] if left else None, right[-1] if right else None),
            discard_sizes=(len(left), len(right)),
            displays=self.displays,
            shop=self.shop,
            shop_deck_size=len(self.shop_deck),
            shop_discard=self.shop_discard[-1 - chain] if len(self.shop_discard) > chain else None,
            shop_discard_size=len(self.shop_discard),
            pending=self.pending,
            has_attacked=self.has_attacked,
            has_revenge=self.has_revenge,
            legal=self.legal_actions() if seat is not None and seat is self.turn else (),
            opening=self.opening,
            plays=self.plays,
            result=self.result,
        )

    def board(self) -> Board:
        """Return a working copy of the cards and points."""
        return Board(self)


def _result(board: Board, number: int) -> Result | None:
    left, right = board.life
    if board.is_over:
        return Result(Seat.LEFT if left else Seat.RIGHT, Reason.LIFE)
    if number > MAX_TURNS:
        winner = None if left == right else Seat.LEFT if left > right else Seat.RIGHT
        return Result(winner, Reason.TURNS)
    return None


def _shuffled(cards: tuple[Card, ...], seed: str, name: str) -> tuple[Card, ...]:
    return tuple(Random(f"{seed}/{name}").sample(cards, len(cards)))


def _draw_life_cards(rules: Options, seed: str) -> tuple[Colour, Colour]:
    """Return the chosen life cards; those not chosen are drawn at random, no two the same."""
    lots = [
        colour
        for colour in Random(f"{seed}/life").sample(LIFE_COLOURS, len(LIFE_COLOURS))
        if colour not in rules.life_cards
    ]
    left, right = (colour or lots.pop() for colour in rules.life_cards)
    return left, right
