"""The ways through the form of a new match, and out of it."""

import re
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Input
from tui.harness import LARGE, SMALLEST, playing
from tui.setup.form import FIELDS, FIELDS_ALONE, fill, focused, go_to, open_setup, unfold, where

from engarde_tui.app import EngardeApp
from engarde_tui.screens import setup
from engine.en_garde import Seat

pytestmark = pytest.mark.painted


async def test_enter_begins_with_what_is_shown() -> None:
    """From any field, and at once with everything as it is."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "Jürgen")
        await fill(player, "right", "李小龙")
        await fill(player, "target", "3")
        await player.press("enter")
        match = player.held
        assert (match.names, match.target, match.first) == (("Jürgen", "李小龙"), 3, Seat.LEFT)
        assert match.seed is None, "a match that is not asked for by number is dealt by the system"
        assert player.curtain_is_down
        assert "first to 3" in player.text


@pytest.mark.parametrize(("key", "labels"), [("n", ("Opponent",)), ("a", ("Opponent", "Level"))])
async def test_whom_one_plays_stands_above_the_names_and_is_pointed_at_first(
    key: str, labels: tuple[str, ...]
) -> None:
    """And how strong a level is, below that: that row is there only if a level plays."""
    async with playing() as player:
        await player.press(key)
        rows = ("Game", *labels, "Left", "Right", "Rounds to win", "Who begins")
        shown = re.findall(r"│ ([A-Z][a-z]+(?: [a-z]+)*)  ", player.text.split("╰")[0])
        assert tuple(shown) == rows
        (pointed,) = (row for row in player.rows if "►" in row)
        assert pointed.startswith("│ Opponent  ")


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("key", "fields"), [("n", FIELDS), ("a", FIELDS_ALONE)])
async def test_tab_goes_through_every_field_and_around(key: str, fields: tuple[str, ...]) -> None:
    """Forward from the opponent, and back with shift."""
    async with playing() as player:
        await player.press(key)
        await unfold(player)
        forward = []
        for _ in fields:
            forward.append(focused(player))
            await player.press("tab")
        first = fields.index("opponent")
        assert tuple(forward) == (*fields[first:], *fields[:first])
        assert focused(player) == "opponent"
        await player.press("shift+tab")
        assert focused(player) == "game"


@pytest.mark.slow
async def test_the_row_of_games_keeps_the_focus_when_another_is_chosen() -> None:
    """Whose form is another one: whoever goes on pressing left and right goes on choosing games."""
    async with playing() as player:
        await open_setup(player)
        await go_to(player, "game")
        await player.press("right")
        assert "►(●) Swords and Shields" in player.text
        await player.press("left")
        assert "►(●) En Garde" in player.text
        assert "(●) human" in player.text


async def test_down_and_up_move_through_names_and_house_rules() -> None:
    """Inside a list of games they choose one."""
    async with playing() as player:
        await open_setup(player)
        await player.press("down", "down", "down")
        assert focused(player) == "target"
        await player.press("up", "up")
        assert focused(player) == "left"
        await go_to(player, "indirect")
        await player.press("down")
        assert focused(player) == "last_chance"
        await player.press("up", "up")
        assert focused(player) == "parry"


async def test_down_alone_reaches_every_field_and_up_too() -> None:
    """A player who does not think of tab can set everything."""
    async with playing() as player:
        await open_setup(player)
        reached = {focused(player)}
        for _ in range(30):
            await player.press("down")
            reached.add(focused(player))
        assert reached == set(FIELDS)
        for _ in range(30):
            await player.press("up")
            reached.discard(focused(player))
        assert not reached


async def test_escape_goes_back_to_the_menu() -> None:
    """And from there the setup begins anew."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "Cleo")
        await player.press("escape")
        assert player.screen_name == "MenuScreen"
        await open_setup(player)
        assert player.screen.query_one("#left", Input).value == "Anna"


async def test_the_mouse_sets_everything_too() -> None:
    """A game, a house rule, a starter, and the key that begins."""
    async with playing() as player:
        await open_setup(player)
        for text in ("Abacus advanced  ", "open discard pile", "right    "):
            await player.click(*where(player, text))
        await player.click(*where(player, "begin the match"))
        match = player.held
        assert match.rules.open_discard
        assert match.rules.final_evasion_skips_cards
        assert match.first is Seat.RIGHT


@pytest.mark.parametrize("size", [SMALLEST, LARGE])
@pytest.mark.parametrize("key", ["n", "a"])
async def test_the_first_frame_is_the_settled_one(
    size: tuple[int, int], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word whole and one choice lit in each row from the first painting on."""
    frames: list[list[str]] = []
    paint = EngardeApp._display

    def look(app: EngardeApp, screen: Screen[Any], renderable: Any) -> None:
        if isinstance(screen, setup.SetupScreen) and renderable is not None:
            strips = screen._compositor.render_strips()
            frames.append(["".join(segment.text for segment in strip) for strip in strips])
        paint(app, screen, renderable)

    monkeypatch.setattr(EngardeApp, "_display", look)
    async with playing(size=size) as player:
        await player.press(key)
        assert frames[0] == player.rows
