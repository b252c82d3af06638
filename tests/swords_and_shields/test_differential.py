"""Games played by the engine and by the plain rules side by side: every zone and legal action is compared."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from swords_and_shields.plain import PlainDuel
from swords_and_shields.staging import names, scattered, shown

from engine.swords_and_shields import Duel, Options, Seat, parse_action

seeds = st.integers(0, 2**64 - 1)


def plain_of(duel: Duel) -> PlainDuel:
    """Return the same position for the plain rules."""
    plain = PlainDuel(duel.dealt, duel.first, 99, "".join(colour.letter for colour in duel.life_cards))
    plain.player, plain.number, plain.life = duel.player, duel.number, [*duel.life]
    plain.hands = [names(hand).split() for hand in duel.hands]
    plain.decks = [names(deck).split() for deck in duel.decks]
    plain.discards = [names(discard).split() for discard in duel.discards]
    plain.displays = [
        [[buff and str(buff), card and str(card)] for buff, card in display] for display in duel.displays
    ]
    plain.shop = [card and str(card) for card in duel.shop]
    plain.shop_deck, plain.shop_discard = names(duel.shop_deck).split(), names(duel.shop_discard).split()
    plain.shuffles = [*duel.shuffles]
    plain.can_clear, plain.has_attacked = duel.can_clear, duel.has_attacked
    plain.has_revenge = duel.has_revenge
    return plain


def of_engine(duel: Duel) -> dict[str, object]:
    """Return everything that the plain rules know too."""
    result = duel.result
    winner = None if result is None else "none" if result.winner is None else result.winner.label
    over = result is not None
    return {
        "player": duel.turn,
        "number": duel.number,
        "life": [*duel.life],
        "hands": [sorted(names(hand).split()) for hand in duel.hands],
        "decks": [names(deck) for deck in duel.decks],
        "discards": [names(discard) for discard in duel.discards],
        "displays": [shown(duel, seat) for seat in Seat],
        "shop": names(duel.shop),
        "shop_deck": names(duel.shop_deck),
        "shop_discard": names(duel.shop_discard),
        "result": result and f"{winner} {result.reason.value}",
        "chain": 0 if duel.pending is None else duel.pending.chain,
        "flags": over or (duel.can_clear, duel.has_attacked, duel.has_revenge),
        "legal": sorted(map(str, duel.legal_actions())),
    }


def of_plain(plain: PlainDuel) -> dict[str, object]:
    """Return the same of the plain rules."""
    over = plain.result is not None
    stacks = [
        " ".join(f"{buff}/{card}" if buff and card else buff or card or "-" for buff, card in display)
        for display in plain.displays
    ]
    return {
        "player": None if over else plain.player,
        "number": min(plain.number, 200),
        "life": plain.life,
        "hands": [sorted(hand) for hand in plain.hands],
        "decks": [" ".join(deck) for deck in plain.decks],
        "discards": [" ".join(discard) for discard in plain.discards],
        "displays": stacks,
        "shop": " ".join(card or "-" for card in plain.shop),
        "shop_deck": " ".join(plain.shop_deck),
        "shop_discard": " ".join(plain.shop_discard),
        "result": plain.result,
        "chain": 0 if over else plain.chain,
        "flags": over or (plain.can_clear, plain.has_attacked, plain.has_revenge),
        "legal": sorted(plain.legal_actions()),
    }


def by_chance(words: Sequence[str], source: Random) -> str:
    """Return a random action: first its kind, so that rare kinds come up, and seldom an end or an effect."""
    kinds = sorted({word.split(":")[0] for word in words})
    liked = [kind for kind in kinds if kind not in ("end", "use")]
    kind = source.choice(liked if liked and source.random() < 0.7 else kinds)
    return source.choice([word for word in words if word.split(":")[0] == kind])


def play_both(duel: Duel, plain: PlainDuel, source: Random, most: int) -> Duel:
    """Play at random, at most so many actions, and compare after each."""
    for _ in range(most):
        assert of_engine(duel) == of_plain(plain)
        if duel.turn is None:
            break
        word = by_chance([str(action) for action in duel.legal_actions()], source)
        duel = duel.play(parse_action(word))
        plain.play(word)
    return duel


@given(seeds, st.sampled_from([99, 50, 12]), st.sampled_from(Seat))
def test_whole_games_go_as_by_the_plain_rules(seed: int, life: int, first: Seat) -> None:
    duel = Duel.deal(Options(life=life), seed, first)
    letters = "".join(colour.letter for colour in duel.life_cards)
    play_both(duel, PlainDuel(duel.dealt, first, life, letters), Random(seed), 60)


@given(seeds)
def test_any_position_goes_on_as_by_the_plain_rules(seed: int) -> None:
    source = Random(seed)
    duel = scattered(source)
    play_both(duel, plain_of(duel), source, 12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_games_go_to_their_end_as_by_the_plain_rules(seed: int) -> None:
    duel = Duel.deal(Options(), seed, Seat(seed % 2))
    letters = "".join(colour.letter for colour in duel.life_cards)
    last = play_both(duel, PlainDuel(duel.dealt, duel.first, 99, letters), Random(seed), 100_000)
    assert last.result is not None
