"""Reading what an open card does, before it is bought, broken or feared."""

import re

from swords_and_shields_ui.duels import actions, choose, staged
from swords_and_shields_ui.watching import watching
from tui.harness import playing

from engarde_tui.games.swords_and_shields.widgets.hand import DuelHand
from engarde_tui.games.swords_and_shields.widgets.shop import Shop
from engarde_tui.games.swords_and_shields.widgets.side import Side
from engine.game import Seat
from engine.match import Match
from engine.swords_and_shields import parse_action


def turn() -> Match:
    """Return a turn with cards in every kind of place, and nothing to pay with."""
    return staged(
        "h1b", "b+1", other_lies="b+2/s8b", shop="s3r - - - dh-3", discard="s1v", shop_discard="s2r"
    )


async def test_a_key_reads_every_open_card_in_turn_and_marks_its_place() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        read = []
        for _ in range(8):
            await player.press("o")
            read.append(player.notice)
            assert len(re.findall(r"[▌►](red|duff|blue|buff|violet)", player.text)) == 1
        beginnings = (
            "Red sword 3: ", "Shield duff -3: ", "Blue sword 8: ", "Buff +2: ",
            "Buff +1: ", "Violet sword 1: ", "Red sword 2: ", "Red sword 3: ",
        )  # fmt: skip
        assert all(text.startswith(name) for text, name in zip(read, beginnings, strict=True)), read
        assert player.bells == 0


async def test_a_click_on_a_card_that_cannot_be_bought_tells_its_price_and_what_is_missing() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        await player.click_on(Shop, "▀▀█ red")
        assert "Price: " in player.notice
        assert player.notice.endswith("You have laid out nothing to pay with.")
        assert player.bells == 0


async def test_a_card_that_was_read_is_not_played_by_enter() -> None:
    async with playing(turn()) as player:
        await player.press("space", "down", "o", "enter")
        assert actions(player) == []
        assert player.notice.startswith("! Pick an action first")


async def test_after_reading_the_arrows_go_on_choosing() -> None:
    async with playing(turn()) as player:
        await player.press("space", "o", "down", "enter")
        assert len(actions(player)) == 1


async def test_the_card_of_the_opponent_is_read_by_a_click_also_during_an_effect() -> None:
    async with playing(staged("s1r", other_lies="h4g", discard="s1v")) as player:
        await choose(player, "use:s1r")
        theirs = player.screen.query(Side).first()
        await player.click(theirs.region.x + 3, theirs.region.y + 2)
        assert player.notice.startswith("Green shield 4: ")
        assert actions(player) == ["use:s1r"]


async def test_a_player_who_waits_reads_open_cards_and_those_of_the_own_hand() -> None:
    async with watching(turn(), (Seat.RIGHT,)) as player:
        await player.press("o")
        assert player.notice.startswith("Red sword 3: ")
        assert "laid out" not in player.notice
        await player.press("1")
        assert player.notice == "Red shield 1: you draw 1, or discard a shop card."
        assert "".join(player.drawn(DuelHand)).count("▌red") == 1
        await player.click_on(DuelHand, "grey")
        assert player.notice.startswith("Grey shield 1: ")
        await player.click_on(Shop, "duff")
        assert player.notice.startswith("Shield duff -3: ")
        await player.press("escape")
        assert player.notice == "Anna is thinking."
        assert player.bells == 0
        await player.press("b", "enter", "down")
        assert player.notice == "Anna is thinking."


async def test_a_card_is_read_on_while_others_play_unless_it_has_moved() -> None:
    async with watching(turn(), (Seat.RIGHT,)) as player:
        table = player.table.session.match
        await player.press("o", "o", "o", "o")
        assert player.notice.startswith("Buff +2: ")
        table.play(parse_action("lay:h1b:1"))
        await player.settle()
        assert player.notice.startswith("Buff +2: ")
        table.play(parse_action("end"))
        await player.settle()
        assert player.notice.startswith("Pick a card")
