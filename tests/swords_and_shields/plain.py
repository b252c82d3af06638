"""A plain version of the rules of A Game of Swords and Shields: the oracle of the tests.

Written from the rules, it shares nothing with the engine but the order of shuffles. Cards and actions are
words of the notation, everything lies in lists, and nothing is remembered. Any difference from the engine is
a bug in one of the two.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from swords_and_shields.plain_cards import colour, effects, is_duff, pays, suit, toll
from swords_and_shields.plain_effects import PlainEffects


class PlainDuel(PlainEffects):
    """One game; `play` changes it."""

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

    def uses(self) -> Iterator[str]:
        """Yield the cards of hand and display whose effects can be carried out to the end."""
        for card in set(self.hands[self.player]):
            if effects(card) and self.after_use(card).can_end():
                yield f"use:{card}"
        for number, (_, on_display) in enumerate(self.displays[self.player], 1):
            if on_display and effects(on_display) and self.after_use(str(number)).can_end():
                yield f"use:{number}"

    def has_five_colours(self) -> bool:
        """Return whether five cards in hand can be of five colours."""
        return any(
            len({colour(card) for card in cards} - {"x", ""}) + sum(colour(card) == "x" for card in cards)
            == 5
            for cards in combinations(self.hands[self.player], 5)
        )

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
