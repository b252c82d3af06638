"""A key in another form, where it makes a difference: chosen keys, fields, secrets, what a terminal tells."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
from textual._xterm_parser import XTermParser
from textual.message import Message
from textual.widgets import Input
from tui.harness import NAMED, playing
from tui.setup.form import fill, open_setup
from tui.states import NEAR, staged

from engarde_tui.screens.keys import KeyList
from engarde_tui.terminal.input import InputParser


def by_layer(sent: str) -> Iterable[Message]:
    """Read a terminal as the layer does."""
    return InputParser().feed(sent.encode())


def by_textual(sent: str) -> Iterable[Message]:
    """Read a terminal as Textual alone does."""
    return XTermParser().feed(sent)


@pytest.mark.slow
@pytest.mark.parametrize("read", [by_layer, by_textual])
async def test_the_locks_of_capitals_and_numbers_change_no_key(
    read: Callable[[str], Iterable[Message]],
) -> None:
    """Whether the terminal sends characters, or tells of keys with the locks, with or without their text."""
    told = (f"\x1b[115;{1 + 64};83u", f"\x1b[115;{1 + 64}u", f"\x1b[115;{1 + 64 + 128};83u")
    async with playing() as player:
        for sent in ("S", "ｓ", *told):
            for message in read(sent):
                player.app.post_message(message)
            await player.settle()
            assert player.screen_name == "SettingsScreen", sent
            await player.press("escape")


async def test_a_chosen_capital_stays_another_key_than_its_small_letter() -> None:
    """A full-width letter is the capital or the small letter that it looks like."""
    keys = {"settings": ("R",), "help": ("r",)}
    async with playing(settings=replace(NAMED, keys=keys)) as player:
        for typed, opens in {"R": "Settings", "r": "Help", "Ｒ": "Settings", "ｒ": "Help"}.items():
            await player.press(typed)
            assert player.screen_name == f"{opens}Screen", typed
            await player.press("escape")


async def test_a_capital_that_ends_a_turn_lifts_no_curtain_however_long_it_is_held() -> None:
    """Its small letter would: what is chosen stays itself even while it may do nothing."""
    keys = {"play": ("P",), "lift": ("p",)}
    async with playing(staged(script=NEAR), settings=replace(NAMED, keys=keys)) as player:
        await player.press("p", "down", *"PPP")
        assert player.curtain_is_down
        await player.press("Ｐ")
        assert player.curtain_is_down
        await player.press("p")
        assert not player.curtain_is_down


async def test_a_field_keeps_what_is_typed_but_its_spaces() -> None:
    async with playing() as player:
        await open_setup(player)
        await fill(player, "left", "ＱQ３　Ü")
        assert player.screen.query_one("#left", Input).value == "ＱQ３ Ü"
        await fill(player, "target", "３")
        await player.press("enter")
        assert player.held.target == 3


async def test_the_key_that_is_asked_for_is_taken_as_it_is_typed_without_what_is_held_for_it() -> None:
    """Some terminals tell of shift and of the locks by themselves."""
    async with playing() as player:
        await player.press("s", *["tab"] * 8, "enter")
        keys = player.screen.query_one(KeyList)
        for typed in "RＲ":
            keys.highlighted = keys.get_option_index("hint")
            await player.settle()
            await player.press("enter", "left_shift", "caps_lock", "iso_level3_shift", typed)
            assert player.app.settings.keys == {"hint": (typed,)}


@pytest.mark.parametrize("typed", ["ı", "й", "Ж", "日", "½", "ª", "²"])
async def test_what_is_no_form_of_any_key_does_nothing(typed: str) -> None:
    async with playing(staged(script=NEAR)) as player:
        await player.press("space")
        before, rung = player.unmarked, player.bells
        await player.press(typed)
        assert (player.unmarked, player.bells) == (before, rung)


async def test_control_is_held_with_either_form() -> None:
    """Some terminals tell of the capital while the lock is on."""
    async with playing() as player:
        for message in InputParser().feed(b"\x1b[27;5;80~"):
            player.app.post_message(message)
        await player.settle()
        assert player.screen_name == "Palette"
