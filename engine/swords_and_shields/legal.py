"""What the player to act may do."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from engine.swords_and_shields.actions import CLEAR, END, Action, Kind, Place, Zone
from engine.swords_and_shields.board import Board
from engine.swords_and_shields.cards import LIFE_COLOURS, Card, Colour, Suit
from engine.swords_and_shields.effects import DISPLAY_NUMBERS, can_begin, choices
from engine.swords_and_shields.payment import funds_of
from engine.swords_and_shields.strength import Stack, strength_in_display

_PAYING: Final = tuple(
    numbers for length in DISPLAY_NUMBERS for numbers in combinations(DISPLAY_NUMBERS, length)
)
"""The places that can pay together."""

Hand = Sequence[tuple[str, Card]]
"""The different cards in hand, each with its notation, which sorts them."""


def legal_actions(board: Board) -> Iterator[Action]:
    """Yield every action of the player to act, each once, in a fixed order."""
    if board.pending is not None:
        yield from dict.fromkeys(choices(board))
        return
    hand = sorted({str(card): card for card in board.hands[board.player]}.items())
    yield from _layings(board, hand)
    yield from _purchases(board)
    yield from _attacks(board)
    yield from _uses(board, hand)
    if board.can_clear and any(board.shop) and cards_to_show(board.hands[board.player]):
        yield CLEAR
    yield END


def _layings(board: Board, hand: Hand) -> Iterator[Action]:
    for name, card in hand:
        for number, stack in enumerate(board.displays[board.player], 1):
            if can_lie_on(stack, card):
                yield Action(Kind.LAY, card=name, number=number)


def can_lie_on(stack: Stack, card: Card) -> bool:
    """Return whether a card can be laid on a place: a free one, or one with a buff if it is no buff."""
    return stack.card is None and (stack.buff is None or not card.is_buff)


def _purchases(board: Board) -> Iterator[Action]:
    display = board.displays[board.player]
    occupied = {number for number in DISPLAY_NUMBERS if display[number - 1].card is not None}
    paying = [
        (numbers, funds_of([display[number - 1] for number in numbers]))
        for numbers in _PAYING
        if occupied.issuperset(numbers)
    ]
    for number, card in enumerate(board.shop, 1):
        if card is not None and card.price is not None:
            for numbers, funds in paying:
                if funds.are(card.price):
                    yield Action(Kind.BUY, number=number, numbers=numbers)


def _attacks(board: Board) -> Iterator[Action]:
    opponent = board.player.other
    shields = () if board.has_revenge else tuple(board.numbers_of(opponent, Suit.SHIELD))
    for number in board.numbers_of(board.player, Suit.SWORD):
        if not shields:
            yield Action(Kind.ATTACK, number=number)
        else:
            strength = board.strength(board.player, number)
            for broken in ways_to_break(
                board.displays[opponent], shields, strength, board.life_cards[opponent]
            ):
                yield Action(Kind.ATTACK, number=number, numbers=broken)


def ways_to_break(
    display: Sequence[Stack], shields: tuple[int, ...], strength: int, life_card: Colour
) -> Iterator[tuple[int, ...]]:
    """Yield every order in which an attack can break shields of a display, one or more of them."""
    for number in shields:
        needed = strength_in_display(display, number - 1, life_card)
        if needed <= strength:
            yield (number,)
            left = list(display)
            left[number - 1] = Stack(display[number - 1].buff)
            rest = tuple(other for other in shields if other != number)
            for after in ways_to_break(left, rest, strength - needed, life_card):
                yield (number, *after)


def _uses(board: Board, hand: Hand) -> Iterator[Action]:
    for name, card in hand:
        if can_begin(board, card, None):
            yield Action(Kind.USE, card=name)
    for number in DISPLAY_NUMBERS:
        place = Place(Zone.OWN, number)
        on_display = board.at(place)
        if on_display is not None and can_begin(board, on_display, place):
            yield Action(Kind.USE, number=number)


def cards_to_show(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five cards of five colours that clear the shop; () if the hand has none.

    Of several cards, the weakest of each colour is shown; grey ones stand for missing colours.
    """
    by_strength = sorted(hand, key=lambda card: (card.strength, str(card)))
    shown = [
        card
        for colour in LIFE_COLOURS
        if (card := next((card for card in by_strength if card.colour is colour), None)) is not None
    ]
    grey = [card for card in by_strength if card.colour is Colour.GREY]
    shown += grey[: len(LIFE_COLOURS) - len(shown)]
    return tuple(shown) if len(shown) == len(LIFE_COLOURS) else ()
