"""A person against a bot: turns, what the screen shows meanwhile, and leaving."""

import asyncio
import os
import re
import select
from pathlib import Path
from random import Random

import pytest
from tui.harness import LARGE, Player, playing
from tui.rivals import Holding, Seated, actions, duel
from tui.states import MIDDLE, NEAR

from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.games.en_garde.widgets.last_turn import LastTurn
from engarde_tui.match.bot_turns import BOT_PACE
from engarde_tui.match.players import Players
from engarde_tui.match.table import Table
from engarde_tui.storage.store import Store
from engine.bots import ForfeitError
from engine.en_garde import PRESETS, Match, Reason, Result, Seat
from engine.en_garde.bots import LEVELS
from engine.en_garde.game import GAME as EN_GARDE

COMPOSING = ("1", "3", "4", "left", "right", "a", "up", "down", "enter", "backspace", "escape", "i")


def told(player: Player) -> str:
    """Return what the table says about the last turn."""
    return player.drawn(LastTurn)[0].strip()


# Whose turn it is


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_a_person_alone_needs_no_curtain(bot: Seat, seated: Seated) -> None:
    """At the deal and after every turn, in either seat; the bot's hand is never open."""
    seated("+1", "+2", "+3", "+4")
    name = "Bruno" if bot is Seat.LEFT else "Anna"
    async with playing(duel(bot=bot, left="12345", right="12345")) as player:
        for word in ("+3", "+2", "+1"):
            assert player.held.round.turn is bot.other
            assert not player.curtain_is_down
            assert f"{name}'s hand" in player.text
            assert "Rival's hand" not in player.text
            await player.play(word)
        assert player.screen_name == "TableScreen"


async def test_the_next_round_starts_without_a_curtain(seated: Seated) -> None:
    """The bot starts it, and has already played."""
    seated("H", "+1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("A333")
        assert player.at_showdown
        await player.press("space")
        assert player.held.number == 2
        assert player.held.round.turn is Seat.LEFT
        assert not player.curtain_is_down
        assert "Anna's hand" in player.text


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_a_match_against_a_bot_is_resumed_without_a_curtain(
    bot: Seat, store: Store, seated: Seated
) -> None:
    """From the menu, unchanged; the bot is asked only if it is to act."""
    rival = seated("-1")
    async with playing(
        duel(NEAR, bot=bot, first=bot.other, left="33315", right="31115"), store=store
    ) as player:
        await player.play("-1")
        before, text = player.held, player.text
        await player.press("q", "m", "c")
        assert player.held == before
        assert player.text == text
        assert not player.curtain_is_down
        assert len(rival.seen) == 1


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_a_bot_that_starts_plays_at_once(bot: Seat, seated: Seated) -> None:
    """Before the person has pressed a key."""
    rival = seated("+2")
    async with playing(duel(bot=bot, first=bot, left="12345", right="12345")) as player:
        assert actions(player) == "+2"
        assert told(player) == "Rival advanced 2.  [2]"
        assert player.held.round.turn is bot.other
        (view,) = rival.seen
        assert view.seat is bot
        assert view.hands[bot.other] is None


async def test_a_bot_that_parries_takes_its_turn(seated: Seated) -> None:
    """Its two actions are shown as one turn."""
    rival = seated("P33", "-1")
    async with playing(duel(NEAR, left="33345", right="13345")) as player:
        await player.play("A33")
        assert actions(player) == f"{NEAR} A33 P33 -1"
        assert told(player) == "Rival parried with two 3s, then stepped back 1.  [3] [3] [1]"
        assert [view.phase for view in rival.seen] == ["defence", "turn"]
        assert player.held.round.turn is Seat.LEFT


async def test_the_cards_of_an_attack_are_shown_in_playing_order(seated: Seated) -> None:
    """The advance comes first; then the list offers answers to the attack."""
    seated("+2A55")
    async with playing(duel(MIDDLE, left="12345", right="25512")) as player:
        await player.play("+1")
        assert told(player) == "Rival advances 2 and attacks with two 5s.  [2] [5] [5]"
        assert "Anna must answer" in player.text


@pytest.mark.parametrize("level", LEVELS)
async def test_a_whole_match_is_played_by_keys(level: str) -> None:
    """Against each level, in either seat, always without a curtain."""
    chance = Random(level)
    bot = Seat.LEFT if level == "fencer" else Seat.RIGHT
    left, right = (f"bot:{level}" if seat is bot else "Zoë" for seat in Seat)
    players = Players.parse(EN_GARDE, left, right)
    match = Match.new(PRESETS["ferti-advanced"], players.names, target=1, seed=5)
    async with playing(Table(match, players=players)) as player:
        for _ in range(99):
            if player.screen_name == "MatchOverScreen":
                break
            if not player.at_showdown:
                match = player.held
                assert match.round.turn is bot.other
                assert not player.curtain_is_down
                await player.play(str(chance.choice(match.round.legal)))
            else:
                assert sum(play.seat is bot for play in player.held.round.plays) > 3
                match = player.held
                await player.press("space")
        assert match.winner is not None
        assert f"{match.names[match.winner]} wins the match" in player.text


# While it thinks


async def test_while_a_bot_thinks_the_screen_says_so_and_responds(held: Holding) -> None:
    """Help opens, leaving asks, nothing is composed or played; then the bot answers."""
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        before, text = player.held, player.unmarked
        assert player.notice == "Rival is thinking."
        assert "Anna's hand" in player.text
        assert "Rival ◄" in player.text
        await player.press(*COMPOSING)
        assert (player.held, player.text, player.bells) == (before, text, 0)
        await player.press("?")
        assert player.screen_name == "HelpScreen"
        await player.press("escape", "q")
        assert player.screen_name == "LeaveQuestion"
        await player.press("n")
        assert player.text == text
        rival.may_answer.set()
        await player.wait_for_bots()
        assert actions(player) == f"{NEAR} -3 -1"
        assert player.notice.startswith("Pick a card")


async def test_only_keys_that_do_something_are_offered_while_a_bot_thinks(held: Holding) -> None:
    """The key bar lists all of them again after the answer."""
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), LARGE, waits_for_bots=False) as player:
        await player.play("-3")
        assert offered(player) == ["hide", "undo", "pace", "help", "quit"]
        rival.may_answer.set()
        await player.wait_for_bots()
        assert {"card", "direction", "all attack cards", "list", "play", "undo card", "hint"} < set(offered(player))


