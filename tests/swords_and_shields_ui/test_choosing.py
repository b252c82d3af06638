"""Choosing an action by number, letter, arrows and mouse."""

import re

import pytest
from swords_and_shields_ui.duels import PLAY, actions, choose, kinds, listed, staged
from tui.harness import LARGE, SMALLEST, Player, playing

from engarde_tui.games.swords_and_shields.board import SwordsBoard
from engarde_tui.games.swords_and_shields.previews import preview
from engarde_tui.games.swords_and_shields.widgets.hand import DuelHand
from engarde_tui.games.swords_and_shields.widgets.offers import Offers
from engarde_tui.games.swords_and_shields.widgets.shop import Shop
from engarde_tui.games.swords_and_shields.widgets.side import Side
from engarde_tui.widgets.key_bar import KeyBar
from engine.game import Seat
from engine.match import Match
from engine.swords_and_shields import parse_action

SIZES = pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])


def turn() -> Match:
    """Return a turn in which something of each kind can be done."""
    return staged(
        "h1b h1g s1r s1x s1y", "s4r b+1/h3x -", other_lies="h4g s2y -", discard="s1v", shop_discard="s2r"
    )


def title(player: Player) -> str:
    """Return the title of the list."""
    return player.drawn(Offers)[0].split("▼")[0].strip("╭╮─ ")


async def test_a_number_lists_what_can_be_done_with_a_card_and_enter_does_it() -> None:
    async with playing(turn()) as player:
        await player.press("space", "3")
        assert listed(player) == ["lay:s1r:3", "use:s1r"]
        assert title(player) == "red sword 1"
        assert "► red sword 1 to #3" in player.text
        assert player.notice == f"Play red sword 1 to place 3.{PLAY}"
        await player.press("3")
        assert "► destroy red sword 1" in player.text
        assert "Destroy red sword 1 for its effect" in player.notice
        await player.press("3", "enter")
        assert actions(player) == ["lay:s1r:3"]


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("key", "verb", "name"),
    [
        ("b", "buy", "buy"),
        ("a", "attack", "attack"),
        ("e", "use", "effect"),
        ("n", "clear", "new shop"),
        ("t", "end", "end turn"),
    ],
)
async def test_a_letter_lists_one_kind_of_action(key: str, verb: str, name: str) -> None:
    async with playing(turn()) as player:
        await player.press("space", key)
        assert kinds(listed(player)) == {verb}
        assert title(player) == name
        await player.press("enter")
        assert actions(player)[0].split(":")[0] == verb


async def test_a_letter_pressed_again_goes_to_the_next_of_its_kind_and_around() -> None:
    async with playing(turn()) as player:
        await player.press("space", "b")
        purchases = listed(player)
        assert len(purchases) > 2
        for purchase in (*purchases[1:], purchases[0]):
            await player.press("b")
            assert str(player.scene.draft.chosen) == purchase


async def test_the_arrows_reach_every_legal_action_and_wrap() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        legal = [str(action) for action in player.view.round.legal]
        seen = []
        for _ in legal:
            await player.press("down")
            seen.append(str(player.scene.draft.chosen))
            assert "►" in "".join(player.drawn(Offers))
        assert seen == legal
        await player.press("down")
        assert str(player.scene.draft.chosen) == legal[0]
        await player.press("up")
        assert str(player.scene.draft.chosen) == legal[-1]


async def test_escape_lists_everything_again() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        everything = player.text
        for key in ("escape", "backspace"):
            await player.press("a")
            assert player.text != everything
            await player.press(key)
            assert player.text == everything


async def test_the_chosen_attack_is_marked_on_the_board_before_it_is_played() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        assert not marked(player)
        await player.press("a")
        assert marked(player) == ["green", "red"]
        assert player.notice == (
            "Red sword 4 attacks for 7 and breaks shield 4: Bruno loses 3 LP. "
            "Bruno's swords strike back for 2."
        )
        await player.press("enter")
        assert player.held.round.life == (48, 47), "what the preview says is what happens"


def marked(player: Player) -> list[str]:
    """The colours of the marked cards, from top to bottom."""
    rows = "\n".join(row[: player.screen.query_one("#cards").region.right] for row in player.rows)
    return re.findall(r"▌([a-z]+)", rows.partition("display")[2])


async def test_what_a_purchase_takes_is_marked_in_the_shop_and_in_the_display() -> None:
    async with playing(turn()) as player:
        await player.press("space", "b")
        assert player.notice == f"Pay grey shield 3: sword 3 goes to your discard.{PLAY}"
        assert marked(player) == ["red", "grey"]


