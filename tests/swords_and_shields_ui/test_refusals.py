"""Whatever cannot be done rings the bell and says why, and changes nothing."""

import pytest
from swords_and_shields_ui.duels import actions, choose, staged
from tui.harness import playing

from engarde_tui.games.swords_and_shields.widgets.shop import Shop
from engine.match import Match

POOR = staged("h1g b+1 h1b")
"""Nothing lies in front of anybody."""

FULL = staged("dh-3 b+1", "h1r h1y b+1/h1g")
"""No place is free."""

CHOOSING = staged("s1r s1y", lies="s2r")
"""A moment before an effect is chosen, after use:s1r."""


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("match", "keys", "why"),
    [
        (POOR, "enter", "Pick an action first: by number, by letter, or from the list."),
        (POOR, "9", "You hold 3 cards."),
        (POOR, "b", "Nothing in the shop can be bought: lay out cards for exactly its price."),
        (POOR, "a", "No sword of your display can attack now."),
        (
            POOR,
            "n",
            "Clear the shop right after drawing, with five cards of five colours in hand.",
        ),
        (FULL, "1", "Nothing can be done with this card now."),
        (FULL, "2", "Nothing can be done with this card now."),
        (staged("b+1"), "e", "No effect can be used now."),
    ],
)
async def test_a_key_that_leads_nowhere_says_why(match: Match, keys: str, why: str) -> None:
    async with playing(match) as player:
        await player.press("space")
        before = player.scene.draft
        await player.press(*keys.split())
        assert player.notice == f"! {why}"
        assert player.bells == 1
        assert player.scene.draft == before
        assert actions(player) == []


@pytest.mark.by_day(2)
@pytest.mark.parametrize("key", ["1", "b", "a", "e", "n", "t"])
async def test_an_effect_comes_first(key: str) -> None:
    async with playing(CHOOSING) as player:
        await choose(player, "use:s1r")
        await player.press(key)
        assert player.notice == "! Choose for the effect first."
        assert player.bells == 1
        assert actions(player) == ["use:s1r"]


async def test_a_click_that_leads_nowhere_says_why() -> None:
    async with playing(staged("h1g", shop="s3r - - - -")) as player:
        await player.press("space")
        await player.click_on(Shop, "empty")
        assert player.notice == "! There is nothing."
        assert player.bells == 1


async def test_enter_plays_nothing_twice() -> None:
    async with playing(POOR) as player:
        await player.press("space", "1", "enter", "enter")
        assert len(actions(player)) == 1
        assert player.notice.startswith("! Pick an action first")


async def test_the_next_key_that_leads_somewhere_takes_the_refusal_away() -> None:
    async with playing(POOR) as player:
        await player.press("space", "a")
        assert player.notice.startswith("!")
        await player.press("1")
        assert not player.notice.startswith("!")


async def test_keys_of_other_moments_do_nothing_behind_the_curtain() -> None:
    async with playing(POOR) as player:
        before = player.text
        await player.press(*"1239baentufi", "up", "down", "enter", "escape", "backspace")
        assert player.text == before
        assert player.bells == 0
        assert actions(player) == []


async def test_undo_says_when_there_is_nothing_to_take_back_but_not_behind_the_curtain() -> None:
    async with playing(staged("s1r s1y")) as player:
        await player.press("u")
        assert player.bells == 0
        await player.press("space", "u")
        assert (player.notice, player.bells) == ("! There is nothing that may be taken back.", 1)
        await choose(player, "lay:s1r:1")
        await player.press("u")
        assert (actions(player), player.bells) == ([], 1)
