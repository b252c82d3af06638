"""What cannot be kept: nothing is played unseen, and play can go on without saving."""

import asyncio
from collections.abc import Callable

import pytest
from textual.worker import WorkerFailed
from tui.harness import playing
from tui.scripts import SCRIPTS
from tui.shelf import begun, states, stored
from tui.states import NEAR, play, staged

from engarde_tui.play.problem import Problem
from engarde_tui.settings.entries import Settings
from engarde_tui.storage.store import Store
from engarde_tui.widgets.scoring_box import ScoringBox

SCRIPT = SCRIPTS[7]
"""Two rounds."""


async def test_an_action_that_cannot_be_kept_is_not_played(
    store: Store, lock: Callable[[bool], None]
) -> None:
    """The question names the file and what to do; nothing of the action shows."""
    async with playing(staged(script=NEAR, left="33345"), store=store) as player:
        before = player.held
        lock(True)
        await player.play("-3")
        assert player.question == "The match cannot be saved"
        assert "matches.db is locked by another program: close that, then try again" in player.dialog
        assert player.held == before
        await player.press("escape")
        assert player.screen_name == "TableScreen"
        assert player.held == before
        assert player.hands == {"Anna": (3, 3, 3, 4, 5)}


async def test_trying_again_to_begin_asks_again_and_nothing_else(
    store: Store, lock: Callable[[bool], None]
) -> None:
    """Not for a name over it; who cancels comes to the menu."""
    lock(True)
    match = staged(script=NEAR, left="33345")
    async with playing(match, store=store, settings=Settings(), skips_name=False) as player:
        for _ in range(3):
            assert player.question == "The match cannot be saved"
            assert not player.asks_name
            await player.press("t")
        await player.press("escape")
        assert player.asks_name


async def test_trying_again_plays_it_once_it_can_be_kept(store: Store, lock: Callable[[bool], None]) -> None:
    """As often as it takes."""
    async with playing(staged(script=NEAR, left="33345"), store=store) as player:
        lock(True)
        await player.play("-3")
        await player.press("t", "t")
        assert player.question == "The match cannot be saved"
        lock(False)
        await player.press("t")
        assert player.screen_name == "TableScreen"
        assert player.held == play(staged(script=NEAR, left="33345"), "-3")
        assert stored(store) == player.held


async def test_nobody_waits_for_a_change_that_fails_unexpectedly_when_tried_again() -> None:
    attempts: list[asyncio.Future[bool]] = []
    failures = [Problem("the disk is full"), RuntimeError()]

    def change() -> None:
        raise failures.pop(0)

    async def try_twice() -> None:
        async with playing() as player:
            attempts.append(player.app.attempt(change))
            await player.settle()
            await player.press("t")

    with pytest.raises(WorkerFailed):
        await try_twice()
    assert attempts[0].cancelled()


async def test_play_goes_on_without_saving_where_the_player_wants_it(
    store: Store, lock: Callable[[bool], None]
) -> None:
    """And says so, until it can be saved again: then nothing is missing."""
    async with playing(staged(script=NEAR, left="33345"), store=store) as player:
        before = player.held
        lock(True)
        await player.play("-3")
        await player.press("w")
        assert player.held == play(before, "-3")
        assert "not saved" in player.drawn(ScoringBox)[0]
        await player.play(str(player.held.round.legal[0]))
        assert player.screen_name == "TableScreen"
        assert stored(store) == before
        await player.press("q")
        assert "If you leave now, what is missing is lost." in player.dialog
        await player.press("n")
        lock(False)
        await player.play(str(player.held.round.legal[0]))
        assert "not saved" not in player.text
        assert stored(store) == player.held
        await player.press("q")
        assert "To come back, choose Continue in the menu" in player.dialog


async def test_the_showdown_too_says_that_the_match_is_not_saved(
    store: Store, lock: Callable[[bool], None]
) -> None:
    """It is a part of the match."""
    async with playing(staged(script=f"{NEAR} A33", right="11224"), store=store) as player:
        lock(True)
        await player.play("H")
        await player.press("w")
        assert player.at_showdown
        assert "not saved" in player.drawn(ScoringBox)[0]


async def test_a_match_can_begin_without_saving(store: Store, lock: Callable[[bool], None]) -> None:
    """Or not at all: then there is the menu."""
    lock(True)
    async with playing(staged(), store=store) as player:
        assert player.question == "The match cannot be saved"
        await player.press("w")
        assert player.screen_name == "TableScreen"
        assert "not saved" in player.drawn(ScoringBox)[0]
        lock(False)
        await player.play(str(player.held.round.legal[0]))
        assert "not saved" not in player.text
        assert stored(store) == player.held
        lock(True)
    async with playing(staged(), store=store) as player:
        await player.press("escape")
        assert player.screen_name == "MenuScreen"


async def test_a_deal_that_cannot_be_kept_leaves_the_showdown(
    store: Store, lock: Callable[[bool], None]
) -> None:
    """No card of the next round shows before it is on the disk."""
    between = next(match for match in states(SCRIPT) if match.round.result is not None)
    begun(store, between)
    async with playing(store=store) as player:
        await player.press("c")
        lock(True)
        await player.press("space")
        assert player.question == "The match cannot be saved"
        await player.press("escape")
        assert player.at_showdown
        lock(False)
        await player.press("space")
        assert player.held == between.next_round()
        assert stored(store) == player.held


async def test_a_file_deleted_in_mid_match_is_noticed(store: Store) -> None:
    """As a sync or a clean-up does it: SQLite would write on into nothing."""
    async with playing(staged(script=NEAR, left="33345"), store=store) as player:
        for part in store.folder.glob("matches.db*"):
            part.unlink()
        await player.play("-3")
        assert "has been deleted or replaced while it was open" in player.dialog
        await player.press("w")
        assert player.screen_name == "TableScreen"
        assert "not saved" in player.drawn(ScoringBox)[0]
        assert not store.path.exists()


async def test_leaving_saves_what_could_not_be_saved_before(
    store: Store, lock: Callable[[bool], None]
) -> None:
    """Where it can be saved by now."""
    async with playing(staged(script=NEAR, left="33345"), store=store) as player:
        lock(True)
        await player.play("-3")
        await player.press("w")
        lock(False)
        await player.press("q", "m")
        assert stored(store) == play(staged(script=NEAR, left="33345"), "-3")
        assert "Anna 0 : 0 Bruno " in player.dialog
