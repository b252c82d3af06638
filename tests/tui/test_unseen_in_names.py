"""Names with what takes no cell: no row shifts, and spellings that show the same are one person's."""

import re
from pathlib import Path

import pytest
from recorded import ALI, FAMILY, FIRE
from textual.events import Paste
from textual.widgets import Input, OptionList
from tui.harness import Player, playing
from tui.history.test_players import kept, won
from tui.setup.form import fill, open_setup
from tui.states import NEAR, staged

from engarde_tui.screens.played import ratings_in
from engarde_tui.settings.entries import Settings
from engarde_tui.terminal.cells import cells_of
from engine.en_garde import Seat
from engine.en_garde.game import GAME as EN_GARDE

THAI = "\u0e01\u0e34\u0e15\u0e15\u0e34"
"""Three letters, two with a vowel above."""

TWINS = {FAMILY: "Family", ALI: "Zaliré", FIRE: "Fir", THAI: "Kti"}
"""A plain name that takes as many cells, and is listed in the same place."""


async def seen(name: str, folder: Path) -> list[str]:
    """Walk through the program under a name; return all rows of all screens, each as its cells."""
    found: list[str] = []

    def look(player: Player) -> None:
        rows = [cells_of(row) for row in player.rows]
        assert {len(row) for row in rows} == {80}
        found.extend("".join(row) for row in rows)

    store = kept(folder, won((name, "Bruno")), won(("Bruno", name)))
    async with playing(store=store, settings=Settings(name=name)) as player:
        look(player)
        await player.press("m")
        look(player)
        await player.press("s")
        look(player)
        await player.press("escape", "escape")
        await open_setup(player)
        look(player)
    async with playing(staged(names=("Bruno", name), script=NEAR)) as player:
        look(player)
        await player.play("+1")
        look(player)
        await player.press("space")
        look(player)
    async with playing(won((name, "Bruno"))) as player:
        look(player)
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        look(player)
    return found


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", TWINS)
async def test_no_row_shifts_whatever_takes_no_cell(name: str, tmp_path: Path) -> None:
    """Every screen is that of a plain name as wide: terminals that join emoji and others agree about it."""
    rows, plain = await seen(name, tmp_path / "name"), await seen(TWINS[name], tmp_path / "twin")
    shown = "".join(cells_of(name))
    assert sum(shown in row for row in rows) > 10
    assert [row.replace(shown, TWINS[name]) for row in rows] == plain


@pytest.mark.parametrize("name", [ALI, FAMILY])
async def test_joiners_are_typed_and_pasted_as_any_character(name: str) -> None:
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", name)
        assert player.screen.query_one("#left", Input).value == name
        await fill(player, "left", "")
        player.app.post_message(Paste(name))
        await player.settle()
        await player.press("enter")
        assert player.held.names == (name, "Bruno")


async def test_spellings_that_show_the_same_have_one_line_in_the_statistics_and_are_found_together(
    tmp_path: Path,
) -> None:
    """As the newest match spells them."""
    store = kept(tmp_path, won(("Bruno", "José")), won(("José\ufe0f", "Bruno")), won(("Jos\u200cé", "Bruno")))
    assert set(await ratings_in(store, EN_GARDE)) == {"Bruno", "José"}
    async with playing(store=store, settings=Settings(name="José\u2800")) as player:
        await player.press("m")
        await player.press("slash", *"\ufe0fjosé")
        assert len([row for row in player.rows if re.search(r"\d-\d\d \d\d:\d\d.* 1 : 0", row)]) == 3
        await player.press("escape", "s")
        players = player.screen.query_one("#players", OptionList)
        assert [str(option.prompt) for option in players.options] == ["Bruno", "Jos\u200cé"]
        assert players.highlighted == 1
        await player.press("space")
        assert "Jos\u200cé against everybody" in player.text
        assert re.search(r"Matches +2 +1 ", player.text)


async def test_a_spelling_of_a_bots_name_is_the_bots() -> None:
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "No\u200cvice")
        await fill(player, "right", "Bruno")
        assert "! A" not in player.notice
        await player.press("enter")
        assert player.live_match.names == ("Novice", "Bruno")
        assert player.live_match.people == (Seat.RIGHT,)
