"""The form of a match when there is more than one game."""

import re
from pathlib import Path

import pytest
from tui.harness import SMALLEST, playing
from tui.shelf import begun

from engarde_tui.storage.store import Store
from kuhn.rounds import TO_GAMES, dealt, to_kuhn

EN_GARDE_FORM = ("Game", "Opponent", "Left", "Right", "Rules", "Ferti advanced", "more rules…")
BOTH_FORMS = ("Who begins", "Press enter to begin.", "enter begin the match")


@pytest.mark.slow
async def test_everything_of_both_forms_is_visible_on_the_smallest_screen() -> None:
    async with playing(size=SMALLEST) as player:
        await player.press("n")
        for shown in (*EN_GARDE_FORM, *BOTH_FORMS):
            assert shown in player.dialog
        await player.press(TO_GAMES, *to_kuhn())
        assert "(●) Kuhn Poker" in player.text
        assert re.search(r"Rounds to win +3 ", player.text)
        for shown in BOTH_FORMS:
            assert shown in player.dialog
        assert "House rules" not in player.text


@pytest.mark.slow
async def test_another_game_is_chosen_and_begun_by_keys() -> None:
    async with playing() as player:
        await player.press("n", TO_GAMES, *to_kuhn(), "left", "right", "enter")
        assert "Kuhn Poker" in player.text
        assert player.held.rules.GAME == "kuhn"


@pytest.mark.slow
async def test_the_form_against_the_computer_names_the_bots_of_the_game() -> None:
    async with playing() as player:
        await player.press("a", TO_GAMES, *to_kuhn())
        assert " ● caller: bets with a 3, folds a 1" in player.text
        assert "Kuhn Poker: Anna against Caller." in player.notice


async def test_the_form_of_a_game_begins_with_its_own_rules_whatever_was_played_last(tmp_path: Path) -> None:
    store = Store(tmp_path)
    begun(store, dealt())
    async with playing(store=store) as player:
        await player.press("n")
        assert "Kuhn Poker" in player.text
        await player.press(TO_GAMES, *["left"] * len(to_kuhn()))
        assert "(●) Ferti advanced" in player.text
