"""The notation of actions: written, read back, and refused."""

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from staging import ALL_WORDS

from engine.en_garde import Action, Kind, MalformedActionError, parse_action

GRAMMAR = re.compile(
    r"[+-][1-5] | R[1-5] | (\+[1-5])? A ([1-5]) \2{0,4} | P ([1-5]) \3{0,4} | H | N",
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)
"""The notation of rules.md as a grammar."""


@pytest.mark.parametrize(
    ("word", "action", "cards"),
    [
        ("+3", Action(Kind.ADVANCE, 3), (3,)),
        ("-2", Action(Kind.STEP_BACK, -2), (2,)),
        ("A55", Action(Kind.ATTACK, 0, (5, 5)), (5, 5)),
        ("+3A55", Action(Kind.ADVANCE_AND_ATTACK, 3, (5, 5)), (3, 5, 5)),
        ("P55", Action(Kind.PARRY, 0, (5, 5)), (5, 5)),
        ("R2", Action(Kind.EVADE, -2), (2,)),
        ("H", Action(Kind.TAKE_HIT), ()),
        ("N", Action(Kind.NO_ATTACK), ()),
    ],
)
def test_each_word_of_the_rules_means_its_action(word: str, action: Action, cards: tuple[int, ...]) -> None:
    assert parse_action(word) == action
    assert str(action) == word
    assert action.cards == cards


def test_every_action_reads_back_in_either_case() -> None:
    assert len(ALL_WORDS) == len(set(ALL_WORDS)) == 192
    actions = {parse_action(word) for word in ALL_WORDS}
    assert len(actions) == 192
    for word in ALL_WORDS:
        assert str(parse_action(word)) == word
        assert parse_action(word.lower()) == parse_action(word)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not an action: write +3, -2, A55, +3A55, P55, R2, H or N"),
        ("3", "'3' is not an action: write +3, -2, A55, +3A55, P55, R2, H or N"),
        (" +3", "' +3' is not an action: write +3, -2, A55, +3A55, P55, R2, H or N"),
        ("HN", "'HN' is not an action: write +3, -2, A55, +3A55, P55, R2, H or N"),
        ("A5\n", "'A5\\n' is not an action: write +3, -2, A55, +3A55, P55, R2, H or N"),
        ("x" * 30, f"'{'x' * 20}…' is not an action: write +3, -2, A55, +3A55, P55, R2, H or N"),
        ("+6", "'+6': '6' is not a card; cards are 1 to 5"),
        ("+", "'+': '' is not a card; cards are 1 to 5"),
        ("-12", "'-12': '12' is not a card; cards are 1 to 5"),
        ("r0", "'r0': '0' is not a card; cards are 1 to 5"),
        ("+A5", "'+A5': '' is not a card; cards are 1 to 5"),
        ("a5x", "'a5x': 'X' is not a card; cards are 1 to 5"),
        ("+٣", "'+٣': '٣' is not a card; cards are 1 to 5"),
        ("A", "'A' names no card to attack or parry with"),
        ("+3A", "'+3A' names no card to attack or parry with"),
        ("P", "'P' names no card to attack or parry with"),
        ("A54", "'A54': the cards of an attack or parry must be equal, not 54"),
        ("P555555", "'P555555': there are only five cards of a value, not 6"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, message: str) -> None:
    with pytest.raises(MalformedActionError, match=f"^{re.escape(message)}$"):
        parse_action(text)


def check_against_the_grammar(text: str) -> None:
    if GRAMMAR.fullmatch(text):
        assert str(parse_action(text)).upper() == text.upper()
    else:
        with pytest.raises(MalformedActionError):
            parse_action(text)


def test_every_short_text_is_read_exactly_when_the_grammar_allows_it() -> None:
    for length in range(5):
        for letters in product("+-APRHn0156", repeat=length):
            check_against_the_grammar("".join(letters))


# Digits of other scripts, and letters whose upper case is, or contains, a letter of the notation.
TRAPS = "+-APRHNaprhn0123456 \n٣５²ſıŉẖẚ"


@given(st.one_of(st.text(), st.text(alphabet=TRAPS, max_size=9), st.from_regex(GRAMMAR, fullmatch=True)))
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    check_against_the_grammar(text)
