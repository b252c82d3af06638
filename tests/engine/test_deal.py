"""Dealing a round, and decks that are refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from staging import ALL_RULES, FULL_DECK, cards, words

from engine.en_garde import PRESETS, Phase, Round, Seat

RULES = PRESETS["ferti-advanced"]
DECK = "11234 45412 535543524132132"[:27].replace(" ", "")


@pytest.mark.parametrize("first", list(Seat))
def test_five_cards_each_and_the_rest_is_drawn_in_order(first: Seat) -> None:
    state = Round.deal(RULES, deck=cards(DECK), first=first)
    assert state.hands == ((1, 1, 2, 3, 4), (1, 2, 4, 4, 5))
    assert state.draw_pile == (5, 3, 5, 5, 4, 3, 5, 2, 4, 1, 3, 2, 1, 3, 2)
    assert state.positions == (1, 23)
    assert (state.turn, state.first, state.phase) == (first, first, Phase.TURN)
    assert (state.discard, state.attack, state.result, state.showdown) == ((), None, None, None)


def test_the_first_action_is_an_advance() -> None:
    for rules in ALL_RULES:
        assert words(Round.deal(rules, cards(DECK), Seat.LEFT)) == ["+1", "+2", "+3", "+4"]
        assert words(Round.deal(rules, cards(DECK), Seat.RIGHT)) == ["+1", "+2", "+4", "+5"]


@given(st.permutations(FULL_DECK), st.sampled_from(Seat))
def test_any_sequence_of_the_25_cards_is_a_deck(deck: list[int], first: Seat) -> None:
    for state in (Round.deal(RULES, deck, first), Round.deal(RULES, tuple(deck), first)):
        assert state.hands == (tuple(sorted(deck[:5])), tuple(sorted(deck[5:10])))
        assert state.draw_pile == tuple(deck[10:])


def test_dealing_leaves_the_given_deck_alone() -> None:
    deck = cards(DECK)
    Round.deal(RULES, deck, Seat.LEFT)
    assert deck == cards(DECK)


@pytest.mark.parametrize(
    ("deck", "count"),
    [
        ([], 0),
        (FULL_DECK[:-1], 24),
        ((*FULL_DECK, 5), 26),
        ((*FULL_DECK[:-1], 1), 25),
        ((*FULL_DECK[:-1], 6), 25),
        ("1111122222333334444455555", 25),
        ([1] * 100, 100),
    ],
)
def test_what_is_not_the_25_cards_is_refused_and_counted_but_not_quoted(deck: Any, count: int) -> None:
    with pytest.raises(
        ValueError, match=f"^a deck is 25 cards, five of each value 1 to 5; these {count} are not$"
    ):
        Round.deal(RULES, deck, Seat.LEFT)


def test_the_first_fencer_is_one_of_the_two() -> None:
    with pytest.raises(ValueError, match="2 is not a valid Seat"):
        Round.deal(RULES, cards(DECK), 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("card", [True, 1.0, "1", None])
def test_a_deck_is_made_of_whole_numbers_only(card: object) -> None:
    deck = [card, *FULL_DECK[1:]]
    with pytest.raises(ValueError, match="a deck is 25 cards"):
        Round.deal(PRESETS["ferti-advanced"], deck=deck, first=Seat.LEFT)  # type: ignore[arg-type]
