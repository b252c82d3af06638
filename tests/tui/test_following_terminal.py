"""The program draws as it suits the terminal, as soon as that says what it is."""

from dataclasses import replace

import pytest
from tui.harness import NAMED, Player, playing

from engarde_tui.terminal.colours import told_by

LIGHT = "11;rgb:ffff/ffff/ffff"
DARK = "11;rgb:0000/0000/0000"
MANY = "4;255;rgb:eeee/eeee/eeee"


async def answer(player: Player, *answers: str) -> None:
    """Let the terminal answer what the driver asked; in tests there is none that asks."""
    for each in answers:
        told = told_by(each)
        assert told is not None
        player.app.post_message(told)
    await player.settle()


def few_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """As xterm comes."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "")


@pytest.mark.parametrize(("ground", "theme"), [(LIGHT, "daylight"), (DARK, "salle")])
async def test_auto_follows_the_ground_of_the_terminal(ground: str, theme: str) -> None:
    async with playing() as player:
        assert player.app.theme == "salle"
        player.app.questions()
        await answer(player, ground)
        assert player.app.theme == theme


@pytest.mark.parametrize("chosen", ["salle", "daylight", "terminal", "high-contrast", "mono"])
async def test_a_theme_that_is_chosen_stays_whatever_the_ground(chosen: str) -> None:
    async with playing(settings=replace(NAMED, theme=chosen)) as player:
        player.app.questions()
        await answer(player, LIGHT, MANY)
        assert player.app.theme == chosen


async def test_a_theme_on_trial_stays_when_the_answer_comes() -> None:
    async with playing() as player:
        player.app.questions()
        player.app.show_theme("high-contrast")
        await answer(player, LIGHT)
        assert player.app.theme == "high-contrast"
        player.app.show_theme("auto")
        assert player.app.theme == "daylight"


async def test_a_terminal_that_says_so_gets_256_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    few_colours(monkeypatch)
    async with playing() as player:
        assert player.app.theme == "terminal"
        player.app.questions()
        await answer(player, LIGHT)
        assert player.app.theme == "terminal", "with sixteen colours it suits any ground"
        await answer(player, MANY)
        assert player.app.console.color_system == "256"
        assert player.app.theme == "daylight"


async def test_more_colours_are_not_given_up_for_256() -> None:
    async with playing() as player:
        player.app.questions()
        await answer(player, MANY)
        assert player.app.console.color_system == "truecolor"


async def test_a_chosen_theme_has_an_edition_in_sixteen_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    few_colours(monkeypatch)
    async with playing(settings=replace(NAMED, theme="daylight")) as player:
        assert player.app.theme == "daylight-16"
        player.app.questions()
        await answer(player, MANY)
        assert player.app.theme == "daylight"


async def test_an_answer_that_nobody_asked_for_changes_nothing() -> None:
    async with playing() as player:
        await answer(player, LIGHT)
        assert player.app.theme == "salle"


async def test_without_colours_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(settings=replace(NAMED, theme="daylight")) as player:
        assert player.app.questions() == ""
        await answer(player, LIGHT)
        assert player.app.theme == "terminal"


@pytest.mark.parametrize("name", ["TERM", "STY"])
async def test_a_terminal_that_would_show_the_question_is_not_asked(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing() as player:
        assert player.app.questions()
    monkeypatch.setenv(name, "linux")
    async with playing() as player:
        assert player.app.questions() == ""


async def test_the_game_goes_on_while_the_theme_changes() -> None:
    """A late answer comes in the middle of something: what is typed and shown stays."""
    async with playing() as player:
        await player.press("n")
        shown = player.text
        player.app.questions()
        await answer(player, LIGHT, MANY)
        assert player.text == shown
