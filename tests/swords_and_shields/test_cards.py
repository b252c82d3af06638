"""The cards of the package, and what a file of cards may say."""

from collections import Counter
from importlib import resources

import pytest
from swords_and_shields import plain_cards

from engine.swords_and_shields import CARDS, CardsError, Suit, read_cards
from engine.swords_and_shields.cards import LIFE_COLOURS

TEXT = resources.files("engine.swords_and_shields").joinpath("cards.toml").read_text(encoding="utf-8")
ENTRIES = TEXT.split("[[card]]")
HEAD, CARD = ENTRIES[0], "[[card]]"


def line_of(number: int) -> int:
    """Return the line of the card with this number, from 1."""
    return CARD.join(ENTRIES[:number]).count("\n") + 1


def changed(number: int, old: str, new: str) -> str:
    """Return the file with one card, its number from 1, changed."""
    entries = [*ENTRIES]
    assert old in entries[number]
    entries[number] = entries[number].replace(old, new)
    return CARD.join(entries)


def problem(text: str) -> str:
    """Return why a file is refused."""
    with pytest.raises(CardsError) as refused:
        read_cards(text)
    return str(refused.value)


def test_there_are_80_cards_as_in_the_booklet() -> None:
    assert len(CARDS) == len([*CARDS]) == 80
    assert Counter(map(str, CARDS.starter)) == Counter(plain_cards.STARTER)
    assert Counter(map(str, CARDS.shop)) == Counter(plain_cards.SHOP)
    swords, shields = (
        sum(card.suit is suit and not card.is_duff for card in CARDS) for suit in (Suit.SWORD, Suit.SHIELD)
    )
    assert (swords, shields) == (39, 30)
    assert sum(card.is_buff for card in CARDS) == 5
    assert sum(card.is_duff for card in CARDS) == 6
    assert len(LIFE_COLOURS) == 5


def test_the_compendium_says_what_each_card_is_worth_and_costs() -> None:
    for card in CARDS:
        name = str(card)
        stones, currency, price = plain_cards.PRICES.get(plain_cards.name(name), ((), "", 0))
        assert card.strength == (0 if card.is_buff else plain_cards.strength(name))
        assert card.worth == (0 if card.is_buff else max(card.strength, 1))
        assert card.stones == (
            0 if card.is_buff else 2 if plain_cards.name(name) in ("s2", "s3", "h2") else 1
        )
        expected = (price if currency == "s" else 0, price if currency == "h" else 0, stones)
        assert card.price == (None if name in plain_cards.STARTER else expected)


def test_the_package_reads_its_own_file() -> None:
    assert read_cards(TEXT) == CARDS
    assert read_cards(TEXT).digest == CARDS.digest
    with pytest.raises(KeyError):
        CARDS.named("s9r")


