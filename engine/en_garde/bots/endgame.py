"""The last cards of a round, counted: what each action is worth if both fencers count on to the end.

Whoever is to act knows which cards are hidden, but not which of them the other hand holds. Every such hand
and every draw is tried. The opponent then decides in the same way from what it sees, and takes all deals for
equally likely; so it goes on until the pile is empty, when both know all cards.

The rules are those of `engine.en_garde.round`, written for speed. Tests play both to check that they agree.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import Final

from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import counts, hand_of, knowledge, possible_hands
from engine.en_garde.legal import FAR, ROOM, Hand, after_drawing, after_playing, defence, own_turn
from engine.en_garde.rules import HAND_SIZE, PISTE_SQUARES, Rules
from engine.en_garde.view import RoundView

# An attribute of an Enum class costs as much as a table; see `engine.en_garde.round`.
_PARRY: Final = Kind.PARRY
_TAKE_HIT: Final = Kind.TAKE_HIT
_ATTACKS: Final = frozenset({Kind.ATTACK, Kind.ADVANCE_AND_ATTACK})


def results(view: RoundView, hands: Mapping[Hand, float]) -> dict[Action, float]:
    """Return the mean result of each legal action, -1 to 1, for the player to act.

    `hands` says how likely each hand is that the opponent may hold, in any unit. Cards must be left to draw:
    up to three are counted in tenths of a second, four in seconds.
    """
    seat = view.seat
    assert seat is not None
    assert view.pile
    counting = Counting(view.rules)
    unseen = hand_of(knowledge(view).unseen)
    advanced, other_advanced = view.behind(seat), view.behind(seat.other)
    deals = splits(unseen, HAND_SIZE)
    total = sum(hands.values())
    return {
        action: sum(
            hands[hand] * counting.result(action, view.hand, hand, pile, advanced, other_advanced)
            for hand, pile, _ in deals
        )
        / total
        for action in view.legal
    }


def legal_actions(
    rules: Rules, own: Hand, advanced: int, other_advanced: int, attack: Action | None
) -> tuple[Action, ...]:
    """Return what is legal with a hand in a turn, or in the defence against an attack."""
    room = min(advanced, ROOM)
    if attack is not None:
        return defence(own, room, attack)
    distance = min(PISTE_SQUARES - 1 - advanced - other_advanced, FAR)
    return own_turn(own, distance, room, rules.parry, rules.indirect)


class Counting:
    """Counts to the end under one set of rules, and remembers what fencers decide on the way.

    Hands and piles are sorted, and an order of the pile is as likely as any other. While cards are left to
    draw, the hand of the player who waits is full. All results are those of the player to act: 1, 0 or -1, or
    the mean of these. `advanced` counts this player's squares, `other_advanced` the opponent's.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._decisions: dict[tuple[Hand, Hand, int, int, Action | None], Action] = {}
        self._means: dict[tuple[int, int, int, int, int, int], float] = {}

    def result(
        self, action: Action, own: Hand, other: Hand, pile: Hand, advanced: int, other_advanced: int
    ) -> float:
        """Return the result of an action if the cards lie so."""
        kind, step, blades = action
        if kind is _TAKE_HIT:
            return -1
        own = after_playing(own, action)
        if kind is _PARRY:
            return self._turn(own, other, pile, advanced, other_advanced, None)
        attacks = kind in _ATTACKS
        if attacks and not self._rules.parry:
            return 1
        advanced += step
        drawn = HAND_SIZE - len(own)
        if drawn >= len(pile):
            own = after_drawing(own, pile)
            if attacks and step:
                return self._indirect(blades, own, other, advanced, other_advanced)
            distance = PISTE_SQUARES - 1 - advanced - other_advanced
            lead = advanced - other_advanced
            return self._direct(len(blades), own.count(distance), other.count(distance), lead)
        attack = action if attacks else None
        total = 0.0
        for cards, left, ways in splits(pile, drawn):
            hand = after_drawing(own, cards)
            total -= ways * self._turn(other, hand, left, other_advanced, advanced, attack)
        return total / comb(len(pile), drawn)

    def _turn(
        self, own: Hand, other: Hand, pile: Hand, advanced: int, other_advanced: int, attack: Action | None
    ) -> float:
        """Return the result of a turn or a defence, decided by what its player sees."""
        unseen = after_drawing(other, pile)
        action = self._decision(own, unseen, advanced, other_advanced, attack)
        # Without a move the round is lost.
        return self.result(action, own, other, pile, advanced, other_advanced) if action else -1

    def _decision(
        self, own: Hand, unseen: Hand, advanced: int, other_advanced: int, attack: Action | None
    ) -> Action | None:
        """Return what is best on average over all deals; None without a legal action."""
        seen = own, unseen, advanced, other_advanced, attack
        if seen not in self._decisions:
            legal = legal_actions(self._rules, own, advanced, other_advanced, attack)
            if len(legal) < 2:
                return legal[0] if legal else None
            self._decisions[seen] = max(
                legal, key=lambda action: self._mean(action, own, unseen, advanced, other_advanced)
            )
        return self._decisions[seen]

    def _mean(self, action: Action, own: Hand, unseen: Hand, advanced: int, other_advanced: int) -> float:
        """Return the mean result of an action over all deals."""
        kind, step, blades = action
        pile = len(unseen) - HAND_SIZE
        # Most of all actions draw the last cards and leave it to how many match the distance: no need to
        # deal for these.
        if (
            kind is not _PARRY
            and not (blades and step)
            and HAND_SIZE - len(own) + len(action.cards) >= pile
            and (self._rules.parry or not blades)
        ):
            advanced += step
            distance = PISTE_SQUARES - 1 - advanced - other_advanced
            held = own.count(distance) - action.cards.count(distance)
            lead = advanced - other_advanced
            return self._mean_direct(len(blades), held, unseen.count(distance), len(unseen), pile, lead)
        deals = splits(unseen, HAND_SIZE)
        total = sum(
            ways * self.result(action, own, other, pile, advanced, other_advanced)
            for other, pile, ways in deals
        )
        return total / comb(len(unseen), pile)

    def _mean_direct(self, blades: int, held: int, matching: int, unseen: int, pile: int, lead: int) -> float:
        """Return the mean of `_direct` if `pile` of the unseen cards are drawn, of which some match."""
        known = blades, held, matching, unseen, pile, lead
        if known not in self._means:
            total = sum(
                comb(matching, drawn)
                * comb(unseen - matching, pile - drawn)
                * self._direct(blades, held + drawn, matching - drawn, lead)
                for drawn in range(min(matching, pile) + 1)
            )
            self._means[known] = total / comb(unseen, pile)
        return self._means[known]

    def _direct(self, blades: int, held: int, other_held: int, lead: int) -> int:
        """Return the result of a move, or of a direct attack with so many `blades`, that empties the pile.

        The player holds `held` cards of the distance after it, the opponent `other_held` before it.
        """
        if other_held < blades:
            return 1
        return self._last_chance(held, other_held - blades, lead)

    def _indirect(self, blades: Hand, own: Hand, other: Hand, advanced: int, other_advanced: int) -> int:
        """Return the result of an indirect attack that empties the pile, after drawing."""
        held, lead = other.count(blades[0]), advanced - other_advanced
        found = 1
        if held >= len(blades):
            found = self._last_chance(own.count(blades[0]), held - len(blades), lead)
        for card in set(other):
            if card <= other_advanced:
                distance = blades[0] + card
                other_held = other.count(distance)
                by_cards = 0 if self._rules.final_evasion_skips_cards else own.count(distance) - other_held
                found = min(found, self._showdown(by_cards, lead + card))
        return found

    def _last_chance(self, held: int, other_held: int, lead: int) -> int:
        """Return the result if the opponent may attack once more; `held` are cards of the distance."""
        if self._rules.last_chance and other_held > (held if self._rules.parry else 0):
            return -1
        return self._showdown(held - other_held, lead)

    def _showdown(self, cards: int, lead: int) -> int:
        """Return the result of the comparison of cards, then of squares."""
        decides = (self._rules.cards_decide and cards) or lead
        return (decides > 0) - (decides < 0)


@lru_cache(20_000)
def splits(cards: Hand, size: int) -> tuple[tuple[Hand, Hand, int], ...]:
    """Return every choice of `size` of the cards, what is left, and in how many ways it is made.

    >>> splits((1, 1, 2), 1)
    (((2,), (1, 1), 1), ((1,), (1, 2), 2))
    """
    held = counts(cards)
    return tuple(
        (hand_of(chosen), hand_of(tuple(map(int.__sub__, held, chosen))), ways)
        for chosen, ways in possible_hands(held, size)
    )
