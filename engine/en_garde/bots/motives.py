"""What speaks for an action, or against it, from what its player can count.

Shares are of all hands the opponent may hold, weighed by the deals that lead to them. A chance of being hit
also counts what the player may draw after the action, as that comes first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from math import comb, prod
from operator import add, sub
from typing import Final, NamedTuple

from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import Counts, Knowledge, knowledge, possible_hands
from engine.en_garde.bots.last_move import ending_of
from engine.en_garde.drawing import drawn_after
from engine.en_garde.legal import Phase
from engine.en_garde.rules import CARD_VALUES, HAND_SIZE, Rules
from engine.en_garde.view import RoundView

NEAR_END: Final = 5
"""With this many cards left to draw, or fewer, a lead is worth a word."""

MARGIN: Final = 0.05
"""Shares that differ by less are about the same."""


class Why(StrEnum):
    """What a motive is about, and which fields of `Motive` it fills."""

    FORCED = "forced"
    """No other action is legal."""
    END = "end"
    """It draws the last card, or none is left: `share` loses whatever it answers, `drawn` at best draws."""
    LAST_TURN = "last turn"
    """No card is left, but the player may attack after this parry; the shares are those of `END`."""
    ATTACK = "attack"
    """`share` cannot parry `cards`."""
    TRAP = "trap"
    """`share` can neither parry nor evade."""
    COUNTER = "counter"
    """`share`, a chance, is how often the opponent can parry, and then hit."""
    TURN = "turn"
    """The turn after this parry: `share` cannot parry `cards`, all that are left to attack with."""
    HIT = "hit"
    """`share`, a chance, is how often the opponent can hit at `distance`.

    That takes `cards`, counted by what is kept, if only a direct attack can hit; () otherwise.
    """
    REACH = "reach"
    """`share` can attack at `distance`, after advancing by one of `cards`, but not hit."""
    THREAT = "threat"
    """An opponent who advances by one of `cards` can be attacked directly."""
    KEEP = "keep"
    """These equal `cards` stay in the hand; another action would use one."""
    LEAD = "lead"
    """The player is then `squares` ahead, negative if behind, with `pile` cards left to draw."""
    GROUND = "ground"
    """It gains `squares`."""


class Motive(NamedTuple):
    """A fact about an action."""

    why: Why
    share: float = 0.0
    """The share, 0 to 1, of the hands the opponent may hold."""
    other: float | None = None
    """The share after the best of the other actions; None if there is none to compare with."""
    cards: tuple[int, ...] = ()
    distance: int = 0
    """The distance after the action."""
    squares: int = 0
    pile: int = 0
    drawn: float = 0.0
    """The share with which the round is drawn."""


def motives(view: RoundView, action: Action, instead: Action | None = None) -> tuple[Motive, ...]:
    """Return what can be said of a legal action of the player to act, the most telling first.

    It is compared with every other legal action, or with `instead`: then only what is better is said.
    """
    known = knowledge(view)
    others = [other for other in view.legal if other != action] if instead is None else [instead]
    forced = [Motive(Why.FORCED)] if len(view.legal) == 1 else []
    found = (*forced, *_motives(view, known, action, others))
    if instead is None:
        return found
    rivals = {rival.why: rival for rival in _motives(view, known, instead, [action])}
    return tuple(motive for motive in found if _is_better(motive, rivals, action.step - instead.step))


def _is_better(motive: Motive, rivals: Mapping[Why, Motive], gained: int) -> bool:
    """Return whether a motive speaks for its action, which is `gained` squares ahead of its rivals'."""
    rival = rivals.get(motive.why)
    match motive.why:
        case Why.FORCED:
            return True
        case Why.HIT | Why.COUNTER | Why.REACH:
            dangers = [_danger_of(each) for each in rivals.values()]
            return _danger_of(motive) < max(dangers, default=(0.0, 0.0))
        case Why.LEAD | Why.GROUND:
            return gained > 0
        case Why.THREAT | Why.KEEP:
            return rival is None or len(motive.cards) > len(rival.cards)
        case Why.TRAP if rival is None:
            # A direct attack cannot be evaded.
            rival = rivals.get(Why.ATTACK)
    return rival is None or motive.share + motive.drawn / 2 > rival.share + rival.drawn / 2


