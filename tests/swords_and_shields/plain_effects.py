"""The effects of the plain rules: what each leaves to choose, whether it can be ended, and what it does."""

from collections.abc import Iterator
from typing import Any, Self

from swords_and_shields.plain_cards import COLOURS, colour, effects, is_duff, name, strength, suit
from swords_and_shields.plain_table import PlainTable

WORDS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "v": "violet"}


class PlainEffects(PlainTable):
    """A table on which effects can be followed."""

    def use(self, what: str) -> None:
        """Destroy a card of the hand or the display for its effect."""
        if what in ("1", "2", "3"):
            card = self.take_away(f"own{what}")
        else:
            card = what
            self.hands[self.player].remove(card)
        self.begin(card)

    def after_use(self, what: str) -> Self:
        """Return the game after a card's effect has begun."""
        twin = self.fork()
        twin.use(what)
        return twin

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
                for place in self.numbers(own, "s"):
                    yield from self.strikes(f"own{place + 1}")
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
        if verb == "strike":
            self.strike(*parts)
        self.carry_out(verb, parts, own, other)
        self.end_chain()

    def strike(self, place: str, said: str = "") -> None:
        """Attack by an effect, twice with a sword of the own display."""
        card = self.reach()[place]
        self.lose(1 - self.player, self.striking(place, said[:1]))
        if suit(card) == "s" and place in ("own1", "own2", "own3"):
            self.lose(1 - self.player, self.striking(place))
        if suit(card) == "s" and place not in ("own", "opp", "shop"):
            self.pile(place).append(self.take_away(place))

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
                self.has_drawn = True
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
