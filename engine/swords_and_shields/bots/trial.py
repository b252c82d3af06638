"""A board to try a turn on, fast, that knows no more than its player.

What the player would see only later stays unknown in it: a card drawn is a blank, an emptied place of the
shop stays empty. So a plan cannot count on luck.
"""

from typing import Final, Self

from engine.game import Seat
from engine.swords_and_shields.actions import Zone
from engine.swords_and_shields.board import HAND_SIZE, LIFE_FOR_A_CARD, Board
from engine.swords_and_shields.cards import Card
from engine.swords_and_shields.duel import Duel
from engine.swords_and_shields.events import EventKind
from engine.swords_and_shields.strength import Stack


class Token(Card):
    """A card that is compared by identity, so that looking it up is fast; equal cards are one token."""

    name: str
    __hash__ = object.__hash__
    __eq__ = object.__eq__
    __ne__ = object.__ne__

    def __str__(self) -> str:
        return self.name


_TOKENS: Final[dict[Card, Token]] = {}


def token_of(card: Card) -> Token:
    """Return the one token of a card."""
    if isinstance(card, Token):
        return card
    token = _TOKENS.get(card)
    if token is None:
        token = _TOKENS[card] = Token(*card)
        token.name = str(card)
    return token


def _blank(name: str) -> Token:
    token = Token(None, 0, None)
    token.name = name
    return token


BLANK: Final = _blank("?own")
"""A card drawn from the own deck; the card itself is in `Trial.sunk`."""

BLANK_OPPONENT: Final = _blank("?opp")
"""A card drawn from the opponent's deck."""

BLANK_SHOP: Final = _blank("?shop")
"""A card drawn from the shop deck."""

BLANKS: Final = frozenset((BLANK, BLANK_OPPONENT, BLANK_SHOP))


def _stack(stack: Stack) -> Stack:
    buff, card = stack
    return Stack(None if buff is None else token_of(buff), None if card is None else token_of(card))


class Trial(Board):
    """A board of tokens on which `Board`'s rules work, without events."""

    sunk: list[list[Card]]
    """The cards of left and right that were drawn as blanks."""

    @classmethod
    def of(cls, duel: Duel) -> Self:
        """Return a trial that begins where a duel stands."""
        trial = cls(duel)
        for cards in (*trial.hands, *trial.decks, *trial.discards, trial.shop_deck, trial.shop_discard):
            cards[:] = map(token_of, cards)
        for display in trial.displays:
            display[:] = map(_stack, display)
        trial.shop = [None if card is None else token_of(card) for card in trial.shop]
        trial.sunk = [[], []]
        return trial

    def copy(self) -> Self:
        """Return a board of its own."""
        new = super().copy()
        left, right = self.sunk
        new.sunk = [left[:], right[:]]
        return new

    def note(
        self,
        kind: EventKind,
        seat: Seat | None = None,
        card: Card | None = None,
        number: int = 0,
        zone: Zone | None = None,
    ) -> None:
        """Do nothing: nobody reads the events of a trial."""

    def fill_shop(self) -> None:
        """Do nothing: the next cards of the shop are not known."""

    def draw(self, seat: Seat, number: int, *, by_effect: bool = True) -> None:
        """Draw blanks, at the cost that the real cards would have."""
        drawn = 0
        for _ in range(number):
            if not self.decks[seat]:
                if not self.discards[seat]:
                    break
                self.decks[seat], self.discards[seat] = self.discards[seat], []
            self.sunk[seat].append(self.decks[seat].pop())
            drawn += 1
        if drawn:
            self.hands[seat] += [BLANK] * drawn
            self.count_as_drawing(seat)
        if by_effect and len(self.hands[seat]) > HAND_SIZE:
            self.overdraw(seat, drawn)
        self.lose(EventKind.UNDERDREW, seat, LIFE_FOR_A_CARD * (number - drawn))

    def draw_elsewhere(self, zone: Zone) -> None:
        """Draw a blank from the opponent's deck or the shop's."""
        if zone is Zone.SHOP:
            self.shop_deck.pop()
            self.hands[self.player].append(BLANK_SHOP)
        else:
            self.decks[self.player.other].pop()
            self.hands[self.player].append(BLANK_OPPONENT)
        self.count_as_drawing(self.player)
        self.overdraw(self.player, 1)