def _danger_of(motive: Motive) -> tuple[float, float]:
    """Return the chance of a hit, then the share that can only attack."""
    return (
        motive.share if motive.why in (Why.HIT, Why.COUNTER) else 0.0,
        motive.share if motive.why is Why.REACH else 0.0,
    )


def _motives(view: RoundView, known: Knowledge, action: Action, others: Sequence[Action]) -> Iterator[Motive]:
    after = _After.of(known, action)
    match action.kind:
        case Kind.TAKE_HIT:
            pass
        case _ if not after.pile:
            yield _about_ending(view, action, others)
        case Kind.ATTACK | Kind.ADVANCE_AND_ATTACK:
            yield from _about_attack(known, action, after)
            yield from _about_keeping(known, after, others)
        case Kind.PARRY:
            card = action.blades[0]
            cards = (card,) * after.kept[card]
            yield Motive(Why.TURN, 1 - known.chance(card, len(cards)), cards=cards)
        case _:
            yield from _about_move(known, action, after, others)


class _After(NamedTuple):
    """What an action leaves its player with."""

    rules: Rules
    kept: Counts
    """The own cards, before drawing."""
    distance: int
    behind: int
    """Squares to step back."""
    pile: int
    """Cards left to draw once the player has drawn."""
    drawn: int

    @classmethod
    def of(cls, known: Knowledge, action: Action) -> "_After":
        """Return what `action` leaves the player to act with."""
        kept = tuple(number - action.cards.count(card) for card, number in enumerate(known.own))
        drawn = drawn_after(known.rules, action, sum(kept), known.pile)
        behind = known.lead + known.other_behind + action.step
        return cls(known.rules, kept, known.distance - action.step, behind, known.pile - drawn, drawn)

    @property
    def needed(self) -> int:
        """How many cards equal to the distance hit, 0 if no card can be equal to it."""
        if self.distance > CARD_VALUES[-1]:
            return 0
        return self.kept[self.distance] + 1 if self.rules.parry else 1

    def indirect(self, hand: Counts) -> Iterator[tuple[int, int, int]]:
        """Yield each indirect attack on the player: the card of the advance, then the card and its number."""
        for step in CARD_VALUES if self.rules.indirect else ():
            card = self.distance - step
            if card in CARD_VALUES and hand[step] and (number := hand[card] - (card == step)) > 0:
                yield step, card, number

    def is_reached_by(self, hand: Counts) -> bool:
        """Return whether an opponent who holds `hand` can attack."""
        return bool(self.needed and hand[self.distance]) or any(True for _ in self.indirect(hand))

    def is_hit_directly_by(self, hand: Counts) -> bool:
        """Return whether an opponent who holds `hand` has a direct attack that no kept cards parry."""
        return bool(self.needed) and hand[self.distance] >= self.needed

    def is_hit_by(self, hand: Counts) -> bool:
        """Return whether an opponent who holds `hand` has an attack that the kept cards cannot answer."""
        if self.is_hit_directly_by(hand):
            return True
        can_evade = any(self.kept[1 : self.behind + 1])
        return not can_evade and any(number > self.kept[card] for _, card, number in self.indirect(hand))


def _share(known: Knowledge, test: Callable[[Counts], bool]) -> float:
    """Return the share, 0 to 1, of the hands the opponent may hold that pass a test."""
    hands = possible_hands(known.unseen, known.other_hand)
    return sum(ways for hand, ways in hands if test(hand)) / sum(ways for _, ways in hands)


def _chance_of_hit(
    known: Knowledge, after: _After, parried: tuple[int, int] = (0, 0), *, directly: bool = False
) -> float:
    """Return how often, 0 to 1, the opponent can hit once the player has drawn.

    `parried` is a card and how many of it a parry takes first; without that parry no hand hits.
    """
    is_hit = _After.is_hit_directly_by if directly else _After.is_hit_by
    card, number = parried
    hits = 0
    for hand, ways in possible_hands(known.unseen, known.other_hand):
        left = tuple(held - number * (value == card) for value, held in enumerate(hand))
        # What is drawn can only help.
        if hand[card] < number or not is_hit(after, left):
            continue
        rest = tuple(map(sub, known.unseen, hand))
        for draw, _ in possible_hands(known.unseen, after.drawn):
            if drawn_ways := prod(map(comb, rest, draw)):
                drawn = after._replace(kept=tuple(map(add, after.kept, draw)))
                hits += ways * drawn_ways * is_hit(drawn, left)
    unseen = known.pile + known.other_hand
    return hits / (comb(unseen, known.other_hand) * comb(known.pile, after.drawn))


