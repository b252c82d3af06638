"""The beginning of a turn, laying out, and the end of the game."""

from dataclasses import replace

import pytest
from swords_and_shields.staging import LEFT, RIGHT, names, play, shown, staged, words

from engine.swords_and_shields import EventKind, Seat
from engine.swords_and_shields.game import GAME

FULL = "h1r h1y h1g h1b h1v"


def test_a_hand_is_refilled_to_five_from_the_top_of_the_deck() -> None:
    duel = play(staged(other_hand="h8r h8y", other_deck="s1r s2y s3g s4b"), "end")
    assert duel.turn is RIGHT
    assert names(duel.hands[RIGHT]) == "h8r h8y s1r s2y s3g"
    assert names(duel.decks[RIGHT]) == "s4b"


def test_a_hand_of_five_or_more_is_left_alone() -> None:
    duel = play(staged(other_hand=FULL + " s8r", other_deck="s1r"), "end")
    assert len(duel.hands[RIGHT]) == 6
    assert duel.life == (50, 50)


def test_an_empty_deck_is_made_of_the_discard_while_drawing() -> None:
    duel = play(staged(other_hand="h8r", other_deck="s1r", other_discard="s2r s3r s4r s5r"), "end")
    assert len(duel.hands[RIGHT]) == 5
    assert {"h8r", "s1r"} <= set(names(duel.hands[RIGHT]).split())
    assert duel.discards[RIGHT] == ()
    assert len(duel.decks[RIGHT]) == 1
    assert duel.shuffles == (0, 1)


def test_a_deck_that_runs_out_just_then_is_not_shuffled_before_the_next_card_is_needed() -> None:
    duel = play(staged(other_hand="h8r h1r h1y h1g", other_deck="s1r", other_discard="s2r"), "end")
    assert names(duel.discards[RIGHT]) == "s2r"
    assert duel.decks[RIGHT] == ()


def test_each_card_that_cannot_be_drawn_costs_4() -> None:
    duel = play(staged(other_hand="h8r", other_deck="s1r", other_discard="s2r"), "end")
    assert len(duel.hands[RIGHT]) == 3
    assert duel.life == (50, 42)
    assert duel.plays[-1].events[-1].kind is EventKind.UNDERDREW


def test_each_duff_of_the_display_costs_its_points_at_the_start_of_the_owners_turn() -> None:
    duel = staged(shown="ds-2 ds-2 dh-3", opposing="dh-3 b+1/ds-2")
    duel = play(duel, "end")
    assert duel.life == (50, 45)
    assert play(replace(duel, hands=(duel.hands[1], duel.hands[1])), "end").life == (43, 45)


@pytest.mark.parametrize(("duff", "life"), [("ds-2", 48), ("dh-3", 47)])
def test_a_duff_costs_its_points_when_it_is_laid(duff: str, life: int) -> None:
    assert play(staged(hand=duff), f"lay:{duff}:1").life == (life, 50)
    assert play(staged(hand=duff, shown="b+1"), f"lay:{duff}:1").life == (life, 50)


def test_a_card_is_laid_on_a_free_place_and_stays() -> None:
    duel = play(staged(hand="s1r h1y b+1", deck=""), "lay:s1r:3 lay:h1y:1")
    assert shown(duel, LEFT) == "h1y - s1r"
    assert words(duel, "lay") == ["lay:b+1:2"]
    assert shown(play(duel, "end"), LEFT) == "h1y - s1r"


def test_a_sword_a_shield_or_a_duff_can_be_laid_on_a_buff_and_nothing_under_a_card() -> None:
    duel = staged(hand="s1r h1y b+2 ds-2", shown="b+1 s1g b+1/h1g")
    assert words(duel, "lay") == ["lay:ds-2:1", "lay:h1y:1", "lay:s1r:1"]
    assert shown(play(duel, "lay:s1r:1"), LEFT) == "b+1/s1r s1g b+1/h1g"


def test_a_turn_may_end_at_once_and_what_is_in_hand_stays() -> None:
    duel = play(staged(hand="s1r s1y", shown="h1r"), "end")
    assert names(duel.hands[LEFT]) == "s1r s1y"
    assert duel.plays[-1].seat is LEFT
    assert duel.number == 2


# --- the end ---


@pytest.mark.parametrize(
    ("duel", "script"),
    [
        (staged(hand="ds-2", life=(2, 50)), "lay:ds-2:1"),
        (staged(hand="h1r h1y h1g h1b h1v s1r s1y", life=(4, 50), deck="s1r"), "use:s1r draw"),
        (staged(hand="s8r", deck="s1r", life=(8, 50)), "use:s8r draw"),
    ],
    ids=["duff", "overdraw", "underdraw"],
)
def test_a_player_can_lose_in_their_own_turn(duel: object, script: str) -> None:
    duel = play(duel, script)  # type: ignore[arg-type]
    assert duel.life == (0, 50)
    assert duel.result == (RIGHT, "life")
    assert (duel.turn, duel.legal_actions(), duel.pending) == (None, (), None)


@pytest.mark.parametrize(
    ("changes", "life"),
    [({"opposing": "ds-2"}, 2), ({"opposing": "ds-2 dh-3"}, 5), ({"other_hand": "", "other_deck": ""}, 20)],
)
def test_a_player_can_lose_as_their_turn_begins(changes: dict[str, str], life: int) -> None:
    duel = play(staged(**changes, life=(50, life)), "end")
    assert duel.life == (50, 0)
    assert duel.result == (LEFT, "life")
    one_more = play(staged(**changes, life=(50, life + 1)), "end")
    assert one_more.turn is RIGHT


@pytest.mark.parametrize(("life", "winner"), [((20, 19), LEFT), ((19, 20), RIGHT), ((20, 20), None)])
def test_after_200_turns_more_life_points_win(life: tuple[int, int], winner: Seat | None) -> None:
    duel = staged(number=199, life=life)
    duel = play(duel, "end")
    assert (duel.number, duel.result) == (200, None)
    duel = play(duel, "end")
    assert (duel.number, duel.result) == (200, (winner, "turns"))
    assert duel.view(None).turn is None


def test_the_loser_begins_the_next_game_and_after_a_draw_the_other() -> None:
    lost = play(staged(shown="s8y", life=(1, 8)), "attack:1")
    assert lost.first is LEFT
    assert GAME.next_starter(lost) is RIGHT
    drawn = play(staged(number=200, life=(9, 9)), "end")
    assert GAME.next_starter(drawn) is RIGHT
    assert GAME.next_starter(replace(drawn, first=RIGHT)) is LEFT
    assert GAME.next_starter(staged().stop(RIGHT, "forfeit")) is LEFT
    assert GAME.next_starter(staged().stop(LEFT, "absence")) is RIGHT


def test_a_player_may_give_up() -> None:
    assert staged().stop(RIGHT, "forfeit").result == (RIGHT, "forfeit")
    assert staged().stop(LEFT, "absence").result == (LEFT, "absence")
    with pytest.raises(ValueError, match="the round is over"):
        staged().stop(RIGHT, "forfeit").stop(RIGHT, "forfeit")
