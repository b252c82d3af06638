"""The end of a round at a table: each goes on alone."""

import pytest
from composition import check_measure
from serve.screens.guests import deal, end_match, end_round, in_hall, play_round, settle, sit_down
from tui.harness import LARGE, SMALLEST
from tui.states import deck_for

from engarde_tui.play.scene import Scene
from engarde_tui.serve.hall.hall import Hall
from engine.en_garde import Seat

pytestmark = pytest.mark.painted


async def test_a_round_goes_on_for_both_when_one_goes_on(hall: Hall) -> None:
    """The other one still looks at the showdown as long as wanted, and at the page with the link."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        async for table in play_round(hall, anna, bruno):
            proof = table.match.proofs[0]
        assert anna.at_showdown
        assert bruno.at_showdown
        await anna.press("space")
        await settle(bruno)
        assert bruno.at_showdown
        await bruno.press("p")
        assert proof.commitment in bruno.text
        await bruno.press("space", "space")
        assert bruno.screen_name == "HallSession"
        assert "round 2 ·" in bruno.text


@pytest.mark.slow
async def test_at_a_showdown_nothing_can_be_done_or_known_of_the_next_round(hall: Hall) -> None:
    """Which the other one has begun: no key, no click, and no card of it in the program."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        table = await end_round(hall, anna, bruno)
        await anna.press("space")
        await anna.press("down", "enter")
        await settle(anna, bruno)
        assert table.view is not None
        before, state, bells = bruno.text, table.view, bruno.bells
        assert state.round.turn is Seat.RIGHT
        await bruno.press(*"12345ahiufcmw", "up", "down", "left", "right", "backspace", "escape")
        for y in range(SMALLEST[1] - 2):
            # Nothing that can be clicked on is narrower.
            for x in range(0, SMALLEST[0], 3):
                await bruno.click(x, y)
        assert bruno.text == before
        assert bruno.bells == bells
        assert table.view == state
        scenes = [
            value
            for widget in bruno.screen.walk_children(with_self=True)
            for value in vars(widget).values()
            if isinstance(value, Scene)
        ]
        assert scenes
        assert {view.number for scene in scenes for view in (scene.view, scene.before) if view} == {1}


@pytest.mark.slow
async def test_who_is_at_a_showdown_hears_that_the_other_has_gone_on(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_round(hall, anna, bruno)
        await anna.press("space")
        await settle(bruno)
        assert bruno.notice.startswith("anna is in the next round")


async def test_a_showdown_can_be_left_when_the_opponent_has_gone(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_round(hall, anna, bruno)
        await bruno.leave()
        await settle(anna)
        assert "bruno has lost the connection" in anna.notice
        await anna.press("q", "m")
        assert anna.screen_name == "LobbyScreen"


async def test_a_salute_can_be_said_and_read_when_a_round_has_ended(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_round(hall, anna, bruno)
        await bruno.press("s", "3")
        await settle(anna)
        assert anna.at_showdown
        assert bruno.at_showdown
        assert anna.notice == bruno.notice == "bruno: Well fenced!"
        await bruno.press("s", "1")
        assert bruno.notice == "! Wait a moment before the next salute."


@pytest.mark.slow
async def test_the_last_salute_stays_when_who_said_it_goes_on(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch, deck_for(""))
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "tab", "tab", "tab", "backspace", "1", "enter")
        await bruno.press("home", "enter")
        await settle(anna, bruno)
        table = await end_round(hall, anna, bruno)
        assert table.is_over
        await anna.press("s", "3")
        await settle(bruno)
        await anna.press("space")
        await settle(bruno)
        assert anna.screen_name == "HallMatchEnd"
        assert bruno.notice == "anna: Well fenced!"
        await bruno.press("space")
        await settle(anna, bruno)
        assert anna.notice == bruno.notice == "anna: Well fenced!"
        await bruno.press("r", "s", "1")
        await settle(anna, bruno)
        assert bruno.notice == "bruno: Salute! Waiting for anna to agree to a rematch."
        assert anna.notice == "bruno: Salute! bruno wants a rematch: press r to agree."


@pytest.mark.slow
async def test_what_the_opponent_wants_has_the_edges_of_the_result(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        await bruno.press("r")
        await settle(anna)
        for size in (SMALLEST, LARGE, (200, 60)):
            await anna.resize(*size)
            check_measure(anna)
            assert anna.notice == "bruno wants a rematch: press r to agree."
