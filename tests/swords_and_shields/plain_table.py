"""The table of the plain rules: the cards, whose turn it is, drawing, strength, and what is in reach."""

from copy import copy
from random import Random
from typing import Self

from swords_and_shields.plain_cards import SHOP, STARTER, bonus, colour, is_duff, name, strength, suit, toll

NAMES = ("left", "right")
LISTS = ("life", "shop", "shop_deck", "shop_discard", "shuffles")
PAIRS = ("hands", "decks", "discards")


class PlainTable:
    """What lies on the table, and what happens to it; the effects and actions are added by others."""

    def __init__(self, dealt: str, first: int, life: int, life_cards: str) -> None:
        self.dealt, self.player, self.life, self.life_cards = dealt, first, [life, life], life_cards
        self.hands: list[list[str]] = [[], []]
        self.decks = [Random(f"{dealt}/{seat}/deck").sample(STARTER, 12) for seat in NAMES]
        self.discards: list[list[str]] = [[], []]
        self.displays: list[list[list[str | None]]] = [[[None, None] for _ in range(3)] for _ in NAMES]
        self.shop: list[str | None] = [None] * 5
        self.shop_deck = Random(f"{dealt}/shop").sample(SHOP, 56)
        self.shop_discard: list[str] = []
        self.shuffles = [0, 0]
        self.number = 0
        self.result: str | None = None
        self.fill()
        self.player = 1 - first
        self.forget()
        self.end_turn()

    def forget(self) -> None:
        """Begin a turn, or let a chain be over."""
        self.effects: tuple[str, ...] = ()
        self.chain = 0
        self.triggered: set[int] = set()
        self.has_drawn = False
        self.can_clear = self.has_attacked = self.has_revenge = False

    def fork(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        for key in LISTS:
            setattr(twin, key, [*getattr(self, key)])
        for key in PAIRS:
            setattr(twin, key, [[*each] for each in getattr(self, key)])
        twin.displays = [[[*stack] for stack in display] for display in self.displays]
        twin.triggered = {*self.triggered}
        return twin

    def end_turn(self) -> None:
        """Let the other player begin a turn."""
        self.number += 1
        if self.number > 200:
            left, right = self.life
            self.result = "none turns" if left == right else f"{NAMES[left < right]} turns"
            return
        self.player = 1 - self.player
        self.forget()
        self.can_clear = True
        self.draw(self.player, 5 - len(self.hands[self.player]), by_effect=False)
        for _, card in self.displays[self.player]:
            if card and is_duff(card):
                self.lose(self.player, toll(card))

    def lose(self, seat: int, number: int) -> None:
        """Take life points off; at 0 the game is over."""
        if self.result is None:
            self.life[seat] = max(self.life[seat] - number, 0)
            if self.life[seat] == 0:
                self.result = f"{NAMES[1 - seat]} life"

    def draw(self, seat: int, number: int, by_effect: bool = True) -> None:
        """Draw from the own deck."""
        drawn = 0
        while drawn < number:
            if not self.decks[seat]:
                if not self.discards[seat]:
                    break
                source = Random(f"{self.dealt}/{NAMES[seat]}/{self.shuffles[seat]}")
                self.decks[seat] = source.sample(sorted(self.discards[seat]), len(self.discards[seat]))
                self.discards[seat] = []
                self.shuffles[seat] += 1
            self.hands[seat].append(self.decks[seat].pop(0))
            drawn += 1
        if by_effect:
            self.came(seat, drawn)
        self.lose(seat, 4 * max(number - drawn, 0))

    def came(self, seat: int, number: int) -> None:
        """Pay for cards beyond the fifth among those that an effect brought into a hand."""
        self.has_drawn |= number > 0 and seat == self.player
        self.lose(seat, 4 * max(0, min(number, len(self.hands[seat]) - 5)))

    def fill(self) -> None:
        """Open cards on the empty places of the shop."""
        for place in range(5):
            if self.shop[place] is None and self.shop_deck:
                self.shop[place] = self.shop_deck.pop(0)

    def strength(self, seat: int, place: int) -> int:
        """Return the strength of a card of a display, places from 0."""
        buff, card = self.displays[seat][place]
        assert card
        own = self.life_cards[seat] if colour(card) == "x" else colour(card)
        others = [other for at, (_, other) in enumerate(self.displays[seat]) if other and at != place]
        return (
            strength(card)
            + bonus(buff)
            + sum(colour(other) in (own, "x") for other in others)
            + 2 * (own == self.life_cards[seat])
            + sum(name(other) == name(card) for other in others)
        )

    def numbers(self, seat: int, kind: str) -> list[int]:
        """Return the places, from 0, with cards of a suit."""
        return [at for at, (_, card) in enumerate(self.displays[seat]) if card and suit(card) == kind]

    def owner(self, place: str) -> int | None:
        """Return whose place it is; None is the shop's."""
        return self.player if place[:3] == "own" else 1 - self.player if place[:3] == "opp" else None

    def pile(self, place: str) -> list[str]:
        """Return the discard that belongs to a place."""
        owner = self.owner(place)
        return self.shop_discard if owner is None else self.discards[owner]

    def reach(self) -> dict[str, str]:
        """Return the open cards that an effect can reach, by place."""
        found: dict[str, str | None] = {}
        for zone, seat in (("own", self.player), ("opp", 1 - self.player)):
            for number, (buff, card) in enumerate(self.displays[seat], 1):
                found |= {f"{zone}{number}": card, f"{zone}{number}b": buff}
            found[zone] = self.discards[seat][-1] if self.discards[seat] else None
        for number, card in enumerate(self.shop, 1):
            if number not in self.triggered:
                found[f"shop{number}"] = card
        free = self.shop_discard[: len(self.shop_discard) - self.chain]
        found["shop"] = free[-1] if free else None
        return {place: card for place, card in found.items() if card}

    def take_away(self, place: str) -> str:
        """Take a card away from its place and return it."""
        card = self.reach()[place]
        if place == "shop":
            del self.shop_discard[len(self.shop_discard) - self.chain - 1]
        elif place in ("own", "opp"):
            self.pile(place).pop()
        elif place[:4] == "shop":
            self.shop[int(place[4]) - 1] = None
        else:
            self.displays[self.owner(place) or 0][int(place[3]) - 1][place[-1] != "b"] = None
        return card

    def discard(self, seat: int, place: int) -> None:
        """Lay a card of a display on its owner's discard."""
        card, self.displays[seat][place][1] = self.displays[seat][place][1], None
        assert card
        self.discards[seat].append(card)
