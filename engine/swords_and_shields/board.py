"""A duel's cards and points while an action changes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Self

from engine.game import Seat
from engine.swords_and_shields.actions import Place, Zone
from engine.swords_and_shields.cards import Card, Colour, Effect, Suit
from engine.swords_and_shields.events import Event, EventKind
from engine.swords_and_shields.options import FULL_LIFE
from engine.swords_and_shields.strength import Stack, strength_in_display

SEED_DIGITS = 32
"""Hexadecimal digits of the seed of all chance."""

HAND_SIZE = 5
LIFE_FOR_A_CARD = 4
"""The life points that each card drawn beyond the fifth, or not there to be drawn, costs."""

EMPTY = Stack()


class Pending(NamedTuple):
    """An effect that waits for a choice of the player to act."""

    card: Card
    """The card whose effect it is."""
    effects: tuple[Effect, ...]
    """The effects to choose from."""
    chain: int = 1
    """How many cards on top of the shop discard belong to the running chain; no effect reaches them."""
    triggered: frozenset[int] = frozenset()
    """The places of the shop, from 1, whose effects belong to the chain; no effect reaches them."""
    has_drawn: bool = False
    """Whether the player has drawn a card in this chain; it need not have stayed in hand."""


@dataclass(frozen=True, slots=True)
class State:
    """The cards and points of a duel, and what of its turn is not a card."""

    dealt: str
    """The seed of all chance, as 32 hexadecimal digits, and what `redeal` adds to it."""
    player: Seat
    """The player whose turn it is, or was at the end."""
    life: tuple[int, int]
    """The life points of left and right, 0 to 99."""
    life_cards: tuple[Colour, Colour]
    """The colours of their life cards."""
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]
    """The top card first."""
    discards: tuple[tuple[Card, ...], tuple[Card, ...]]
    """The top card last."""
    displays: tuple[tuple[Stack, ...], tuple[Stack, ...]]
    """The three places in front of left and right, each with a buff or None and a card or None."""
    shop: tuple[Card | None, ...]
    """Five open cards; None on a place that could not be filled."""
    shop_deck: tuple[Card, ...]
    """The top card first."""
    shop_discard: tuple[Card, ...]
    """The top card last."""
    shuffles: tuple[int, int]
    """How often each player's discard has become a deck."""
    pending: Pending | None
    """The effect that waits for a choice."""
    can_clear: bool
    """Whether this is a moment at which the shop may be cleared."""
    has_attacked: bool
    """Whether the player has made the successful attack of this turn that is countered."""
    has_revenge: bool
    """Whether the player's next attack ignores shields."""


