"""A match against a bot: whose turn it is, and no curtain."""

from random import Random

import pytest
from tui.harness import playing
from tui.rivals import Seated, actions, duel, told
from tui.states import MIDDLE, NEAR

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Match, Seat
from engine.en_garde.bots import LEVELS
from engine.en_garde.game import GAME as EN_GARDE


@pytest.mark.parametrize("bot", Seat, ids=["bot on the left", "bot on the right"])
async def test_a_person_alone_needs_no_curtain(bot: Seat, seated: Seated) -> None:
    """At the deal and after every turn, in either seat; the bot's hand is never open."""
    seated("+1", "+2", "+3", "+4")
    name = "Bruno" if bot is Seat.LEFT else "Anna"
    async with playing(duel(bot=bot, left="12345", right="12345")) as player:
        for word in ("+3", "+2", "+1"):
            assert player.held.round.turn is bot.other
            assert not player.curtain_is_down
            assert player.hands == {name: player.held.round.hands[bot.other]}
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
        assert player.hands == {"Anna": player.held.round.hands[Seat.LEFT]}


@pytest.mark.by_day(1)
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
        assert told(player) == "Rival advanced 2."
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
        assert told(player) == "Rival parried with two 3s, then stepped back 1."
        assert [view.phase for view in rival.seen] == ["defence", "turn"]
        assert player.held.round.turn is Seat.LEFT


async def test_an_attack_is_told_in_playing_order(seated: Seated) -> None:
    """The advance comes first; then the list offers answers to the attack."""
    seated("+2A55")
    async with playing(duel(MIDDLE, left="12345", right="25512")) as player:
        await player.play("+1")
        assert told(player) == "Rival advances 2 and attacks with two 5s."
        assert "Anna must answer" in player.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize("level", ["fencer", *(name for name in reversed(LEVELS) if name != "fencer")])
async def test_a_whole_match_is_played_by_keys(level: str) -> None:
    """Against each level, in either seat, always without a curtain."""
    chance = Random(level)
    bot = Seat.LEFT if level == "fencer" else Seat.RIGHT
    left, right = (f"bot:{level}" if seat is bot else "Zoë" for seat in Seat)
    players = Players.parse(EN_GARDE, left, right)
    match = Match.new(PRESETS["ferti-advanced"], players.names, target=1, seed=5)
    async with playing(LiveMatch(match, players=players)) as player:
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
