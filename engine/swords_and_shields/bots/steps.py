"""The steps a plan consists of: an action together with the layings that it needs.

Cards are laid out for a purpose, so a purchase or an attack with cards from the hand is one step. Places
of a display are all the same but for buffs: a card from the hand is laid on the first free place, or on
a free buff.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.swords_and_shields import effects
from engine.swords_and_shields.actions import CLEAR, Action, Kind, Place, Zone
from engine.swords_and_shields.bots.trial import BLANKS, Trial
from engine.swords_and_shields.cards import Card, Suit
from engine.swords_and_shields.legal import can_lie_on, cards_to_show, ways_to_break
from engine.swords_and_shields.payment import funds_of
from engine.swords_and_shields.strength import Stack
from engine.swords_and_shields.turn import carry_out

Step = tuple[Action, ...]

WAYS_TO_PAY: Final = 3
"""How many ways to pay for a card are looked at, the least valuable first."""


class _Coin(NamedTuple):
    """A card that may pay: one on a place, or one in hand that would be laid on a place."""

    stack: Stack
    number: int
    """The place; 0 is any free one."""
    is_in_hand: bool


def steps(trial: Trial) -> Iterator[Step]:
    """Yield what the player can do next, but ending the turn."""
    if trial.pending is not None:
        for action in dict.fromkeys(effects.choices(trial)):
            yield (action,)
        return
    hand = [card for card in dict.fromkeys(trial.hands[trial.player]) if card not in BLANKS]
    display = trial.displays[trial.player]
    free = [number for number, stack in enumerate(display, 1) if stack.card is None and stack.buff is None]
    buffs = [
        number for number, stack in enumerate(display, 1) if stack.card is None and stack.buff is not None
    ]
    yield from _layings(trial, hand, free, buffs)
    yield from _purchases(trial, hand, free, buffs)
    yield from _attacks(trial, hand, free, buffs)
    for card in hand:
        if card.effects and effects.can_begin(trial, card, None):
            yield (Action(Kind.USE, card=str(card)),)
    for number in effects.DISPLAY_NUMBERS:
        place = Place(Zone.OWN, number)
        on_display = trial.at(place)
        if on_display is not None and on_display.effects and effects.can_begin(trial, on_display, place):
            yield (Action(Kind.USE, number=number),)
    if trial.can_clear and cards_to_show(trial.hands[trial.player]) and any(trial.shop):
        yield (CLEAR,)


def _layings(trial: Trial, hand: list[Card], free: list[int], buffs: list[int]) -> Iterator[Step]:
    for card in hand:
        for number in (*free[:1], *buffs):
            if can_lie_on(trial.displays[trial.player][number - 1], card):
                yield (Action(Kind.LAY, card=str(card), number=number),)


def _attacks(trial: Trial, hand: list[Card], free: list[int], buffs: list[int]) -> Iterator[Step]:
    player = trial.player
    display, opposing = trial.displays[player], trial.displays[player.other]
    shields = () if trial.has_revenge else tuple(trial.numbers_of(player.other, Suit.SHIELD))

    def attacks(number: int) -> Iterator[Action]:
        if not shields:
            yield Action(Kind.ATTACK, number=number)
            return
        seen: set[frozenset[int]] = set()
        strength = trial.strength(player, number)
        for broken in ways_to_break(opposing, shields, strength, trial.life_cards[player.other]):
            if (which := frozenset(broken)) not in seen:
                seen.add(which)
                yield Action(Kind.ATTACK, number=number, numbers=broken)

    for number in trial.numbers_of(player, Suit.SWORD):
        for action in attacks(number):
            yield (action,)
    for card in hand:
        if card.suit is Suit.SWORD and not card.is_duff:
            for number in (*free[:1], *buffs):
                before = display[number - 1]
                display[number - 1] = Stack(before.buff, card)
                for action in attacks(number):
                    yield (Action(Kind.LAY, card=str(card), number=number), action)
                display[number - 1] = before


def _purchases(trial: Trial, hand: list[Card], free: list[int], buffs: list[int]) -> Iterator[Step]:
    display = trial.displays[trial.player]
    coins = [_Coin(stack, number, False) for number, stack in enumerate(display, 1) if stack.card is not None]
    for card in trial.hands[trial.player]:
        if card.suit is not None:
            if free:
                coins.append(_Coin(Stack(None, card), 0, True))
            coins += [_Coin(Stack(display[number - 1].buff, card), number, True) for number in buffs]
    wanted: dict[Card, int] = {}
    for number, shop_card in enumerate(trial.shop, 1):
        if shop_card is not None and shop_card.price is not None:
            wanted.setdefault(shop_card, number)
    if not wanted:
        return
    found: dict[Card, list[tuple[int, tuple[_Coin, ...]]]] = {card: [] for card in wanted}
    for length in (1, 2, 3):
        for purse in combinations(coins, length):
            if sum(not coin.number for coin in purse) > len(free):
                continue
            stacks = tuple([coin.stack for coin in purse])
            for card in wanted:
                assert card.price is not None
                is_price = _may_pay(stacks, card) and _funds_of(stacks).are(card.price)
                if is_price and _is_possible(trial, purse):
                    found[card].append((_loss(purse), purse))
    for card, purses in found.items():
        purses.sort(key=lambda entry: entry[0])
        names: list[set[tuple[Stack, bool]]] = []
        for _, purse in purses:
            spent = {(coin.stack, coin.is_in_hand) for coin in purse}
            if spent not in names:
                names.append(spent)
                yield _buy(purse, wanted[card], free)
            if len(names) == WAYS_TO_PAY:
                break


# The same cards are counted again at every step of a plan.
_funds_of = lru_cache(maxsize=4096)(funds_of)


def _may_pay(stacks: tuple[Stack, ...], card: Card) -> bool:
    """Return False where a look at the total tells that the cards are not the price."""
    price = card.price
    assert price is not None
    worth = stones = 0
    for buff, coin in stacks:
        assert coin is not None
        worth += coin.worth + (buff.bonus if buff is not None else 0)
        stones += coin.stones + (buff is not None)
    return worth in (price.swords, price.shields) or stones == sum(price.stones)


def _is_possible(trial: Trial, purse: tuple[_Coin, ...]) -> bool:
    """Return whether no card of the hand is named more often than it is there, and no place twice."""
    places = [coin.number for coin in purse if coin.number]
    if len(set(places)) < len(places):
        return False
    cards = [coin.stack.card for coin in purse if coin.is_in_hand]
    hand = trial.hands[trial.player]
    return all(cards.count(card) <= hand.count(card) for card in cards if card is not None)


def _loss(purse: tuple[_Coin, ...]) -> int:
    """Return what the cards could have done otherwise this turn."""
    return sum(3 * coin.stack.card.strength + 2 for coin in purse if coin.stack.card is not None)


def _buy(purse: tuple[_Coin, ...], bought: int, free: list[int]) -> Step:
    layings: list[Action] = []
    numbers: list[int] = []
    left = iter(free)
    for coin in purse:
        number = coin.number or next(left)
        numbers.append(number)
        if coin.is_in_hand:
            layings.append(Action(Kind.LAY, card=str(coin.stack.card), number=number))
    return (*layings, Action(Kind.BUY, number=bought, numbers=tuple(sorted(numbers))))


def take(trial: Trial, step: Step) -> Trial:
    """Return the trial after a step."""
    after = trial.copy()
    for action in step:
        carry_out(after, action)
        if after.is_over:
            break
    return after
