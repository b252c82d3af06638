"""Who is wanted at a table hears it on any screen of the hall, and gets there with one key."""

from dataclasses import replace

import pytest
from serve.hall.visitors import Clock
from serve.screens.guests import TERMS, Guest, in_hall, settle, sit_down, timers_of

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engine.en_garde import Seat

WAYS = {
    "the lobby": "m",
    "help": "?",
    "help over the lobby": "m ?",
    "the form of another table": "m n",
    "the form of a match against the computer": "m a",
    "a field of that form": "m a tab tab",
    "a match against the computer": "m a enter",
    "the question whether to leave it": "m a enter q",
    "the own matches": "m m",
    "the settings": "m s",
    "the keys": "m s end enter",
    "typing a code": "m j",
}


async def host_away(hall: Hall, anna: Guest, keys: str) -> Table:
    """Let anna open a table, and go elsewhere."""
    await anna.press("n", "enter", *keys.split())
    (table,) = hall.own_tables(anna.app.visitor)
    return table


async def joined(table: Table, anna: Guest, bruno: Guest) -> None:
    """Let bruno join a table, and sit down at it."""
    hall = bruno.app.hall
    bruno.app.call_later(
        lambda: bruno.app.open_hall_table(hall.join(bruno.app.visitor, table.code)),
    )
    await settle(bruno, anna)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("keys", WAYS.values(), ids=WAYS)
