"""Matches of two games in one store."""

import re
from pathlib import Path

import pytest
from textual.widgets import OptionList
from tui.harness import Player, playing
from tui.scripts import SCRIPTS
from tui.shelf import begun, states

from engarde_tui.play.replay import Replay
from engarde_tui.storage.store import Store
from engine.record import read, write
from kuhn.rounds import choose, dealt, finish, played

OVER = ("bet", "call", "next", "bet", "call")
"""Two rounds, won by whoever has the higher card."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A finished match of En Garde, and then one of Kuhn poker."""
    store = Store(tmp_path / "data")
    begun(store, list(states(SCRIPTS[4]))[-1])
    match = played(dealt(target=1), "bet", "call")
    assert match.winner is not None
    begun(store, match)
    return store


def lines(player: Player) -> int:
    """Return how many matches are listed."""
    return player.screen.query_one(OptionList).option_count


async def test_the_history_lists_both_games_and_filters_by_game(store: Store) -> None:
    async with playing(store=store) as player:
        await player.press("m")
        assert lines(player) == 2
        assert "Kuhn Poker, one round." in player.text
        seen = set()
        for _ in range(3):
            await player.press("g")
            seen.add((player.text.split("game: ")[1].split("  ")[0], lines(player)))
        assert seen == {("any", 2), ("Kuhn Poker", 1), ("Abacus advanced", 1)}


async def test_statistics_count_both_games_together(store: Store) -> None:
    async with playing(store=store) as player:
        await player.press("m", "s")
        await player.press("space")
        assert re.search(r"Matches +1 +1 +50%", player.text)


async def test_a_match_of_the_history_is_watched_again(store: Store) -> None:
    async with playing(store=store) as player:
        await player.press("m", "w")
        assert player.screen_name == "ReplayScreen"
        assert "Anna's card: 2" in player.text
        assert "Bruno's card: 3" in player.text
        await player.press("end")
        assert "Bruno wins round 1: the higher card" in player.text
        await player.press("v", "v", "v")
        assert "card:" not in player.text


async def test_a_replay_shows_also_the_cards_of_a_fold() -> None:
    match = played(dealt(target=1), "bet", "fold")
    async with playing(Replay(match)) as player:
        await player.press("end")
        assert "Anna wins round 1: Bruno folded" in player.text
        assert "Bruno's card: 3" in player.text


async def test_whatever_is_played_is_kept_and_resumed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    async with playing(dealt(), store=store) as player:
        await choose(player, "check", "bet")
        kept = player.held
    assert Store(tmp_path).record(1).match == kept
    async with playing(store=store) as player:
        assert "Anna 0 : 0 Bruno " in player.dialog
        await player.press("home", "enter")
        assert player.held == kept
        assert player.curtain_is_down
        assert "card:" not in player.text
        await finish(player)
        assert store.record(1).match.winner is not None


def test_a_record_without_a_game_is_one_of_en_garde(store: Store) -> None:
    text = write(store.record(1))
    assert "Game:" not in text
    assert read(text).match.rules.GAME == "en-garde"
