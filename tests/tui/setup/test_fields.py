"""Names, target and starter of a new match: what cannot be played is said at once."""

import random

import pytest
from textual.events import Paste
from textual.widgets import Input
from tui.harness import Player, playing
from tui.setup.form import assert_enter_only_rings, fill, go_to, open_setup

from engarde_tui.screens import setup
from engine.en_garde import Seat

REFUSED = {
    "left": {
        "": "A name needs at least one character.",
        "   ": "A name needs at least one character.",
        "\u3164": "A name needs a character that can be seen.",
        "J\ufffdrgen": "\ufffd stands for a lost character: type the name again.",
        "abcdefghijklmnopq": "A name has at most 16 characters, 'abcdefghijklmnop'… has 17.",
    },
    "right": {
        "Anna": "The two players need different names, not 'Anna' twice.",
        "An\u200cna\u2800": "The two players need different names, not 'Anna' twice.",
        " Anna ": "The two players need different names, not 'Anna' twice.",
    },
    "target": {
        "0": "The target is 1 to 99 rounds, not 0.",
        "00": "The target is 1 to 99 rounds, not 0.",
        "x": "The rounds to win must be a number from 1 to 99.",
        "-1": "The rounds to win must be a number from 1 to 99.",
        "": "The rounds to win must be a number from 1 to 99.",
        "²": "The rounds to win must be a number from 1 to 99.",
    },
}


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("field", "good"), [("left", "Cleo"), ("right", "Dirk"), ("target", "7")])
async def test_a_field_that_cannot_be_played_says_so_at_once(field: str, good: str) -> None:
    """Enter rings the bell until it is put right."""
    async with playing() as player:
        await open_setup(player)
        for text, why in REFUSED[field].items():
            await fill(player, field, text)
            assert player.notice == f"! {why}"
            await assert_enter_only_rings(player)
        await fill(player, field, good)
        assert not player.notice.startswith("!")
        await player.press("enter")
        assert player.screen_name == "TableScreen"


async def test_the_third_digit_of_a_target_is_not_typed() -> None:
    """There is no room for it."""
    async with playing() as player:
        await open_setup(player)
        await fill(player, "target", "100")
        await player.press("enter")
        assert player.held.target == 10


async def paste_name(player: Player, text: str) -> None:
    """Open the form, and paste a text as the left player's name."""
    await open_setup(player)
    await fill(player, "left", "")
    player.app.post_message(Paste(text))
    await player.settle()


@pytest.mark.by_day(2)
@pytest.mark.parametrize("pasted", ["A\x07B", "A\x1b[2J", "A\u200bB", "\u202eanna"])
async def test_a_name_with_control_characters_is_refused(pasted: str) -> None:
    """They would write on the terminal of both."""
    async with playing() as player:
        await paste_name(player, pasted)
        assert player.screen.query_one("#left", Input).value == pasted
        assert player.notice == "! A name can only contain printable characters."
        await assert_enter_only_rings(player)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("pasted", ["Cleo\n", "Cleo\r\n", "\n\nCleo\n \n", "Cleo"])
async def test_a_paste_with_ends_of_lines_is_taken_whole_and_confirms_nothing(pasted: str) -> None:
    async with playing() as player:
        await paste_name(player, pasted)
        assert player.screen_name == "SetupScreen"
        assert player.notice.startswith("Ferti advanced: Cleo against Bruno ")


async def test_the_lines_of_a_paste_become_one() -> None:
    async with playing() as player:
        await paste_name(player, "Cleo\nDirk")
        assert player.screen.query_one("#left", Input).value == "Cleo Dirk"


@pytest.mark.parametrize(("steps", "seat"), [(0, Seat.LEFT), (1, Seat.RIGHT)])
async def test_the_starter_that_is_chosen_begins(steps: int, seat: Seat) -> None:
    """Left or right, and the score track and the curtain say so."""
    async with playing() as player:
        await open_setup(player)
        await go_to(player, "starter")
        await player.press(*["right"] * steps, "enter")
        assert player.held.first is seat
        assert f"{player.held.names[seat]} begins round 1." in player.text


@pytest.mark.by_day(1)
@pytest.mark.parametrize("seat", Seat, ids=["left", "right"])
async def test_lots_are_drawn_when_the_match_begins(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the system's randomness, which can make either begin."""
    seed = next(seed for seed in range(99) if random.Random(seed).choice(list(Seat)) is seat)
    monkeypatch.setattr(setup, "SystemRandom", lambda: random.Random(seed))
    async with playing() as player:
        await open_setup(player)
        await go_to(player, "starter")
        await player.press("right", "right", "enter")
        assert player.held.first is seat
