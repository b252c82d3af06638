"""The state of one round: the effect of each action, and the view of each seat."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.en_garde.actions import Action, Kind, Play
from engine.en_garde.drawing import drawn_after
from engine.en_garde.legal import (
    FAR,
    ROOM,
    Hand,
    Phase,
    after_drawing,
    after_playing,
    defence,
    last_chance,
    own_turn,
)
from engine.en_garde.refusal import why_illegal
from engine.en_garde.rules import CARD_VALUES, COPIES_OF_A_VALUE, HAND_SIZE, PISTE_SQUARES, Rules
from engine.en_garde.showdown import Reason, Showdown, compare
from engine.en_garde.view import RoundView
from engine.game import IllegalActionError, Result, Seat
from engine.message import message

FULL_DECK: Final = tuple(sorted(CARD_VALUES * COPIES_OF_A_VALUE))
"""The 25 cards, ascending."""

# Simulations spend their time in `play`, where an attribute of an Enum class costs as much as a table of
# actions; module constants are cheaper.
_OTHER: Final = (Seat.RIGHT, Seat.LEFT)
_ATTACKS: Final = frozenset({Kind.ATTACK, Kind.ADVANCE_AND_ATTACK})
_PARRY: Final = Kind.PARRY
_EVADE: Final = Kind.EVADE
_TAKE_HIT: Final = Kind.TAKE_HIT
_TURN: Final = Phase.TURN
_DEFENCE: Final = Phase.DEFENCE
_LAST_CHANCE: Final = Phase.LAST_CHANCE
_LAST_DEFENCE: Final = Phase.LAST_DEFENCE
_OVER: Final = Phase.OVER


class Round(NamedTuple):
    """An immutable round; `play` returns the next one.

    A NamedTuple because that is the fastest immutable value to create.
    """

    rules: Rules
    first: Seat
    deck: tuple[int, ...]
    """The 25 cards as dealt: left's hand, right's hand, then the draw pile in order."""
    positions: tuple[int, int]
    """The squares of left and right, 1 to 23."""
    hands: tuple[Hand, Hand]
    """The cards of left and right, each ascending."""
    draw_pile: tuple[int, ...]
    """The next card comes first."""
    actions: tuple[Action, ...]
    """The actions so far; `plays` adds who played them."""
    phase: Phase
    turn: Seat | None
    """The player to act; None when the round is over."""
    legal: tuple[Action, ...]
    """What `legal_actions` returns."""
    attack: Action | None = None
    """The attack that the player to act must answer."""
    result: Result | None = None
    showdown: Showdown | None = None
    """The comparison, if one decided the round."""

    @classmethod
    def deal(cls, rules: Rules, deck: Sequence[int], first: Seat) -> "Round":
        """Deal five cards of `deck` to left, five to right, and leave the rest as the draw pile.

        Raises ValueError if `deck` is not the 25 cards.
        """
        cards = tuple(deck)
        if set(map(type, cards)) != {int} or tuple(sorted(cards)) != FULL_DECK:
            # The cards are secret, even those of a damaged deck.
            raise ValueError(
                message(
                    "a deck is 25 cards, five of each value 1 to 5; these {number} are not", number=len(cards)
                )
            )
        hands = (
            tuple(sorted(cards[:HAND_SIZE])),
            tuple(sorted(cards[HAND_SIZE : 2 * HAND_SIZE])),
        )
        first = Seat(first)
        positions = (1, PISTE_SQUARES)
        choices = _own_turn(rules, positions, hands[first], first)
        pile = cards[2 * HAND_SIZE :]
        return cls(rules, first, cards, positions, hands, pile, (), Phase.TURN, first, choices)

    @property
    def dealt(self) -> str:
        """The deck as 25 digits."""
        return "".join(map(str, self.deck))

    @property
    def discard(self) -> tuple[int, ...]:
        """All cards played, the top one last."""
        return tuple(card for action in self.actions for card in action.cards)

    @property
    def plays(self) -> tuple[Play, ...]:
        """The actions so far, each with its seat; a parry keeps the turn, any other action passes it on."""
        plays: list[Play] = []
        seat = self.first
        for action in self.actions:
            plays.append(Play(seat, action))
            if action.kind is not Kind.PARRY:
                seat = seat.other
        return tuple(plays)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the actions the player to act may play; empty when the round is over.

        The order is advances, steps back, direct attacks, indirect attacks, pass; in defence parry, evasions,
        hit. Each kind is sorted by card, then by number of cards.
        """
        return self.legal

    def play(self, action: Action) -> "Round":
        """Return the round after the player to act plays `action`.

        Raises IllegalActionError, saying why, if the action is not legal.
        """
        seat = self.turn
        if seat is None or action not in self.legal:
            raise IllegalActionError(why_illegal(self.view(seat), action))
        rules, other = self.rules, _OTHER[seat]
        positions, hands, pile = self.positions, self.hands, self.draw_pile
        kind, step, blades = action
        attacks = kind in _ATTACKS
        if step:
            left, right = positions
            positions = (left, right - step) if seat else (left + step, right)
        if step or blades:
            hand = after_playing(hands[seat], action)
            if drawn := drawn_after(rules, action, len(hand), len(pile)):
                hand, pile = after_drawing(hand, pile[:drawn]), pile[drawn:]
            hands = (hands[0], hand) if seat else (hand, hands[1])

        next_turn = seat if kind is _PARRY else other
        choices: tuple[Action, ...] = ()
        pending: Action | None = None
        result: Result | None = None
        showdown: Showdown | None = None
        if attacks and rules.parry:
            phase = _LAST_DEFENCE if self.phase is _LAST_CHANCE else _DEFENCE
            choices, pending = defence(hands[other], _room(positions, other), action), action
        elif attacks or kind is _TAKE_HIT:
            phase, result = _OVER, Result(seat if attacks else other, Reason.HIT)
        elif pile:
            phase, choices = _TURN, _own_turn(rules, positions, hands[next_turn], next_turn)
            if not choices:
                result = Result(_OTHER[next_turn], Reason.NO_MOVE)
        else:
            phase, final_evasion = _LAST_CHANCE, kind is _EVADE and not self.draw_pile
            if rules.last_chance and not final_evasion and self.phase in (_TURN, _DEFENCE):
                choices = last_chance(hands[next_turn], positions[1] - positions[0], rules.parry)
            if not choices:
                showdown = compare(rules, positions, hands, final_evasion=final_evasion)
                result = showdown.result
        over = result is not None
        return Round(
            rules,
            self.first,
            self.deck,
            positions,
            hands,
            pile,
            (*self.actions, action),
            _OVER if over else phase,
            None if over else next_turn,
            choices,
            pending,
            result,
            showdown,
        )

    def stop(self, winner: Seat | None, reason: str) -> "Round":
        """Return the round ended without an action, for a reason of `UNPLAYED`; winner None is a draw.

        Raises ValueError if the round is over.
        """
        if self.turn is None:
            raise ValueError(message("the round is over"))
        result = Result(winner, Reason(reason))
        return self._replace(phase=_OVER, turn=None, legal=(), attack=None, result=result)

    def open_view(self) -> RoundView:
        """Left's view with both hands open, for a replay."""
        return replace(self.view(Seat.LEFT), hands=self.hands)

    def view(self, seat: Seat | None) -> RoundView:
        """Return what `seat` may know; None means a spectator, or any screen while the curtain is down."""
        left, right = self.hands
        revealed = seat is not None and self.result is not None and self.result.reason.shows_hands
        return RoundView(
            rules=self.rules,
            seat=seat,
            first=self.first,
            phase=self.phase,
            turn=self.turn,
            positions=self.positions,
            hands=(
                left if revealed or seat is Seat.LEFT else None,
                right if revealed or seat is Seat.RIGHT else None,
            ),
            hand_sizes=(len(left), len(right)),
            pile=len(self.draw_pile),
            discard=self.discard if self.rules.open_discard else self.discard[-1:],
            attack=self.attack,
            plays=self.plays,
            legal=self.legal if seat is not None and seat is self.turn else (),
            result=self.result,
            showdown=self.showdown,
        )


def _room(positions: tuple[int, int], seat: Seat) -> int:
    """Return the squares behind a fencer, at most `ROOM`."""
    behind = PISTE_SQUARES - positions[1] if seat else positions[0] - 1
    return behind if behind < ROOM else ROOM


def _own_turn(rules: Rules, positions: tuple[int, int], hand: Hand, seat: Seat) -> tuple[Action, ...]:
    distance = positions[1] - positions[0]
    return own_turn(
        hand, distance if distance < FAR else FAR, _room(positions, seat), rules.parry, rules.indirect
    )
