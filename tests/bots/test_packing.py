"""Cards and moves as numbers: they say the same as hands and actions."""

from itertools import combinations_with_replacement

import pytest
from staging import ALL_RULES

from engine.en_garde import Rules
from engine.en_garde.bots.counting import splits
from engine.en_garde.bots.packing import DIGIT, PLACES, WIDTH, deals, defence_plan, packed, turn_plan
from engine.en_garde.legal import FAR, ROOM, after_playing, defence, own_turn

HANDS = [hand for size in range(1, 6) for hand in combinations_with_replacement(range(1, 6), size)]


def test_packed_cards_are_counted_by_value_and_in_all() -> None:
    for hand in HANDS:
        cards = packed(hand)
        assert cards % DIGIT == len(hand)
        assert [cards >> PLACES[card] & DIGIT for card in range(1, 6)] == [
            hand.count(card) for card in range(1, 6)
        ]
        assert all(cards >> PLACES[distance] & DIGIT == 0 for distance in (0, *range(6, len(PLACES))))


def test_to_add_packed_cards_is_to_draw_them() -> None:
    assert packed((1, 3, 3)) + packed((3, 5)) == packed((1, 3, 3, 3, 5))


@pytest.mark.by_day(3)
@pytest.mark.parametrize("rules", ALL_RULES)
def test_moves_are_the_legal_actions(rules: Rules) -> None:
    for hand in HANDS[::7]:
        for distance in range(1, FAR + 1):
            legal = own_turn(hand, distance, ROOM, rules.parry, rules.indirect)
            plan = turn_plan(packed(hand), distance, ROOM, 1, rules.parry, rules.indirect)
            assert tuple(move.action for move in plan.moves) == legal
            for number, move in enumerate(plan.moves):
                kept = after_playing(hand, move.action)
                assert move.kept == packed(kept)
                assert move.draws == 5 - len(kept)
                # Each is in one of the two lists.
                assert (number in plan.others) != (number in [end[0] for end in plan.ends])
                attacks = len(move.action.blades)
                assert move.blades == attacks
                if attacks:
                    answers = defence_plan(packed(hand), move.action.blades[0], 2, 1, move.action).moves
                    assert tuple(each.action for each in answers) == defence(hand, 2, move.action)


def test_deals_are_the_splits() -> None:
    cards = (1, 1, 2, 3, 3, 3, 4, 5)
    dealt, ways = deals(packed(cards), 5, 1)
    assert ways == 56
    assert [deal[:2] + deal[3:] for deal in dealt] == [
        (packed(drawn), packed(left), number) for drawn, left, number in splits(cards, 5)
    ]
    assert all(both == drawn | left << WIDTH for drawn, left, both, _ in dealt)


def test_a_share_of_the_deals_are_the_likeliest() -> None:
    cards = packed((1, 1, 2, 3, 3, 3, 4, 5))
    every, total = deals(cards, 5, 1)
    kept, reached = deals(cards, 5, 0.8)
    assert set(kept) < set(every)
    assert reached == sum(ways for *_, ways in kept)
    assert reached - kept[-1][-1] < 0.8 * total <= reached
    assert min(ways for *_, ways in kept) >= max(ways for *deal, ways in set(every) - set(kept))
