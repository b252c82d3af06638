"""What reinforces a card, told by the life points that its attack costs."""

import pytest
from swords_and_shields.staging import play, staged, words


@pytest.mark.parametrize(
    ("shown", "life_card", "strength"),
    [
        ("s3r", "g", 3),
        ("s3r s8r", "g", 4),
        ("s3r s8y", "g", 3),
        ("s3r h8r", "g", 4),
        ("s3r h10x", "g", 4),
        ("s3r dh-3", "g", 4),
        ("s3r s3y", "g", 4),
        ("s3r s3y s3b", "g", 5),
        ("s3r h3x", "g", 4),
        ("s1r h1r", "g", 2),
        ("s1r s1r", "g", 3),
        ("s1r s1x", "g", 3),
        ("s1x s1r", "g", 4),
        ("s1x s1g", "g", 5),
        ("s10x s10x", "g", 14),
        ("s3r", "r", 5),
        ("s3r s8r h3x", "r", 7),
        ("b+2/s3r", "r", 7),
        ("b+2/s3r s8r", "g", 6),
        ("s3r b+3", "g", 3),
        ("s3r b+3/s8y", "g", 3),
        ("s3r b+3/s8r", "g", 4),
        ("ds-2", "g", 2),
        ("ds-2 ds-2", "g", 4),
        ("ds-2 dh-3", "g", 3),
        ("b+3/ds-2 s8g", "g", 6),
    ],
)
def test_a_display_and_a_life_card_reinforce(shown: str, life_card: str, strength: int) -> None:
    other = "r" if life_card == "g" else "g"
    assert play(staged(shown=shown, life_cards=life_card + other), "attack:1").life == (50, 50 - strength)


def test_the_opponents_display_and_life_card_do_not_reinforce() -> None:
    duel = staged(shown="s3r", opposing="s8r s10x b+1", life_cards="gr", has_attacked=True)
    assert play(duel, "attack:1").life == (50, 47)


@pytest.mark.parametrize(
    ("opposing", "enough"),
    [("h1y", 1), ("h1y h8y", 2), ("h1b", 3), ("b+3/h1y", 4), ("dh-3", 2), ("h10x", 12)],
)
def test_shields_are_reinforced_too(opposing: str, enough: int) -> None:
    weaker = {1: "", 2: "s1y", 3: "s1y s1v", 4: "s3y", 12: "b+3/s8y"}[enough]
    stronger = {1: "s1y", 2: "s1y s1v", 3: "s3y", 4: "s4y", 12: "b+2/s10x"}[enough]
    assert "attack:1:1" not in words(staged(shown=weaker, opposing=opposing), "attack")
    assert "attack:1:1" in words(staged(shown=stronger, opposing=opposing), "attack")


def test_a_shield_is_weaker_once_the_one_beside_it_is_broken() -> None:
    # The grey 3 has its life card's colour: 5. The 2 is 3 beside it, and 2 alone.
    duel = staged(shown="b+3/s4y", opposing="h2g h3x", life_cards="rv")
    assert words(duel, "attack") == ["attack:1:1", "attack:1:2", "attack:1:21"]


def test_the_attack_keeps_the_strength_it_began_with() -> None:
    duel = staged(shown="s4y s8y", opposing="h1g h1v", life_cards="rb")
    assert play(duel, "attack:1:12").life == (50, 50 - (5 - 2 - 1))