async def test_a_host_hears_anywhere_that_the_table_was_joined_and_gets_there_with_one_key(
    hall: Hall, keys: str
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        table = await host_away(hall, anna, keys)
        before, bells = anna.screen_name, anna.bells
        await joined(table, anna, bruno)
        assert anna.screen_name == before
        assert anna.bells == bells + 1
        assert anna.line == "ctrl+g: Your match against bruno has begun."
        await anna.press("ctrl+g")
        await settle(anna, bruno)
        assert anna.screen_name == "HallSession"
        assert "ctrl+g" not in anna.text
        assert anna.bells == bells + 1
        assert table.seats.is_there(Seat.LEFT)


@pytest.mark.slow
async def test_the_line_goes_from_screen_to_screen_until_the_host_comes(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        table = await host_away(hall, anna, "m ?")
        await joined(table, anna, bruno)
        for keys in ("escape", "a", "escape", "s"):
            await anna.press(keys)
            assert anna.line.startswith("ctrl+g: Your match against bruno has begun")
        await anna.press("escape", "home", "enter")
        await settle(anna, bruno)
        assert anna.screen_name == "HallSession"
        assert "ctrl+g" not in anna.text
        await anna.press("ctrl+g")
        assert anna.screen_name == "HallSession"


@pytest.mark.slow
async def test_a_click_on_the_line_leads_there_too(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        table = await host_away(hall, anna, "m s")
        await joined(table, anna, bruno)
        await anna.click(10, len(anna.rows) - 1)
        await settle(anna, bruno)
        assert anna.screen_name == "HallSession"


@pytest.mark.slow
async def test_who_leaves_on_the_own_move_is_warned_as_soon_as_the_time_runs(hall: Hall) -> None:
    hall.absence = 180
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter", "q", "m", "?")
        assert "ctrl+g" not in anna.text, "it is not her move"
        bells = anna.bells
        await bruno.press("down", "enter")
        await settle(anna, bruno)
        assert anna.screen_name == "HelpScreen"
        assert anna.bells == bells + 1
        assert anna.line == "ctrl+g: bruno is waiting for your move and can claim the match in 3 minutes."
        await anna.press("ctrl+g")
        assert anna.screen_name == "HallSession"
        assert "anna to play" in anna.text


COUNTED = ["3 minutes", "2 minutes", "1 minute", *(f"{seconds} seconds" for seconds in (50, 40, 30, 20, 10))]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("who", ["who is away", "who waits"])
async def test_the_time_until_the_match_can_be_claimed_counts_down(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    """In steps that can be read, with one timer for each."""
    hall.absence = 180
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter", "q", "m")
        await settle(anna, bruno)
        player, node = (anna, anna.app) if who == "who is away" else (bruno, bruno.screen)
        timers = timers_of(node, monkeypatch)
        await bruno.press("down", "enter")
        await settle(anna, bruno)
        shown = []
        for number in range(len(COUNTED)):
            shown.append(" ".join(player.text.split()))
            assert len(timers) == number + 1
            delay, look = timers[-1]
            clock.now += delay
            player.app.call_later(look)
            await player.settle()
        for words, time in zip(shown, COUNTED, strict=True):
            if player is anna:
                assert f"ctrl+g: bruno is waiting for your move and can claim the match in {time}." in words
            else:
                assert f"anna is not here; the seat is kept. In {time} you can claim the match." in words
        assert clock.now - 1000 == pytest.approx(180, abs=1)
        now = (
            "bruno is waiting for your move and can claim the match now."
            if player is anna
            else "Press c to claim the match"
        )
        assert now in " ".join(player.text.split())
        assert len(timers) == len(COUNTED)


async def test_nobody_is_called_while_nobody_waits(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("q", "m")
        await settle(anna, bruno)
        assert "bruno is waiting for your move" in anna.line
        await bruno.press("m")
        await settle(anna, bruno)
        assert "ctrl+g" not in anna.text


async def test_who_comes_into_the_hall_sees_at_once_who_is_waiting(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter")
        await bruno.leave()
        hall.dismiss(bruno.app.visitor)
        async with in_hall(hall, "bruno") as (again,):
            assert "anna is waiting for your move" in again.line
            assert again.bells == 0


async def test_a_guest_is_asked_before_a_match_that_is_not_saved_is_left(hall: Hall) -> None:
    async with in_hall(hall, "~anna", "bruno") as (anna, bruno):
        table = await host_away(hall, anna, "m a enter")
        await joined(table, anna, bruno)
        await anna.press("ctrl+g", "ctrl+g")
        assert "Leave this match? A guest's match is not saved" in anna.dialog
        assert anna.line == "ctrl+g: Your match against bruno has begun, and bruno can claim the match now."
        await anna.press("escape")
        assert anna.screen_name == "TableScreen"
        await anna.press("ctrl+g", "y")
        await settle(anna, bruno)
        assert anna.screen_name == "HallSession"


async def test_a_reminder_is_heard_on_a_page_over_the_table(hall: Hall) -> None:
    hall.absence = 180
    now = [1000.0]
    hall.clock = lambda: now[0]
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, replace(TERMS, move_time=60))
        (table,) = hall.own_tables(anna.app.visitor)
        await anna.press("down", "enter")
        await settle(anna, bruno)
        await bruno.press("?")
        bells = bruno.bells
        now[0] += 60
        table.remind(Seat.LEFT)
        await settle(anna, bruno)
        assert bruno.bells == bells + 1
        assert bruno.line == "ctrl+g: anna reminds you to move."
        await bruno.press("ctrl+g")
        assert bruno.screen_name == "HallSession"
        assert "bruno to play" in bruno.text
        await bruno.press("down", "enter", "?")
        await settle(anna, bruno)
        assert "ctrl+g: " not in bruno.text


@pytest.mark.slow
async def test_of_two_tables_the_one_where_time_runs_comes_first(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await anna.press("q", "m")
        second = hall.create(anna.app.visitor, TERMS, Seat.LEFT)
        await joined(second, anna, carla)
        await settle(anna)
        assert anna.line == "ctrl+g: bruno is waiting for your move and can claim the match now. (1 more)"
        await anna.press("ctrl+g")
        await settle(anna)
        assert "bruno" in anna.rows[1]


@pytest.mark.slow
async def test_without_the_bell_the_line_is_silent(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        table = await host_away(hall, anna, "m s")
        anna.app.change_settings(bell=False)
        bells = anna.bells
        await joined(table, anna, bruno)
        assert anna.line.startswith("ctrl+g: ")
        assert anna.bells == bells
