"""The digest of a file of cards: it stands for all that is printed, and for nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from swords_and_shields.test_cards import CARD, ENTRIES, HEAD, TEXT, changed

from engine.swords_and_shields import CARDS, CardsError, Duel, Options, Seat, read_cards


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (5, "strength = 2", "strength = 6"),
        (5, "stones = 2", "stones = 1"),
        (5, "worth = 2", "worth = 3"),
        (5, "stones = [1]", "stones = [2]"),
        (5, "swords = 2", "swords = 3"),
        (5, "swords = 2", "shields = 2"),
        (5, '"destroy"', '"move"'),
        (7, '"strike shield"', '"strike shield", "move"'),
        (9, '"draw 3"', '"draw 2"'),
        (10, '"grey"', '"red"'),
        (16, "bonus = 1", "bonus = 4"),
        (17, "[2, 1]", "[2, 2]"),
        (19, "toll = 2", "toll = 1"),
        (19, 'suit = "sword"', 'suit = "sword" # no change'),
    ],
)
def test_the_digest_changes_with_what_is_printed(number: int, old: str, new: str) -> None:
    cards = read_cards(changed(number, old, new))
    assert (cards.digest == CARDS.digest) is ("no change" in new)
    assert (cards == CARDS) is ("no change" in new)


@given(st.permutations(ENTRIES[1:]))
def test_the_order_of_the_file_changes_neither_the_cards_nor_a_deal(entries: list[str]) -> None:
    cards = read_cards(HEAD + "".join(CARD + "\n" + entry for entry in entries))
    assert cards == CARDS
    assert Duel.deal(Options(cards=cards), 5, Seat.LEFT) == Duel.deal(Options(), 5, Seat.LEFT)


def test_the_order_of_colours_and_stones_and_comments_do_not_matter() -> None:
    assert read_cards(changed(5, '"red", "yellow"', '"yellow", "red"')) == CARDS
    assert read_cards(changed(17, "[2, 1]", "[1, 2]")) == CARDS
    assert read_cards("# mine\n" + TEXT) == CARDS


lines = TEXT.splitlines(keepends=True)


@given(
    st.integers(0, len(lines) - 1),
    st.sampled_from(["", "\n", "x", "[", "= ", '"', "[[card]]\n", "1", "\x00", "é"]),
)
def test_a_damaged_file_is_read_or_refused_in_words(number: int, put: str) -> None:
    damaged = "".join([*lines[:number], put, *lines[number + 1 :]])
    try:
        read_cards(damaged)
    except CardsError as error:
        message = str(error)
        assert message


values = st.recursive(
    st.none() | st.sampled_from(["1", "0", "-1", "99999999999999999999", "1.5", "true", '"grey"',
        '"red"', '"a\\u0000"', "2026-05-01"]),
    lambda inner: st.lists(inner.map(str), max_size=3).map(lambda items: f"[{', '.join(items)}]")
    | inner.map(lambda item: f"{{ stones = {item} }}"),
    max_leaves=4,
).map(str)  # fmt: skip
keys = st.sampled_from(
    [
        "suit",
        "strength",
        "colours",
        "copies",
        "starter",
        "stones",
        "worth",
        "price",
        "effects",
        "bonus",
        "toll",
        "x",
    ]
)


@given(st.dictionaries(keys, values, max_size=8))
def test_a_card_of_anything_is_refused_in_words(entry: dict[str, str]) -> None:
    text = "version = 1\n[[card]]\n" + "".join(f"{key} = {value}\n" for key, value in entry.items())
    with pytest.raises(CardsError, match=r".+"):
        read_cards(text)


@given(st.text(max_size=200))
def test_garbage_is_refused_in_words(text: str) -> None:
    with pytest.raises(CardsError, match=r".+"):
        read_cards(text)
