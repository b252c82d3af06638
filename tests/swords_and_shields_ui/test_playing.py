"""Whole duels at one keyboard, from the first curtain to the result."""

import pytest
from composition import check_measure
from swords_and_shields_ui.duels import choose, finish_game, played, short_match, soonest, staged
from tui.harness import LARGE, SMALLEST, playing

from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
from engarde_tui.screens.match_over import Picture
from engarde_tui.widgets.curtain import Curtain
from engine.game import Seat

WINDOWS = [LARGE, (200, 60)]


async def test_a_duel_is_played_by_keys_to_its_end_with_the_curtain_between_turns() -> None:
    async with playing(short_match(life=6)) as player:
        while not player.at_showdown:
            turn = player.held.round.turn
            assert turn is not None
            assert player.curtain_is_down
            assert f"{player.held.names[turn]}, take the keyboard." in player.text
            assert "'s hand" not in player.text
            await player.press("space")
            assert f"{player.held.names[turn]}'s hand" in player.text
            assert f"{player.held.names[turn.other]}'s hand" not in player.text
            while player.held.round.turn is turn:
                assert not player.curtain_is_down
                await choose(player, soonest(player.held))
        match = player.held
        assert match.winner is not None
        winner, loser = match.names[match.winner], match.names[match.winner.other]
        assert f"{winner} wins round 1" in player.text
        assert f"{loser} has no life points left" in " ".join(player.text.split())
        assert player.bells == 0
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        assert f"{winner} wins the match" in player.text


async def test_the_curtain_tells_what_happened_in_the_whole_turn() -> None:
    async with playing(staged("s4r s1y h1g h1b s1x", other_lies="h3x")) as player:
        await choose(player, "lay:s4r:1", "attack:1:1", "use:s1y", "draw", "end")
        told = " ".join(" ".join(player.drawn(Curtain)).replace("▒", "").replace("░", "").split())
        assert (
            "Anna attacked with red sword 4 and broke grey shield 3: Bruno lost 1 LP."
            " Anna's yellow sword 1 drew a card." in told
        )
        assert "Bruno, take the keyboard." in told


@pytest.mark.slow
async def test_a_match_of_several_games_goes_on_until_one_has_won_it() -> None:
    async with playing(short_match(life=2, target=2)) as player:
        while True:
            await finish_game(player)
            match = player.held
            await player.press("space")
            if match.winner is not None:
                break
            assert match.round.result is not None
            assert match.round.result.winner is not None
            assert player.curtain_is_down
            assert player.held.round.turn is match.round.result.winner.other, "the loser begins"
        left, right = match.score
        assert max(left, right) == 2
        assert f"{left} : {right}" in player.text
        assert player.screen_name == "MatchOverScreen"


@pytest.mark.parametrize(
    "size", [SMALLEST, *(pytest.param(size, marks=pytest.mark.slow) for size in WINDOWS)]
)
async def test_the_end_of_a_match_has_one_left_and_one_right_edge(size: tuple[int, int]) -> None:
    async with playing(short_match(life=2), size) as player:
        await finish_game(player)
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        check_measure(player)
        for other in ((118, 30), (160, 36), (130, 50)):
            await player.resize(*other)
            check_measure(player)


@pytest.mark.slow
async def test_the_picture_of_the_winner_grows_with_the_window() -> None:
    async with playing(short_match(life=2)) as player:
        await finish_game(player)
        await player.press("space")
        heights = [len(player.drawn(Picture))]
        for size in WINDOWS:
            await player.resize(*size)
            heights.append(len(player.drawn(Picture)))
            assert any("█" in row for row in player.drawn(Picture))
        assert heights == sorted({*heights})


async def test_the_score_of_a_match_of_several_games_is_in_sight() -> None:
    async with playing(short_match(life=2, target=2)) as player:
        assert "0 : 0" in player.text
        await finish_game(player)
        await player.press("space")
        assert "0 : 1" in player.text or "1 : 0" in player.text


async def test_a_rematch_is_the_same_game_and_the_other_player_begins() -> None:
    async with playing(short_match(life=2)) as player:
        rules = player.held.rules
        await finish_game(player)
        await player.press("space", "r")
        assert player.held.rules == rules
        assert player.held.round.first is Seat.RIGHT
        assert "Bruno, take the keyboard." in player.text


async def test_at_the_end_the_place_that_was_hit_and_the_points_are_still_in_sight() -> None:
    async with playing(staged("s8y", "s4r", life=(50, 5)), size=LARGE) as player:
        await choose(player, "attack:1")
        assert player.at_showdown
        assert "█▀▀ █▀█" in player.drawn(LifeBox)[1]
        assert "-5" in player.drawn(LifeBox)[3]
        assert "Anna wins round 1" in player.text
        assert "Bruno's hand" not in player.text
        assert "space continue" in player.keys


async def test_a_game_without_an_end_is_decided_by_life_points_and_equal_ones_are_a_draw() -> None:
    match = short_match(life=9)
    while match.round.number < 200:
        match = played(match, "end")
    async with playing(match) as player:
        await choose(player, "end")
        assert player.at_showdown
        shown = " ".join(player.text.split())
        result = player.held.round.result
        assert result is not None
        if result.winner is None:
            assert "Equal life points after 200 turns" in shown
        else:
            assert "More life points after 200 turns" in shown
