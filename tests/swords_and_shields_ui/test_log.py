"""Reading back what has happened in a round: at the table, while the other plays, and behind the curtain."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from serve.screens.guests import Guest, in_hall, settle
from swords_and_shields_ui.duels import choose, played, soonest, staged
from swords_and_shields_ui.test_hall import play, sit_down
from swords_and_shields_ui.watching import watching
from tui.harness import SMALLEST, playing

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engine.game import Seat
from engine.match import Match


def turn() -> Match:
    """Return a turn with cards in hand that lie nowhere in the open."""
    return staged("s10x h8v s1r", "s4r", other_hand="h10x h1y", other_lies="s2y")


async def test_a_key_shows_the_whole_round_and_closes_it_again() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        await choose(player, "attack:1", "use:s1r", "remove:shop2", "end")
        await choose(player, "lay:h1y:2")
        await player.press("v")
        assert player.screen_name == "LogScreen"
        told = " ".join(player.text.replace("│", " ").split())
        for sentence in (
            "turn 1 Anna drew",
            "Anna attacked with red sword 4 (6): Bruno lost 6 LP.",
            "Bruno struck back with yellow sword 2 (2): Anna lost 2 LP.",
            "Anna's red sword 1 discarded green shield 4 from the shop.",
            "turn 2 Bruno drew",
            "Bruno played yellow shield 1 to place 2.",
        ):
            assert sentence in told
        await player.press("v")
        assert player.screen_name == "TableScreen"


async def test_the_help_of_the_log_tells_the_rules_of_the_game_in_play() -> None:
    async with playing(turn()) as player:
        await player.press("space", "v", "question_mark", "r")
        assert player.screen_name == "HelpScreen"
        assert "Rules: Swords and Shields" in player.text


async def test_the_newest_shows_first_and_the_rest_is_scrolled_to() -> None:
    async with playing(played(turn(), *["end"] * 30)) as player:
        await player.press("space", "v")
        assert "turn 30  Bruno did nothing." in player.text
        assert "Anna begins round 1." not in player.text
        await player.press("home")
        assert "Anna begins round 1." in player.text


async def test_behind_the_curtain_the_log_shows_no_card_of_a_hand() -> None:
    async with playing(turn()) as player:
        await player.press("v")
        assert player.screen_name == "LogScreen"
        for secret in ("sword 10", "shield 8", "shield 10"):
            assert secret not in player.text
        await player.press("v")
        assert player.curtain_is_down


async def test_a_player_who_waits_can_read_the_log() -> None:
    async with watching(turn(), (Seat.RIGHT,), SMALLEST) as player:
        await player.press("v")
        assert "Anna begins round 1." in player.text


@pytest.mark.slow
async def test_players_and_spectators_of_a_hall_read_the_same_log(tmp_path: Path) -> None:
    hall = Hall(Register(tmp_path / "hall"))
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await settle(carla)
        await carla.press("home", "enter")
        await choose(anna, soonest(anna.held))
        await settle(anna, bruno, carla)
        logs = []
        for visitor in (anna, bruno, carla):
            await visitor.press("v")
            assert visitor.screen_name == "LogScreen"
            logs.append(visitor.text)
        assert "anna played" in logs[0]
        assert logs[0] == logs[1] == logs[2]
    hall.close()


@asynccontextmanager
async def at_table(folder: Path, **terms: int) -> AsyncIterator[list[Guest]]:
    """Two at a table, on whom the third looks on."""
    hall = Hall(Register(folder / "hall"))
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno, **terms)
        await settle(carla)
        await carla.press("home", "enter")
        yield [anna, bruno, carla]
    hall.close()


async def play_many(anna: Guest, bruno: Guest, carla: Guest, turns: int) -> None:
    """Let anna and bruno end so many turns while carla looks on."""
    for _ in range(turns):
        await play(anna, bruno, carla, word="end")


@pytest.mark.slow
async def test_an_open_log_goes_on_with_the_newest(tmp_path: Path) -> None:
    async with at_table(tmp_path, life=99) as (anna, bruno, carla):
        await carla.press("v")
        assert "anna begins round 1." in carla.text
        for turns in (1, 30):
            await play_many(anna, bruno, carla, turns)
            assert carla.screen_name == "LogScreen"
            assert f"turn {carla.view.round.number - 1} " in carla.text
        assert "anna begins round 1." not in carla.text


@pytest.mark.slow
async def test_who_has_scrolled_up_in_a_log_stays_there_until_they_go_to_the_end(tmp_path: Path) -> None:
    async with at_table(tmp_path, life=99) as (anna, bruno, carla):
        await play_many(anna, bruno, carla, 30)
        await carla.press("v", "up", "up")
        read = [row.replace("┃", " ") for row in carla.rows]
        await play_many(anna, bruno, carla, 2)
        assert [row.replace("┃", " ") for row in carla.rows] == read
        for keys, turns in ((["end"], 1), (["down", "pagedown"], 5)):
            await carla.press(*keys)
            await play_many(anna, bruno, carla, turns)
            assert f"turn {carla.view.round.number - 1} " in carla.text


@pytest.mark.slow
async def test_a_log_that_is_read_stays_when_the_next_round_begins(tmp_path: Path) -> None:
    async with at_table(tmp_path, target=2) as (anna, bruno, carla):
        await carla.press("v")
        while not anna.at_showdown:
            await play(anna, bruno, carla)
        assert "wins round 1" in carla.text
        read = carla.text
        await anna.press("space")
        await settle(anna, bruno, carla)
        assert carla.view.number == 2
        assert carla.text == read
