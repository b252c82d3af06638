"""The terminal's cursor, which is hidden, stands on what is chosen: readers and magnifiers follow it."""

import pytest
from textual.widgets import Input
from tui.harness import Player, playing
from tui.states import NEAR, staged

from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.settings.entries import Settings

pytestmark = pytest.mark.painted


def pointed(player: Player) -> str:
    """Return the row of the screen from the cursor on."""
    x, y = player.app.cursor_position
    return player.rows[y][x:]


@pytest.mark.parametrize(
    ("keys", "stands_on"),
    [
        ((), "►Learn to play"),
        (("down",), "►New match"),
        (("s", "tab"), "►(●) on, not over SSH"),
        (("l", "down"), "► advance 1"),
        (("n", "escape", "up"), "►Quit"),
    ],
)
async def test_it_stands_before_the_line_or_the_field_that_is_chosen(
    keys: tuple[str, ...], stands_on: str
) -> None:
    async with playing() as player:
        await player.press(*keys)
        assert pointed(player).startswith(stands_on)


async def test_it_stands_in_the_field_that_is_typed_in() -> None:
    async with playing(settings=Settings()) as player:
        await player.write("Zo")
        assert player.app.cursor_position == player.screen.query_one(Input).cursor_screen_offset


async def test_at_the_table_it_stands_on_the_card_that_is_picked_and_on_the_line_that_is() -> None:
    async with playing(staged(script=NEAR)) as player:
        await player.press("space", "1")
        region = player.screen.query_one(Hand).region
        assert region.contains(*player.app.cursor_position)
        await player.press("down")
        assert pointed(player).startswith("► ")
