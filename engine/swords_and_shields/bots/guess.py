"""Deals what a player cannot see, as the player's memory allows."""

from random import Random

from engine.game import Seat
from engine.swords_and_shields.actions import CLEAR
from engine.swords_and_shields.board import SEED_DIGITS
from engine.swords_and_shields.bots.memory import Memory, Source, remember
from engine.swords_and_shields.cards import Card
from engine.swords_and_shields.duel import Duel
from engine.swords_and_shields.view import DuelView


def guess(view: DuelView, source: Random, memory: Memory | None = None) -> Duel:
    """Return a duel whose view is this one, with everything hidden dealt at random.

    `memory` is what `remember` returns, if it is known already.
    """
    memory = memory or remember(view)
    hands: tuple[list[Card], list[Card]] = ([], [])
    for seat in Seat:
        hands[seat].extend(memory.known[seat].elements())
    for old in memory.old:
        _deal(old, hands, source)
    decks = [_deal(deck, hands, source) for deck in memory.decks]
    shop_deck = _deal(memory.shop_deck, hands, source)
    left, right = (tuple(sorted(hand, key=str)) for hand in hands)
    duel = Duel(
        rules=view.rules,
        first=view.first,
        dealt=f"{source.getrandbits(4 * SEED_DIGITS):0{SEED_DIGITS}x}",
        player=view.turn if view.turn is not None else view.first,
        number=view.number,
        life=view.life,
        life_cards=view.life_cards,
        hands=(left, right),
        decks=(tuple(decks[0]), tuple(decks[1])),
        discards=(tuple(memory.discards[0]), tuple(memory.discards[1])),
        displays=view.displays,
        shop=view.shop,
        shop_deck=tuple(shop_deck),
        shop_discard=tuple(memory.shop_discard),
        shuffles=(0, 0),
        pending=view.pending,
        # Where it is no legal action, it makes no difference whether it would be the moment for it.
        can_clear=CLEAR in view.legal,
        has_attacked=view.has_attacked,
        has_revenge=view.has_revenge,
        opening=view.opening,
        plays=view.plays,
        result=view.result,
    )
    return duel


def _deal(source: Source, hands: tuple[list[Card], list[Card]], chance: Random) -> list[Card]:
    """Deal the cards of a source to the hands that drew from it; return the deck that is left."""
    # In a fixed order first: equal memories deal equally, in whatever order they learned.
    cards = sorted(source.cards.elements(), key=str)
    chance.shuffle(cards)
    for seat in Seat:
        number = source.drawn[seat]
        hands[seat].extend(cards[:number])
        del cards[:number]
    return [*source.top, *cards]
