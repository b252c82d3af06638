"""Alerts on the visitor's own terminal: what is chosen on their page, and what the terminal is told."""

from dataclasses import replace

import pytest
from serve.hall.visitors import Clock
from serve.screens.guests import TERMS, Guest, fail, in_hall, settle, sit_down

from engarde_tui.serve.hall.alerts import BETWEEN_ALERTS
from engarde_tui.serve.hall.events import ALERTS, AlertChoice
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.time_keeping import warn_of_time
from engarde_tui.serve.hall.time_limits import LIMITS
from engine.en_garde import Seat

TO_ALERTS = ("s", "tab", "tab", "enter")
"""The keys from the lobby to the page."""

ON_TERMINAL = (AlertChoice.TURN, AlertChoice.TIME, AlertChoice.CHALLENGE, AlertChoice.RESULT)
"""What is chosen there, from the top."""


async def choose(guest: Guest, *choices: AlertChoice) -> None:
    """Choose what to be alerted of, from the lobby."""
    await guest.press(*TO_ALERTS)
    for choice in ON_TERMINAL:
        await guest.press(*["space"] * ((choice in choices) is not (choice in guest.app.visitor.alerts)))
        await guest.press("tab")
    await guest.press("enter")
    assert guest.screen_name == "HallSettingsScreen"
    await guest.press("enter")
    assert guest.screen_name == "LobbyScreen"


