"""Sentences in dialogs."""

import pytest
from tui.harness import playing

from engarde_tui.play.questions import FORFEIT


@pytest.mark.slow
async def test_a_score_in_a_dialog_is_never_broken() -> None:
    """Wherever the end of the line falls."""
    async with playing() as player:
        for letters in range(36, 57):
            words = f"{'a' * letters} 8 : 2 bruno and so on.\n\nA second paragraph."
            player.app.ask(FORFEIT.about(words))
            await player.settle()
            assert "8 : 2" in player.text
            assert words.replace("\n\n", " ") in player.dialog
            await player.press("space")
            assert player.screen_name == "MenuScreen"


FAMILY, RAINBOW = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}", "\N{WAVING WHITE FLAG}\ufe0f\u200d\N{RAINBOW}"


@pytest.mark.parametrize("emoji", [FAMILY, RAINBOW])
async def test_no_word_is_lost_beside_emoji_of_several_parts(emoji: str) -> None:
    async with playing() as player:
        player.app.ask(FORFEIT.about(f"Family day {emoji * 6} begins on Friday at SIX sharp"))
        await player.settle()
        assert "begins on Friday at SIX sharp" in player.dialog
