"""Keys and clicks that arrive at once, before the screen has been drawn again."""

from random import Random

import pytest
from swords_and_shields_ui.duels import staged
from textual import events
from tui.harness import LARGE, Player, playing

from engarde_tui.games.swords_and_shields.widgets.offers import Offers


def post_click(player: Player, x: int, y: int) -> None:
    """Post a click without waiting for anything."""
    for kind, button in ((events.MouseMove, 0), (events.MouseDown, 1), (events.MouseUp, 1)):
        player.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))


async def test_a_click_on_a_line_of_a_list_that_has_become_shorter_does_nothing() -> None:
    async with playing(staged("s2r s3y s8g h8b b+1"), LARGE) as player:
        await player.press("space")
        region = player.screen.query_one(Offers).region
        player.app.post_message(events.Key("1", "1"))
        post_click(player, region.x + 3, region.y + 15)
        await player.settle()
        assert player.scene.draft.chosen in player.scene.draft.listed
        assert not player.view.round.plays


@pytest.mark.by_day(1)
@pytest.mark.parametrize("seed", range(3))
async def test_clicks_that_come_in_pairs_anywhere_break_nothing(seed: int) -> None:
    source = Random(seed)
    async with playing(staged("s2r s3y s8g h8b b+1", "b+1/s4r"), LARGE) as player:
        await player.press("space")
        region = player.screen.query_one("#duel").region
        for _ in range(30):
            for _ in range(2):
                post_click(player, source.randrange(region.width), source.randrange(1, region.bottom))
            await player.settle()
            await player.press("escape")
        assert not player.view.round.plays


async def test_looking_at_open_cards_where_there_are_none_says_so() -> None:
    async with playing(staged("s1r", shop="- - - - -")) as player:
        await player.press("space", "o")
        assert player.notice == "! No card lies open."
