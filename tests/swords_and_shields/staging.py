"""Builds duels with chosen cards in chosen places, so that examples read like the booklet's."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any, Final

from engine.swords_and_shields import CARDS, Card, Colour, Duel, Options, Seat, Stack, parse_action
from engine.swords_and_shields.cards import LIFE_COLOURS

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT
LETTERS: Final = {colour.letter: colour for colour in Colour}


def cards(names: str) -> tuple[Card, ...]:
    """Return cards by their notation, separated by blanks."""
    return tuple(CARDS.named(name) for name in names.split())


def display(text: str) -> tuple[Stack, Stack, Stack]:
    """Return a display: a place is `s4r`, `b+1`, `b+1/s4r` or `-`; missing places are empty."""
    stacks = []
    for word in (text.split() + ["-"] * 3)[:3]:
        buff, slash, card = word.partition("/")
        if not slash and not buff.startswith("b"):
            buff, card = "", buff
        stacks.append(
            Stack(CARDS.named(buff) if buff else None, CARDS.named(card) if card.strip("-") else None)
        )
    left, middle, right = stacks
    return left, middle, right


def staged(
    *,
    hand: str = "",
    shown: str = "",
    deck: str = "s1r s1y s1g s1b s1v h1r h1y h1g h1b h1v",
    discard: str = "",
    other_hand: str = "h1r h1y h1g h1b h1v",
    opposing: str = "",
    other_deck: str = "s1r s1y s1g s1b s1v h1r h1y h1g h1b h1v",
    other_discard: str = "",
    shop: str = "",
    shop_deck: str = "",
    shop_discard: str = "",
    life: tuple[int, int] = (50, 50),
    life_cards: str = "rb",
    **changes: Any,
) -> Duel:
    """Return a duel in which left is to act, with these cards: decks top first, discards top last.

    A place of the shop can be `-`. `life_cards` are the letters of the colours of left and right.
    """
    duel = Duel.deal(Options(), seed=1, first=LEFT)
    places = (shop.split() + ["-"] * 5)[:5]
    left, right = (LETTERS[letter] for letter in life_cards)
    return replace(
        duel,
        **{
            "hands": (held(hand), held(other_hand)),
            "decks": (cards(deck), cards(other_deck)),
            "discards": (cards(discard), cards(other_discard)),
            "displays": (display(shown), display(opposing)),
            "shop": tuple(None if name == "-" else CARDS.named(name) for name in places),
            "shop_deck": cards(shop_deck),
            "shop_discard": cards(shop_discard),
            "life": life,
            "life_cards": (left, right),
            "can_clear": False,
            **changes,
        },
    )


def held(names: str) -> tuple[Card, ...]:
    """Return a hand, in the order of hands."""
    return tuple(sorted(cards(names), key=str))


def play(duel: Duel, script: str) -> Duel:
    """Return the duel after the actions of `script`, separated by blanks."""
    for word in script.split():
        duel = duel.play(parse_action(word))
    return duel


def words(duel: Duel, verb: str = "") -> list[str]:
    """Return the legal actions in the notation, or those that begin with `verb`."""
    return [str(action) for action in duel.legal_actions() if str(action).split(":")[0] == verb or not verb]


def names(some: Iterable[Card | None]) -> str:
    """Return cards in the notation, separated by blanks."""
    return " ".join("-" if card is None else str(card) for card in some)


def shown(duel: Duel, seat: Seat) -> str:
    """Return a display in the form that `display` reads."""
    return " ".join(
        f"{buff}/{card}" if buff and card else str(buff or card or "-") for buff, card in duel.displays[seat]
    )


def scattered(source: Random) -> Duel:
    """Return a duel in the middle of a turn, all 80 cards in places where they may lie, by chance.

    Most displays and discards hold something, so that there is much to choose.
    """
    shop_cards = source.sample(CARDS.shop, len(CARDS.shop))
    shop = tuple(None if source.random() < 0.1 else shop_cards.pop() for _ in range(5))
    number = source.choice([0, 2, 20])
    shop_deck, shop_cards = tuple(shop_cards[:number]), shop_cards[number:]
    pool = [*shop_cards, *CARDS.starter, *CARDS.starter]
    source.shuffle(pool)
    buffs = [card for card in pool if card.is_buff]
    fighters = [card for card in pool if not card.is_buff]

    def take(*numbers: int) -> tuple[Card, ...]:
        wanted = source.choice(numbers)
        pool[:], taken = pool[wanted:], tuple(pool[:wanted])
        return taken

    def stack() -> Stack:
        buff = buffs.pop() if buffs and source.random() < 0.3 else None
        card = fighters.pop() if source.random() < 0.7 else None
        for taken in (buff, card):
            if taken is not None:
                pool.remove(taken)
        return Stack(buff, card)

    displays = (stack(), stack(), stack()), (stack(), stack(), stack())
    hands = held(names(take(0, 2, 4, 5, 6, 8))), held(names(take(0, 2, 4, 5, 6, 8)))
    decks = take(0, 1, 3, 6), take(0, 1, 3, 6)
    discards = take(0, 1, 3, 6), take(0, 1, 3, 6)
    left, right = source.sample(LIFE_COLOURS, 2)
    return replace(
        Duel.deal(Options(), seed=source.getrandbits(64), first=source.choice(list(Seat))),
        number=source.choice([1, 100, 199, 200]),
        life=(source.choice([3, 20, 50, 99]), source.choice([3, 20, 50, 99])),
        life_cards=(left, right),
        hands=hands,
        decks=decks,
        discards=discards,
        displays=displays,
        shop=shop,
        shop_deck=shop_deck,
        shop_discard=tuple(pool) if source.random() < 0.8 else (),
        can_clear=source.random() < 0.5,
        has_attacked=source.random() < 0.3,
        has_revenge=source.random() < 0.3,
    )
