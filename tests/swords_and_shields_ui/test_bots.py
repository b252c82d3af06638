"""A duel against a bot: no curtain, hiding and showing, undoing."""

from random import Random
from typing import Any

import pytest
from swords_and_shields_ui.duels import actions, choose, listed
from tui.harness import Player, playing

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engine.bot import Bot
from engine.game import Seat, games
from engine.match import Match
from engine.swords_and_shields import Action, Options, parse_action


class Ender(Bot):
    """Lays out its first card, then ends its turn."""

    def choose(self, view: Any, score: tuple[int, int], source: Random) -> Action:
        """Return a card laid out if nothing lies there, else the end of the turn."""
        lies = any(stack.card for stack in view.displays[view.seat])
        return parse_action("end") if lies else view.legal[0]


@pytest.fixture(autouse=True)
def ender(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every bot play like this."""
    monkeypatch.setattr("engarde_tui.play.players.bot_named", lambda game, name: Ender())


def against(first: Seat = Seat.LEFT) -> LiveMatch:
    """Return a duel of Anna, on the left, against a bot."""
    players = Players.parse(games()["swords-and-shields"], "Anna", "bot:novice")
    return LiveMatch(Match.new(Options(life=50), players.names, 1, first, seed=3), players=players)


async def test_against_a_bot_there_is_no_curtain_and_its_hand_stays_hidden() -> None:
    async with playing(against()) as player:
        assert not player.curtain_is_down
        assert "Anna's hand" in player.text
        await choose(player, "end")
        assert [play.seat for play in player.held.round.plays] == [Seat.LEFT, Seat.RIGHT, Seat.RIGHT]
        assert not player.curtain_is_down
        assert "Novice played" in " ".join(player.text.split())
        assert "Novice's hand" not in player.text


async def test_a_bot_that_begins_has_played_when_the_player_is_asked() -> None:
    async with playing(against(Seat.RIGHT)) as player:
        assert player.held.round.turn is Seat.LEFT
        assert actions(player)[-1] == "end"
        assert player.notice.startswith("Pick a card")


async def test_undo_takes_back_one_action_of_a_turn_at_a_time() -> None:
    async with playing(against()) as player:
        first, second = two_layings(player)
        await choose(player, first, second)
        await player.press("u")
        assert actions(player) == [first]
        assert player.notice == "Your last action is taken back."
        await player.press("u")
        assert actions(player) == []
        await player.press("u")
        assert player.notice.startswith("! ")
        assert player.bells == 1


async def test_undo_takes_back_the_end_of_the_turn_with_what_the_bot_did_after_it() -> None:
    async with playing(against()) as player:
        first, _ = two_layings(player)
        await choose(player, first)
        before = player.held.round
        await choose(player, "end")
        assert len(actions(player)) == 4
        await player.press("u")
        assert player.held.round == before


async def test_undo_forgets_what_was_chosen() -> None:
    async with playing(against()) as player:
        first, _ = two_layings(player)
        await choose(player, first)
        await player.press("down", "u")
        assert player.scene.draft.is_empty


async def test_hide_and_show_are_one_key_against_a_bot() -> None:
    async with playing(against()) as player:
        shown = player.text
        await player.press("h")
        assert "Anna's cards are hidden." in player.text
        assert "'s hand" not in player.text
        await player.press("h")
        assert player.text == shown


async def test_undoing_what_has_shown_a_card_is_noted() -> None:
    async with playing(against()) as player:
        await choose(player, next(word for word in listed(player) if word.startswith("use:")))
        await choose(player, "draw")
        await player.press("u")
        assert player.notice == "Your last action is taken back; that is noted in the match result."


async def test_two_people_can_take_back_what_told_nobody_anything() -> None:
    async with playing(Match.new(Options(life=50), seed=3)) as player:
        await player.press("space")
        assert "undo" not in player.keys
        first, second = two_layings(player)
        await choose(player, first, second)
        assert "u undo" in player.keys
        await player.press("u")
        assert actions(player) == [first]
        assert not player.curtain_is_down


async def test_two_people_cannot_take_back_a_turn_nor_what_has_shown_a_card() -> None:
    async with playing(Match.new(Options(life=50), seed=3)) as player:
        await choose(player, "end")
        await player.press("space")
        assert "undo" not in player.keys
        await player.press("u")
        assert actions(player) == ["end"]
        await choose(player, next(word for word in listed(player) if word.startswith("use:")), "draw")
        await player.press("u")
        assert actions(player)[-1] == "draw"


def two_layings(player: Player) -> tuple[str, str]:
    """Return two different cards laid on the first two places."""
    cards = list(dict.fromkeys(map(str, player.view.round.hand)))
    return f"lay:{cards[0]}:1", f"lay:{cards[1]}:2"
