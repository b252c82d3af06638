"""What the picture of a duel tells: life points, marks, the verdict, and its place in the window."""

import re
from dataclasses import replace

import pytest
from composition import check_composed
from swords_and_shields_ui.duels import choose, finish_game, short_match, staged
from tui.harness import LARGE, NAMED, SMALLEST, Player, playing

from engarde_tui.games.swords_and_shields.widgets.hand import DuelHand
from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
from engarde_tui.games.swords_and_shields.widgets.log import Log
from engarde_tui.games.swords_and_shields.widgets.offers import Offers
from engarde_tui.games.swords_and_shields.widgets.shop import Shop
from engarde_tui.games.swords_and_shields.widgets.side import Side
from engarde_tui.play.replay import Replay
from engarde_tui.terminal.themes import THEMES
from engarde_tui.widgets.key_bar import KeyBar
from engine.match import Match

SIZES = [
    (80, 24), (80, 36), (90, 40), (100, 30), (118, 34), (120, 36), (120, 40), (130, 44), (160, 48), (200, 60),
    (200, 24),
]  # fmt: skip


def turn(**more: object) -> Match:
    """Return a turn in which something can be bought and attacked."""
    return staged(
        "h1b s1r ds-2", "s4r b+1/h3x -", other_lies="h4g s2y b+3", shop="s3r h8g b+2 - s10x", **more
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_turn_is_composed_in_any_window(size: tuple[int, int]) -> None:
    async with playing(turn(), size) as player:
        check_composed(player)
        await player.press("space")
        check_composed(player)
        for widget in (LifeBox, Side, Shop, DuelHand, Offers, Log):
            for each in player.screen.query(widget):
                assert each.region.height
                assert player.screen.region.contains_region(each.region)
        await player.press("a", "enter")
        check_composed(player)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_replay_is_composed_in_any_window_with_both_hands(size: tuple[int, int]) -> None:
    async with playing(Replay(short_match()), size) as player:
        for widget in (LifeBox, Side, Shop, DuelHand, Log):
            for each in player.screen.query(widget):
                assert each.region.height
                assert player.screen.region.contains_region(each.region)
        assert "Anna's hand" in player.text
        assert "Bruno's hand" in player.text


@pytest.mark.parametrize("size", [(140, 50), (160, 48), (200, 60), (90, 26)], ids=str)
async def test_a_window_that_changes_between_two_sizes_is_filled_as_one_that_had_the_size(
    size: tuple[int, int],
) -> None:
    async with playing(turn(), size) as player:
        await player.press("space")
        drawn = player.text
    async with playing(turn(), (max(size[0] - 7, 80), max(size[1] - 3, 24))) as player:
        await player.press("space")
        await player.resize(*size)
        assert player.text == drawn


async def test_the_box_shows_both_players_points_and_what_the_last_turn_cost() -> None:
    async with playing(turn(life=(38, 17))) as player:
        await player.press("space")
        line = player.drawn(LifeBox)[1]
        assert re.search(r"► Anna 38 LP ━+─+ ◆ red", line)
        assert re.search(r"◆ blue ─+━+ 17 LP Bruno", line)
        own, other = (part.count("━") for part in line.split("◆ blue"))
        assert own > other
        await choose(player, "attack:1:1")
        line = player.drawn(LifeBox)[1]
        assert re.search(r"Anna 36 LP -2 ━+░", line)
        assert re.search(r"─+░+━+ -3 14 LP Bruno", line)


async def test_in_a_tall_window_the_points_are_large_figures_too() -> None:
    async with playing(turn(life=(38, 17)), LARGE) as player:
        await player.press("space")
        assert len(player.drawn(LifeBox)) == 5
        assert "▀▀█ █▀█" in player.drawn(LifeBox)[1]
        assert "38" not in "".join(player.drawn(LifeBox)), "each number is there once"


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])
async def test_each_side_has_a_crest_of_its_own_shape(size: tuple[int, int]) -> None:
    async with playing(turn(), size) as player:
        await player.press("space")
        assert "▐═▌ Anna's display" in player.text
        assert "▐╬▌ Bruno's display" in player.text
        if size == LARGE:
            line = player.drawn(LifeBox)[1]
            assert line.startswith("│ █▀▀▀█ ")
            assert line.endswith(" █▀█▀█ │")


async def test_a_tick_marks_what_can_be_bought_and_nothing_else() -> None:
    async with playing(turn()) as player:
        assert "✓" not in player.text, "nobody sits here yet"
        await player.press("space")
        bought = {action.number for action in player.view.round.legal if action.kind == "buy"}
        ticked = {int(number) for number in re.findall(r"(\d)✓", "".join(player.drawn(Shop)))}
        assert bought
        assert ticked == bought
        await choose(player, "lay:h1b:3", "end")
        assert "✓" not in player.text


async def test_a_small_card_shows_one_way_to_pay_it_and_a_tick_if_it_can_be_paid_now() -> None:
    async with playing(staged("h1b", "h4g s2y s3y", shop="s5r h4r s8g b+1 h10x")) as player:
        await player.press("space")
        edges = player.drawn(Shop)[-1].rstrip()
        prices = re.findall(r"(#?\d✓?) +(\S*[◆◇†▼])", edges)
        assert prices == [("1✓", "5†"), ("2✓", "4▼"), ("#3", "8†"), ("#4", "◆◇"), ("#5", "10▼")]
        for _ in range(3):
            await player.press("o")
        assert player.notice.startswith("Green sword 8: ")
        assert "Price: 8 swords." in player.notice


