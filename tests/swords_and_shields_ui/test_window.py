"""Small and large windows, and terminals with few signs or colours."""

import re
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from swords_and_shields_ui.duels import choose, staged
from tui.harness import LARGE, SMALLEST, Player, playing

from engarde_tui.games.swords_and_shields.names import card_name, short_name
from engarde_tui.games.swords_and_shields.widgets.cards import (
    _effect_lines,
    price_mark,
    put_card,
    stones_mark,
)
from engarde_tui.games.swords_and_shields.widgets.scale import GRAND, SMALL, TALL, CardSize
from engarde_tui.games.swords_and_shields.widgets.scale import LARGE as LARGE_CARD
from engarde_tui.games.swords_and_shields.widgets.shop import Shop
from engarde_tui.terminal.ascii import in_ascii
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.terminal.cells import cells_of
from engarde_tui.widgets.lettering import numeral_width, put_numeral
from engine.match import Match
from engine.swords_and_shields import CARDS, Card, Suit

SIZES = [SMALLEST, (100, 30), LARGE, (200, 60), (80, 60), (200, 24)]
CARD_SIZES = [SMALL, TALL, LARGE_CARD, GRAND]


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


def shows_life(player: Player, points: int) -> bool:
    """Return whether a number of life points is written, or drawn with its unit."""
    canvas = Canvas(numeral_width(points), 3)
    put_numeral(canvas, 0, 0, points, "plain")
    drawn = ["".join(sign for sign, _, _ in row) for row in canvas.rows]
    drawn = [in_ascii(row) for row in drawn] if player.text.isascii() else drawn
    rows = [list(cells_of(row)) for row in player.rows]
    is_drawn = any(
        ["".join(row[x : x + canvas.width]) for row in rows[y : y + 3]] == drawn
        for y in range(len(rows) - 2)
        for x in range(len(rows[y]))
    )
    return f"{points} LP" in player.text or (is_drawn and " LP " in player.text)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_everything_of_a_turn_is_on_the_screen_in_any_window(size: tuple[int, int]) -> None:
    async with playing(turn(), size) as player:
        await player.press("space")
        is_large = size >= LARGE and size[1] >= LARGE[1]
        prices = ("2▼", "10▼", "3◆/4▼") if is_large else ()
        discards = () if is_large else ("shield duff -3", "violet sword 1")
        for shown in (
            "Bruno", "Anna's hand", "Shop  deck 51 · discard 1 buff +1", *discards,
            "◆ red", "◆ blue", "Anna to play", "round 1", "◆◆◇", *prices,
            "hand 3", "hand 5", "#2 +1",
        ):  # fmt: skip
            assert shown in player.text
        assert shows_life(player, 50)
        for number in range(1, 6):
            assert re.search(rf"#{number}\b|{number}✓", "".join(player.drawn(Shop)))
        assert "enter play" in player.keys
        assert "q quit" in player.keys


async def test_a_window_that_grows_and_shrinks_shows_the_same_choice_again() -> None:
    async with playing(turn()) as player:
        await player.press("space", "a")
        small = player.text
        await player.resize(*LARGE)
        assert "▌red" in player.text
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
        for shown in ("Bruno", "Anna's hand", "buff", "duff", "\\#/", "-+"):
            assert shown in player.text
        assert shows_life(player, 50)
        unmarked = player.text
        await player.press("a")
        assert player.text.isascii()
        board = [row[: player.screen.query_one("#cards").region.right] for row in player.rows]
        before = [row[: len(board[0])] for row in unmarked.split("\n")]
        assert board != before, "what an attack is about is marked without colour"


def face(size: CardSize, card: Card, label: str = "", tag: str = "", strength: int | None = None) -> str:
    """Return a card as it is drawn, without colours."""
    canvas = Canvas(size.width, size.height)
    put_card(canvas, 0, 0, size, card, label, tag, strength=strength)
    return "\n".join("".join(sign for sign, _, _ in row) for row in canvas.rows)


@pytest.mark.parametrize("in_any_signs", [str, in_ascii], ids=["all signs", "ASCII"])
@pytest.mark.parametrize("size", CARD_SIZES, ids=str)
def test_cards_can_be_told_apart_without_colour(size: CardSize, in_any_signs: Callable[[str], str]) -> None:
    """Swords from shields by their form, without a word or a figure."""
    named = {str(card): card for card in CARDS}
    faces = {in_any_signs(face(size, card, tag=stones_mark(card))) for card in named.values()}
    assert len(faces) == len(named)
    assert len({card_name(card) for card in CARDS}) == len(named)
    for card in named.values():
        if card.suit is not None:
            forms = {suit: in_any_signs(face(size, card._replace(suit=suit))) for suit in Suit}
            rows = zip(*(text.splitlines() for text in forms.values()), strict=True)
            assert sum(sword != shield for sword, shield in rows) >= (3 if size.height > 6 else 1)


@pytest.mark.parametrize("size", CARD_SIZES, ids=str)
def test_nothing_that_a_card_says_is_cut_or_runs_into_other_words(size: CardSize) -> None:
    laid = CardSize(max(size.width, 12), size.height)
    is_large = size.width >= LARGE_CARD.width
    for card in CARDS:
        assert cell_len(short_name(card)) <= SMALL.width - 1
        for line in _effect_lines(card, size):
            assert cell_len(line) <= size.width - 2
        if card.price is not None:
            price = price_mark(card.price, is_short=not is_large)
            shown = face(size, card, "5✓", price)
            assert re.search(r"5✓( |$)", shown, re.M), shown
            assert re.search(rf"[ ▀▘]{re.escape(price)} ?$", shown, re.M), shown
        if card.colour is not None:
            colour = "duff" if card.is_duff else card.colour.value
            assert re.search(rf"{colour}( |$)", face(size, card).splitlines()[0])
            for strength in range(20):
                shown = face(laid, card, "#1 +2", stones_mark(card), strength)
                assert re.search(rf"#1 \+2 +{stones_mark(card)} ?$", shown, re.M), shown
                if strength != card.strength:
                    assert f"({strength - card.strength:+})" in shown


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
        for shown in (*names, "◆ red", "◆ blue", "hand 1", "hand 5", "0 : 0", "to play"):
            assert shown in player.text, shown
        assert shows_life(player, 49)
        await choose(player, "end")
        assert names[1] in player.text
        assert "take the keyboard" in player.text


async def test_many_points_and_long_counts_fit_beside_a_long_name() -> None:
    match = staged("s1r", names=("Maximiliana Wolf", "Bartholomew King"), life=(99, 99), target=99)
    async with playing(match) as player:
        await player.press("space")
        assert player.text.count("99 LP") == 2
        assert "0 : 0" in player.text
