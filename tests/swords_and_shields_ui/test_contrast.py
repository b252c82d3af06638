"""Every word of a duel stands out from its ground."""

import pytest
from swords_and_shields_ui.duels import finish_game, short_match, staged
from tui.harness import LARGE, SMALLEST, playing
from tui.test_contrast import weak_words

SIZES = [SMALLEST, LARGE, (160, 48)]
KEYS = ["", "1", "a", "b", "n", "o", "e", "9"]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("keys", KEYS, ids=lambda keys: keys or "turn")
@pytest.mark.parametrize("size", SIZES, ids=["small", "large picture", "grand"])
async def test_every_word_of_a_turn_can_be_read(size: tuple[int, int], keys: str) -> None:
    match = staged(
        "h1b h4y s1r ds-2 s8v", "s4r b+1/h3x -", other_lies="h4g s2y b+3", shop="s3r h8g b+2 dh-3 s10x",
        discard="s1v", other_discard="h2v", shop_discard="s1b", life=(38, 17), target=3,
    )  # fmt: skip
    async with playing(match, size) as player:
        await player.press("space", *keys.split())
        assert not await weak_words(player)


@pytest.mark.slow
async def test_the_end_of_a_duel_can_be_read() -> None:
    async with playing(short_match()) as player:
        await finish_game(player)
        for moment in ("verdict", "result"):
            assert not await weak_words(player), moment
            await player.press("space")
