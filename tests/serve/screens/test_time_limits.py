"""A table with a time limit: what the form, the lobby and both players see of it."""

import re
from dataclasses import replace

import pytest
from serve.hall.visitors import Clock
from serve.screens.guests import TERMS, Guest, in_hall, settle, sit_down, timers_of
from serve.screens.test_lobby_board import marked

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.time_keeping import end_overdue
from engarde_tui.serve.hall.time_limits import DAY, TimeLimit

DAYS = replace(TERMS, time_limit=TimeLimit(3 * DAY, is_per_action=True))
CLOCK = replace(TERMS, time_limit=TimeLimit(600, 5))


@pytest.mark.slow
async def test_a_table_of_days_says_so_in_the_form_and_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", *["tab"] * 6, "right", "right")
        assert "first to 5, 3 days a turn." in anna.text
        await anna.press("tab", "right")
        assert "first to 5, 3 days a turn, forced actions played." in anna.text
        await anna.press("enter")
        await bruno.settle()
        await bruno.press("home")
        assert "3 days a turn" in bruno.dialog
        (table,) = hall.own_tables(anna.app.visitor)
        assert table.terms.time_limit == DAYS.time_limit
        assert table.terms.plays_forced


def chosen(player: Guest, title: str) -> str:
    """What the row of the form with this title says."""
    (row,) = re.findall(rf"{title} .*\(●\) (\S+(?: \S+)?)", player.text)
    return str(row)


async def test_a_limit_takes_the_place_of_the_reminder_and_the_other_way_round(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n", *["tab"] * 5, "right")
        assert "1 minute to move." in anna.text
        await anna.press("tab", *["right"] * 5)
        assert "first to 5, clock 10+5." in anna.text
        assert [chosen(anna, row) for row in ("Time to move", "Time limit")] == ["none", "10+5"]
        await anna.press("shift+tab", "right")
        assert [chosen(anna, row) for row in ("Time to move", "Time limit")] == ["1 min", "none"]
        assert "first to 5, 1 minute to move." in anna.text
        await anna.press("left")
        assert [chosen(anna, row) for row in ("Time to move", "Time limit")] == ["none", "none"]
        await anna.press("tab", *["right"] * 5)
        assert "The clock: 10 minutes each, plus 5 seconds a turn." in " ".join(anna.text.split())


async def test_both_see_the_time_and_who_is_out_of_it_has_lost(hall: Hall, clock: Clock) -> None:
    hall.register.clock = clock
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, CLOCK)
        (table,) = hall.own_tables(anna.app.visitor)
        clock.now += 71
        await anna.press("down", "enter")
        await settle(anna, bruno)
        for player in (anna, bruno):
            assert "anna 9:00 · bruno 10:00" in player.text
        clock.now += 600
        end_overdue(hall, hall.register.hall_time())
        await settle(anna, bruno)
        for player in (anna, bruno):
            assert "bruno ran out of time" in player.text
        assert table.is_over


async def test_what_is_said_gives_way_to_the_clocks_after_a_while(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then it stays, also when a clock goes on."""
    hall.register.clock = clock
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, CLOCK)
        timers = timers_of(bruno.screen, monkeypatch)
        await anna.press("s", "2")
        await settle(anna, bruno)
        ((_, fall_silent),) = timers
        clock.now += 71
        await anna.press("down", "enter")
        await settle(anna, bruno)
        assert "anna: Touché!" in bruno.text
        assert "bruno 10:00" not in bruno.text
        bruno.app.call_later(fall_silent)
        await settle(bruno)
        assert "Touché" not in bruno.text
        assert "anna 9:00 · bruno 10:00" in bruno.text


async def test_nobody_talks_over_a_draw_that_is_asked(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("x", "d")
        await settle(anna, bruno)
        await anna.press("s", "2")
        await settle(anna, bruno)
        assert "Draw offered: x answers; playing on declines." in bruno.text
        assert "Touché" in anna.text


async def test_nobody_talks_over_the_last_seconds_of_a_clock(hall: Hall, clock: Clock) -> None:
    hall.register.clock = clock
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, CLOCK)
        clock.now += 570
        await bruno.press("s", "2")
        await settle(anna, bruno)
        for player in (anna, bruno):
            assert "anna 0:30 · bruno 10:00" in player.text
            assert "Touché" not in player.text


async def test_an_offered_draw_is_read_at_once_though_something_was_said(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, CLOCK)
        await bruno.press("s", "2")
        await settle(anna, bruno)
        await anna.press("x", "d")
        await settle(anna, bruno)
        for player in (anna, bruno):
            assert "Touché" not in player.text
            assert re.search("Draw offered|anna offers a draw", player.text)


async def test_the_lobby_tells_how_much_time_is_left(hall: Hall, clock: Clock) -> None:
    hall.register.clock = clock
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, DAYS)
        clock.now += 3601
        await bruno.press("q", "m")
        await settle(anna, bruno)
        await bruno.press("home")
        assert re.fullmatch("anna +Ferti advanced +0 : 0 +anna, 2 d", marked(bruno))
        assert "2 d 23 h left" in bruno.dialog
        await anna.press("q")
        assert "your time runs on" in anna.text


async def test_a_clock_that_runs_calls_its_player_before_all_others(hall: Hall, clock: Clock) -> None:
    hall.register.clock = clock
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, CLOCK)
        for player in (anna, bruno):
            await player.press("q", "m")
        await settle(anna, bruno)
        clock.now += 90
        await sit_down(bruno, anna)
        await settle(anna, bruno)
        await anna.press("q", "m")
        await settle(anna, bruno)
        assert anna.line.startswith("ctrl+g: Your clock runs against bruno, 8:30 left.")
        await anna.press("home")
        assert "the clock runs for anna" in anna.dialog