# The sword 2 is the fifth card, the buff +1 the sixteenth, the duff -2 the nineteenth.
@pytest.mark.parametrize(
    ("number", "old", "new", "problem_"),
    [
        (5, 'suit = "sword"', 'suit = "spear"', "card 5 (spear 2): suit is sword, shield, not 'spear'"),
        (5, 'suit = "sword"\n', "", "card 5 (no suit 2): suit is sword, shield, not 'None'"),
        (5, "strength = 2", "strength = 21", "card 5 (sword 21): strength is 1 to 20, not '21'"),
        (5, "strength = 2", 'strength = "2"', "strength is 1 to 20, not '2'"),
        (5, "strength = 2", "strength = true", "card 5 (sword True): strength is 1 to 20, not 'True'"),
        (5, "strength = 2\n", "", "card 5 (sword ?): strength is 1 to 20, not 'None'"),
        (5, "stones = 2", "stones = 0", "stones is 1 to 3, not '0'"),
        (5, "worth = 2", "worth = 2.0", "worth is 1 to 20, not '2.0'"),
        (5, "stones = 2", "stone = 2", "there is no 'stone'"),
        (5, '"red", ', '"red", "red", ', "colours is a list of different colours, not "),
        (5, '"red"', '"pink"', "colours is red, yellow, "),
        (5, '"red", "yellow", "green", "blue", "violet"', "", "colours is a list of "),
        (5, 'price = { stones = [1], swords = 2 }\n', "", "a card of the shop needs a price"),
        (5, "{ stones = [1], swords = 2 }", "{}", "a price is in swords, shields and stones"),
        (5, "{ stones = [1], swords = 2 }", "{ stones = [] }", "a price is in swords, "),
        (5, "{ stones = [1], swords = 2 }", "2", "a price is in swords, shields and stones"),
        (5, "swords = 2", "gold = 2", "a price is in swords, shields and stones, not "),
        (5, "swords = 2", "swords = 61", "swords is 1 to 60, not '61'"),
        (5, "stones = [1]", "stones = [10]", "stones is a list of numbers from 1 to 9, not "),
        (5, "stones = [1]", "stones = 1", "stones is a list of numbers from 1 to 9, not '1'"),
        (5, "stones = [1]", "stones = [1, 1, 1, 1]", "three cards at most pay, so "),
        (5, '"destroy"', '"explode"', "'explode' is no effect (N is 1 to 99): draw N, draw any"),
        (5, '"destroy"', '"draw"', "'draw' is no effect"),
        (5, '"destroy"', '"destroy 2"', "'destroy 2' is no effect"),
        (5, '"destroy"', '"draw 100"', "'draw 100' is no effect"),
        (5, '"destroy"', '"draw 0"', "'draw 0' is no effect"),
        (5, '"destroy"', '"draw 00019999"', "'draw 00019999' is no effect"),
        (5, '"destroy"', '"draw ٣"', "'draw ٣' is no effect"),
        (5, '["destroy"]', "[]", "effects is a list of one or two effects, not '[]'"),
        (5, '["destroy"]', '"destroy"', "effects is a list of one or two effects, not "),
        (5, '["destroy"]', '[["destroy"]]', "\"['destroy']\" is no effect"),
        (5, '["destroy"]', "[1]", "'1' is no effect"),
        (5, '["destroy"]', '["draw 1", "draw 3"]', "whoever uses it could not choose between"),
        (5, '["destroy"]', '["draw 3", "draw any"]', "whoever uses it could not choose between"),
        (5, "strength = 2", "strength = 2\nstarter = true", "a starter card has no price"),
        (5, "strength = 2", "strength = 2\nstarter = 1", "starter is true or false"),
        (5, "strength = 2", "strength = 2\ncopies = 13", "copies is 1 to 12, not '13'"),
        (5, "strength = 2", "strength = 3", "card 6 (sword 3): s3"),
        (16, "bonus = 1", "bonus = 10", "card 16 (buff 10): bonus is 1 to 9, not '10'"),
        (16, "bonus = 1", "bonus = 1\nstones = 1", "card 16 (buff 1): a buff has no stones"),
        (16, "price = { stones = [1, 1] }\n", "", "card 16 (buff 1): a card of the shop needs a price"),
        (19, "toll = 2", "toll = 0", "card 19 (duff 0): toll is 1 to 20, not '0'"),
        (19, "toll = 2", "toll = 2\nstrength = 1", "card 19 (duff 2): a duff has no strength"),
        (19, "toll = 2", 'toll = 2\neffects = ["move"]', "card 19 (duff 2): a duff has no effects"),
        (19, '["grey"]', '["red"]', "card 19 (duff 2): a duff has the colours [\"grey\"]"),
    ],
)  # fmt: skip
def test_an_error_names_the_line_and_the_card(number: int, old: str, new: str, problem_: str) -> None:
    found = problem(changed(number, old, new))
    if not problem_.startswith("card "):
        problem_ = f"card 5 (sword 2): {problem_}"
    named = int(problem_.split()[1])
    moved = new.count("\n") - old.count("\n") if named > number else 0
    assert found.startswith(f"line {line_of(named) + moved}, {problem_}")


def test_comments_and_blanks_around_the_heads_of_cards_do_not_hide_the_lines() -> None:
    text = changed(5, "strength = 2", "strength = 0").replace("[[card]]", "  [[ card ]]  # a card")
    assert problem(text).startswith(f"line {line_of(5)}, card 5 (sword 0): ")


@pytest.mark.parametrize(
    ("text", "problem_"),
    [
        ("", "the version of the file is 1, not 'None'"),
        ("version = 2", "the version of the file is 1, not '2'"),
        ("version = true\ncard = []", "the version of the file is 1, not 'True'"),
        ("version = 1", "the file has no [[card]]"),
        ("version = 1\ncard = 3", "the file has no [[card]]"),
        ("version = 1\ncard = [3]", "the file has no [[card]]"),
        ("version = 1\nname = 3", "the file has only `version` and `[[card]]`, not 'name'"),
        ("version = ", "this is no TOML file: "),
        ("version = 1\ncard = []", "a starter deck has 12 cards, not 0"),
        ("a = " + "1" * 5000, "this is no TOML file: "),
        ("a = " + "[" * 50_000, "this is no TOML file: "),
        ("version = 0x" + "1" * 5000, "the version of the file is 1, not "),
        (f"version = 1\n[[card]]\ntoll = 0x{'1' * 5000}", "line 2, card 1 (duff "),
        ("#" * 100_001, "the file is longer than 100000 characters"),
    ],
    ids=lambda text: text[:20],
)
def test_a_file_that_is_no_file_of_cards_is_refused(text: str, problem_: str) -> None:
    assert problem(text).startswith(problem_)


@pytest.mark.parametrize(
    ("number", "old", "new", "problem_"),
    [
        (1, '"red", ', "", "a starter deck has 12 cards, not 11"),
        (5, '"red", ', "", "the shop has 27 swords, not 26"),
        (11, '"red", ', "", "the shop has 18 shields, not 17"),
        (16, "copies = 2", "copies = 3", "the shop has 5 buffs, not 6"),
        (19, "copies = 3", "copies = 2", "the shop has 6 duffs, not 5"),
    ],
)
def test_there_must_be_as_many_cards_of_each_kind_as_in_the_booklet(
    number: int, old: str, new: str, problem_: str
) -> None:
    assert problem(changed(number, old, new)) == problem_
