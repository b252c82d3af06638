"""Another language, chosen while the program runs, is spoken at once on every screen there is."""

from dataclasses import replace
from pathlib import Path

import pytest
from pseudo import PSEUDO, pseudo
from tui.harness import playing
from tui.shelf import stocked
from tui.states import ENDINGS

from engarde_tui.language import LANGUAGES, Translator
from engarde_tui.screens.settings import SettingsScreen

pytestmark = pytest.mark.usefixtures("translator")

ENDING = ENDINGS[0]

SCREENS = {
    "menu": "",
    "setup": "n",
    "setup-vs-computer": "a right right",
    "setup-typed": "n tab M i a",
    "history": "m",
    "history-filtered": "m r",
    "statistics": "m s",
    "daily": "d",
    "help": "question_mark",
    "replay": "m down down w right",
    "review": "m down down w c",
    "lesson": "l",
    "puzzle": "p",
}
"""The keys that lead to each screen, from the menu."""


@pytest.mark.by_day(2)
@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
async def test_a_screen_follows_the_language_as_if_it_had_been_opened_in_it(
    keys: str,
    tmp_path: Path,
    translator: Translator,
) -> None:
    shown = []
    for language in ("en", PSEUDO):
        translator.language = language
        async with playing(store=stocked(tmp_path / language)) as player:
            await player.press(*keys.split())
            before = player.text
            player.app.change_settings(language=PSEUDO)
            await player.settle()
            shown.append(player.text)
    assert shown[0] == shown[1] == before


async def test_a_language_chosen_in_the_settings_is_that_of_the_screens_below() -> None:
    async with playing() as player:
        await player.press("n")
        assert "Rounds to win" in player.text
        await player.press("ctrl+comma")
        assert isinstance(player.screen, SettingsScreen)
        player.screen.query_one("#language").focus()
        await player.press(*["right"] * len(LANGUAGES))
        assert "►(●) Pseudo " in player.text
        await player.press("enter")
        assert pseudo("Rounds to win") in player.text
        await player.press("ctrl+comma")
        assert pseudo("Bots pause for") in player.text
        player.screen.query_one("#language").focus()
        await player.press(*["left"] * len(LANGUAGES), "enter")
        assert "Rounds to win" in player.text


async def test_the_log_and_the_end_of_a_match_follow_the_language() -> None:
    async with playing(replace(ENDING.before, target=1)) as player:
        await player.press("space")
        await player.play(ENDING.word)
        await player.press("v")
        assert "─ Round 1 ─" in player.text
        player.app.change_settings(language=PSEUDO)
        await player.settle()
        assert f"─ {pseudo('Round {number}').format(number=1)} ─" in player.text
        await player.press("v", "space")
        assert player.screen_name == "MatchOverScreen"
        assert pseudo("{name} wins the match").format(name="Anna") in player.text
        assert f"─ {pseudo('Rounds')} ─" in player.text
        player.app.change_settings(language="en")
        await player.settle()
        assert "─ Rounds ─" in player.text
        assert "wins the match" in player.text
