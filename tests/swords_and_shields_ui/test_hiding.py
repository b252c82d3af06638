"""Behind the curtain, for spectators and at the end there is no card of a hand and nothing to choose."""

from collections.abc import Iterator
from dataclasses import fields

import pytest
from swords_and_shields_ui.duels import actions, choose, staged
from tui.harness import LARGE, SMALLEST, Player, playing

from engarde_tui.games.swords_and_shields.draft import Draft
from engarde_tui.games.swords_and_shields.widgets.hand import DuelHand
from engarde_tui.play.client import Client
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.scene import Scene
from engarde_tui.terminal.canvas import Canvas
from engine.match import Match, MatchView
from engine.swords_and_shields import Action, Duel, DuelView

SIZES = pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])


SECRETS = ("sword 10", "shield 8", "shield 1")
"""Names of cards that are in hands only."""


def turn() -> Match:
    """Return a turn with cards in hand that lie nowhere in the open."""
    return staged("s10x h8v s1r", "s4r", other_hand="h10x h1y", other_lies="h4g s2y -")


def everything_in(value: object) -> Iterator[object]:
    """Yield a value and all that plain containers in it hold."""
    yield value
    if isinstance(value, dict):
        for part in (*value.keys(), *value.values()):
            yield from everything_in(part)
    elif isinstance(value, list | set | frozenset) or type(value) is tuple:
        for part in value:
            yield from everything_in(part)


def assert_harmless(value: object) -> None:
    """Check a value that a widget holds while nobody may see a hand."""
    match value:
        case MatchView():
            assert_harmless(value.round)
        case DuelView():
            assert value.hands == (None, None)
            assert value.legal == ()
        case Scene():
            for field in fields(value):
                assert_harmless(getattr(value, field.name))
        case Draft():
            assert value == Draft()
            assert value.slots == ()
        case Canvas():
            drawn = "".join(char for row in value.rows for char, *_ in row)
            assert not [secret for secret in SECRETS if secret in drawn]
        case Action():
            raise AssertionError(f"an action that could be played: {value}")
        case Duel() | Match():
            raise AssertionError("only the table holds a match")
        case LiveMatch() | Client():
            pass


def assert_nothing_is_hidden_in(player: Player) -> None:
    """Check every value of every widget, and what is drawn."""
    for screen in player.app.screen_stack:
        for widget in screen.walk_children(with_self=True):
            for value in everything_in(vars(widget)):
                assert_harmless(value)
    assert "'s hand" not in player.text
    assert not [secret for secret in SECRETS if secret in player.text]


@pytest.mark.by_day(2)
@SIZES
@pytest.mark.parametrize("moment", ["first", "hidden", "suspended", "between turns"])
async def test_behind_the_curtain_no_widget_holds_a_card_of_a_hand(
    moment: str, size: tuple[int, int]
) -> None:
    async with playing(turn(), size) as player:
        if moment == "hidden":
            await player.press("space", "1", "h")
        elif moment == "suspended":
            await player.press("space", "e")
            player.app.app_suspend_signal.publish(player.app)
            await player.settle()
        elif moment == "between turns":
            await choose(player, "end")
        assert player.curtain_is_down
        assert player.view == player.held.view(None)
        assert_nothing_is_hidden_in(player)


@pytest.mark.slow
@SIZES
async def test_behind_the_curtain_no_other_key_shows_a_card_of_a_hand(size: tuple[int, int]) -> None:
    async with playing(turn(), size) as player:
        await choose(player, "end")
        for key in (*"123456789abefhijklmnoprstuvwxyz", "enter", "up", "down", "backspace", "ctrl+p", "f1"):
            await player.press(key)
            assert_nothing_is_hidden_in(player)
            while player.screen_name != "TableScreen":
                await player.press("escape")
            assert player.curtain_is_down


async def test_hiding_forgets_what_was_chosen_and_lifting_the_curtain_shows_the_hand_again() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        shown = player.text
        await player.press("a", "h")
        assert "Anna, take the keyboard." in player.text
        assert "┏" not in player.text
        assert player.notice == ""
        await player.press("space")
        assert player.text == shown
        assert actions(player) == []


async def test_hiding_in_the_middle_of_an_effect_keeps_the_effect_waiting() -> None:
    async with playing(staged("s2r s1r", other_lies="s8b")) as player:
        await choose(player, "use:s2r")
        await player.press("h")
        assert_nothing_is_hidden_in(player)
        await player.press("space")
        assert player.notice == "Red sword 2: choose from the list, then press enter."


@pytest.mark.slow
@SIZES
async def test_at_the_end_nothing_can_be_chosen(size: tuple[int, int]) -> None:
    async with playing(staged("s1r h1g", "s8y", life=(50, 5)), size) as player:
        await choose(player, "attack:1")
        assert player.at_showdown
        before = player.text
        await player.press(*"123baenth", "up", "down", "escape")
        for y in range(0, size[1] - 3, 2):
            for x in range(0, size[0], 10):
                await player.click(x, y)
        assert player.text == before
        assert player.bells == 0
        assert player.scene.draft == Draft()


async def test_help_over_the_table_shows_no_hand_and_comes_back_to_the_same_choice() -> None:
    async with playing(turn()) as player:
        await player.press("space", "a")
        shown = player.text
        await player.press("question_mark", "r")
        assert "'s hand" not in player.text
        assert "Bring your opponent down to 0 life points" in " ".join(player.text.split())
        await player.press("escape")
        assert player.text == shown


async def test_the_opponent_sees_how_many_cards_are_held() -> None:
    async with playing(turn()) as player:
        await player.press("space")
        assert "hand 2" in player.text
        assert len(player.screen.query(DuelHand)) == 1
        assert "Bruno's hand" not in player.text
