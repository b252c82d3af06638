"""Leaving the program asks only during a running match."""

import asyncio
from pathlib import Path

import pytest
from settling import LONGEST
from textual import events
from textual.pilot import Pilot
from tui.harness import NAMED, SMALLEST, Player, playing
from tui.shelf import stocked
from tui.states import ENDINGS, NEAR, play, staged

from engarde_tui.app import EngardeApp
from engarde_tui.screens.setup import SetupScreen
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.storage.store import Store

QUIT_KEYS = ["q", "ctrl+q", "ctrl+c"]


def has_left(player: Player) -> bool:
    """The program has ended."""
    return player.has_ended


@pytest.mark.by_day(2)
@pytest.mark.parametrize("key", QUIT_KEYS)
@pytest.mark.parametrize("lifted", [False, True])
async def test_leaving_a_running_match_asks_first(key: str, lifted: bool) -> None:
    """On both sides of the curtain; y leaves."""
    async with playing(staged(script=NEAR)) as player:
        if lifted:
            await player.press("space")
        await player.press(key)
        assert not has_left(player)
        assert (
            "Leave this match? Not everything could be saved. If you leave now, what is missing is lost."
            in player.dialog
        )
        await player.press("y")
        assert has_left(player)


@pytest.mark.parametrize("answer", ["n", "escape"])
async def test_staying_returns_to_the_match(answer: str) -> None:
    """With its draft."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space", "4", "left")
        before = player.text
        await player.press("q", answer)
        assert not has_left(player)
        assert player.text == before


async def test_only_y_leaves_a_match_that_would_be_lost() -> None:
    """Pressing the key again, or any other, does not: it may have been held down."""
    async with playing(staged(script=NEAR, left="33345")) as player:
        await player.press("space", "4", "left")
        for key in (*QUIT_KEYS, "enter", "space", "question_mark", "1", "h"):
            await player.press("q")
            assert player.question == "Leave this match?"
            await player.press(key)
            assert not has_left(player)
            assert player.held == staged(script=NEAR, left="33345")
            if player.screen_name == "HelpScreen":
                await player.press("escape")
            if player.question == "Leave this match?":
                await player.press("n")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("key", ["m", "y", "n"])
async def test_a_match_that_is_saved_is_left_by_keys_typed_ahead_too(store: Store, key: str) -> None:
    ends = []
    for is_ahead in (False, True):
        async with playing(staged(script=NEAR), store=store) as player:
            await (player.type_ahead if is_ahead else player.press)("q", key)
            ends.append((has_left(player), player.question, player.screen_name))
    assert ends[0] == ends[1]
    assert not ends[0][1]


async def test_a_match_that_would_be_lost_is_left_by_no_key_typed_ahead() -> None:
    async with playing(staged(script=NEAR)) as player:
        for key in ("m", "y", "q"):
            await player.type_ahead("q", key)
            assert not has_left(player)
            assert player.question == "Leave this match?"
            await player.press("n")


async def test_a_second_q_leaves_a_match_that_is_saved(store: Store) -> None:
    """It can be continued."""
    async with playing(staged(script=NEAR), store=store) as player:
        await player.press("q")
        assert not has_left(player)
        await player.press("q")
        assert has_left(player)


async def test_enter_and_the_arrows_answer_and_the_first_answer_is_harmless(store: Store) -> None:
    """Each answer has a line."""
    async with playing(staged(script=NEAR), store=store) as player:
        await player.press("q", "enter")
        assert player.screen_name == "TableScreen"
        await player.press("q", "down", "enter")
        assert player.screen_name == "MenuScreen"


@pytest.mark.parametrize("key", QUIT_KEYS)
async def test_the_menu_is_left_at_once(key: str) -> None:
    """There is nothing to lose."""
    async with playing() as player:
        await player.press(key)
        assert has_left(player)


async def test_the_menus_last_line_quits() -> None:
    """Its last line."""
    async with playing() as player:
        await player.press("up", "enter")
        assert has_left(player)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("key", QUIT_KEYS)
async def test_leaving_a_finished_match_does_not_ask(key: str) -> None:
    """Its winner is known."""
    ending = ENDINGS[0]
    match = staged(script=f"{NEAR} A33", right="11224", target=1)
    assert play(match, ending.word).winner is not None
    async with playing(match) as player:
        await player.play(ending.word)
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        await player.press(key)
        assert has_left(player)


async def test_leaving_between_rounds_asks_first() -> None:
    """The match goes on after the showdown."""
    async with playing(ENDINGS[0].before) as player:
        await player.play(ENDINGS[0].word)
        await player.press("q")
        assert player.question == "Leave this match?"
        await player.press("n", "space")
        assert player.screen_name == "TableScreen"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("opened", ["question_mark", "f1"])
@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_leaving_from_a_match_s_help_asks_first(opened: str, key: str) -> None:
    """The match is still there, behind the help."""
    async with playing(staged(script=NEAR)) as player:
        await player.press(opened, key)
        assert player.question == "Leave this match?"
        await player.press("n", "escape")
        assert player.screen_name == "TableScreen"


PAGES = {
    "help over the menu": ([], "?", "MenuScreen"),
    "help over the form": (["n"], "?", "SetupScreen"),
    "help over the history": (["m"], "?", "HistoryScreen"),
    "statistics": (["m"], "s", "HistoryScreen"),
    "replay": (["m"], "w", "HistoryScreen"),
    "help over a replay": (["m", "w"], "?", "ReplayScreen"),
    "help over the statistics": (["m", "s"], "?", "PlayersScreen"),
    "help over a table": (["c"], "?", "TableScreen"),
}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("page", PAGES)
async def test_q_and_escape_close_a_page_over_another(page: str, tmp_path: Path) -> None:
    """It says so; nothing is asked, and nothing else is closed."""
    keys, opens, below = PAGES[page]
    async with playing(store=stocked(tmp_path / "data")) as player:
        await player.press(*keys)
        assert player.screen_name == below
        depth = len(player.app.screen_stack)
        for key in ("q", "escape"):
            await player.press(opens)
            assert len(player.app.screen_stack) == depth + 1
            assert "q back" in player.keys
            assert "quit" not in player.keys
            await player.press(key)
            assert player.screen_name == below
            assert len(player.app.screen_stack) == depth
            assert not has_left(player)


async def test_q_goes_through_the_pages_to_the_menu_and_quits_there(tmp_path: Path) -> None:
    """One at a time."""
    async with playing(store=stocked(tmp_path / "data")) as player:
        await player.press("m", "w", "?")
        for below in ("ReplayScreen", "HistoryScreen", "MenuScreen"):
            await player.press("q")
            assert player.screen_name == below
        assert "Leave the program q" in player.dialog
        await player.press("q")
        assert has_left(player)


async def test_a_question_changes_nothing_about_the_keys_below_it() -> None:
    """It is no page."""
    async with playing(staged(script=NEAR)) as player:
        await player.press("q")
        assert player.question == "Leave this match?"
        assert player.app.check_action("close", ()) is False
        await player.press("q")
        assert player.question == "Leave this match?"


async def test_leaving_from_the_too_small_notice_asks_first() -> None:
    """A window too small is no reason to lose a match; it may change while the question is there."""
    async with playing(staged(script=NEAR)) as player:
        await player.resize(60, 20)
        await player.press("q")
        assert not has_left(player)
        await player.resize(*SMALLEST)
        await player.resize(60, 20)
        await player.press("n")
        assert player.screen_name == "TooSmallScreen"
        await player.press("q")
        await player.resize(*SMALLEST)
        await player.press("n")
        assert player.screen_name == "TableScreen"


@pytest.mark.parametrize(
    "key",
    [
        "ctrl+q",
        "ctrl+c",
    ],
)
async def test_a_field_does_not_swallow_the_control_keys(key: str) -> None:
    """In a field q is a letter, so only they leave."""
    async with playing() as player:
        await player.press("n", "tab", "q")
        assert not has_left(player)
        await player.press("tab", key)
        assert has_left(player)


async def test_the_mouse_answers_too() -> None:
    """Each answer is a line to click."""
    for text, leaves in (("Keep playing", False), ("Leave the program", True)):
        async with playing(staged(script=NEAR)) as player:
            await player.press("q")
            y = next(y for y, row in enumerate(player.rows) if text in row)
            await player.click(player.rows[y].index(text), y)
            assert has_left(player) == leaves
            assert leaves or player.screen_name == "TableScreen"


async def test_the_palette_and_the_question_open_only_once() -> None:
    """In any order; Textual fails on a second palette."""
    async with playing(staged(script=NEAR)) as player:
        await player.press("ctrl+p", "ctrl+q", "ctrl+p", "ctrl+q", "ctrl+p")
        names = [type(screen).__name__ for screen in player.app.screen_stack]
        assert len(names) == len(set(names))


async def test_keys_typed_ahead_of_the_palette_do_nothing() -> None:
    """Textual fails on them before its list has been laid out."""
    async with playing(staged(script=NEAR)) as player:
        for key in ("ctrl+p", "pagedown", "pageup"):
            player.app.post_message(events.Key(key, None))
        await player.settle()
        assert not has_left(player)


async def test_the_menu_reached_in_too_small_a_window_is_covered() -> None:
    """As everything is."""
    async with playing(staged(script=NEAR)) as player:
        await player.resize(60, 20)
        await player.press("q", "m")
        assert player.screen_name == "TooSmallScreen"
        await player.resize(80, 24)
        assert player.screen_name == "MenuScreen"


async def test_the_menu_is_always_the_bottom_screen() -> None:
    """Keys typed ahead of a palette that closes can close one screen too many."""
    async with playing() as player:
        player.app.pop_screen()
        await player.settle()
        assert player.screen_name == "MenuScreen"
        assert len(player.app.screen_stack) == 2


async def test_an_error_that_keeps_keys_from_a_screen_ends_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Else none would arrive any more, not even those that leave."""

    def fail(_: SetupScreen) -> bool:
        raise RuntimeError("as the test wants it")

    monkeypatch.setenv("ENGARDE_DATA", str(tmp_path))
    monkeypatch.setattr(SetupScreen, "is_ready", property(fail))
    app = EngardeApp(keeper=SettingsKeeper(NAMED))

    async def type_ahead(_: Pilot[None]) -> None:
        app.post_message(events.Key("n", "n"))
        app.post_message(events.Key("ctrl+c", None))

    async with asyncio.timeout(LONGEST):
        await app.run_async(headless=True, auto_pilot=type_ahead)
    assert app.return_code == 1
    assert app.crash_report


async def test_a_page_that_opens_as_the_program_ends_is_no_error() -> None:
    """Textual gives it no widgets, but tells it that it has been mounted."""
    app = EngardeApp(staged(script=NEAR))
    async with app.run_test(size=SMALLEST):
        app.exit()
        app.open_settings()
    assert app.return_code == 0
