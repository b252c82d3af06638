"""A plain version of the rules of En Garde: oracle of the tests, baseline of the benchmark.

It shares only `Rules` and `Seat` with the engine. A round is one mutable object, and actions are words of the
notation, listed again at every step. Any difference from the engine is a bug in one of the two.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.en_garde.rules import Rules
from engine.game import Seat

SQUARES = 23
HAND_SIZE = 5
DECK = [1, 2, 3, 4, 5] * 5


class Attack(NamedTuple):
    """An attack to answer."""

    card: int
    number: int
    indirect: bool


class Result(NamedTuple):
    """The winner of a round and the reason."""

    winner: Seat | None
    reason: str


class PlainRound:
    """One round; `play` changes it."""

    def __init__(self, rules: Rules, deck: Sequence[int], first: Seat) -> None:
        if sorted(deck) != sorted(DECK):
            raise ValueError("not the 25 cards")
        self.rules = rules
        self.positions = [1, SQUARES]
        self.hands = [list(deck[:5]), list(deck[5:10])]
        self.pile = list(deck[10:])
        self.discard: list[int] = []
        self.turn: Seat | None = first
        self.attack: Attack | None = None
        self.last_chance = False
        self.result: Result | None = None
        self.actions: list[str] = []
        self._begin_turn(first)

    @property
    def distance(self) -> int:
        """The difference of the fencers' squares."""
        return self.positions[1] - self.positions[0]

    def legal_actions(self) -> list[str]:
        """Return what the player to act may play."""
        return self.actions

    def play(self, word: str) -> None:
        """Play an action; raises ValueError if it is not legal."""
        seat = self.turn
        if seat is None or word not in self.actions:
            raise ValueError(f"{word} is not legal")
        if word == "H":
            self._end(seat.other, "hit")
        elif word == "N":
            self._compare()
        elif word[0] == "P":
            self._parry(seat, word)
        elif word[0] == "R":
            self._evade(seat, int(word[1]))
        elif "A" in word:
            self._attack(seat, word)
        else:
            self._move(seat, int(word))
            self._draw(seat)
            self._next_turn(drew=seat)

    def _attack(self, seat: Seat, word: str) -> None:
        step, cards = word.split("A")
        if step:
            self._move(seat, int(step))
        for card in cards:
            self._discard(seat, int(card))
        if not self.rules.parry:
            self._end(seat, "hit")
            return
        self._draw(seat)
        self.attack = Attack(int(cards[0]), len(cards), indirect=bool(step))
        self.turn = seat.other
        self.actions = self._defences(seat.other, self.attack)

    def _parry(self, seat: Seat, word: str) -> None:
        for card in word[1:]:
            self._discard(seat, int(card))
        self.attack = None
        if self.pile:
            self._begin_turn(seat)
        elif self.last_chance:
            self._compare()
        else:
            self._offer_last_chance(seat)

    def _evade(self, seat: Seat, card: int) -> None:
        pile_was_empty = not self.pile
        self._move(seat, -card)
        self._draw(seat)
        self.attack = None
        if pile_was_empty:
            self._compare(after_evasion=True)
        else:
            self._next_turn(drew=seat)

    def _next_turn(self, drew: Seat) -> None:
        if self.pile:
            self._begin_turn(drew.other)
        else:
            self._offer_last_chance(drew.other)

    def _begin_turn(self, seat: Seat) -> None:
        self.turn = seat
        held = Counter(self.hands[seat])
        self.actions = self._moves(seat, held) + self._attacks(held[self.distance], self.distance)
        if self.rules.indirect:
            self.actions += self._indirect_attacks(held)
        if not self.actions:
            self._end(seat.other, "no-move")

    def _offer_last_chance(self, seat: Seat) -> None:
        attacks = self._attacks(self.hands[seat].count(self.distance), self.distance)
        if self.rules.last_chance and attacks:
            self.last_chance = True
            self.turn = seat
            self.actions = [*attacks, "N"]
        else:
            self._compare()

    def _moves(self, seat: Seat, held: Counter[int]) -> list[str]:
        behind = self._advanced(seat)
        advances = [f"+{card}" for card in sorted(held) if card < self.distance]
        return advances + [f"-{card}" for card in sorted(held) if card <= behind]

    def _indirect_attacks(self, held: Counter[int]) -> list[str]:
        words = []
        for card in sorted(held):
            reach = self.distance - card
            if reach > 0:
                spare = held[reach] - (card == reach)
                words += [f"+{card}{attack}" for attack in self._attacks(spare, reach)]
        return words

    def _attacks(self, held: int, card: int) -> list[str]:
        most = held if self.rules.parry else min(held, 1)
        return ["A" + str(card) * number for number in range(1, most + 1)]

    def _defences(self, seat: Seat, attack: Attack) -> list[str]:
        held = Counter(self.hands[seat])
        words = []
        if held[attack.card] >= attack.number:
            words.append("P" + str(attack.card) * attack.number)
        if attack.indirect:
            words += [f"R{card}" for card in sorted(held) if card <= self._advanced(seat)]
        return words or ["H"]

    def _move(self, seat: Seat, step: int) -> None:
        self._discard(seat, abs(step))
        self.positions[seat] += step if seat is Seat.LEFT else -step

    def _discard(self, seat: Seat, card: int) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)

    def _draw(self, seat: Seat) -> None:
        while self.pile and len(self.hands[seat]) < HAND_SIZE:
            self.hands[seat].append(self.pile.pop(0))

    def _advanced(self, seat: Seat) -> int:
        """Return the squares between the fencer and its own end of the piste."""
        return self.positions[0] - 1 if seat is Seat.LEFT else SQUARES - self.positions[1]

    def _compare(self, after_evasion: bool = False) -> None:
        cards = [hand.count(self.distance) for hand in self.hands]
        skips = after_evasion and self.rules.final_evasion_skips_cards
        if self.rules.cards_decide and not skips and cards[0] != cards[1]:
            self._end(Seat.LEFT if cards[0] > cards[1] else Seat.RIGHT, "cards")
            return
        left, right = self._advanced(Seat.LEFT), self._advanced(Seat.RIGHT)
        if left != right:
            self._end(Seat.LEFT if left > right else Seat.RIGHT, "distance")
        else:
            self._end(None, "draw")

    def _end(self, winner: Seat | None, reason: str) -> None:
        self.result = Result(winner, reason)
        self.turn = None
        self.actions = []