def told(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the terminal is told from now on."""
    texts: list[str] = []
    monkeypatch.setattr(guest.app, "tell_terminal", texts.append)
    return texts


@pytest.mark.slow
async def test_each_kind_is_chosen_on_a_page_of_the_settings(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~guest") as (anna, guest):
        for player in (anna, guest):
            await player.press("s")
            assert "off · choose alerts" in player.text
            await player.press("escape")
            await choose(player, AlertChoice.CHALLENGE, AlertChoice.RESULT)
            assert player.app.visitor.alerts == {AlertChoice.CHALLENGE, AlertChoice.RESULT}
            await player.press("s")
            assert "on · choose alerts" in player.text
            for keys in ("escape escape", "enter escape"):
                await player.press("tab", "tab", "enter", "space", *keys.split())
                assert player.screen_name == "LobbyScreen"
                assert player.app.visitor.alerts == {AlertChoice.CHALLENGE, AlertChoice.RESULT}, "not saved"
                await player.press("s")
    assert AlertChoice.RESULT in hall.admit("anna", "SHA256:anna").alerts
    assert not hall.admit("guest", None).alerts


async def test_the_page_says_which_key_ticks(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press(*TO_ALERTS)
        assert "space tick" in anna.keys


@pytest.mark.slow
async def test_both_links_of_the_settings_can_be_clicked(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        for words, screen in (("choose alerts", "AlertsScreen"), ("choose keys", "KeysScreen")):
            await anna.press("s")
            y = next(y for y, row in enumerate(anna.rows) if words in row)
            await anna.click(anna.rows[y].index(words), y)
            assert anna.screen_name == screen
            await anna.press("escape", "escape")
            assert anna.screen_name == "LobbyScreen"


@pytest.mark.slow
async def test_a_member_is_asked_whether_the_program_may_hear_only_if_there_is_one(hall: Hall) -> None:
    question = "let the operator's program hear of my matches"
    async with in_hall(hall, "anna", "~guest") as (anna, guest):
        await anna.press(*TO_ALERTS)
        assert question not in anna.text
        await anna.press("escape", "escape")
        hall.bus.subscribe(ALERTS, print)
        await guest.press(*TO_ALERTS)
        assert question not in guest.text, "a guest cannot be reached elsewhere"
        await anna.press(*TO_ALERTS)
        assert question in anna.text
        assert "but no card." in anna.dialog
        await anna.press(*["tab"] * len(ON_TERMINAL), "space", "enter", "enter")
        assert anna.app.visitor.alerts == {AlertChoice.PROGRAM}
        hall.bus.unsubscribe(ALERTS, print)


async def test_what_cannot_be_saved_is_said_with_the_settings(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press(*TO_ALERTS, "space", "enter")
        assert "on · choose alerts" in anna.text
        with monkeypatch.context() as patched:
            patched.setattr(hall.register.database, "writing", fail)
            await anna.press("enter")
            assert anna.notice == "! The disk is full."
        await anna.press("enter")
        assert anna.app.visitor.alerts == {AlertChoice.TURN}


async def test_settings_that_are_saved_leave_alerts_that_were_chosen_elsewhere(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("s")
        hall.alerts.choose(hall.admit("anna", "SHA256:anna"), frozenset({AlertChoice.TURN}))
        await anna.press("enter")
        assert anna.app.visitor.alerts == {AlertChoice.TURN}


async def test_the_terminal_is_told_of_a_turn_on_any_screen_but_not_of_the_own_deed(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await choose(anna, AlertChoice.TURN)
        texts, others = told(anna, monkeypatch), told(bruno, monkeypatch)
        await sit_down(anna, bruno)
        assert texts == ["It is your move against bruno."]
        await anna.press("down", "enter")
        await settle(anna, bruno)
        assert (len(texts), others) == (1, []), "bruno has chosen nothing"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("where", ["", "?", "q m"], ids=["at the table", "in help", "in the lobby"])
async def test_there_is_a_pause_between_two_of_a_kind_and_one_bell_for_each(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await choose(anna, AlertChoice.TURN)
        await sit_down(anna, bruno)
        await anna.press("down", "enter", *where.split())
        clock.now += BETWEEN_ALERTS
        texts, bells = told(anna, monkeypatch), anna.bells
        await bruno.press("down", "enter")
        await settle(anna, bruno)
        assert texts == ["It is your move against bruno."]
        assert anna.bells == bells + 1, "one, whoever rings besides"


@pytest.mark.slow
async def test_within_the_pause_the_terminal_is_told_nothing_of_the_same_kind(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await choose(anna, AlertChoice.TURN, AlertChoice.RESULT)
        await sit_down(anna, bruno)
        await anna.press("down", "enter", "q", "m")
        texts = told(anna, monkeypatch)
        clock.now += BETWEEN_ALERTS - 1
        await bruno.press("down", "enter")
        await settle(anna, bruno)
        assert texts == []
        (table,) = hall.own_tables(bruno.app.visitor)
        table.match.open().give_up(Seat.RIGHT)
        await settle(anna, bruno)
        assert texts == ["You have won the match against bruno."]


@pytest.mark.slow
async def test_without_the_setting_of_the_bell_only_what_is_chosen_rings(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await choose(anna, AlertChoice.CHALLENGE)
        anna.app.call_later(lambda: anna.app.change_settings(bell=False))
        await settle(anna)
        texts, bells = told(anna, monkeypatch), anna.bells
        hall.challenge(bruno.app.visitor, "anna", TERMS, Seat.LEFT)
        await settle(anna)
        assert (texts, anna.bells) == (["bruno challenges you."], bells + 1)
        await anna.press("escape")
        await sit_down(bruno, anna, replace(TERMS, first="right"))
        await anna.press("down", "enter")
        await bruno.press("down", "enter")
        await settle(anna, bruno)
        assert (len(texts), anna.bells) == (1, bells + 1)


async def test_a_terminal_that_would_show_it_as_text_hears_the_bell_alone(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await choose(anna, AlertChoice.CHALLENGE)
        anna.app.term = "linux"
        texts, bells = told(anna, monkeypatch), anna.bells
        hall.challenge(bruno.app.visitor, "anna", TERMS, Seat.LEFT)
        await settle(anna)
        assert (texts, anna.bells) == ([], bells + 1)


@pytest.mark.slow
async def test_little_time_is_told_of_each_table_without_a_pause(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.register.clock = clock
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await choose(anna, AlertChoice.TIME)
        for other in (bruno, carla):
            await sit_down(anna, other, replace(TERMS, time_limit=LIMITS[0]))
            await anna.press("q", "m")
        texts, bells = told(anna, monkeypatch), anna.bells
        clock.now += LIMITS[0].seconds * 3 / 4
        warn_of_time(hall, hall.register.hall_time())
        await settle(anna)
        assert sorted(texts) == [
            "Your time against bruno is running out: 6 h left.",
            "Your time against carla is running out: 6 h left.",
        ]
        assert anna.bells > bells
