"""Kuhn poker at one keyboard, on the house's own screens."""

from collections import defaultdict
from dataclasses import replace

import pytest
from tui.harness import LARGE, SMALLEST, playing

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.presentation import presentation_of
from engarde_tui.widgets.action_list import ActionList
from engarde_tui.widgets.key_bar import KeyBar
from engine.game import Seat, games
from kuhn.rounds import DEALS, choose, dealt, finish

SCRIPTS = (
    ("check", "bet", "call"),
    ("bet", "fold"),
    ("check", "check"),
    ("bet", "call"),
    ("check", "bet", "fold"),
)


async def test_a_match_is_played_by_keys_to_its_end() -> None:
    async with playing(dealt("231", target=1)) as player:
        assert player.curtain_is_down
        assert "Anna, take the keyboard." in player.text
        await player.press("space")
        assert "Anna's card: 2" in player.text
        assert "Bruno's card" not in player.text
        await player.press("enter")
        assert player.notice == "! Pick an action first."
        assert player.bells == 1
        await player.press("down", "down")
        assert "► bet" in player.text
        assert player.notice == "Press enter to play."
        await player.press("enter")
        assert player.curtain_is_down
        assert "Anna bet a chip." in player.text
        await choose(player, "call")
        assert player.at_showdown
        for shown in ("Anna's card: 2", "Bruno's card: 3", "Bruno wins round 1: the higher card"):
            assert shown in player.text
        await player.press("space")
        assert player.screen_name == "MatchOverScreen"
        assert "Bruno wins the match" in player.text
        assert player.score == "Anna 0 : 1 Bruno"


async def test_the_list_wraps_and_answers_the_mouse() -> None:
    async with playing(dealt()) as player:
        await player.press("space", "up")
        assert "► bet" in player.text
        await player.press("down")
        assert "► check" in player.text
        await player.click_on(ActionList, "bet")
        await player.click_on(KeyBar, "enter play")
        assert [str(action) for action in player.held.round.actions] == ["bet"]


async def test_what_is_said_when_a_round_is_over_can_be_read() -> None:
    async with playing(dealt()) as player:
        await choose(player, "check", "check")
        assert player.at_showdown
        player.table.say("Bruno: Well played!")
        await player.settle()
        assert player.notice == "Bruno: Well played!"


async def test_after_a_fold_no_card_is_shown() -> None:
    async with playing(dealt()) as player:
        await choose(player, "bet", "fold")
        assert "Anna wins round 1: Bruno folded" in player.text
        assert "Bruno's card" not in player.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("script", SCRIPTS, ids="-".join)
async def test_cards_that_cannot_be_known_change_nothing_on_the_screen(
    script: tuple[str, ...], size: tuple[int, int]
) -> None:
    shown: dict[tuple[int, str], set[str]] = defaultdict(set)
    for cards in DEALS:
        async with playing(dealt(cards), size) as player:
            for step, word in enumerate(script):
                assert player.curtain_is_down
                shown[step, "everybody"].add(player.text)
                await player.press("space")
                seat = player.view.round.turn
                assert seat is not None
                shown[step, f"{seat.label} holds {cards[seat]}"].add(player.text)
                await choose(player, word)
    assert [len(pictures) for pictures in shown.values()] == [1] * len(shown)
    assert len(shown) == 4 * len(script)


async def test_a_long_turn_leaves_room_on_the_curtain_for_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    words = presentation_of(dealt().rules)
    monkeypatch.setattr(type(words), "last_turn", lambda *_: "Anna laid out a sword, then attacked. " * 20)
    async with playing(dealt()) as player:
        assert "…" in player.text
        for shown in ("Anna laid out", "Anna, take the keyboard.", "space lifts the curtain"):
            assert shown in player.text


async def test_hiding_drops_the_curtain_and_forgets_the_choice() -> None:
    async with playing(dealt()) as player:
        await player.press("space", "down", "h")
        assert player.curtain_is_down
        assert "card:" not in player.text
        await player.press("space")
        assert player.draft is None


async def test_a_match_is_played_against_the_bot() -> None:
    players = Players.parse(games()["kuhn"], "Anna", "bot:caller")
    match = replace(dealt("132", target=1), names=players.names)
    async with playing(LiveMatch(match, players=players)) as player:
        assert not player.curtain_is_down
        await choose(player, "check")
        assert "Caller bet a chip." in player.text
        await player.press("u")
        assert player.held.round.actions == ()
        await choose(player, "bet")
        assert player.at_showdown
        assert "Caller wins round 1: the higher card" in player.text
        assert "i hint" not in player.keys


async def test_a_rematch_is_the_same_game() -> None:
    async with playing(dealt(target=1)) as player:
        await finish(player)
        await player.press("space", "r")
        assert player.held.rules.GAME == "kuhn"
        assert player.held.round.first is Seat.RIGHT


async def test_help_tells_of_the_game_on_the_table() -> None:
    async with playing(dealt()) as player:
        await player.press("?")
        assert "There are three cards" in player.text
