"""What one does at a table, and what the others there see of it."""

import re
from collections.abc import Sequence

import pytest
from serve.screens.guests import (
    deal,
    end_match,
    end_round,
    fail,
    in_hall,
    look_on,
    play_round,
    settle,
    sit_down,
    two_windows,
)
from tui.states import deck_for

from engarde_tui.play.live_match import TableChanged
from engarde_tui.presentation import verdict
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.table import SALUTES
from engarde_tui.serve.screens.session import HallSession
from engarde_tui.storage.journal import Journal
from engine.en_garde import Seat
from engine.message import message


async def test_what_one_plays_the_other_sees_and_is_told_who_chooses(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        assert not re.search(r"\w{64}", anna.text), "the commitment is on its page"
        await anna.press("p")
        await bruno.press("p")
        commitment = re.search(r"commitment \w{64}", anna.text)
        assert commitment is not None
        assert commitment[0] in bruno.text
        await anna.press("escape")
        await bruno.press("escape")
        assert anna.notice.startswith("Pick a card"), "what to do is seen from the first turn on"
        await anna.press("down", "enter")
        await settle(bruno)
        assert re.search("anna advanced [1-5]", bruno.text)
        assert "bruno to play" in bruno.text
        assert anna.notice == "bruno is choosing."
        assert "direction" not in anna.keys
        await anna.press("1", "down", "enter")
        assert "bruno to play" in bruno.text


@pytest.mark.slow
async def test_who_asks_for_help_against_a_person_is_told_why_there_is_none(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await look_on(anna, bruno, carla)
        for key, why in (
            ("i", "No hints against a person."),
            ("u", "There is nothing that may be taken back."),
            ("v", "The rules let nobody look back before the round is over."),
        ):
            await anna.press(key)
            assert anna.notice == f"! {why}"
        for player in (bruno, carla):
            text = player.text
            await player.press("i", "u", "v")
            assert (player.text, player.bells) == (text, 0), "who waits is told for whom"


async def test_what_happens_in_one_turn_is_told_a_session_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it is, and however many have done it; what is shown is what there is by then."""
    told: list[Sequence[TableChanged]] = []
    look = HallSession.hear

    def note(session: HallSession, events: Sequence[TableChanged]) -> None:
        if session.visitor.name == "anna":
            told.append(events)
        look(session, events)

    monkeypatch.setattr(HallSession, "hear", note)
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        (table,) = hall.own_tables(anna.app.visitor)
        told.clear()
        match = table.match.open()
        for _ in range(2):
            match.play(match.view(match.turn).round.legal[0])
        table.salute(bruno.app.visitor, SALUTES[0])
        await settle(anna)
        assert told == [
            (
                TableChanged(),
                TableChanged(message("{name}: {phrase}", name="bruno", phrase=message("Salute!"))),
            )
        ]
        assert "bruno: Salute!" in anna.text
        assert re.search("bruno advanced [1-5]", anna.text)
        told.clear()
        await anna.press("down", "enter")
        await settle(anna, bruno)
        assert told == [(TableChanged(),)]


async def test_who_comes_to_watch_disturbs_no_turn_that_is_being_composed(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await sit_down(anna, bruno)
        await settle(carla)
        await anna.press("down")
        before = anna.rows
        assert "Press enter to play." in anna.notice
        await carla.press("home", "enter")
        await settle(anna)
        assert "You are watching" in carla.notice
        changed = [row for row, was in zip(anna.rows, before, strict=True) if row != was]
        assert changed
        assert all("Watching: carla" in row for row in changed), "nothing else"
        await anna.press("enter")
        assert anna.notice == "bruno is choosing."


async def test_a_spectator_sees_no_hand_and_watches_finished_rounds(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await look_on(anna, bruno, carla)
        assert "You are watching; the hands are hidden. anna is choosing." in carla.notice
        async for _ in play_round(hall, anna, bruno):
            await carla.settle()
            assert carla.hands == {"anna": (), "bruno": ()}
        assert carla.screen_name == "HallSession"
        await carla.press("1", "enter", "u", "i", "h", "c", "space")
        assert carla.screen_name == "HallSession"
        await carla.press("w")
        assert carla.screen_name == "ReplayScreen"
        assert list(carla.hands) == ["anna", "bruno"]


@pytest.mark.slow
async def test_a_spectator_sees_why_a_round_has_ended_though_the_players_go_on_at_once(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await look_on(anna, bruno, carla)
        table = await end_round(hall, anna, bruno)
        await settle(carla)
        assert table.view is not None
        why = verdict(table.view)
        assert f"You are watching; the hands are hidden. {why}." in carla.notice
        await anna.press("space")
        await settle(anna, bruno, carla)
        assert "round 2 ·" in carla.text
        assert why in carla.text
        await bruno.leave()
        await settle(anna, carla)
        assert why in carla.text


@pytest.mark.slow
async def test_a_spectator_sees_why_a_match_has_ended(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await look_on(anna, bruno, carla)
        await end_match(hall, anna, bruno)
        await settle(carla)
        assert "anna wins round 1: bruno did not return. anna has won the match." in carla.notice


async def test_a_spectator_is_told_who_has_gone(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno", "carla") as (anna, bruno, carla):
        await look_on(anna, bruno, carla)
        await bruno.leave()
        await settle(carla)
        assert carla.notice == (
            "You are watching; the hands are hidden. ~bruno has lost the connection;"
            " a guest needs the seat's code to come back, not the table's."
        )
        await anna.press("m")
        await settle(carla)
        assert "anna is not here, ~bruno has lost the connection;" in carla.notice


async def test_what_could_not_be_kept_is_not_played_in_the_others_turn(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be legal there too."""
    deal(monkeypatch, deck_for("+1 +1 +1", left="1"))
    async with in_hall(hall, "anna", "bruno", "anna") as (first, bruno, second):
        table = await two_windows(hall, first, bruno, second)

        with monkeypatch.context() as broken:
            broken.setattr(Journal, "write", fail)
            await first.press("1", "right", "enter")
            assert first.question == "Not saved"
        await second.press("1", "right", "enter")
        await settle(first, second, bruno)
        await first.press("t")
        await settle(first, second, bruno)
        assert table.view is not None
        assert [play.seat for play in table.view.round.plays] == [Seat.LEFT]
        assert first.app.farewell == ""


@pytest.mark.slow
async def test_nobody_is_torn_out_of_a_replay_by_a_rematch(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", "carla") as (anna, bruno, carla):
        await look_on(anna, bruno, carla)
        table = await end_match(hall, anna, bruno)
        await settle(carla)
        await carla.press("w")
        await anna.press("r", "w")
        await bruno.press("r")
        await settle(anna, bruno, carla)
        assert carla.screen_name == anna.screen_name == "ReplayScreen"
        for watching in (anna, carla):
            await watching.press("escape")
        await settle(anna, bruno, carla)
        sessions = carla.table.session, anna.table.session
        assert [isinstance(each, HallSession) and each.hall_table for each in sessions] == [
            table.rematch.successor
        ] * 2


async def test_a_salute_is_read_at_the_table(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("s", "2")
        await settle(bruno)
        for player, prompt in ((anna, "Pick a card"), (bruno, "anna is choosing.")):
            assert "anna: Touché!" in player.text
            assert player.notice.startswith(prompt), "both stay in view"
        await anna.press("s", "1")
        assert anna.notice == "! Wait a moment before the next salute."


@pytest.mark.slow
async def test_a_claim_that_could_not_be_saved_is_refused_once_the_opponent_is_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        (table,) = hall.own_tables(anna.app.visitor)
        await anna.press("down", "enter")
        await bruno.leave()
        await settle(anna)
        with monkeypatch.context() as broken:
            broken.setattr(Journal, "write", fail)
            await anna.press("c", "y")
            assert anna.question == "Not saved"
            async with in_hall(hall, "bruno") as (again,):
                await again.press("enter")
                await settle(anna, again)
                await anna.press("t")
                assert anna.screen_name == "HallSession"
                assert (
                    anna.notice == "! You can claim the match only from a player who is to move and has left."
                )
        assert anna.app.farewell == ""
        assert not table.is_over


async def test_only_while_the_opponent_is_away_can_one_claim_the_match_or_go_to_the_lobby(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        choices = {"claim", "menu", "adjourn"}
        assert anna.scene.allowed & choices == set()
        await bruno.leave()
        await settle(anna)
        assert anna.scene.allowed & choices == {"menu"}
        assert anna.notice.endswith("You may play on, or press m for the lobby.")
        await anna.press("down")
        assert anna.notice.endswith("Press enter to play.")
        await anna.press("escape")
        assert anna.notice.endswith("You may play on, or press m for the lobby.")
        await anna.press("down", "enter")
        assert anna.scene.allowed & choices == {"claim", "menu"}
        async with in_hall(hall, "bruno") as (again,):
            await again.press("enter")
            await settle(anna, again)
            assert anna.scene.allowed & choices == set()


async def test_news_that_comes_after_getting_up_changes_nothing(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        (table,) = hall.own_tables(anna.app.visitor)
        await bruno.leave()
        await settle(anna)
        screen = anna.table
        shown = screen.scene
        table.match.open().give_up(Seat.RIGHT)
        table.notify(player_moved=True)
        screen.leave()
        assert not table.match.is_open
        screen.follow()
        await settle(anna)
        assert screen.scene is shown
