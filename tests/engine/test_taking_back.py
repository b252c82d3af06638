"""Actions of a match taken back."""

import pytest
from matches import dealt_for, play_round, played
from staging import NEAR

from engine.en_garde import Seat, parse_action

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT


def test_the_last_action_of_a_fencer_is_taken_back_with_all_that_followed_it() -> None:
    match = dealt_for("+1 +2 +3 +4")
    played_on = play_round(match, "+1 +2 +3 +4")
    assert played_on.undo(LEFT) == play_round(match, "+1 +2")
    assert played_on.undo(RIGHT) == play_round(match, "+1 +2 +3")
    assert played_on.undo(LEFT).undo(LEFT) == match
    assert played_on.undo(LEFT).undo(RIGHT) == play_round(match, "+1")


def test_a_parry_and_what_followed_it_are_taken_back_one_after_the_other() -> None:
    script = f"{NEAR} A3 P3 -1"
    match = play_round(dealt_for(script), script)
    parried = match.undo(RIGHT)
    assert parried.round.actions[-1] == parse_action("P3")
    assert parried.round.turn is RIGHT
    attacked = parried.undo(RIGHT)
    assert attacked.round.actions[-1] == parse_action("A3")
    assert attacked.round.attack == parse_action("A3")
    assert match.undo(LEFT) == play_round(dealt_for(script), NEAR)


def test_replaying_an_action_taken_back_leads_to_the_same_match() -> None:
    script = "+1 +2 +3 +4"
    match = play_round(dealt_for(script), script)
    assert play_round(match.undo(LEFT), "+3 +4") == match


def test_only_actions_of_this_round_are_taken_back() -> None:
    match = played(LEFT, RIGHT).next_round()
    assert match.past
    after = match.play(match.round.legal[0])
    assert after.undo(LEFT) == match
    for seat, name in zip(Seat, match.names, strict=True):
        with pytest.raises(ValueError, match=f"^{name} has played nothing in this round yet$"):
            match.undo(seat)


def test_a_player_who_has_not_played_has_nothing_to_take_back() -> None:
    match = play_round(dealt_for("+1"), "+1")
    with pytest.raises(ValueError, match=r"^Bruno has played nothing in this round yet$"):
        match.undo(RIGHT)


@pytest.mark.parametrize("seat", list(Seat))
def test_nothing_of_a_finished_round_is_taken_back(seat: Seat) -> None:
    for match in (played(LEFT), played(LEFT, None), dealt_for("").forfeit()):
        with pytest.raises(
            ValueError, match=f"^round {match.number} is over: nothing in it can be taken back$"
        ):
            match.undo(seat)


def test_taking_back_leaves_the_match_before_as_it_was() -> None:
    match = play_round(dealt_for("+1 +2"), "+1 +2")
    match.undo(LEFT)
    assert match == play_round(dealt_for("+1 +2"), "+1 +2")
