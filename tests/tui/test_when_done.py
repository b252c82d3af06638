"""What is to be called once the program has done all that it was asked for."""

import asyncio

import pytest
from settling import LONGEST
from textual.events import Event, Key, Resize
from textual.geometry import Size
from tui.harness import Player, playing
from tui.states import NEAR, staged


async def done(player: Player, *keys: str) -> str:
    """Type keys; return what the screen shows when they are done."""
    return await handled(player, *(Key(key, None) for key in keys))


async def handled(player: Player, *events: Event) -> str:
    """Post events; return what the screen shows when they are done."""
    shown: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    for event in events:
        player.app.post_message(event)
    player.app.when_done(lambda: shown.set_result(player.text))
    async with asyncio.timeout(LONGEST):
        return await shown


@pytest.mark.by_day(3)
@pytest.mark.parametrize("keys", [("space",), ("space", "v"), ("f1",), ("f1", "escape"), ("space", "v", "v")])
async def test_all_that_was_typed_is_painted(keys: tuple[str, ...]) -> None:
    """Whichever screen it has led to."""
    async with playing(staged(script=NEAR)) as player:
        await player.settle()
        found = await done(player, *keys)
        await player.settle()
        assert found == player.text


async def test_the_window_is_drawn_in_its_new_size() -> None:
    """Which takes long in a large one, so it is part of the turn of whoever has changed it."""
    async with playing(staged(script=NEAR)) as player:
        await player.settle()
        size = Size(120, 40)
        player.app._driver._size = size
        found = await handled(player, Resize(size, size))
        assert player.app.screen.size == size
        await player.settle()
        assert found == player.text


async def test_it_is_called_when_the_program_ends_too() -> None:
    async with playing(staged(script=NEAR)) as player:
        ended = asyncio.Event()
        player.app.exit()
        player.app.when_done(ended.set)
    async with asyncio.timeout(LONGEST):
        await ended.wait()
    late = asyncio.Event()
    player.app.when_done(late.set)
    assert late.is_set()
