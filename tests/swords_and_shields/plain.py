"""A plain version of the rules of A Game of Swords and Shields: the oracle of the tests.

Written from the rules, it shares nothing with the engine but the order of shuffles. Cards and actions are
words of the notation, everything lies in lists, and nothing is remembered. Any difference from the engine is
a bug in one of the two.
"""

from collections.abc import Iterator
from copy import copy
from itertools import combinations, permutations
from random import Random
from typing import Any

from swords_and_shields.plain_cards import (
    COLOURS,
    SHOP,
    STARTER,
    bonus,
    colour,
    effects,
    is_duff,
    name,
    pays,
    strength,
    suit,
    toll,
)  # fmt: skip

NAMES = ("left", "right")
WORDS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "v": "violet"}
LISTS = ("life", "shop", "shop_deck", "shop_discard", "shuffles")
PAIRS = ("hands", "decks", "discards")


class PlainDuel:
    """One game; `play` changes it."""

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
        self.is_second = self.has_drawn = False
        self.can_clear = self.has_attacked = self.has_revenge = False

    def fork(self) -> "PlainDuel":
        """Return an independent copy."""
        twin = copy(self)
        for key in LISTS:
            setattr(twin, key, [*getattr(self, key)])
        for key in PAIRS:
            setattr(twin, key, [[*each] for each in getattr(self, key)])
        twin.displays = [[[*stack] for stack in display] for display in self.displays]
        twin.triggered = {*self.triggered}
        return twin

    # --- the turn ---

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

    # --- open cards ---

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

    # --- what is legal ---

    def legal_actions(self) -> list[str]:
        """Return what the player to act may play."""
        if self.result is not None:
            return []
        if self.effects:
            return list(dict.fromkeys(word for effect in self.effects for word in self.choices(effect)))
        words = [*self.layings(), *self.purchases(), *self.attacks(), *self.uses()]
        if self.can_clear and any(self.shop) and self.has_five_colours():
            words.append("clear")
        return [*words, "end"]

    def layings(self) -> Iterator[str]:
        """Yield the ways to lay out a card."""
        for card in set(self.hands[self.player]):
            for number, (buff, other) in enumerate(self.displays[self.player], 1):
                if other is None and (buff is None or suit(card) != "b"):
                    yield f"lay:{card}:{number}"

    def purchases(self) -> Iterator[str]:
        """Yield the ways to buy."""
        display = self.displays[self.player]
        for number, card in enumerate(self.shop, 1):
            for length in (1, 2, 3):
                for places in combinations(range(3), length):
                    if card and pays([display[place] for place in places], card):
                        yield f"buy:{number}:" + "".join(str(place + 1) for place in places)

    def attacks(self) -> Iterator[str]:
        """Yield the ways to attack, each way to break shields tried from its beginning."""
        shields = self.numbers(1 - self.player, "h")
        for place in self.numbers(self.player, "s"):
            if self.has_revenge or not shields:
                yield f"attack:{place + 1}"
                continue
            for length in (1, 2, 3):
                for order in permutations(shields, length):
                    if self.fork().broken(place, order) >= 0:
                        yield f"attack:{place + 1}:" + "".join(str(each + 1) for each in order)

    def broken(self, place: int, order: tuple[int, ...]) -> int:
        """Break shields; return what is left of the strength, -1 if it does not suffice."""
        left = self.strength(self.player, place)
        for shield in order:
            left -= self.strength(1 - self.player, shield)
            if left < 0:
                return -1
            self.discard(1 - self.player, shield)
        return left

    def discard(self, seat: int, place: int) -> None:
        """Lay a card of a display on its owner's discard."""
        card, self.displays[seat][place][1] = self.displays[seat][place][1], None
        assert card
        self.discards[seat].append(card)

    def uses(self) -> Iterator[str]:
        """Yield the cards of hand and display whose effects can be carried out to the end."""
        for card in set(self.hands[self.player]):
            if effects(card) and self.after_use(card).can_end():
                yield f"use:{card}"
        for number, (_, on_display) in enumerate(self.displays[self.player], 1):
            if on_display and effects(on_display) and self.after_use(str(number)).can_end():
                yield f"use:{number}"

    def after_use(self, what: str) -> "PlainDuel":
        """Return the game after a card's effect has begun."""
        twin = self.fork()
        twin.use(what)
        return twin

    def can_end(self) -> bool:
        """Return whether the pending effect can be carried out to the end."""
        if not self.effects:
            return True
        for effect in self.effects:
            for word in self.choices(effect, is_trial=True):
                if word.split(":")[0] not in ("destroy", "trigger"):
                    return True
                after = self.fork()
                after.choose(word)
                if after.can_end():
                    return True
        return False

    def has_five_colours(self) -> bool:
        """Return whether five cards in hand can be of five colours."""
        return any(
            len({colour(card) for card in cards} - {"x", ""}) + sum(colour(card) == "x" for card in cards)
            == 5
            for cards in combinations(self.hands[self.player], 5)
        )

    def choices(self, effect: str, is_trial: bool = False) -> Iterator[str]:
        """Yield what an effect leaves to choose; a trial looks no further whether it can be ended."""
        own, other = self.player, 1 - self.player
        reach = self.reach()
        match effect:
            case "draw 1" | "draw 3":
                yield "draw"
            case "flood" | "heal" | "damage" | "revenge" | "bless":
                yield effect
            case "recover":
                yield from ["recover"] * bool(self.discards[own])
            case "sweep":
                yield from ["sweep"] * any(any(stack) for stack in self.displays[other])
            case "sift":
                yield from ["keep:grey", "keep:life"] * bool(self.decks[own])
            case "draw any":
                yield from ["draw"] * bool(self.decks[own] or self.discards[own])
                yield from ["draw:opp"] * bool(self.decks[other])
                yield from ["draw:shop"] * bool(self.shop_deck)
            case "remove shop":
                yield from (f"remove:{place}" for place in reach if place[:4] == "shop" and place != "shop")
            case "remove shield":
                yield from (
                    f"remove:{place}"
                    for place, card in reach.items()
                    if suit(card) == "h" and place != "shop"
                )
            case "move":
                for place in reach:
                    yield from (f"move:{place}:{zone}" for zone in ("own", "opp", "shop") if zone != place)
            case "strike shield":
                for place, card in reach.items():
                    yield from self.strikes(place) if suit(card) == "h" else ()
            case "strike sword":
                for place, card in reach.items():
                    is_own = place[:3] == "own" and place != "own"
                    yield from self.strikes(place) if suit(card) == "s" and not is_own else ()
            case "strike twice":
                swords = self.numbers(own, "s")
                if len(swords) >= 2 or self.is_second:
                    yield from (f"strike:own{place + 1}" for place in swords)
            case "destroy" | "trigger":
                for place, card in reach.items():
                    is_on_shop = place[:4] == "shop" and place != "shop"
                    if effect == "trigger" and not (effects(card) and is_on_shop):
                        continue
                    if place[-1] in "123b" and place[:4] != "shop":
                        buff, on_it = self.displays[self.owner(place) or 0][int(place[3]) - 1]
                        if buff and on_it and is_duff(on_it) and (place[-1] == "b" or is_duff(card)):
                            continue
                    after = self.fork()
                    if not is_trial:
                        after.choose(f"{effect}:{place}")
                    if is_trial or after.can_end():
                        yield f"{effect}:{place}"

    def strikes(self, place: str) -> Iterator[str]:
        """Yield the attacks with an open card that cost life points."""
        is_grey_in_shop = place[:4] == "shop" and place != "shop" and colour(self.reach()[place]) == "x"
        for said in COLOURS if is_grey_in_shop else [""]:
            if self.striking(place, said) > 0:
                yield f"strike:{place}" + (f":{WORDS[said]}" if said else "")

    def striking(self, place: str, said: str = "") -> int:
        """Return the strength of an open card that attacks by an effect."""
        card = self.reach()[place]
        if place in ("own", "opp", "shop"):
            return strength(card)
        if place[:4] != "shop":
            return self.strength(self.owner(place) or 0, int(place[3]) - 1)
        others = [other for at, other in enumerate(self.shop, 1) if other and at != int(place[4])]
        same = sum(colour(other) in (said or colour(card), "x") for other in others)
        return strength(card) + same + sum(name(other) == name(card) for other in others)

    # --- what it does ---

    def play(self, word: str) -> None:
        """Play a legal action."""
        if self.effects:
            self.choose(word)
            return
        could_not_clear, self.can_clear = not self.can_clear, False
        verb, *parts = word.split(":")
        own, other = self.player, 1 - self.player
        if verb == "end":
            self.end_turn()
        elif verb == "clear":
            assert not could_not_clear
            self.shop_discard += [card for card in self.shop if card]
            self.shop = [None] * 5
            self.fill()
        elif verb == "lay":
            card, place = parts[0], int(parts[1]) - 1
            self.hands[own].remove(card)
            self.displays[own][place][suit(card) != "b"] = card
            self.lose(own, toll(card))
        elif verb == "buy":
            bought = self.shop[int(parts[0]) - 1]
            assert bought
            for digit in parts[1]:
                self.discard(own, int(digit) - 1)
            if is_duff(bought):
                self.decks[other] = [bought, *self.decks[other]]
            else:
                self.discards[own].append(bought)
            self.shop[int(parts[0]) - 1] = None
            self.fill()
        elif verb == "attack":
            order = tuple(int(digit) - 1 for digit in "".join(parts[1:]))
            self.attack(int(parts[0]) - 1, order)
        else:
            self.use(parts[0])

    def attack(self, place: int, order: tuple[int, ...]) -> None:
        """Attack, and bear the counter."""
        own, other = self.player, 1 - self.player
        left = self.broken(place, order)
        if self.has_revenge or not self.numbers(other, "h"):
            self.lose(other, left)
        self.discard(own, place)
        if not self.has_revenge and not self.has_attacked and self.result is None:
            self.has_attacked = True
            swords = self.numbers(other, "s")
            damage = sum(self.strength(other, sword) for sword in swords)
            for sword in swords:
                self.discard(other, sword)
            self.lose(own, damage)
        self.has_revenge = False

    def use(self, what: str) -> None:
        """Destroy a card of the hand or the display for its effect."""
        if what in ("1", "2", "3"):
            card = self.take_away(f"own{what}")
        else:
            card = what
            self.hands[self.player].remove(card)
        self.begin(card)

    def begin(self, card: str, is_destroyed: bool = True) -> None:
        """Begin the effect of a card."""
        if is_destroyed:
            self.shop_discard.append(card)
            self.chain += 1
        self.effects = effects(card)
        if self.effects == ("bless",):
            self.choose("bless")
        elif not self.effects:
            self.end_chain()

    def end_chain(self) -> None:
        """Fill the shop; a drawn card allows to clear it."""
        attacked, revenge, drawn = self.has_attacked, self.has_revenge, self.has_drawn
        self.forget()
        self.has_attacked, self.has_revenge, self.can_clear = attacked, revenge, drawn
        self.fill()

    def choose(self, word: str) -> None:
        """Carry out a choice of the pending effect."""
        verb, *parts = word.split(":")
        own, other = self.player, 1 - self.player
        if verb == "destroy":
            self.begin(self.take_away(parts[0]))
            return
        if verb == "trigger":
            card = self.reach()[parts[0]]
            self.triggered.add(int(parts[0][4]))
            self.begin(card, is_destroyed=False)
            return
        if verb == "strike" and self.strike(*parts):
            return
        self.carry_out(verb, parts, own, other)
        self.end_chain()

    def strike(self, place: str, said: str = "") -> bool:
        """Attack by an effect; return whether another attack follows."""
        card = self.reach()[place]
        self.lose(1 - self.player, self.striking(place, said[:1]))
        if suit(card) == "s" and place not in ("own", "opp", "shop"):
            self.pile(place).append(self.take_away(place))
        is_first = (
            "strike twice" in self.effects and place[:3] == "own" and place != "own" and not self.is_second
        )
        if is_first and self.result is None:
            self.effects, self.is_second = ("strike twice",), True
            return True
        return False

    def carry_out(self, verb: str, parts: list[Any], own: int, other: int) -> None:
        """Do what ends a chain."""
        match verb, parts:
            case "draw", []:
                self.draw(own, 3 if "draw 3" in self.effects else 1)
            case "draw", ["opp"]:
                self.hands[own].append(self.decks[other].pop(0))
                self.came(own, 1)
            case "draw", ["shop"]:
                self.hands[own].append(self.shop_deck.pop(0))
                self.came(own, 1)
            case "flood", _:
                self.draw(other, 5)
            case "recover", _:
                self.hands[own].append(self.discards[own].pop())
                self.came(own, 1)
            case "keep", [which]:
                wanted = "x" if which == "grey" else self.life_cards[own]
                kept = [card for card in self.decks[own] if colour(card) == wanted]
                self.discards[own] += [card for card in self.decks[own] if colour(card) != wanted]
                self.decks[own] = []
                self.hands[own] += kept
                self.came(own, len(kept))
            case "remove", [place]:
                self.shop_discard.append(self.take_away(place))
            case "move", [place, zone]:
                self.pile(zone).append(self.take_away(place))
            case "sweep", _:
                for buff, card in self.displays[other]:
                    self.discards[other] += [each for each in (card, buff) if each]
                self.displays[other] = [[None, None] for _ in range(3)]
            case "revenge", _:
                self.has_revenge = True
            case "heal", _:
                self.life[own] = min(self.life[own] + 20, 99)
            case "bless", _:
                self.life[other] = min(self.life[other] + 10, 99)
            case "damage", _:
                self.lose(other, 10)
