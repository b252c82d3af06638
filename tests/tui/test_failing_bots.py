"""Bots that fail, and answers that cannot be saved."""

from collections.abc import Callable

from tui.harness import playing
from tui.rivals import Holding, Seated, actions, duel
from tui.states import NEAR

from engarde_tui.storage.store import Store
from engine.bot import ForfeitError
from engine.en_garde import Reason, Result, Seat

# A bot that fails


async def test_a_bot_that_fails_forfeits_the_round_and_the_match_continues(
    store: Store, seated: Seated
) -> None:
    """A dialog says who failed and how; the bot is asked again in the next round."""
    rival = seated(ForfeitError("did not answer within 10 seconds"), "+1")
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        await player.play("-3")
        assert player.question == "Forfeit"
        assert "Rival did not answer within 10 seconds. It forfeits the round." in player.dialog
        assert player.held.round.result is None
        await player.press("x", "y", "n", "u")
        assert player.question == "Forfeit"
        await player.press("space")
        assert player.at_showdown
        assert "Anna wins round 1: Rival could not continue" in player.text
        assert player.held.round.result == Result(Seat.LEFT, Reason.FORFEIT)
        assert store.record(1).match == player.held
        assert [view.result for view in rival.ends] == [Result(Seat.LEFT, Reason.FORFEIT)]
        await player.press("space")
        assert player.held.score == (1, 0)
        assert actions(player) == "+1"
        assert store.record(1).match == player.held


async def test_a_forfeit_can_decide_the_match(store: Store, seated: Seated) -> None:
    """As any other end of a round."""
    seated(ForfeitError("has crashed"))
    async with playing(duel(bot=Seat.LEFT, target=1), store=store) as player:
        await player.press("enter", "space")
        assert player.screen_name == "MatchOverScreen"
        assert "Bruno wins the match" in player.text
        assert "Rival could not continue" in player.text
    assert store.record(1).match.winner is Seat.RIGHT
    assert list(store.unfinished()) == []


async def test_a_match_left_at_a_forfeit_asks_the_bot_again_when_resumed(
    store: Store, seated: Seated
) -> None:
    """The round is not forfeited before the person has seen it."""
    seated(ForfeitError("has crashed"), "-1")
    async with playing(duel(NEAR, left="33345", right="11224"), store=store) as player:
        await player.play("-3")
        await player.press("ctrl+q", "m", "c")
        assert actions(player) == f"{NEAR} -3 -1"


async def test_an_external_bots_crash_is_reported_with_its_stderr() -> None:
    """It is restarted in the next round."""
    command = "sh -c 'echo no luck today >&2; exit 3'"
    async with playing(duel(NEAR, level=command, left="33345", right="11224")) as player:
        await player.play("-3")
        assert "Rival exited with status 3: 'no luck today'. It forfeits the round." in player.dialog
        await player.press("space", "space")
        assert player.held.number == 2
        assert player.question == "Forfeit"


async def test_a_program_suspended_at_a_forfeit_forfeits_once(seated: Seated) -> None:
    """It is not asked again."""
    seated(ForfeitError("has crashed"), "+1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("-3")
        player.app.app_suspend_signal.publish(player.app)
        await player.settle()
        for _ in range(3):
            await player.press("space")
        assert player.held.score == (1, 0)


# An answer that cannot be kept


async def test_an_answer_that_cannot_be_saved_is_not_played(
    store: Store, lock: Callable[[bool], None], held: Holding
) -> None:
    """It can be tried again."""
    rival = held("-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        lock(True)
        rival.may_answer.set()
        await player.wait_for_bots()
        assert player.question == "The match cannot be saved"
        assert actions(player) == f"{NEAR} -3"
        lock(False)
        await player.press("t")
        assert actions(player) == f"{NEAR} -3 -1"
        assert store.record(1).match == player.held


async def test_enter_retries_a_bots_answer_that_could_not_be_saved(
    store: Store, lock: Callable[[bool], None], held: Holding
) -> None:
    """As the notice says."""
    rival = held("-1", "-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        lock(True)
        rival.may_answer.set()
        await player.wait_for_bots()
        await player.press("escape")
        assert player.notice == "! Rival could not play. Press enter to let it try again."
        lock(False)
        await player.press("enter")
        assert actions(player) == f"{NEAR} -3 -1"