async def test_a_large_card_shows_its_price_also_if_it_cannot_be_paid() -> None:
    async with playing(staged("h1b", "h4g s2y s3y", shop="s5r h4r s8g b+1 h10x"), LARGE) as player:
        await player.press("space")
        assert re.search(r"1✓ +5† .*2✓ +4▼ .*#3 +8† .*#4 +◆◇ .*#5 +10▼", player.drawn(Shop)[-3])


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])
async def test_what_was_just_bought_and_what_took_its_place_are_marked_until_the_next_key(
    size: tuple[int, int],
) -> None:
    async with playing(staged("h1b", "s3y", shop="h4r s3r s8g b+1 h10x"), size) as player:
        await choose(player, "buy:2:1")
        assert re.findall(r"(\d) +new", "".join(player.drawn(Shop))) == ["2"]
        assert re.search("discard 2 new", player.text)
        await player.press("o")
        assert " new" not in player.text.replace(" new shop", "")


async def test_a_card_shows_how_much_of_its_strength_a_display_adds() -> None:
    async with playing(staged("h1b", "s4r b+1/h3x -", other_lies="h4g s2y -")) as player:
        await player.press("space")
        theirs, own = (player.rows[side.region.bottom - 2] for side in player.screen.query(Side))
        assert "(" not in theirs
        assert re.search(r"╋╸ \(\+3\) .*▜▛ \(\+4\) ", own)
        assert re.search(r"#1 .*#2 \+1 ", player.rows[player.screen.query(Side).last().region.bottom - 1])


async def test_the_line_above_the_hand_is_heavy_while_number_keys_pick_its_cards() -> None:
    async with playing(staged("s1r", other_lies="h4g", discard="s1v")) as player:
        await player.press("space")
        assert "━━━" in player.drawn(DuelHand)[0]
        others = (player.drawn(Shop)[0], *(player.rows[side.region.y] for side in player.screen.query(Side)))
        assert not any("━━━" in line[:38] for line in others)
        await choose(player, "use:s1r")
        assert "━" not in player.drawn(DuelHand)[0], "an effect is carried out from the list"


async def test_cards_just_drawn_are_marked_until_the_next_key() -> None:
    async with playing(staged("s8v h1g", "h3x")) as player:
        await choose(player, "use:s8v", "draw")
        hand = "".join(player.drawn(DuelHand))
        assert hand.count("new") == 3
        assert re.search(r"1 +◆", hand), "the card that was held is not new"
        await player.press("o")
        assert "new" not in "".join(player.drawn(DuelHand))


async def test_the_keys_of_what_cannot_be_done_are_not_offered() -> None:
    async with playing(staged("s1r", "s4r", other_lies="h4g s2y", shop="- - - - -", discard="s1v")) as player:
        await player.press("space")
        for offered in ("1 card", "a attack", "e effect", "t end turn"):
            assert offered in player.keys
        for hidden in ("b buy", "n new shop"):
            assert hidden not in player.keys
        await choose(player, "attack:1:1")
        assert "a attack" not in player.keys
        await choose(player, "use:s1r")
        assert player.view.round.pending is not None
        for hidden in ("1-9 card", "e effect", "t end turn"):
            assert hidden not in player.keys
        for offered in ("o look", "list", "enter play"):
            assert offered in player.keys
        await player.press("down", "enter")
        assert "t end turn" in player.keys


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])
async def test_the_verdict_takes_the_place_of_the_shop(size: tuple[int, int]) -> None:
    async with playing(short_match(), size) as player:
        await finish_game(player)
        shown = "\n".join(player.drawn(Shop))
        winner = player.held.round.result.winner
        assert winner is not None
        assert f"┏ {player.view.names[winner]} wins round 1" in shown.replace("━", "")
        assert f"{player.view.names[winner.other]} has no life points left." in shown
        assert "deck" not in shown
        assert player.notice == f"{player.view.names[winner]} wins round 1. Press space to continue."


async def test_the_smallest_card_names_its_colour_in_full_apart_from_its_worth_in_stones() -> None:
    async with playing(staged("h1v s1y dh-3 h1b h1g", shop="s3r h4g s8y s2v -")) as player:
        await player.press("space")
        colours, _, worth = player.drawn(DuelHand)[1:]
        assert {"violet", "yellow", "duff", "blue", "green"} <= set(re.findall(r"\w+", colours))
        assert worth.count("◆") == 5


@pytest.mark.parametrize("theme", THEMES)
async def test_what_an_attack_is_about_is_reversed_in_every_theme_and_no_other_card_is(theme: str) -> None:
    async with playing(turn(), settings=replace(NAMED, theme=theme)) as player:
        await player.press("space")
        assert not reversed_words(player)
        await player.press("a")
        assert reversed_words(player) == ["green", "sword", "breaks", "red"]


def reversed_words(player: Player) -> list[str]:
    """Return the words that stand on a solid ground."""
    solid = [part.text for strip in player.picture for part in strip if part.style and part.style.reverse]
    return re.findall(r"[a-z]+", " ".join(solid))


@pytest.mark.parametrize("keys", ["space", "space a"], ids=["all", "attacks"])
async def test_no_key_touches_the_edge_of_the_window(keys: str) -> None:
    async with playing(turn()) as player:
        await player.press(*keys.split())
        assert all(row[0] == row[-1] == " " for row in player.drawn(KeyBar))
        assert ("esc list all" in player.keys) is (keys != "space"), "there is nothing else to list"
