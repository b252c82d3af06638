"""From the lobby to a table, and back to it: what two visitors see."""

import re
from collections.abc import Callable

import pytest
from serve.screens.guests import end_match, fail, hands, in_hall, settle, sit_down
from serve.screens.test_lobby_board import details, marked

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.screens.lobby import LobbyScreen
from engine.en_garde import Seat

pytestmark = pytest.mark.painted


async def test_a_table_is_opened_and_joined_from_the_lobby(hall: Hall) -> None:
    """Who has opened it is called to it by the bell."""
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n")
        assert "Your seat" in anna.text
        await anna.press("enter")
        assert "Anybody in the lobby can join." in anna.text
        code = re.search(r"ssh -t NAME@host join (\w{6})", anna.text)
        assert code is not None
        await bruno.settle()
        assert "►Join anna" not in bruno.text
        assert re.search("Join anna +Ferti advanced +5 +right", bruno.text)
        await bruno.press("home", "enter")
        await settle(anna, bruno)
        assert anna.bells == 1
        (table,) = hall.own_tables(anna.app.visitor)
        assert (anna.hand, bruno.hand) == hands(table)


async def test_a_hidden_table_is_found_by_its_code_only(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "tab", "tab", "right", "enter")
        assert "Only people with the code can join." in anna.text
        await bruno.settle()
        assert "Join anna" not in bruno.text
        await bruno.press("j")
        await bruno.write("zzzzzz")
        await bruno.press("enter")
        assert "No table has the code 'zzzzzz'." in bruno.dialog
        (table,) = hall.own_tables(anna.app.visitor)
        await bruno.write(table.code.upper())
        await bruno.press("enter", "enter")
        assert bruno.hand == hands(table)[Seat.RIGHT]


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("seconds", "wait"), [(20, "20 seconds"), (90, "90 seconds"), (180, "3 minutes")])
async def test_who_leaves_is_told_how_long_the_match_cannot_be_claimed(
    hall: Hall, seconds: float, wait: str
) -> None:
    hall.absence = seconds
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("q")
        assert f"an opponent who waits {wait} for your move can claim the match" in anna.dialog