@SIZES
async def test_the_mouse_chooses_a_card_of_the_hand(size: tuple[int, int]) -> None:
    async with playing(turn(), size) as player:
        await player.press("space")
        x, y = player.find(DuelHand, "yell")[0]
        await player.click(x, y)
        assert listed(player) == ["lay:s1y:3", "use:s1y"]


@SIZES
async def test_the_mouse_chooses_a_place_of_the_shop_and_of_both_displays(size: tuple[int, int]) -> None:
    async with playing(turn(), size) as player:
        await player.press("space")
        await player.click_on(Shop, "blue")
        assert listed(player) == ["buy:3:12"]
        assert title(player) == "shop #3"
        theirs, own = player.screen.query(Side)
        for side, verbs in ((theirs, {"attack"}), (own, {"buy", "attack", "use"})):
            await player.click(side.region.x + 3, side.region.y + 2)
            assert kinds(listed(player)) == verbs
            await player.press("escape")


async def test_the_mouse_chooses_a_line_of_the_list_and_the_keys_play_it() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        await player.click_on(Offers, "red sword 1 to #3")
        assert "► red sword 1 to #3" in player.text
        await player.click_on(KeyBar, "enter play")
        assert actions(player) == ["lay:s1r:3"]
        await player.click_on(KeyBar, "t end turn")
        await player.click_on(KeyBar, "enter play")
        assert actions(player) == ["lay:s1r:3", "end"]


async def test_a_card_of_which_there_are_two_is_listed_once_and_laid_once() -> None:
    async with playing(staged("s1r s1r h1g")) as player:
        await player.press("space", "2")
        assert listed(player)[:3] == ["lay:s1r:1", "lay:s1r:2", "lay:s1r:3"]
        await player.press("enter")
        assert [str(card) for card in player.view.round.hand] == ["h1g", "s1r"]


async def test_more_cards_than_fit_overlap_and_all_can_be_chosen() -> None:
    async with playing(staged("h1b h1g h1r h1v h1y s1b s1g s1r s1v s1y")) as player:
        await player.press("space")
        assert len(player.view.round.hand) == 10
        for number in range(1, 10):
            await player.press(str(number))
            card = player.view.round.hand[number - 1]
            assert listed(player)[0] == f"lay:{card}:1"
        await player.press("escape")
        x, y = player.find(DuelHand, "yell")[-1]
        await player.click(x, y)
        assert listed(player)[0] == "lay:s1y:1", "the tenth card has no number but a place"


async def test_the_only_action_is_marked() -> None:
    """Enter plays it; escape leaves it marked."""
    match = staged("", "- - -", shop="- - - - -")
    (only,) = match.round.legal_actions()
    async with playing(match) as player:
        await player.press("space", "escape", "enter")
        assert actions(player) == [str(only)]


async def test_after_an_action_the_whole_list_is_back() -> None:
    async with playing(turn()) as player:
        await choose(player, "lay:s1r:3")
        assert player.scene.draft.is_empty
        assert listed(player) == [str(action) for action in player.view.round.legal]


async def test_attacks_that_differ_only_in_the_order_of_equal_losses_are_one_line() -> None:
    async with playing(staged("h1b", "s8y", other_lies="h2g h1r")) as player:
        await player.press("space", "a")
        assert listed(player) == ["attack:1:1", "attack:1:12", "attack:1:2"]
        legal = [str(action) for action in player.view.round.legal if action.kind == "attack"]
        assert legal == ["attack:1:1", "attack:1:12", "attack:1:2", "attack:1:21"], "the rules allow both"


def test_attacks_whose_order_costs_another_number_of_points_are_all_listed() -> None:
    """A grey shield is not stronger beside a red one, which is stronger beside the grey one."""
    view = staged("h1b", "s10x", other_lies="h1r h3x").round.view(Seat.LEFT)
    listed = {str(action): action for action in SwordsBoard().begin(view).listed}
    told = {preview(view, listed[word], ("Anna", "Bruno")) for word in ("attack:1:12", "attack:1:21")}
    assert {re.search(r"loses (\d+) LP", each)[1] for each in told} == {"5", "6"}


def test_a_hint_in_another_order_marks_the_line_that_is_listed() -> None:
    view = staged("h1b", "s8y", other_lies="h2g h1r").round.view(Seat.LEFT)
    board = SwordsBoard()
    draft = board.with_hint(view, board.begin(view), parse_action("attack:1:21"))
    assert str(draft.chosen) == "attack:1:12"
