"""Duels in the hall: offered, joined, watched, left, taken up again and played again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from serve.screens.guests import Guest, deal, in_hall, settle
from swords_and_shields_ui.duels import keys_for, short_match, soonest

from engarde_tui.games.swords_and_shields.names import card_name
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table_terms import TableTerms
from engine.game import Seat
from engine.swords_and_shields import Options


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Open a hall."""
    hall = Hall(Register(tmp_path / "hall"))
    yield hall
    hall.close()


async def offer(host: Guest) -> None:
    """Open a table for a quick duel, at which the host sits on the left."""
    await host.press("n", "right")
    for shown in ("Who can join", "(●) Swords and Shields", "Who begins", "Press enter to open the table."):
        assert shown in host.text
    await host.press("enter")


async def sit_down(host: Guest, guest: Guest, life: int = 6, first: str = "left", target: int = 1) -> None:
    """Seat both at a table for a short duel."""
    hall = host.app.hall
    terms = TableTerms(Options(life=life), target, first, listed=True)
    table = hall.create(host.app.visitor, terms, Seat.LEFT)
    host.app.call_later(host.app.open_hall_table, table)
    await host.settle()
    await guest.press("home", "enter")
    await settle(host, guest)


async def play(*visitors: Guest, word: str = "") -> None:
    """Play one action; the visitors are left, right and spectators."""
    turn = visitors[0].view.round.turn
    assert turn is not None
    await visitors[turn].press(*keys_for(visitors[turn].held, word or soonest(visitors[turn].held)))
    await settle(*visitors)


async def test_a_duel_is_offered_and_joined_from_the_forms_and_each_sees_only_the_own_hand(
    hall: Hall,
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await offer(anna)
        assert "Waiting for an opponent" in anna.text
        await settle(anna, bruno)
        assert re.search(r"Join anna +Swords and Shields", bruno.text)
        await bruno.press("home", "enter")
        await settle(anna, bruno)
        for own, other in ((anna, "bruno"), (bruno, "anna")):
            assert f"{other}'s hand" not in own.text
            assert not own.curtain_is_down
        assert "anna's hand" in anna.text
        assert "bruno's hand" in bruno.text


@pytest.mark.slow
async def test_a_duel_is_played_to_its_end_watched_and_played_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With these cards it is soon over, and by life points.
    deal(monkeypatch, list(short_match(seed=2).round.dealt))  # type: ignore[arg-type]
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await settle(carla)
        await carla.press("home", "enter")
        while anna.held.round.turn is not None:
            assert "anna's hand" not in bruno.text
            assert "bruno's hand" not in anna.text
            assert carla.view.round.hands == (None, None)
            assert carla.view.round.legal == ()
            await play(anna, bruno, carla)
        for visitor in (anna, bruno, carla):
            assert "has no life points left" in " ".join(visitor.text.split())
        assert carla.view.round.hands == (None, None)
        for visitor in (anna, bruno):
            await visitor.press("space")
            assert "wins the match" in visitor.text
        await anna.press("r")
        await settle(anna, bruno)
        assert "anna wants a rematch" in bruno.notice
        await bruno.press("r")
        await settle(anna, bruno)
        assert anna.held.rules == Options(life=6)
        assert anna.held.round.actions == ()


async def test_who_waits_can_look_but_not_play(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        before = bruno.text
        await bruno.press("b", "down", "enter", "t", "enter", "u")
        await settle(anna, bruno)
        assert bruno.text == before
        await bruno.press("o")
        assert bruno.notice.startswith(f"{card_name(bruno.view.round.shop[0]).capitalize()}: ")
        assert "Pick" not in bruno.notice
        assert anna.held.round.actions == ()


@pytest.mark.slow
async def test_a_spectator_reads_open_cards_and_goes_on_reading_while_others_play(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await settle(carla)
        await carla.press("home", "enter", "o", "o")
        read = carla.notice
        assert read.startswith(f"{card_name(carla.view.round.shop[1]).capitalize()}: ")
        await play(anna, bruno, carla)
        assert carla.notice == read
        await carla.press("escape")
        assert carla.notice != read
        assert carla.bells == 0


async def test_in_the_hall_nothing_can_be_taken_back(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await play(anna, bruno)
        assert "undo" not in anna.keys
        await anna.press("u")
        assert len(anna.held.round.actions) == 1


async def test_who_leaves_in_the_middle_of_an_effect_finds_it_waiting(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, life=50)
        use = next(str(a) for a in anna.view.round.legal if str(a).startswith("use:"))
        await play(anna, bruno, word=use)
        pending = anna.held.round.pending
        assert pending is not None
        await anna.leave()
        await settle(bruno)
        async with in_hall(hall, "anna") as (again,):
            assert "anna 0 : 0 bruno" in again.text
            await again.press("enter")
            assert again.held.round.pending == pending
            await again.press("down", "enter")
            assert again.held.round.pending != pending


@pytest.mark.slow
async def test_a_duel_survives_a_restart_of_the_hall(hall: Hall, tmp_path: Path) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await play(anna, bruno)
        kept = anna.held
        hall.close()
    again = Hall(Register(tmp_path / "hall"))
    async with in_hall(again, "anna", "bruno") as (anna, bruno):
        for visitor in (anna, bruno):
            assert "Your seats" in visitor.text
            await visitor.press("home", "enter")
        await settle(anna, bruno)
        assert anna.held == kept
        await play(anna, bruno)
        assert len(bruno.held.round.actions) == 2
    again.close()


async def test_a_member_plays_a_bot(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("a", "shift+tab", "right", "enter")
        assert "anna's hand" in anna.text
        assert anna.held.rules.GAME == "swords-and-shields"


async def test_a_duel_can_be_claimed_from_an_opponent_who_has_left(hall: Hall) -> None:
    hall.absence = 0
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno, first="right")
        assert "claim" not in anna.keys
        await bruno.leave()
        await settle(anna)
        assert "Press c to claim the match" in anna.notice
        await anna.press("c", "y")
        assert "anna wins round 1" in anna.text
        await anna.press("space")
        assert "anna wins the match" in anna.text