async def test_who_is_gone_is_named_and_the_match_can_be_claimed(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        assert "claim" not in anna.keys
        await anna.press("c", "down", "enter")
        await bruno.leave()
        await settle(anna)
        assert "bruno has lost the connection; the seat is kept. Press c to claim the match" in anna.notice
        await anna.press("c")
        assert "Claim the match? bruno has not come back. If you claim the match, you win it." in anna.dialog
        await anna.press("y")
        assert "bruno did not return." in anna.text
        assert anna.score == "anna 5 : 0 bruno"
        await anna.press("space")
        assert "5 : 0" in anna.text
        assert "anna wins the match" in anna.text


async def test_who_comes_back_goes_on_where_it_was(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter")
        await bruno.leave()
        async with in_hall(hall, "bruno") as (again,):
            assert re.search("anna +Ferti advanced +0 : 0 +you", again.text)
            assert details(again).endswith("first to 5; anna is at the table.")
            await again.press("enter")
            await settle(anna)
            assert "bruno to play" in again.text
            assert anna.notice == "bruno is choosing."
            await again.press("down", "enter")
            await settle(anna)
            assert "anna to play" in anna.text


async def test_a_guest_is_told_the_code_that_leads_back(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        assert "You are the guest ~bruno" in bruno.notice
        await sit_down(anna, bruno)
        found = re.search(r"Your seat's code: (\w{12})", bruno.text)
        assert found is not None
        assert "seat's code" not in anna.text
        await bruno.press("q")
        assert f"Your seat's code: {found[1]}. The seat is kept, but" in bruno.dialog
        await bruno.press("n")
        await bruno.leave()
        assert bruno.app.parting_words == [
            f"Your seat against anna is kept: ssh -t bruno@host join {found[1]}"
        ]
        assert anna.app.parting_words == []
        async with in_hall(hall, "~carla", code=found[1]) as (again,):
            (table,) = hall.own_tables(again.app.visitor)
            assert again.hand == hands(table)[Seat.RIGHT]
            await again.press("q", "m", "home")
            assert details(again).startswith(f"continue; your seat's code is {found[1]}.")


@pytest.mark.slow
async def test_the_way_back_names_a_guest_as_typed(hall: Hall) -> None:
    """And leads back to the same name, though another guest of that name is there."""
    async with in_hall(hall, "~Bruno", "anna") as (_, anna):
        async with in_hall(hall, "~Bruno") as (bruno,):
            await sit_down(anna, bruno)
            assert bruno.app.visitor.name == "~Bruno2"
        (words,) = bruno.app.parting_words
        found = re.search(r"ssh -t Bruno@host join (\w{12})", words)
        assert found is not None
        async with in_hall(hall, "~Bruno", code=found[1]) as (again,):
            assert again.app.visitor.name == "~Bruno2"
            assert hall.names == ["~Bruno", "anna", "~Bruno2"]


async def test_a_guest_is_told_the_code_also_where_nobody_waits(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        await anna.press("n", "enter", "m")
        await settle(bruno)
        await bruno.press("home", "enter")
        assert re.search(r"Your seat's code: \w{12}", bruno.text)
        assert bruno.notice == (
            "anna is not here; the seat is kept."
            " The match continues when both are here: press m for the lobby."
        )


@pytest.mark.slow
async def test_after_a_rematch_a_guest_gets_back_by_the_new_code_and_by_the_old_one(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        (table,) = hall.own_tables(anna.app.visitor)
        table.match.open().give_up(Seat.RIGHT)
        await settle(anna, bruno)
        await anna.press("space", "r")
        await bruno.press("space", "r")
        await settle(anna, bruno)
        (new,) = hall.own_tables(bruno.app.visitor)
        assert new is not table
        await bruno.leave()
        (words,) = bruno.app.parting_words
        assert words.endswith(f" join {new.seats.code(Seat.RIGHT)}")
        for code in (table.seats.code(Seat.RIGHT), new.seats.code(Seat.RIGHT)):
            async with in_hall(hall, "~carla", code=code) as (again,):
                assert again.hand == hands(new)[Seat.RIGHT]
                assert "round 1 ·" in again.text


@pytest.mark.slow
async def test_the_lobby_tells_who_would_like_to_play_again(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        await bruno.press("m")
        await anna.press("r")
        await settle(anna, bruno)
        await bruno.press("home")
        assert marked(bruno).split() == ["anna", "Ferti", "advanced", "0", ":", "5", "rematch?"]
        assert details(bruno) == "look at the result, anna 5 : 0 bruno: anna wants a rematch."
        await anna.press("m")
        await settle(anna, bruno)
        assert "rematch" not in bruno.text


async def test_a_table_that_cannot_be_withdrawn_stays(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("n", "enter")
        assert anna.screen_name == "WaitingScreen"

        with monkeypatch.context() as broken:
            broken.setattr(hall.register.tables, "withdraw", fail)
            await anna.press("x")
            assert anna.question == "Not saved"
            assert len(hall.own_tables(anna.app.visitor)) == 1
        await anna.press("t")
        assert anna.screen_name == "LobbyScreen"
        assert hall.own_tables(anna.app.visitor) == []
        assert list(hall.register.tables.waiting()) == []


@pytest.mark.slow
async def test_a_table_that_somebody_has_joined_before_it_could_be_withdrawn_leads_to_the_match(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await anna.press("n", "enter")
        await settle(bruno)
        with monkeypatch.context() as broken:
            broken.setattr(hall.register.tables, "withdraw", fail)
            await anna.press("x")
            assert anna.question == "Not saved"
            await bruno.press("home", "enter")
            await settle(anna, bruno)
        await anna.press("t")
        await settle(anna, bruno)
        assert anna.screen_name == "HallSession"
        (table,) = hall.own_tables(anna.app.visitor)
        assert anna.hand == hands(table)[Seat.LEFT]


@pytest.mark.slow
async def test_who_is_in_the_lobby_hears_that_the_match_was_claimed(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter")
        await bruno.press("q", "m")
        await settle(anna)
        await anna.press("c", "y")
        await settle(bruno)
        await bruno.press("space")
        assert bruno.notice == "anna 5 : 0 bruno: bruno did not return."
        assert "Your seats" not in bruno.text


@pytest.mark.slow
async def test_after_a_wrong_code_the_next_one_can_be_typed_at_once_or_none(hall: Hall) -> None:
    """No letter of it is a key of the lobby, which then says to a guest what it said before."""
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        for player, otherwise in ((anna, ""), (bruno, bruno.notice)):
            for code in ("zzzzzz", "ytadnq"):
                await player.press(*"j" * (code == "zzzzzz"), *code, "enter")
                assert f"No table has the code '{code}'." in player.dialog
            await player.press("escape")
            assert player.notice == otherwise
        assert bruno.notice.startswith("You are the guest ~bruno.")


@pytest.mark.slow
async def test_news_that_refuse_nothing_stay_at_the_next_key(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await bruno.press("q", "m")
        (table,) = hall.own_tables(anna.app.visitor)
        table.match.open().give_up(Seat.RIGHT)
        await settle(anna, bruno)
        await bruno.press("space")
        for key in ("down", "x"):
            await bruno.press(key)
            assert bruno.notice == "anna 5 : 0 bruno: bruno did not return."


async def test_comings_and_goings_show_at_once_and_then_together_after_a_pause(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody makes everybody in the lobby list it over and over. Own actions show at once."""
    async with in_hall(hall, "anna", lobby_pause=1000) as (anna,):
        lists: list[None] = []
        pauses: list[Callable[[], None]] = []
        fill = LobbyScreen._list

        def counted(screen: LobbyScreen) -> None:
            lists.append(None)
            fill(screen)

        monkeypatch.setattr(LobbyScreen, "_list", counted)
        monkeypatch.setattr(anna.screen, "set_timer", lambda seconds, end: pauses.append(end))
        bruno = hall.admit("bruno", "SHA256:bruno")
        await anna.settle()
        assert len(lists) == 1
        assert "2 here" in anna.text
        for _ in range(20):
            hall.dismiss(bruno)
            bruno = hall.admit("carla", "SHA256:carla")
            await anna.settle()
        assert len(lists) == 1
        (end,) = pauses
        end()
        await anna.settle()
        assert len(lists) == 2
        assert "carla" in anna.text
        hall.dismiss(bruno)
        await anna.press("n", "enter", "escape")
        assert "Your seats" in anna.text
        assert "1 here" in anna.text


async def test_one_key_finds_an_opponent(hall: Hall) -> None:
    """The first waits at a table of their own, the second, a guest, joins it."""
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        await anna.press("g")
        assert anna.screen_name == "WaitingScreen"
        await bruno.press("g")
        await settle(anna, bruno)
        assert anna.screen_name == bruno.screen_name == "HallSession"
        assert len(hall.tables.all) == 1
