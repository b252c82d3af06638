"""Bots are let go when a match is left or over."""

import os
import select
from pathlib import Path

import pytest
from settling import LONGEST
from tui.harness import playing
from tui.rivals import Holding, Seated, actions, duel
from tui.states import NEAR

from engarde_tui.storage.store import Store
from engine.bot import ForfeitError
from engine.en_garde import Reason, Result, Seat


@pytest.mark.by_day(1)
@pytest.mark.parametrize("answers", [["q", "m"], ["?", "ctrl+q", "m"]], ids=" ".join)
async def test_a_match_can_be_left_while_the_bot_thinks(
    answers: list[str], store: Store, held: Holding
) -> None:
    """Its answer comes too late; who continues finds the bot thinking again."""
    rival = held("+1", "-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        before = player.held
        await player.press(*answers)
        assert player.screen_name == "MenuScreen"
        assert rival.closed
        rival.may_answer.set()
        await player.wait_for_bots()
        assert store.record(1).match == before
        await player.press("c")
        assert actions(player) == f"{NEAR} -3 -1"


async def test_the_program_can_be_left_while_the_bot_thinks(store: Store, held: Holding) -> None:
    """At once; the match is kept as far as it was shown."""
    rival = held("-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        before = player.held
        await player.press("q", "y")
        assert player.has_ended
    assert rival.closed
    assert store.record(1).match == before


@pytest.mark.parametrize("keys", ["q y", "q m"], ids=["quit", "menu"])
async def test_a_program_that_thinks_ends_with_the_match(keys: str, tmp_path: Path) -> None:
    """No process is left behind; this one would never answer."""
    fifo = tmp_path / "number of the process"
    os.mkfifo(fifo)
    descriptor = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    table = duel(NEAR, level=f"sh -c 'echo $$ > \"{fifo}\"; exec cat > {os.devnull}'", left="33345")
    async with playing(table, waits_for_bots=False) as player:
        await player.play("-3")
        ready, _, _ = select.select([descriptor], [], [], LONGEST)
        assert ready, "the program has not been started"
        process = int(os.read(descriptor, 20))
        os.close(descriptor)
        os.kill(process, 0)
        assert player.notice == "Rival is thinking."
        await player.press(*keys.split())
        assert player.has_ended or player.screen_name == "MenuScreen"
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_the_bot_is_let_go_when_the_match_is_over(seated: Seated) -> None:
    """And has seen how each round ended, both hands included."""
    rival = seated("H")
    async with playing(duel(NEAR, left="33345", right="11224", target=1)) as player:
        await player.play("A333")
        assert [view.result for view in rival.ends] == [Result(Seat.LEFT, Reason.HIT)]
        assert None not in rival.ends[0].hands
        assert not rival.closed
        await player.press("space")
        assert rival.closed


async def test_a_rematch_is_against_the_same_bot_and_begun_by_the_other(store: Store, seated: Seated) -> None:
    """Which has played already when it is shown; no help has been taken yet."""
    seated("H", "+1")
    table = duel(NEAR, level="fencer", left="33345", right="11224", target=1)
    async with playing(table, store=store) as player:
        await player.press("i")
        await player.play("A333")
        await player.press("space", "r")
        assert player.screen_name == "TableScreen"
        assert player.held.names == ("Anna", "Rival")
        assert player.held.first is Seat.RIGHT
        assert actions(player) == "+1"
        assert not player.curtain_is_down
    assert store.record(2).others == (("Right-Bot", "fencer"),)


def test_a_program_is_not_started_once_the_table_has_been_left(tmp_path: Path) -> None:
    """A question may be on its way, in another thread, while the person leaves."""
    started = tmp_path / "started"
    table = duel(bot=Seat.LEFT, level=f"touch {started}")
    table.close()
    with pytest.raises(ForfeitError, match=r"^was stopped$"):
        table.ask_bot()
    assert not started.exists()
