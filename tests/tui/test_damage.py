"""The menu and a new match on a store with one flipped bit."""

from contextlib import closing
from pathlib import Path

import pytest
from store.flips import checkpointed, flipped, flips, is_clean
from tui.harness import playing
from tui.scripts import SCRIPTS
from tui.shelf import begun, states
from tui.states import NEAR, staged

from engarde_tui.storage.store import Store

VERSION_SIGN = 60 * 8 + 7
"""The bit that makes the schema's version negative."""

MARK = 68 * 8
ENCODING = 59 * 8 + 1
PAGE_SIZE = 16 * 8


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """A file with a match won and one in play."""
    folder = tmp_path / "whole"
    with closing(Store(folder)) as store:
        *_, before, won = states(SCRIPTS[4])
        begun(store, won)
        begun(store, before)
    return checkpointed(folder / "matches.db")


async def check_menu(damaged: bytes, folder: Path) -> None:
    """The menu offers to continue, or says why it cannot."""
    folder.mkdir()
    (folder / "matches.db").write_bytes(damaged)
    async with playing(store=Store(folder, patience=0)) as player:
        assert player.screen_name == "MenuScreen"
        assert is_clean(player.text)
        if "Continue" not in player.text:
            assert "matches.db" in player.notice or not player.notice


async def check_beginning(damaged: bytes, folder: Path) -> None:
    """A match can be played in any case, unsaved if need be; the file is kept."""
    folder.mkdir()
    (folder / "matches.db").write_bytes(damaged)
    async with playing(staged(script=NEAR), store=Store(folder, patience=0)) as player:
        if player.question == "The match cannot be saved":
            await player.press("w")
            assert (folder / "matches.db").read_bytes() == damaged
        assert player.screen_name == "TableScreen"


@pytest.mark.parametrize("bit", [VERSION_SIGN, MARK, ENCODING, PAGE_SIZE])
async def test_the_menu_says_what_is_wrong(whole: bytes, tmp_path: Path, bit: int) -> None:
    await check_menu(flipped(whole, bit), tmp_path / "data")


@pytest.mark.by_day(2)
@pytest.mark.parametrize("bit", [VERSION_SIGN, MARK, ENCODING, PAGE_SIZE])
async def test_a_match_starts_without_saving(whole: bytes, tmp_path: Path, bit: int) -> None:
    await check_beginning(flipped(whole, bit), tmp_path / "data")


@pytest.mark.slow
async def test_with_any_flipped_bit_the_menu_opens_and_a_match_starts(whole: bytes, tmp_path: Path) -> None:
    for bit, damaged in flips(whole, 100):
        await check_menu(damaged, tmp_path / f"{bit}-menu")
        await check_beginning(damaged, tmp_path / f"{bit}-begin")