def _about_ending(view: RoundView, action: Action, others: Sequence[Action]) -> Motive:
    """Return how the round ends, compared with other actions only if it ends after all of them."""
    ending, *endings = (ending_of(view, each) for each in (action, *others))
    assert ending is not None
    won = [other.won for other in endings if other is not None]
    best = max(won) if won and len(won) == len(others) else None
    goes_on = action.kind is Kind.PARRY and view.phase is Phase.DEFENCE and view.rules.last_chance
    is_last_turn = goes_on and view.hand.count(action.blades[0]) > len(action.blades)
    return Motive(Why.LAST_TURN if is_last_turn else Why.END, ending.won, best, drawn=ending.drawn)


def _about_attack(known: Knowledge, action: Action, after: _After) -> Iterator[Motive]:
    card, number = action.blades[0], len(action.blades)
    if not known.rules.parry:
        yield Motive(Why.ATTACK, 1.0, cards=action.blades)
        return

    unparried = 1 - known.chance(card, number)
    yield Motive(Why.ATTACK, unparried, cards=action.blades)
    if action.step and unparried:
        room = slice(1, known.other_behind + 1)
        yield Motive(Why.TRAP, _share(known, lambda hand: hand[card] < number and not any(hand[room])))
    if unparried < 1:
        yield Motive(Why.COUNTER, _chance_of_hit(known, after, (card, number)))


def _about_move(
    known: Knowledge, action: Action, after: _After, others: Sequence[Action]
) -> Iterator[Motive]:
    """Yield the danger of a step or an evasion, and what speaks for it."""
    elsewhere = [_After.of(known, other) for other in others if other.step and not other.blades]
    danger = _danger(known, after, elsewhere)
    benefits: list[Motive] = []
    if after.pile <= NEAR_END:
        benefits.append(Motive(Why.LEAD, squares=known.lead + action.step, pile=after.pile))
    benefits += [*_about_threat(known, after), *_about_keeping(known, after, others)]
    if action.step > 0 and after.pile > NEAR_END:
        benefits.append(Motive(Why.GROUND, squares=action.step))
    is_safer = danger.other is not None and danger.other - danger.share >= MARGIN
    if is_safer or not danger.share:
        yield from (danger, *benefits)
    else:
        # The price of the action, named after its benefit.
        yield from (*benefits[:1], danger, *benefits[1:])


def _danger(known: Knowledge, after: _After, elsewhere: Sequence[_After]) -> Motive:
    """Return how often the opponent can hit, or at least attack where no hit is possible."""
    hit = _chance_of_hit(known, after)
    if after.needed or hit:
        least = min((_chance_of_hit(known, other) for other in elsewhere), default=None)
        is_direct = hit == _chance_of_hit(known, after, directly=True)
        cards = (after.distance,) * after.needed if hit and is_direct else ()
        return Motive(Why.HIT, hit, least, cards, after.distance)
    reach = _share(known, after.is_reached_by)
    least = min((_share(known, other.is_reached_by) for other in elsewhere), default=None)
    # Of all unseen cards: whatever hand can be made of them.
    cards = tuple(step for step, _, _ in after.indirect(known.unseen)) if reach else ()
    return Motive(Why.REACH, reach, least, cards, after.distance)


def _about_threat(known: Knowledge, after: _After) -> Iterator[Motive]:
    """Yield the advances that can be punished if they are most of those possible."""
    drawn = HAND_SIZE - known.other_hand + 1
    advances = [card for card in CARD_VALUES if card < after.distance and known.unseen[card]]
    reached = [card for card in advances if after.distance - card in CARD_VALUES]
    punished = [card for card in reached if after.kept[after.distance - card]]
    if after.pile > drawn and len(punished) > 1 and 2 * len(punished) > len(advances):
        yield Motive(Why.THREAT, cards=tuple(punished), distance=after.distance)


def _about_keeping(known: Knowledge, after: _After, others: Sequence[Action]) -> Iterator[Motive]:
    """Yield the most equal cards that are kept, if another action would break them up."""
    number, card = max((number, card) for card, number in enumerate(after.kept))
    if known.rules.parry and number > 1 and any(card in other.cards for other in others):
        yield Motive(Why.KEEP, cards=(card,) * number)
