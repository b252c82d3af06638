"""Deals: what chance decides, and what is chosen before."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from swords_and_shields.random_play import from_a_deal
from swords_and_shields.staging import LEFT, RIGHT

from engine.game import MalformedRulesError
from engine.swords_and_shields import CARDS, PRESETS, Colour, Duel, Options, Seat, Stack
from engine.swords_and_shields.cards import LIFE_COLOURS
from engine.swords_and_shields.game import GAME

seeds = st.integers(0, 2**128 - 1)
RED, BLUE, GREY = Colour.RED, Colour.BLUE, Colour.GREY


@given(seeds, st.sampled_from(Seat))
def test_a_deal_shuffles_two_starter_decks_and_the_shop(seed: int, first: Seat) -> None:
    duel = Duel.deal(Options(), seed, first)
    for seat in Seat:
        assert Counter((*duel.hands[seat], *duel.decks[seat])) == Counter(CARDS.starter)
        assert len(duel.hands[seat]) == (5 if seat is first else 0)
        assert duel.discards[seat] == ()
        assert duel.displays[seat] == (Stack(), Stack(), Stack())
    assert Counter((*duel.shop, *duel.shop_deck)) == Counter(CARDS.shop)
    assert len(duel.shop) == 5
    assert duel.shop_discard == ()
    assert (duel.turn, duel.first, duel.number, duel.life) == (first, first, 1, (99, 99))
    assert len({*duel.life_cards}) == 2
    assert {*duel.life_cards} < {*LIFE_COLOURS}


@given(seeds)
def test_equal_seeds_deal_equal_games(seed: int) -> None:
    assert Duel.deal(Options(), seed, LEFT) == Duel.deal(Options(), seed, LEFT)
    assert GAME.deal(Options(), f"{seed:032x}", LEFT) == Duel.deal(Options(), seed, LEFT)


def test_who_begins_changes_nothing_but_whose_turn_it_is() -> None:
    left, right = (Duel.deal(Options(), 5, seat) for seat in Seat)
    assert (left.shop, left.shop_deck, left.life_cards) == (right.shop, right.shop_deck, right.life_cards)
    assert Counter(left.decks[RIGHT]) == Counter(CARDS.starter)
    assert left.decks[RIGHT][5:] == right.decks[RIGHT]


def test_every_life_card_comes_up_for_either_seat() -> None:
    drawn = {Duel.deal(Options(), seed, LEFT).life_cards for seed in range(500)}
    assert len(drawn) == 20


@pytest.mark.parametrize("chosen", [(RED, None), (None, RED), (RED, BLUE), (BLUE, RED)])
def test_a_life_card_may_be_chosen_and_the_other_is_never_the_same(chosen: tuple[Any, Any]) -> None:
    for seed in range(60):
        drawn = Duel.deal(Options(life_cards=chosen), seed, LEFT).life_cards
        assert len({*drawn}) == 2
        assert all(wanted in (None, colour) for wanted, colour in zip(chosen, drawn, strict=True))


def test_a_colour_may_be_chosen_by_its_name() -> None:
    options = Options(life_cards=("red", None))  # type: ignore[arg-type]
    assert options == Options(life_cards=(RED, None))
    assert options.life_cards[0] is RED
    assert Options(life_cards=["blue", "red"]).life_cards == (BLUE, RED)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"life": 0}, "the life points are 1 to 99, not 0"),
        ({"life": 100}, "the life points are 1 to 99, not 100"),
        ({"life": True}, "the life points are 1 to 99, not True"),
        ({"life": "50"}, "the life points are 1 to 99, not '50'"),
        ({"life_cards": (GREY, None)}, "a life card is red, yellow, green, blue, violet, not 'grey'"),
        ({"life_cards": ("pink", None)}, "a life card is red, yellow, green, blue, violet, not 'pink'"),
        ({"life_cards": (RED, RED)}, "the two life cards differ in colour; both are red"),
        ({"life_cards": ("red", RED)}, "the two life cards differ in colour; both are red"),
        ({"life_cards": (RED,)}, "there are two life cards, not 1"),
        ({"life_cards": ()}, "there are two life cards, not 0"),
    ],
)
def test_options_that_make_no_game_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Options(**changes)


@pytest.mark.parametrize("seed", [-1, 2**128, 1.0, True, "7", None])
def test_a_seed_is_a_number_of_32_hexadecimal_digits(seed: Any) -> None:
    with pytest.raises(ValueError, match="the seed is a number of up to 32 hexadecimal digits"):
        Duel.deal(Options(), seed, LEFT)


@pytest.mark.parametrize(
    "dealt", ["", "0", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "٣" * 32, "0" * 31 + "\n"]
)
def test_a_deal_is_32_hexadecimal_digits(dealt: str) -> None:
    with pytest.raises(ValueError, match="a deal is 32 digits of 0 to 9 and a to f, not "):
        GAME.deal(Options(), dealt, LEFT)


def test_shuffling_makes_a_deal() -> None:
    dealt = GAME.shuffle(Random(1))
    assert GAME.deal(Options(), dealt, LEFT).dealt == dealt
    assert GAME.shuffle(Random(1)) == dealt != GAME.shuffle(Random(2))


def test_a_quick_game_has_50_life_points_and_a_full_one_99() -> None:
    assert {name: options.life for name, options in PRESETS.items()} == {"quick-duel": 50, "full-duel": 99}
    assert (GAME.default, GAME.target) == ("full-duel", 1)
    assert Duel.deal(PRESETS["quick-duel"], 1, LEFT).life == (50, 50)


colours = st.none() | st.sampled_from(LIFE_COLOURS)


@given(
    st.integers(1, 99), st.tuples(colours, colours).filter(lambda pair: pair[0] is None or pair[0] != pair[1])
)
def test_options_read_back_from_their_words(life: int, life_cards: tuple[Any, Any]) -> None:
    options = Options(life=life, life_cards=life_cards)
    assert GAME.parse_rules(GAME.write_rules(options)) == options


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("quick-duel", "quick-duel"),
        ("life-50", "quick-duel"),
        ("life-7 red lot", "life-7 red lot"),
        ("full-duel lot lot", "full-duel"),
    ],
)
def test_options_are_written_in_one_way(text: str, words: str) -> None:
    assert GAME.write_rules(GAME.parse_rules(text)) == f"{words} cards-{CARDS.digest}"


@pytest.mark.parametrize(
    ("text", "word", "message"),
    [
        ("", 1, "there are no rules"),
        ("slow", 1, "'slow' is not quick-duel, full-duel or a number like life-30"),
        ("life-100", 1, "'life-100' is not "),
        ("life-٣", 1, "'life-٣' is not "),
        ("30", 1, "'30' is not "),
        ("life-30 red", 1, "the rules are a length, and two life cards or none"),
        ("life-30 red pink", 3, "a life card is red, yellow, green, blue, violet or lot, not 'pink'"),
        ("life-30 grey red", 2, "a life card is red, yellow, green, blue, violet or lot, not 'grey'"),
        ("life-30 cards-0", 2, "this version has no cards with the digest '0'"),
    ],
)
def test_words_that_are_no_options_are_refused(text: str, word: int, message: str) -> None:
    with pytest.raises(MalformedRulesError) as refused:
        GAME.parse_rules(text)
    assert str(refused.value).startswith(message)
    assert refused.value.word == word


def test_options_that_read_but_make_no_game_are_refused() -> None:
    with pytest.raises(ValueError, match="the life points are 1 to 99, not 0"):
        GAME.parse_rules("life-0")
    with pytest.raises(ValueError, match="both are red"):
        GAME.parse_rules("life-9 red red")


def dealt_anew(after: int) -> Any:
    """Return a round after so many random actions, what left does not know dealt anew."""
    steps = from_a_deal(4, after)
    duel = steps[-1].after if steps else Duel.deal(Options(), 4, LEFT)
    return replay(GAME.redeal(duel, LEFT, Random(after)), duel)


def replay(dealt: str, duel: Duel) -> Duel:
    """Return the round after the actions of another one, from another deal."""
    again = GAME.deal(duel.rules, dealt, duel.first)
    for action in duel.actions:
        again = again.play(action)
    return again


@pytest.mark.parametrize("after", [0, 7, 30])
def test_hidden_cards_dealt_anew_stand_in_the_deal(after: int) -> None:
    duel = dealt_anew(after)
    seed, _, anew = duel.dealt.partition("@")
    assert (len(seed), anew.split(":")[0]) == (32, str(after))
    assert anew.split(":")[1:] == [
        ",".join(map(str, zone)) for zone in (*duel.hands, *duel.decks, duel.shop_deck)
    ]


def test_what_was_dealt_anew_can_be_dealt_anew_later() -> None:
    first = dealt_anew(7)
    second = first.play(first.legal_actions()[0])
    dealt = GAME.redeal(second, RIGHT, Random(1))
    assert dealt.startswith(first.dealt)
    assert replay(dealt, second).view(RIGHT) == second.view(RIGHT)


@pytest.mark.parametrize(
    "wrong",
    ["@", "@7", "@x:::::", "@7::::", "@7::::::", "@07:::::", "@9:::::@7:::::", "@7:::::@7:::::"],
)
def test_what_stands_behind_the_seed_must_be_readable(wrong: str) -> None:
    with pytest.raises(ValueError, match="a deal is 32 digits of 0 to 9 and a to f, not "):
        GAME.deal(Options(), "0" * 32 + wrong, LEFT)


def test_only_cards_that_were_hidden_can_be_dealt_anew() -> None:
    duel = dealt_anew(0)
    for old, new in (("s1", "s9"), ("@0:", "@0:b+1,"), (",s1r", "")):
        with pytest.raises(ValueError, match="the cards that are dealt anew are not those that were hidden"):
            GAME.deal(duel.rules, duel.dealt.replace(old, new, 1), LEFT)
