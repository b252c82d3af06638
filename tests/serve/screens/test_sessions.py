"""A session in the hall: its words, its files, its matches, its memory."""

import gc

import pytest
from serve.screens.guests import in_hall, settle, sit_down
from textual.strip import Strip

from engarde_tui.serve.app import ColorSystem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.settings.entries import Motion


@pytest.mark.slow
async def test_the_hall_speaks_of_the_lobby_and_not_of_a_menu_or_a_program(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno", size=(100, 70)) as (anna, bruno):
        await anna.press("n")
        assert "enter open the table" in anna.text
        assert "esc lobby" in anna.text
        await anna.press("f1")
        assert "Back to the lobby" in anna.text
        await anna.press("escape", "escape", "f1")
        assert "Leave the hall" in anna.text
        await anna.press("escape", "a", "enter", "q")
        assert "Everything is saved. To come back, choose the match in your matches." in anna.dialog
        assert "m Go to the lobby y Leave the hall" in anna.dialog
        await bruno.press("t", "enter", "space", "q")
        assert "A guest's match is not saved: if you leave now, it is lost." in bruno.dialog


async def test_no_program_is_run_and_no_file_touched_in_the_hall(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("a", "tab", "tab", "tab")
        await anna.press(*["backspace"] * 20)
        await anna.write("bot:cat")
        assert "The bots here are daydreamer, novice, " in anna.notice
        await anna.press("enter")
        assert anna.screen_name == "SetupScreen"
        await anna.press("escape", "m", "e", "i", "d")
        assert anna.screen_name == "HallHistoryScreen"
        assert "import" not in anna.keys
        assert "delete" not in anna.keys


@pytest.mark.slow
async def test_a_match_against_the_computer_is_kept_for_a_member(hall: Hall) -> None:
    async with in_hall(hall, "anna") as (anna,):
        anna.app.bot_pace = 0
        await anna.press("a", "enter")
        await anna.press("down", "enter")
        assert "anna" in anna.text
        await anna.press("q", "m", "m")
        assert "1 of 1" in anna.text
        await anna.press("enter")
        assert anna.screen_name == "TableScreen"


async def test_a_member_called_like_a_level_can_play_any_level(hall: Hall) -> None:
    """The name was theirs first; only in the other seat it means the bot."""
    with hall.register.database.writing() as connection:
        connection.execute("INSERT INTO account (id, name) VALUES (1, 'champion')")
        connection.execute("INSERT INTO account_key VALUES (1, 'SHA256:champion', 0, 0)")
    async with in_hall(hall, "champion") as (champion,):
        champion.app.bot_pace = 0
        await champion.press("a")
        assert "champion against Novice. Press enter" in champion.notice
        await champion.press("tab", *["right"] * 6)
        assert "champion against Champion. Press enter" in champion.notice
        await champion.press("enter")
        assert champion.screen_name == "TableScreen"


async def test_a_guest_has_no_matches_of_others(hall: Hall) -> None:
    async with in_hall(hall, "~anna") as (anna,):
        assert "Your matches" not in anna.text
        await anna.press("m")
        assert anna.screen_name == "LobbyScreen"


def strips() -> int:
    """How many pieces of lines there are in this process."""
    return sum(isinstance(thing, Strip) for thing in gc.get_objects())


@pytest.mark.slow
@pytest.mark.parametrize("colors", ["truecolor", None])
async def test_what_has_been_drawn_is_no_garbage(hall: Hall, colors: ColorSystem | None) -> None:
    """Else a pass through all sessions would have to find it."""
    async with in_hall(hall, "anna", "bruno", colors=colors) as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press("down", "enter")
        await settle(bruno)
        gc.collect()
        gc.disable()
        try:
            before = strips()
            await bruno.press("down", "down", "enter")
            await settle(anna, bruno)
            assert strips() <= before
        finally:
            gc.enable()


async def test_nothing_moves_unless_the_visitor_asks_for_it(hall: Hall) -> None:
    """Each frame goes over a line."""
    async with in_hall(hall, "anna") as (anna,):
        assert not anna.app.motion
        anna.app.change_settings(motion=Motion.ON)
        assert anna.app.motion


@pytest.mark.slow
async def test_screens_that_come_and_go_leave_nothing_behind(hall: Hall) -> None:
    """Textual's caches kept all lines of widgets that were gone."""
    async with in_hall(hall, "anna") as (anna,):
        kept = []
        for _ in range(3):
            for key in ("n", "escape", "question_mark", "escape") * 3:
                await anna.press(key)
            gc.collect()
            kept.append(sum(isinstance(one, Strip) for one in gc.get_objects()))
        assert kept[2] <= kept[1]


@pytest.mark.painted
async def test_a_window_that_is_too_small_is_told_how_to_come_back_in_lines(hall: Hall) -> None:
    async with in_hall(hall, "anna", "~bruno") as (anna, bruno):
        for player, login in ((anna, "anna"), (bruno, "bruno")):
            player.app.address = "hall.example -p 2222"
            await player.resize(50, 24)
            said = " ".join(player.text.split())
            assert f"ssh -t {login}@hall.example -p 2222 plain: lines of words." in said.replace("│ │ ", "")
