"""While a bot thinks: what is shown, and what keys do."""

import asyncio
import re

from tui.harness import LARGE, Player, playing
from tui.rivals import Holding, Seated, actions, duel, told
from tui.states import NEAR

from engarde_tui.games.en_garde.widgets.hand import Hand
from engarde_tui.play.bot_turns import BOT_PACE
from engine.en_garde import Seat

COMPOSING = ("1", "3", "4", "left", "right", "a", "up", "down", "enter", "backspace", "escape", "i")


async def test_while_a_bot_thinks_the_screen_says_so_and_goes_on(held: Holding) -> None:
    """Help can be opened, leaving asks, and nothing is composed or played; then it answers."""
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), waits_for_bots=False) as player:
        await player.play("-3")
        before, text = player.held, player.unmarked
        assert player.notice == "Rival is thinking."
        assert player.hand == player.held.round.hands[Seat.LEFT]
        assert "Rival ◄" in player.text
        assert "Anna's hand" in player.drawn(Hand)[0]
        await player.press(*COMPOSING)
        assert (player.held, player.text, player.bells) == (before, text, 0)
        await player.press("?")
        assert player.screen_name == "HelpScreen"
        await player.press("escape", "q")
        assert player.question == "Leave this match?"
        await player.press("n")
        assert player.text == text
        rival.may_answer.set()
        await player.wait_for_bots()
        assert actions(player) == f"{NEAR} -3 -1"
        assert player.notice.startswith("Pick a card")


async def test_only_keys_that_do_something_are_offered_while_a_bot_thinks(held: Holding) -> None:
    """In the key bar, and again all of them when it has answered."""
    rival = held("-1")
    async with playing(duel(NEAR, left="33345", right="11224"), LARGE, waits_for_bots=False) as player:
        await player.play("-3")
        assert offered(player) == ["hide", "undo", "pace", "resign, draw", "help", "quit"]
        rival.may_answer.set()
        await player.wait_for_bots()
        composing = {"card", "direction", "all matching", "list", "play", "unpick"}
        assert composing | {"hint", "count", "resign, draw"} < set(offered(player))


def offered(player: Player) -> list[str]:
    """What the key bar says that its keys do."""
    return [part.split(" ", 1)[1] for part in re.split(r" {2,}", player.keys)]


async def test_a_bot_that_answers_while_the_help_is_open_has_played_when_it_closes(held: Holding) -> None:
    """The help stays where it is."""
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
        assert told(player) == "Rival stepped back 1."


async def test_f_lets_bots_play_at_once_or_pause_first(seated: Seated) -> None:
    """The one that waits already, and also those of the next match."""
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


async def test_the_mouse_composes_nothing_either_while_a_bot_thinks(held: Holding) -> None:
    """It is still said that the bot thinks, and no bell rings."""
    held("-1")
    async with playing(duel(NEAR, left="33345"), waits_for_bots=False) as player:
        await player.play("-3")
        await player.click_on(Hand, "╭4")
        assert player.notice == "Rival is thinking."
        assert player.bells == 0


async def test_hiding_the_hand_asks_a_thinking_bot_nothing_more(held: Holding) -> None:
    """A program would answer twice, and its second answer would be taken for that to the next question."""
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
    """The curtain speaks to the person only: nobody else is there to look away."""
    seated("-1")
    async with playing(duel(NEAR, left="33345", right="11224")) as player:
        await player.play("-3")
        text = player.unmarked
        await player.press("4", "h")
        assert player.curtain_is_down
        assert player.view.round.hands == (None, None)
        assert player.hands == {}
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
    """Which stays down: the person may be away; what was played is told on it."""
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
        assert player.hand == player.held.round.hands[Seat.LEFT]
