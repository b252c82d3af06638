"""The former rule of shield 8, by which two swords struck once each: read in records, never played."""

import pytest
from swords_and_shields.staging import LEFT, RIGHT, names, play, shown, staged

from engine.game import FormerRuleError, IllegalActionError
from engine.swords_and_shields import Duel, parse_action


def by_former_rule(before: Duel, first: str, second: str) -> Duel:
    """Return the game after two swords have struck."""
    with pytest.raises(
        FormerRuleError, match=r"^the rule was corrected: one sword strikes twice, not two$"
    ) as caught:
        play(before, f"{first} {second}")
    after = caught.value.play(before)
    assert isinstance(after, Duel)
    return after


def test_each_sword_struck_once_and_was_discarded() -> None:
    before = play(
        staged(hand="h8r", shown="b+1/s3y s2g s1g", opposing="h10x s8b", life_cards="rv"), "use:h8r"
    )
    after = by_former_rule(before, "strike:own1", "strike:own2")
    assert after.life == (50, 43)
    assert (shown(after, LEFT), shown(after, RIGHT)) == ("b+1 - s1g", "h10x s8b -")
    assert names(after.discards[LEFT]) == "s3y s2g"
    assert after.pending is None
    assert not after.has_attacked
    assert [str(action) for action in after.actions] == ["use:h8r", "strike:own1", "strike:own2"]
    assert [[event.number for event in each.events] for each in after.plays[1:]] == [[4, 4], [3, 3]]


def test_the_second_had_what_reinforcement_was_left() -> None:
    before = play(staged(hand="h8r", shown="s2y s3y"), "use:h8r")
    assert by_former_rule(before, "strike:own1", "strike:own2").life == (50, 50 - 3 - 3)


def test_the_game_ended_when_it_did_not_when_one_sword_would_have_ended_it() -> None:
    before = play(staged(hand="h8r", shown="s2y s3y", life=(50, 6)), "use:h8r")
    assert play(before, "strike:own1").result == (LEFT, "life")
    after = by_former_rule(before, "strike:own1", "strike:own2")
    assert after.result == (LEFT, "life")
    before = play(staged(hand="h8r", shown="s3y s1g", life=(50, 5)), "use:h8r")
    assert play(before, "strike:own1").result is not None
    after = by_former_rule(before, "strike:own1", "strike:own2")
    assert (after.life, after.result) == ((50, 1), None)
    assert after.play(parse_action("end")).turn is RIGHT


def test_the_shop_is_filled_after_both() -> None:
    duel = staged(hand="h3x", shown="s2y s3y", shop="h8g s2b", shop_deck="s5r")
    before = play(duel, "use:h3x trigger:shop1")
    after = by_former_rule(before, "strike:own1", "strike:own2")
    assert names(after.shop) == "h8g s2b s5r - -"


@pytest.mark.parametrize(
    ("script", "action"),
    [
        ("use:h8r strike:own1", "strike:own1"),
        ("use:h8r strike:own1", "strike:own3"),
        ("use:h8r strike:own1", "strike:opp1"),
        ("use:h8r strike:opp1", "strike:own1"),
        ("use:h8r strike:own1 end", "strike:own2"),
        ("use:h8r strike:own1 lay:h1r:1", "strike:own2"),
        ("attack:1", "strike:own2"),
        ("", "strike:own2"),
    ],
)
def test_what_was_never_allowed_is_refused_as_anything_else(script: str, action: str) -> None:
    duel = play(staged(hand="h8r h1r", shown="s3y s2g h1x", opposing="s1r"), script)
    with pytest.raises(IllegalActionError) as caught:
        play(duel, action)
    assert not isinstance(caught.value, FormerRuleError)


def test_no_third_sword_struck() -> None:
    before = play(staged(hand="h8r", shown="s3y s2g s1g"), "use:h8r")
    after = by_former_rule(before, "strike:own1", "strike:own2")
    with pytest.raises(IllegalActionError, match=r"^no effect asks for strike:own3$"):
        play(after, "strike:own3")
