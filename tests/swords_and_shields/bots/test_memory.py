"""The history tells all that happened in the open, and nothing else."""

from collections import Counter
from random import Random

from swords_and_shields.bots.duels import duels, seen

from engine.game import Seat
from engine.swords_and_shields import Card, Duel, EventKind
from engine.swords_and_shields.bots.guess import guess
from engine.swords_and_shields.bots.memory import Memory, remember


def all_cards(memory: Memory, duel: Duel) -> Counter[Card]:
    """Return every card that the memory knows of, with what lies open."""
    cards: Counter[Card] = Counter()
    for source in (*memory.decks, *memory.old, memory.shop_deck):
        cards.update(source.cards)
        cards.update(source.top)
    for known in memory.known:
        cards.update(known)
    for discard in (*memory.discards, memory.shop_discard):
        cards.update(discard)
    cards.update(card for card in duel.shop if card is not None)
    cards.update(card for display in duel.displays for stack in display for card in stack if card is not None)
    return cards


def test_the_discards_are_remembered_exactly() -> None:
    for duel in duels(12, every=7):
        memory = remember(duel.view(None))
        assert tuple(map(tuple, memory.discards)) == duel.discards
        assert tuple(memory.shop_discard) == duel.shop_discard


def test_no_card_is_lost_or_invented() -> None:
    for duel in duels(12, every=11):
        for seat in (None, *Seat):
            assert all_cards(remember(duel.view(seat)), duel) == Counter(duel.rules.cards)


def test_what_is_known_of_a_hand_or_on_top_of_a_deck_is_there() -> None:
    certain = 0
    for duel in duels(12, every=7):
        memory = remember(duel.view(None))
        for seat in Seat:
            assert not memory.known[seat] - Counter(duel.hands[seat])
            top = memory.decks[seat].top
            assert tuple(top) == duel.decks[seat][: len(top)]
            certain += memory.known[seat].total()
    assert certain > 200, "too little was known to tell"


def test_every_hidden_card_is_counted_where_it_is() -> None:
    for duel in duels(12, every=7):
        memory = remember(duel.view(None))
        sources = (*memory.decks, *memory.old, memory.shop_deck)
        assert memory.shop_deck.unseen == len(duel.shop_deck)
        for seat in Seat:
            deck = memory.decks[seat]
            assert len(deck.top) + deck.unseen == len(duel.decks[seat])
            drawn = sum(source.drawn[seat] for source in sources)
            assert memory.known[seat].total() + drawn == len(duel.hands[seat])


def test_the_own_hand_is_known() -> None:
    for duel in duels(6, every=7):
        for seat in Seat:
            assert remember(duel.view(seat)).known[seat] == Counter(duel.hands[seat])


def test_a_duff_bought_onto_a_deck_is_known_to_be_drawn_next() -> None:
    met = 0
    for duel in duels(12):
        if not duel.plays or not duel.plays[-1].events:
            continue
        event = duel.plays[-1].events[0]
        if event.kind is EventKind.BOUGHT and event.card is not None and event.card.is_duff:
            met += 1
            victim = duel.plays[-1].seat.other
            assert remember(duel.view(None)).decks[victim].top[0] == event.card
    assert met


def test_a_guess_looks_like_the_duel_to_its_player() -> None:
    for duel in duels(12, every=7):
        if duel.turn is not None:
            view = seen(duel)
            assert guess(view, Random(1)).view(duel.turn) == view


def test_guesses_differ_in_what_is_hidden_and_only_there() -> None:
    duel = duels(1)[30]
    view = seen(duel)
    guesses = [guess(view, Random(seed)) for seed in range(8)]
    assert len({one.shop_deck for one in guesses}) == 8
    for one in guesses:
        assert Counter(one.shop_deck) == Counter(duel.shop_deck)
        assert one.discards == duel.discards