def offered(player: Player) -> list[str]:
    """Return the labels in the key bar."""
    return [part.split(" ", 1)[1] for part in re.split(r" {2,}", player.keys)]


async def test_a_bot_that_answers_while_the_help_is_open_has_played_when_it_closes(held: Holding) -> None:
    """The help stays open."""
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("?")
        text = player.text
        rival.may_answer.set()
        await player.settle()
        assert player.text == text
        await player.press("escape")
        await player.wait_for_bots()
        assert told(player) == "Rival stepped back 1.  [1]"


async def test_f_lets_bots_play_at_once_or_pause_first(seated: Seated) -> None:
    """The pending answer, and those of the next match."""
    rival = seated("-1", "-1", "-1")
    match = duel(NEAR, left="33345", right="11224")
    async with playing(match, bot_pace=3600, waits_for_bots=False) as player:
        await player.play("-3")
        await asyncio.to_thread(int)
        await player.settle()
        assert rival.answers == ["-1", "-1"]
        assert player.notice == "Rival is thinking."
        player.waits_for_bots = True
        await player.press("f")
        assert actions(player) == f"{NEAR} -3 -1"
        assert player.app.bot_pace == 0
        await player.press("u")
        await player.play("-4")
        assert actions(player) == f"{NEAR} -4 -1"
        for notice in ("Bots pause before playing.", "Bots play at once.", "Bots pause before playing."):
            await player.press("f")
            assert player.notice == notice
        assert player.app.bot_pace == BOT_PACE
        player.waits_for_bots = False
        await player.play("-3")
        await asyncio.to_thread(int)
        await player.settle()
        assert rival.answers == []
        assert player.notice == "Rival is thinking."


