"""The fencing hall behind the piste: seen at every size, quieter than all before it."""

import pytest
from textual.color import Color
from textual.theme import Theme
from tui.fencing import WINDOWS
from tui.harness import Player, playing
from tui.states import MIDDLE, staged

from engarde_tui.games.en_garde.widgets.piste import Piste
from engarde_tui.terminal.themes import DAYLIGHT, HIGH_CONTRAST, MONO, SALLE, TERMINAL

pytestmark = pytest.mark.painted

SHADES = ("lit", "window", "banner")
FENCERS = ("left", "right")
TURN = staged(script=MIDDLE, left="12335")


def kinds(player: Player) -> set[str]:
    """What is drawn on the piste and behind it, in characters and in grounds."""
    cells = [cell for row in player.screen.query_one(Piste)._canvas.rows for cell in row]
    return {foreground for char, foreground, _ in cells if char != " "} | {ground for *_, ground in cells}


@pytest.mark.parametrize("size", WINDOWS, ids="{0[0]}x{0[1]}".format)
async def test_windows_heads_and_a_banner_are_behind_the_piste(size: tuple[int, int]) -> None:
    async with playing(TURN, size) as player:
        assert kinds(player) >= {*SHADES, *FENCERS}


@pytest.mark.parametrize("theme", [TERMINAL, MONO], ids=lambda theme: theme.name)
async def test_without_shades_of_the_ground_it_is_left_out(theme: Theme) -> None:
    async with playing(TURN) as player:
        player.app.show_theme(theme.name)
        await player.settle()
        assert not kinds(player) & {*SHADES}


@pytest.mark.parametrize("theme", [SALLE, DAYLIGHT, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_it_is_much_quieter_than_the_fencers(theme: Theme) -> None:
    """Its shades are close to the ground, the fencers are far from it."""
    assert theme.background is not None
    assert theme.secondary is not None
    ground = Color.parse(theme.background)
    loudest = max(distance(Color.parse(theme.variables[shade]), ground) for shade in SHADES)
    quietest = min(distance(Color.parse(fencer), ground) for fencer in (theme.primary, theme.secondary))
    assert loudest * 4 < quietest


def distance(one: Color, other: Color) -> float:
    """Return how much brighter or darker one colour is than another, 0 to 1."""
    return abs(one.brightness - other.brightness)
