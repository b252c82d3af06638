"""The master's hints in a duel."""

import pytest
from swords_and_shields_ui.duels import actions, played, staged
from tui.harness import playing

from engarde_tui.games.swords_and_shields.board import SwordsBoard
from engarde_tui.play.live_match import LiveMatch
from engine.game import Seat
from engine.match import Match
from engine.swords_and_shields import parse_action

TURN = staged("s4r h1y h1g h1b h1v", life=(50, 3))
"""A sword that wins at once."""


@pytest.fixture
def match() -> Match:
    """A turn in which the best action is plain."""
    return TURN


async def test_a_hint_says_what_to_do_and_why_and_is_noted(match: Match) -> None:
    table = LiveMatch(match)
    async with playing(table) as player:
        await player.press("space", "i")
        assert player.notice.startswith(
            "Hint: play red sword 4 to place 1. It attacks for 6. That wins the round."
        )
        assert "your chance to win the round if the master plays on: " in player.text
        assert table.help_used.hints == (1, 0)


async def test_a_hint_is_marked_and_one_key_plays_it(match: Match) -> None:
    async with playing(LiveMatch(match)) as player:
        await player.press("space", "i")
        assert str(player.scene.draft.chosen) == "lay:s4r:1"
        await player.press("enter", "i", "enter")
        assert actions(player) == ["lay:s4r:1", "attack:1"]
        assert player.at_showdown


async def test_a_hint_says_if_it_is_what_was_picked(match: Match) -> None:
    async with playing(LiveMatch(match)) as player:
        await player.press("space", "i", "backspace")
        assert player.scene.draft.chosen is None
        await player.press("5")
        assert str(player.scene.draft.chosen) == "lay:s4r:1"
        await player.press("i")
        assert player.notice.startswith("Hint: play red sword 4 to place 1, as you have picked.")


async def test_the_same_hint_is_given_again(match: Match) -> None:
    async with playing(LiveMatch(match)) as player:
        await player.press("space", "i")
        once = player.notice
        await player.press("down", "i")
        assert player.notice == once


@pytest.mark.parametrize(
    ("done", "action", "told"),
    [
        ("", "buy:2:1", "buy green shield 4 with red shield 4"),
        ("", "attack:2:1", "red sword 5 breaks blue shield 4"),
        ("use:s5v", "remove:opp1", "discard blue shield 4"),
    ],
)
def test_a_hint_names_cards_and_no_places(done: str, action: str, told: str) -> None:
    match = played(staged("s5v h1g", "h4r s5r", other_lies="h4b"), *done.split())
    assert SwordsBoard().offer(match.round.view(Seat.LEFT), parse_action(action)) == told
