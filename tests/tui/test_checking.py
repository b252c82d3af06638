"""Stored matches are checked before one is saved, and damage is told."""

from contextlib import closing
from pathlib import Path

import pytest
from store.flips import damage
from tui.harness import playing
from tui.scripts import SCRIPTS
from tui.shelf import begun, states
from tui.states import NEAR, play, staged

from engarde_tui.storage.store import Store

BEFORE = staged(script=NEAR, left="33345")
*_, WON = states(SCRIPTS[0])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with matches that were won and one in play, the one played last."""
    with closing(Store(tmp_path)) as store:
        for _ in range(8):
            begun(store, WON)
        begun(store, BEFORE)
    return Store(tmp_path)


async def test_damage_is_told_when_a_match_begins(store: Store) -> None:
    before = damage(store.path)
    async with playing(BEFORE, store=store) as player:
        assert player.question == "The match cannot be saved"
        assert "matches.dbisdamaged(" in "".join(player.dialog.split())
        await player.press("w")
        assert player.screen_name == "TableScreen"
    assert store.path.read_bytes() == before


@pytest.mark.slow
async def test_a_match_from_a_damaged_file_goes_on_without_saving(store: Store) -> None:
    before = damage(store.path)
    async with playing(store=store) as player:
        await player.press("c", "space")
        assert player.screen_name == "TableScreen"
        await player.play("-3")
        assert player.question == "The match cannot be saved"
        assert player.held == BEFORE
        await player.press("w")
        assert player.held == play(BEFORE, "-3")
    assert store.path.read_bytes() == before


async def test_nothing_is_deleted_from_a_damaged_file(store: Store) -> None:
    before = damage(store.path)
    async with playing(store=store) as player:
        await player.press("m", "d", "y")
        assert "matches.db is damaged (" in player.notice
        assert "Matches: 9 of 9" in player.text
    assert store.path.read_bytes() == before
