"""Small and large windows, and terminals with few signs or colours."""

import re

import pytest
from rich.cells import cell_len
from swords_and_shields_ui.duels import choose, staged
from tui.harness import LARGE, SMALLEST, playing

from engarde_tui.games.swords_and_shields.names import card_name, short_name
from engarde_tui.games.swords_and_shields.widgets.cards import LARGE as LARGE_CARD
from engarde_tui.games.swords_and_shields.widgets.cards import SMALL, _effect_lines, price_mark
from engine.match import Match
from engine.swords_and_shields import CARDS

SIZES = [SMALLEST, (100, 30), LARGE, (200, 60), (80, 60), (200, 24)]


def turn() -> Match:
    """Return a turn with every kind of card in the open."""
    return staged(
        "h1b s1r ds-2",
        "s4r b+1/h3x dh-3",
        other_lies="h4g s2y b+3",
        shop="s3r h4g b+2 ds-2 h10x",
        discard="s1v",
        other_discard="dh-3",
        shop_discard="b+1",
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_everything_of_a_turn_is_on_the_screen_in_any_window(size: tuple[int, int]) -> None:
    async with playing(turn(), size) as player:
        await player.press("space")
        is_large = size >= LARGE and size[1] >= LARGE[1]
        prices = ("2sh", "10sh", "3◆/4sh") if is_large else ()
        discards = ("duff -3", "sword 1") if is_large else ("shield duff -3", "violet sword 1")
        for shown in (
            "Bruno", "50 LP", "Anna's hand", "Shop  deck 51 · discard 1 buff +1", *discards,
            "◆ red", "◆ blue", "Anna to play", "round 1", "2+1◆", *prices,
            "hand 3", "hand 5", "2 b+1─",
        ):  # fmt: skip
            assert shown in player.text
        for number in range(1, 6):
            assert re.search(rf"╰{number}[✓─]", player.text)
        assert "enter play" in player.keys
        assert "q quit" in player.keys


async def test_a_window_that_grows_and_shrinks_shows_the_same_choice_again() -> None:
    async with playing(turn()) as player:
        await player.press("space", "a")
        small = player.text
        await player.resize(*LARGE)
        assert "┏sword 4━━━━━━┓" in player.text
        await player.resize(60, 20)
        assert player.screen_name == "TooSmallScreen"
        assert "sword" not in player.text
        assert "'s hand" not in player.text
        await player.resize(*SMALLEST)
        assert player.text == small
        await player.press("enter")
        assert str(player.held.round.actions[-1]).startswith("attack:1")


async def test_a_curtain_stays_down_in_a_window_that_changes() -> None:
    async with playing(turn()) as player:
        small = player.text
        for size in (LARGE, (60, 20), (100, 30), SMALLEST):
            await player.resize(*size)
            assert "'s hand" not in player.text
        assert player.text == small


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])
async def test_with_ascii_alone_every_sign_is_replaced_and_every_mark_stays(size: tuple[int, int]) -> None:
    async with playing(turn(), size, ascii_only=True) as player:
        assert player.text.isascii()
        await player.press("space")
        assert player.text.isascii()
        for shown in ("50 LP", "Bruno", "Anna's hand", "buff +1", "duff -3", "sword 1"):
            assert shown in player.text
        unmarked = player.text
        await player.press("a")
        assert player.text.isascii()
        board = [row[: player.screen.query_one("#cards").region.right] for row in player.rows]
        before = [row[: len(board[0])] for row in unmarked.split("\n")]
        assert board != before, "what an attack is about is marked without colour"


def test_cards_can_be_told_apart_without_colour() -> None:
    drawn = {
        (short_name(card), card.colour, card.suit, price_mark(card.price) if card.price else "")
        for card in CARDS
    }
    assert len(drawn) == len({str(card) for card in CARDS})
    assert len({card_name(card) for card in CARDS}) == len({str(card) for card in CARDS})


def test_nothing_that_a_card_says_is_cut() -> None:
    for card in CARDS:
        assert cell_len(short_name(card)) <= SMALL.width - 1
        assert card.price is None or cell_len(f"1✓{price_mark(card.price)}") <= SMALL.width - 2
        for line in _effect_lines(card, LARGE_CARD):
            assert cell_len(line) <= LARGE_CARD.width - 2
        for line in _effect_lines(card, SMALL):
            assert cell_len(line) <= SMALL.width - 2


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "names",
    [("Maximiliana Wolf", "Bartholomew King"), ("李小龙李小龙", "Zoë"), ("W" * 16, "i")],
    ids=["long", "wide", "W"],
)
@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])
async def test_long_and_wide_names_leave_room_for_everything(
    names: tuple[str, str], size: tuple[int, int]
) -> None:
    match = staged("s4r s1y", other_lies="h3x", names=names, target=3)
    async with playing(match, size) as player:
        assert {cell_len(row) for row in player.rows} == {size[0]}
        await choose(player, "lay:s4r:1", "attack:1:1")
        assert {cell_len(row) for row in player.rows} == {size[0]}
        for shown in (*names, "49 LP", "◆ red", "◆ blue", "hand 1", "hand 5", "0 : 0", "to play"):
            assert shown in player.text, shown
        await choose(player, "end")
        assert names[1] in player.text
        assert "take the keyboard" in player.text


async def test_many_points_and_long_counts_fit_beside_a_long_name() -> None:
    match = staged("s1r", names=("Maximiliana Wolf", "Bartholomew King"), life=(99, 99), target=99)
    async with playing(match) as player:
        await player.press("space")
        assert player.text.count("99 LP") == 2
        assert "0 : 0" in player.text


@pytest.mark.parametrize("size", [SMALLEST, (80, 40), LARGE], ids=str)
async def test_the_number_of_a_place_and_the_strength_there_are_both_whole(size: tuple[int, int]) -> None:
    async with playing(staged("s1r", "b+3/s10x b+2/h3x s4r"), size) as player:
        await player.press("space")
        for number, buff, strength in ((1, "b+3", 17), (2, "b+2", 9)):
            assert re.search(rf"╰{number} {re.escape(buff)}─+{strength}╯", player.text)
