"""Every word of the hall's own screens stands out from its ground."""

import pytest
from serve.screens.guests import end_match, in_hall, settle, sit_down
from tui.test_contrast import weak_words

from engarde_tui.serve.hall.hall import Hall


@pytest.mark.by_day(1)
@pytest.mark.parametrize("keys", ["", "down", "n", "n enter", "j", "question_mark"])
async def test_every_word_of_the_screens_before_a_match_can_be_read(hall: Hall, keys: str) -> None:
    async with in_hall(hall, "~anna", "bruno") as (anna, bruno):
        await bruno.press("n", "enter")
        await settle(anna, bruno)
        await anna.press(*keys.split())
        assert not await weak_words(anna)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("keys", ["", "p", "s", "q"])
async def test_every_word_at_a_table_and_after_a_match_can_be_read(hall: Hall, keys: str) -> None:
    async with in_hall(hall, "~anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await anna.press(*keys.split())
        assert not await weak_words(anna)


@pytest.mark.slow
async def test_the_offer_of_a_rematch_can_be_read(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno") as (anna, bruno):
        await sit_down(anna, bruno)
        await end_match(hall, anna, bruno)
        await bruno.press("r")
        await settle(anna, bruno)
        assert anna.notice == "bruno wants a rematch: press r to agree."
        assert not await weak_words(anna)