async def test_the_mouse_composes_nothing_while_a_bot_thinks(held: Holding) -> None:
    """The screen still says that the bot is thinking, and no bell rings."""
    held("-1")
    async with playing(duel(NEAR, left="33345"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.click_on(Hand, "│4 ")
        assert player.notice == "Rival is thinking."
        assert player.bells == 0


async def test_hiding_the_hand_does_not_ask_a_thinking_bot_again(held: Holding) -> None:
    """An external bot would answer twice, and the second answer would count for the next question."""
    rival = held("-1", "-1", "-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("h", "space")
        rival.may_answer.set()
        await player.wait_for_bots()
        assert len(rival.seen) == 1


async def test_a_window_too_small_stays_covered_when_the_bot_ends_the_round(held: Holding) -> None:
    """There is no room for the showdown either."""
    rival = held("H")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("A333")
        await player.resize(60, 20)
        rival.may_answer.set()
        await player.settle()
        assert player.screen_name == "TooSmallScreen"
        await player.resize(80, 24)
        await player.wait_for_bots()
        assert player.at_showdown


# The hand can be hidden


async def test_h_hides_the_hand_and_space_shows_it_again(seated: Seated) -> None:
    """The curtain addresses only the person: nobody else has to look away."""
    seated("-1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("-3")
        text = player.unmarked
        await player.press("4", "h")
        assert player.curtain_is_down
        assert player.view.round.hands == (None, None)
        assert "'s hand" not in player.text
        assert "Rival stepped back 1." in player.text
        assert "Anna's cards are hidden." in player.text
        assert "look away" not in player.text
        assert "Rival, take the keyboard." not in player.text
        before = player.text
        await player.press(*COMPOSING, "u", "f")
        assert player.text == before
        await player.press("space")
        assert player.text == text


async def test_a_bot_plays_on_behind_the_curtain(held: Holding) -> None:
    """It stays down, since the person may be away, and says what was played."""
    rival = held("-1", "-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.press("h")
        assert "Anna's cards are hidden." in player.text
        rival.may_answer.set()
        await player.wait_for_bots()
        assert player.curtain_is_down
        assert "Rival stepped back 1." in player.text
        assert actions(player) == f"{NEAR} -3 -1"
        await player.press("space")
        assert "Anna's hand" in player.text


# Leaving


@pytest.mark.parametrize("answers", [["q", "m"], ["?", "ctrl+q", "m"]], ids=" ".join)
async def test_a_match_can_be_left_while_the_bot_thinks(
    answers: list[str], store: Store, held: Holding
) -> None:
    """The answer comes too late; on resuming, the bot thinks again."""
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
    """At once; the match is saved as far as it was shown."""
    rival = held("-1")
    table = duel(NEAR, left="33345", right="11224")
    async with playing(table, store=store, waits_for_bots=False) as player:
        await player.play("-3")
        before = player.held
        await player.press("q", "y")
        assert player.app._exit
    assert rival.closed
    assert store.record(1).match == before


@pytest.mark.parametrize("keys", ["q y", "q m"], ids=["quit", "menu"])
async def test_a_program_that_thinks_ends_with_the_match(keys: str, tmp_path: Path) -> None:
    """No process is left, although this one never answers."""
    fifo = tmp_path / "number of the process"
    os.mkfifo(fifo)
    descriptor = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    table = duel(NEAR, level=f"sh -c 'echo $$ > \"{fifo}\"; exec cat > {os.devnull}'", left="33345")
    async with playing(table, waits_for_bots=False) as player:
        await player.play("-3")
        ready, _, _ = select.select([descriptor], [], [], 20)
        assert ready, "the program has not been started"
        process = int(os.read(descriptor, 20))
        os.close(descriptor)
        os.kill(process, 0)
        assert player.notice == "Rival is thinking."
        await player.press(*keys.split())
        assert player.app._exit or player.screen_name == "MenuScreen"
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_the_bot_is_closed_when_the_match_is_over(seated: Seated) -> None:
    """It has seen the end of each round with both hands."""
    rival = seated("H")
    async with playing(duel(NEAR, left="33345", right="11224", target=1)) as player:
        await player.play("A333")
        assert [view.result for view in rival.ends] == [Result(Seat.LEFT, Reason.HIT)]
        assert None not in rival.ends[0].hands
        assert not rival.closed
        await player.press("space")
        assert rival.closed


async def test_a_rematch_has_the_same_bot_and_the_other_starter(store: Store, seated: Seated) -> None:
    """It has already played when the table shows; no help has been used."""
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
    """A question may be running in another thread."""
    started = tmp_path / "started"
    table = duel(bot=Seat.LEFT, level=f"touch {started}")
    table.close()
    with pytest.raises(ForfeitError, match=r"^was stopped$"):
        table.ask_bot()
    assert not started.exists()
