"""What cannot begin a match."""

from typing import Any

import pytest
from matches import RULES, played
from staging import FULL_DECK, dealt

from engine.en_garde import Match, Seat

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


@pytest.mark.parametrize("target", [0, -1, 100])
def test_the_target_is_1_to_99(target: int) -> None:
    with pytest.raises(ValueError, match=f"^the target is 1 to 99 rounds, not {target}$"):
        Match.new(RULES, target=target)


def test_the_limits_of_the_target_are_allowed() -> None:
    assert [Match.new(RULES, target=target).target for target in (1, 99)] == [1, 99]
    assert Match.new(RULES).target == 5


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "a name needs at least one character"),
        (" \t\n", "a name needs at least one character"),
        ("An\x1b[2Jna", "a name can only contain printable characters"),
        ("An\nna", "a name can only contain printable characters"),
        ("Anna\u202e", "a name can only contain printable characters"),
        ("Anna\u200c", "a name can only contain printable characters"),
        ("Anna \u200dB", "a name can only contain printable characters"),
        ("An\u200c\u200cna", "a name can only contain printable characters"),
        ("\u200d", "a name can only contain printable characters"),
        ("\U000e0041", "a name can only contain printable characters"),
        *(
            (name, "a name needs a character that can be seen")
            for name in ("\u3164", "\u2800", "\u034f", "\ufe0f", "\uffa0", "\u3164 \u115f\u1160", "\u0301")
        ),
        ("Maximilian-Joseph", "a name has at most 16 characters, 'Maximilian-Josep'… has 17"),
    ],
)
def test_a_name_is_1_to_16_printable_characters(name: str, message: str) -> None:
    for names in ((name, "Bruno"), ("Bruno", name)):
        with pytest.raises(ValueError, match=f"^{message}$"):
            Match.new(RULES, names=names)


def test_the_names_are_trimmed_and_normalized() -> None:
    assert Match.new(RULES, names=("  Zoe\u0308 ", "Åsa Maria Åberg ")).names == (
        "Zo\u00eb",
        "Åsa Maria Åberg",
    )
    assert Match.new(RULES, names=("M" * 16, "李雷")).names == ("M" * 16, "李雷")


@pytest.mark.parametrize("names", [("Anna", "Anna"), ("Anna", " Anna "), ("Zo\u00eb", "Zoe\u0308")])
def test_the_two_names_differ(names: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=r"^the two players need different names, not '(Anna|Zoë)' twice$"):
        Match.new(RULES, names=names)


@pytest.mark.parametrize("bad", [{"first": 2}, {"dealt": "1" * 25}, {"dealt": dealt(FULL_DECK[1:])}])
def test_the_starter_is_a_seat_and_the_deck_a_deck(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not a valid Seat|a deck is 25 (cards|digits)"):
        Match.new(RULES, **bad)


def test_a_bad_deck_deals_no_next_round() -> None:
    with pytest.raises(ValueError, match="a deck is 25 cards"):
        played(LEFT).next_round("123")