class Board:
    """A working copy of a state: what the rules do to cards and points, each step with its event.

    Nothing here asks whether a step is allowed.
    """

    def __init__(self, state: State) -> None:
        self.seed = state.dealt[:SEED_DIGITS]
        self.player = state.player
        self.life = list(state.life)
        self.life_cards = state.life_cards
        self.hands = [list(hand) for hand in state.hands]
        self.decks = [list(deck) for deck in state.decks]
        self.discards = [list(discard) for discard in state.discards]
        self.displays = [list(display) for display in state.displays]
        self.shop = list(state.shop)
        self.shop_deck = list(state.shop_deck)
        self.shop_discard = list(state.shop_discard)
        self.shuffles = list(state.shuffles)
        self.pending = state.pending
        self.can_clear = state.can_clear
        self.has_attacked = state.has_attacked
        self.has_revenge = state.has_revenge
        self.events: list[Event] = []

    def copy(self) -> Self:
        """Return a board of its own, without the events."""
        # The bots copy boards all the time: a third of the time that `copy.copy` takes.
        new = object.__new__(type(self))
        vars(new).update(vars(self))
        new.life = self.life[:]
        one, other = self.hands
        new.hands = [one[:], other[:]]
        one, other = self.decks
        new.decks = [one[:], other[:]]
        one, other = self.discards
        new.discards = [one[:], other[:]]
        left, right = self.displays
        new.displays = [left[:], right[:]]
        new.shop = self.shop[:]
        new.shop_deck = self.shop_deck[:]
        new.shop_discard = self.shop_discard[:]
        new.shuffles = self.shuffles[:]
        new.events = []
        return new

    def changed(self) -> dict[str, Any]:
        """Return the fields of a `State` that the rules can change, as they are now."""
        left, right = self.hands
        return {
            "player": self.player,
            "life": tuple(self.life),
            "hands": (tuple(sorted(left, key=str)), tuple(sorted(right, key=str))),
            "decks": tuple(map(tuple, self.decks)),
            "discards": tuple(map(tuple, self.discards)),
            "displays": tuple(map(tuple, self.displays)),
            "shop": tuple(self.shop),
            "shop_deck": tuple(self.shop_deck),
            "shop_discard": tuple(self.shop_discard),
            "shuffles": tuple(self.shuffles),
            "pending": self.pending,
            "can_clear": self.can_clear,
            "has_attacked": self.has_attacked,
            "has_revenge": self.has_revenge,
        }

    def note(
        self,
        kind: EventKind,
        seat: Seat | None = None,
        card: Card | None = None,
        number: int = 0,
        zone: Zone | None = None,
    ) -> None:
        """Add an event."""
        self.events.append(Event(kind, seat, card, number, zone))

    # --- life points ---

    @property
    def is_over(self) -> bool:
        """Whether somebody has no life points left."""
        return min(self.life) == 0

    def lose(self, kind: EventKind, seat: Seat, number: int, card: Card | None = None) -> None:
        """Take life points off, down to 0; a player at 0 has lost, so nothing more happens to anybody."""
        lost = min(number, self.life[seat])
        if lost and not self.is_over:
            self.life[seat] -= lost
            self.note(kind, seat, card, lost)

    def gain(self, seat: Seat, number: int) -> None:
        """Add life points, up to 99."""
        gained = min(number, FULL_LIFE - self.life[seat])
        self.life[seat] += gained
        self.note(EventKind.HEALED, seat, None, gained)

    # --- drawing ---

    def draw(self, seat: Seat, number: int, *, by_effect: bool = True) -> None:
        """Let a player draw from their own deck, with the cost of cards that are not there.

        By an effect, cards beyond the fifth in hand cost too.
        """
        drawn = 0
        for _ in range(number):
            if not self.decks[seat] and not self._shuffle_discard(seat):
                break
            self.hands[seat].append(self.decks[seat].pop(0))
            drawn += 1
        self._note_drawn(seat, drawn, Zone.OWN)
        missing = number - drawn
        if by_effect:
            self.overdraw(seat, drawn)
        self.lose(EventKind.UNDERDREW, seat, LIFE_FOR_A_CARD * missing)

    def _shuffle_discard(self, seat: Seat) -> bool:
        """Make the discard a new deck; return False if it is empty."""
        if not self.discards[seat]:
            return False
        source = Random(f"{self.seed}/{seat.label}/{self.shuffles[seat]}")
        self.decks[seat] = source.sample(sorted(self.discards[seat], key=str), len(self.discards[seat]))
        self.discards[seat] = []
        self.shuffles[seat] += 1
        self.note(EventKind.SHUFFLED, seat)
        return True

    def draw_elsewhere(self, zone: Zone) -> None:
        """Let the player draw a card from the opponent's deck or the shop's."""
        deck = self.shop_deck if zone is Zone.SHOP else self.decks[self.player.other]
        self.hands[self.player].append(deck.pop(0))
        self._note_drawn(self.player, 1, zone)
        self.overdraw(self.player, 1)

    def _note_drawn(self, seat: Seat, number: int, zone: Zone) -> None:
        if number:
            self.note(EventKind.DREW, seat, None, number, zone)
            self.count_as_drawing(seat)

    def count_as_drawing(self, seat: Seat) -> None:
        """Remember that the player has drawn in the running chain, if it is the player who did."""
        if seat is self.player and self.pending is not None:
            self.pending = self.pending._replace(has_drawn=True)

    def take(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Add open cards to a hand; it counts as drawing."""
        self.hands[seat] += cards
        for card in cards:
            self.note(EventKind.TOOK, seat, card)
        if cards:
            self.count_as_drawing(seat)
        self.overdraw(seat, len(cards))

    def overdraw(self, seat: Seat, drawn: int) -> None:
        """Take off what the last `drawn` cards cost beyond the fifth."""
        beyond = min(drawn, len(self.hands[seat]) - HAND_SIZE)
        if beyond > 0:
            self.lose(EventKind.OVERDREW, seat, LIFE_FOR_A_CARD * beyond)

    # --- the turn ---

    def begin_turn(self, seat: Seat, number: int) -> None:
        """Refill the hand to five cards, then pay for duffs in the display."""
        self.player = seat
        self.note(EventKind.BEGAN, seat, None, number)
        if (missing := HAND_SIZE - len(self.hands[seat])) > 0:
            self.draw(seat, missing, by_effect=False)
        for stack in self.displays[seat]:
            if stack.card is not None and stack.card.is_duff:
                self.lose(EventKind.TOLL, seat, stack.card.toll, stack.card)

    def fill_shop(self) -> None:
        """Open a card on each empty place of the shop, as long as there are any."""
        for number, card in enumerate(self.shop):
            if card is None and self.shop_deck:
                self.shop[number] = self.shop_deck.pop(0)
                self.note(EventKind.OPENED, None, self.shop[number], number + 1)

    # --- open cards ---

    def owner(self, zone: Zone) -> Seat:
        """Return the player whose display and discard a zone other than the shop is."""
        return self.player if zone is Zone.OWN else self.player.other

    def discard_of(self, zone: Zone) -> list[Card]:
        """Return the discard of a player, or the shop's."""
        return self.shop_discard if zone is Zone.SHOP else self.discards[self.owner(zone)]

    @property
    def _chain(self) -> int:
        """How many cards on top of the shop discard no effect reaches."""
        return 0 if self.pending is None else self.pending.chain

    def at(self, place: Place) -> Card | None:
        """Return the open card that an effect can reach at a place; None if there is none."""
        if place.zone is Zone.SHOP:
            if place.number:
                is_triggered = self.pending is not None and place.number in self.pending.triggered
                return None if is_triggered else self.shop[place.number - 1]
            return self.shop_discard[-1 - self._chain] if len(self.shop_discard) > self._chain else None
        owner = self.owner(place.zone)
        if place.number:
            stack = self.displays[owner][place.number - 1]
            return stack.buff if place.is_buff else stack.card
        return self.discards[owner][-1] if self.discards[owner] else None

    def remove(self, place: Place) -> Card:
        """Take the open card away from a place; the other card of a buff and a card stays."""
        card = self.at(place)
        assert card is not None
        if place.zone is Zone.SHOP:
            if place.number:
                self.shop[place.number - 1] = None
            else:
                del self.shop_discard[-1 - self._chain]
        elif place.number:
            display = self.displays[self.owner(place.zone)]
            stack = display[place.number - 1]
            display[place.number - 1] = (
                Stack(stack.buff, None) if not place.is_buff else Stack(None, stack.card)
            )
        else:
            self.discards[self.owner(place.zone)].pop()
        return card

    def strength(self, seat: Seat, number: int) -> int:
        """Return the strength of the card on a place, 1 to 3, of a player's display."""
        return strength_in_display(self.displays[seat], number - 1, self.life_cards[seat])

    def numbers_of(self, seat: Seat, suit: Suit) -> list[int]:
        """Return the places, from 1, of a player's swords or shields, duffs included."""
        return [
            number
            for number, stack in enumerate(self.displays[seat], 1)
            if stack.card is not None and stack.card.suit is suit
        ]
