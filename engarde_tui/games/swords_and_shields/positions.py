"""Positions of a duel, written in the notation of its cards."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine.game import Seat
from engine.swords_and_shields import CARDS, PRESETS, Card, Colour, Duel, Stack

RULES: Final = replace(PRESETS["quick-duel"], life_cards=(Colour.RED, Colour.BLUE))
"""A quick duel in which left has the red life card, and right the blue one."""

_DECKS: Final = ("s1v h1b s1g h1y s1b h1r", "h1b s1y s1r h1g h1v s1b")
"""The decks of left and right unless others are given."""


def position(
    hand: str,
    lies: str = "",
    *,
    opposing: str = "",
    other_hand: str = "s1g h1r h1y",
    shop: str = "s4v h2y s8b h8v s10x",
    deck: str = _DECKS[0],
    discard: str = "",
    life: tuple[int, int] = (50, 50),
) -> Duel:
    """Return a duel in which left is to act, with these cards; a display is written like "s4r b+1/h3x -".

    `lies` and `opposing` are the displays, decks have their top card first.
    """
    duel = Duel.deal(RULES, seed=1, first=Seat.LEFT)
    used = [*_cards(shop), *(card for card in _cards(f"{hand} {deck} {discard}") if card in CARDS.shop)]
    return replace(
        duel,
        life=life,
        hands=(_sorted(hand), _sorted(other_hand)),
        decks=(_cards(deck), _cards(_DECKS[1])),
        discards=(_cards(discard), ()),
        displays=(_display(lies), _display(opposing)),
        shop=_cards(shop),
        shop_deck=tuple(card for card in duel.shop_deck if card not in used),
        can_clear=False,
    )


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(map(CARDS.named, names.split()))


def _sorted(names: str) -> tuple[Card, ...]:
    return tuple(sorted(_cards(names), key=str))


def _display(places: str) -> tuple[Stack, ...]:
    return tuple(_stack(place.split("/")) for place in (places.split() + ["-"] * 3)[:3])


def _stack(names: Iterable[str]) -> Stack:
    cards = [CARDS.named(name) for name in names if name != "-"]
    buff = next((card for card in cards if card.is_buff), None)
    return Stack(buff, next((card for card in cards if not card.is_buff), None))
