"""Duels in the store: kept at once, resumed, listed, counted and watched again."""

from pathlib import Path

import pytest
from swords_and_shields_ui.duels import choose, finish_game, keys_for, played, short_match, soonest
from textual.widgets import OptionList
from tui.harness import Player, playing
from tui.scripts import SCRIPTS
from tui.shelf import begun, states

from engarde_tui.play.replay import Replay
from engarde_tui.storage.store import Store
from engine.match import Match
from engine.record import read, write


def finished(seed: int = 2) -> Match:
    """Return a short duel that is over."""
    match = short_match(life=6, seed=seed)
    while match.winner is None:
        match = played(match, soonest(match))
    return match


@pytest.fixture
def shelf(tmp_path: Path) -> Store:
    """A finished match of En Garde, and then a finished duel."""
    store = Store(tmp_path / "data")
    begun(store, list(states(SCRIPTS[4]))[-1])
    begun(store, finished())
    return store


def lines(player: Player) -> int:
    """Return how many matches are listed."""
    return player.screen.query_one(OptionList).option_count


@pytest.mark.slow
async def test_every_action_is_kept_at_once_and_the_match_goes_on_behind_the_curtain(tmp_path: Path) -> None:
    store = Store(tmp_path)
    match = short_match(life=9)
    async with playing(match, store=store) as player:
        await player.press("space")
        for word in (soonest(match), "end"):
            await player.press(*keys_for(player.held, word))
            assert Store(tmp_path).record(1).match == player.held
        await choose(player, soonest(player.held))
        kept = player.held
    async with playing(store=Store(tmp_path)) as player:
        assert "Anna 0 : 0 Bruno " in player.dialog
        await player.press("home", "enter")
        assert player.held == kept
        assert player.curtain_is_down
        assert "'s hand" not in player.text
        await finish_game(player)
        assert Store(tmp_path).record(1).match.winner is not None


async def test_an_effect_that_waits_for_a_choice_still_waits_after_a_resume(tmp_path: Path) -> None:
    store = Store(tmp_path)
    async with playing(short_match(life=9), store=store) as player:
        await player.press("space")
        uses = [str(a) for a in player.view.round.legal if str(a).startswith("use:")]
        await choose(player, uses[0])
        assert player.view.round.pending is not None
        pending = player.held.round.pending
    async with playing(store=Store(tmp_path)) as player:
        await player.press("home", "enter")
        assert player.held.round.pending == pending
        await player.press("space")
        assert ": choose from the list, then press enter." in player.notice


async def test_the_history_lists_both_games_and_filters_by_the_kind_of_duel(shelf: Store) -> None:
    async with playing(store=shelf) as player:
        await player.press("m")
        assert lines(player) == 2
        assert "6 life points, one round." in player.text
        seen = set()
        for _ in range(3):
            await player.press("g")
            seen.add((player.text.split("game: ")[1].split("  ")[0], lines(player)))
        assert {number for _, number in seen} == {1, 2}
        assert len(seen) == 3


async def test_statistics_name_how_a_duel_was_won(shelf: Store) -> None:
    async with playing(store=shelf) as player:
        await player.press("m", "s", "space", "space")
        assert "out of life points" in player.text


async def test_a_duel_is_watched_from_the_history_step_by_step(shelf: Store) -> None:
    match = finished()
    async with playing(store=shelf) as player:
        await player.press("m", "w")
        assert "Anna's hand" in player.text
        assert "Bruno's hand" in player.text
        assert f"step 0 of {len(match.round.actions)}" in player.text
        await player.press("right", "right")
        assert f"step 2 of {len(match.round.actions)}" in player.text
        await player.press("end")
        assert match.winner is not None
        told = " ".join(player.text.split())
        assert f"{match.names[match.winner]} wins round 1" in told
        assert "has no life points left" in told


@pytest.mark.parametrize(("presses", "shown"), [(1, "Anna"), (2, "Bruno"), (3, "")])
async def test_a_replay_shows_only_the_hands_that_are_asked_for(presses: int, shown: str) -> None:
    async with playing(Replay(finished())) as player:
        await player.press("right", "down", *["v"] * presses)
        round = player.screen.scene.view.round  # type: ignore[attr-defined]
        assert [name for name, hand in zip(("Anna", "Bruno"), round.hands, strict=True) if hand] == (
            [shown] if shown else []
        )
        hidden = [size for size, hand in zip(round.hand_sizes, round.hands, strict=True) if hand is None]
        assert player.text.count("▒▒▒▒▒▒▒▒") == sum(hidden) > 0


def test_a_record_of_a_duel_reads_back_with_every_action(shelf: Store) -> None:
    record = shelf.record(2)
    text = write(record)
    assert "Game: swords-and-shields\n" in text
    assert read(text).match == record.match
    assert write(read(text)) == text
