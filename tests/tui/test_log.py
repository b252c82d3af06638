"""The log of a round of En Garde: nobody looks through the discards while it is played."""

from dataclasses import replace

from tui.harness import playing
from tui.states import ENDINGS, NEAR, staged

from engarde_tui.games.en_garde.words import log
from engine.en_garde import PRESETS


async def test_the_log_opens_once_the_round_is_over() -> None:
    async with playing(ENDINGS[0].before) as player:
        await player.press("space", "v")
        assert player.screen_name == "TableScreen"
        assert "v log" not in player.keys
        await player.play(ENDINGS[0].word)
        assert player.at_showdown
        await player.press("v")
        assert player.screen_name == "LogScreen"
        for _, sentence in log(player.view):
            assert sentence in " ".join(player.text.replace("│", " ").split())
        await player.press("v")
        assert player.at_showdown


async def test_with_open_discards_the_log_can_be_read_at_any_time() -> None:
    async with playing(staged(replace(PRESETS["ferti-advanced"], open_discard=True), NEAR)) as player:
        await player.press("space", "v")
        assert player.screen_name == "LogScreen"


async def test_a_key_that_lifts_a_curtain_does_not_close_the_log() -> None:
    """It may be held down."""
    async with playing(ENDINGS[0].before) as player:
        await player.press("space")
        await player.play(ENDINGS[0].word)
        await player.press("v", "space", "space")
        assert player.screen_name == "LogScreen"
        await player.press("escape")
        assert player.at_showdown
