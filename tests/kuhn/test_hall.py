"""Kuhn poker in the hall: offered, joined, watched and played again by visitors in sessions of their own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from serve.screens.guests import Guest, in_hall, settle

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engine.game import Seat
from kuhn.rounds import TO_GAMES, keys_for, to_kuhn


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Open a hall."""
    hall = Hall(Register(tmp_path / "hall"))
    yield hall
    hall.close()


async def offer(host: Guest) -> None:
    """Open a table for Kuhn poker to two rounds, at which the host sits on the left."""
    await host.press("n", *to_kuhn(), "tab", "tab", "tab", "backspace", "2")
    for shown in ("Who can join", "(●) Kuhn Poker", "Who begins", "Kuhn Poker, first to 2. Press enter"):
        assert shown in host.text
    await host.press("enter")


async def join(host: Guest, guest: Guest) -> None:
    """Join the first table of the lobby."""
    await settle(host, guest)
    await guest.press("home", "enter")
    await settle(host, guest)


async def play_round(*visitors: Guest) -> None:
    """Bet and call; the visitors are left, right and spectators."""
    for word in ("bet", "call"):
        turn = visitors[0].view.round.turn
        assert turn is not None
        await visitors[turn].press(*keys_for(visitors[turn].held, word))
        await settle(*visitors)


async def play_match(*visitors: Guest) -> None:
    """Play to the end of the match, and on to the result."""
    while True:
        await play_round(*visitors)
        over = visitors[0].held.winner is not None
        for player in visitors[:2]:
            await player.press("space")
        await settle(*visitors)
        if over:
            return


@pytest.mark.slow
async def test_a_table_is_offered_joined_and_played_to_its_end_and_again(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await offer(anna)
        assert "Waiting for an opponent" in anna.text
        await settle(anna, bruno)
        assert re.search("Join anna +Kuhn Poker +2 +right", bruno.text)
        await join(anna, bruno)
        left, right = (anna.held.round.dealt[seat] for seat in Seat)
        assert f"anna's card: {left}" in anna.text
        assert f"bruno's card: {right}" in bruno.text
        assert "bruno's card" not in anna.text
        assert "anna's card" not in bruno.text
        await play_round(anna, bruno)
        for player in (anna, bruno):
            assert f"anna's card: {left}" in player.text
            assert f"bruno's card: {right}" in player.text
            await player.press("space")
        await settle(anna, bruno)
        await play_match(anna, bruno)
        assert "wins the match" in anna.text
        assert "wins the match" in bruno.text
        await anna.press("r")
        await settle(anna, bruno)
        assert "anna wants a rematch" in bruno.notice
        await bruno.press("r")
        await settle(anna, bruno)
        assert anna.held.rules.GAME == "kuhn"
        assert anna.held.score == (0, 0)
        assert "anna's card" in anna.text


async def test_a_spectator_sees_no_card_also_when_they_are_compared(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await offer(anna)
        await join(anna, bruno)
        await settle(carla)
        assert "anna 0 : 0 bruno" in carla.text
        await carla.press("home", "enter")
        assert "card:" not in carla.text
        await play_round(anna, bruno, carla)
        assert "bruno called." in carla.text
        assert "wins round 1: the higher card" in carla.text
        assert "card:" not in carla.text


async def test_an_offer_that_waits_survives_a_restart_of_the_hall(hall: Hall, tmp_path: Path) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await offer(anna)
        hall.close()
    again = Hall(Register(tmp_path / "hall"))
    async with in_hall(again, "anna", "bruno") as (anna, bruno):
        assert "wait at your table for an opponent: Kuhn Poker, first to 2" in anna.text
        assert re.search("Join anna +Kuhn Poker +2 +right", bruno.text)
    again.close()


async def test_a_member_plays_the_bot_of_the_game(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("a", TO_GAMES, *to_kuhn())
        assert "against caller" in anna.text.lower()
        await anna.press("enter")
        assert "anna's card" in anna.text
