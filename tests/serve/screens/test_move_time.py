"""A table with an agreed time to move: what both players see of it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from serve.hall.visitors import Clock
from serve.screens.guests import TERMS, Guest, in_hall, settle, sit_down

from engarde_tui.play.live_match import TableChanged
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.screens.session import HallSession

TIMED = replace(TERMS, move_time=60)


async def wait(table: Table, clock: Clock, seconds: float, *players: Guest) -> None:
    """Let time pass, and have everybody look, as the timers of their screens make them."""
    clock.now += seconds
    table.notify(player_moved=True)
    await settle(*players)


@pytest.mark.slow
async def test_a_table_with_a_time_to_move_says_so(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", *["tab"] * 5, "right", "right")
        assert "first to 5, 3 minutes to move." in anna.text
        await anna.press("enter")
        assert "first to 5, 3 minutes to move" in anna.text
        await bruno.settle()
        await bruno.press("home")
        assert "join anna: Ferti advanced, first to 5, 3 minutes to move" in bruno.dialog
        (table,) = hall.own_tables(anna.app.visitor)
        assert table.terms.move_time == 180


async def test_who_does_not_move_is_reminded_and_then_the_match_is_adjourned(
    hall: Hall, clock: Clock
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, TIMED)
        (table,) = hall.own_tables(anna.app.visitor)
        await anna.press("down", "enter")
        await settle(anna, bruno)
        await anna.press("r")
        assert anna.notice == "bruno is choosing."
        await wait(table, clock, 60, anna, bruno)
        assert anna.notice == "bruno has not moved for 1 minute. Press r to send a reminder."
        assert "remind" in anna.keys
        assert "remind" not in bruno.keys
        bells = bruno.bells
        await anna.press("r")
        await settle(anna, bruno)
        assert bruno.bells == bells + 1
        assert "anna reminds bruno to move." in bruno.text
        assert anna.notice == (
            "bruno has been reminded. In 1 minute you can adjourn the match; nobody loses it."
        )
        await anna.press("m")
        assert anna.screen_name == "HallSession"
        await wait(table, clock, 60, anna, bruno)
        assert anna.notice.startswith("bruno has been reminded. Press m to adjourn the match")
        assert "m adjourn" in anna.text
        assert "m lobby" not in anna.text
        await anna.press("m")
        await settle(anna, bruno)
        assert anna.screen_name == "LobbyScreen"
        assert bruno.notice.startswith("anna is not here")
        assert "m lobby" in bruno.text
        assert "m adjourn" not in bruno.text
        await bruno.press("down", "enter")
        clock.now += 3600
        assert bruno.notice == (
            "anna is not here; the seat is kept."
            " The match continues when both are here: press m for the lobby."
        )


@pytest.mark.slow
async def test_a_move_comes_before_an_adjournment_that_nobody_has_seen_yet(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = HallSession.hear
    who_looks = {"anna", "bruno"}

    def look_or_not(session: HallSession, events: Sequence[TableChanged]) -> None:
        if session.visitor.name in who_looks:
            look(session, events)

    monkeypatch.setattr(HallSession, "hear", look_or_not)
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, TIMED)
        (table,) = hall.own_tables(anna.app.visitor)
        await anna.press("down", "enter")
        await wait(table, clock, 60, anna, bruno)
        await anna.press("r")
        await wait(table, clock, 60, anna, bruno)
        who_looks.remove("anna")
        await bruno.press("down", "enter")
        await anna.press("m")
        assert anna.screen_name == "HallSession"
        assert anna.notice.startswith("! You can adjourn the match only after")


async def test_a_move_takes_the_offer_to_remind_away(hall: Hall, clock: Clock) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, TIMED)
        (table,) = hall.own_tables(anna.app.visitor)
        await anna.press("down", "enter")
        await wait(table, clock, 60, anna, bruno)
        assert "remind" in anna.keys
        await bruno.press("down", "enter")
        await settle(anna, bruno)
        assert "remind" not in anna.keys
        await anna.press("r")
        assert not table.clock.has_reminded
