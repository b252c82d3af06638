"""People in a hall, whose every screen is noted, and who come again whenever they are thrown out."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import asyncssh
from serve.clients import Player
from serve.histories.checking import Finding
from serve.histories.history import History, Pair, Screen, Shown
from serve.histories.screens import shown_on
from settling import ASK

_LONGEST_TURN = 60.0
"""Seconds until somebody who hears nothing of what they have done connects anew."""


def _cut_off(data: bytes) -> int:
    """Return how many bytes at the end may be the first ones of `BEGIN`."""
    return next((size for size in range(len(BEGIN) - 1, 0, -1) if data.endswith(BEGIN[:size])), 0)


class Gone(Exception):
    """The visit has ended, or nothing comes any more."""


BEGIN, END = b"\x1b[?2026h", b"\x1b[?2026l"
"""What stands before and after a frame for terminals that show it at once."""


class Watched(Player):
    """A terminal that shows each frame at once, and whose every picture is looked at."""

    look: Callable[[], None] = staticmethod(lambda: None)
    is_second = False
    """Whether the person has another window."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self._held_back = b""
        """The beginning of a frame."""

    def hear(self, data: bytes) -> None:
        """Take received bytes, and look once a frame is whole."""
        if b"\x1b[?2026$p" in data:
            self.channel.write(b"\x1b[?2026;2$y")
        data = self._held_back + data
        begin, end = data.rfind(BEGIN), data.rfind(END)
        cut = begin if begin > end else len(data) - _cut_off(data)
        whole, self._held_back = data[:cut], data[cut:]
        if whole:
            super().hear(whole)
            self.look()

    def press(self, *keys: str) -> None:
        """Type keys; raises Gone if the visit has ended."""
        try:
            super().press(*keys)
        except BrokenPipeError:
            raise Gone from None

    async def until(self, condition: Callable[[str], bool], seconds: float = _LONGEST_TURN) -> str:
        """Wait until the screen satisfies a condition; raises Gone if it does not, or the visit ends."""
        deadline = time.monotonic() + seconds
        while not condition(text := self.text):
            left = deadline - time.monotonic()
            if left < 0 or self.gone.is_set():
                raise Gone
            self.heard.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.heard.wait(), min(left, 0.5))
        return text

    async def answered(self) -> str:
        """Wait until all keys have been handled; raises Gone as `until`."""
        # Keys typed before the session has started are lost.
        await self.until(lambda _: bool(self.output))
        wanted = self.answers.number + 1
        self.press(ASK)
        return await self.until(lambda _: self.answers.number >= wanted)


class World:
    """A hall and the people in it."""

    def __init__(self, port: int, seed: int, pace: float) -> None:
        """`pace` is the mean number of seconds that players think."""
        self.port = port
        self.chance = Random(seed)
        self.pace = pace
        self.history = History([], [], [])
        self.wishes: list[str] = []
        """What players are to do as soon as they can, of the last three kinds of `Faults`."""
        self.granted: list[str] = []
        """Those that have happened."""
        self.is_ending = False
        """Whether nobody acts any more."""
        self.visits = 0
        self.screens = 0
        """Pictures that were looked at, also those like the one before."""
        self.compared = 0
        """Screens that were compared with the database while they were shown."""
        self.early: list[Finding] = []
        """What was found then."""

    def take_wish(self, *which: str) -> str:
        """Return a wish that is to be granted now; "" if there is none."""
        found = next((wish for wish in self.wishes if wish in which), "")
        if found:
            self.wishes.remove(found)
            self.granted.append(found)
        return found

    async def think(self) -> None:
        """Take a while."""
        await asyncio.sleep(self.chance.uniform(0.2, 1.8) * self.pace)


class Person:
    """Somebody who comes to the hall again and again until there is nothing left to do.

    They have a key, unless they are guests, whose names begin with ~.
    """

    def __init__(self, world: World, name: str, pair: Pair | None, command: str | None) -> None:
        self.world = world
        self.name = name
        self.pair = pair
        self.command = command
        self.login = name.lstrip("~")
        self.key = None if name != self.login else asyncssh.generate_private_key("ssh-ed25519")
        self.player: Watched | None = None
        self.is_done = False
        self.shown = Shown({})
        """What the screen showed last."""

    async def live(self) -> None:
        """Come, and come again after each visit."""
        while not self.is_done:
            try:
                async with asyncio.timeout(20):
                    player = await self.enter()
            except (OSError, asyncssh.Error, TimeoutError):
                await self.world.think()
                continue
            self.player = player
            try:
                await self.visit(player)
            except Gone:
                pass
            finally:
                await self.leave(player)
            await asyncio.sleep(self.world.chance.uniform(0, 0.5))

    async def enter(self) -> Watched:
        """Connect; every picture from now on is noted."""
        player: Any = await Watched.enter(self.world.port, self.login, self.key, command=self.command)
        self.world.visits += 1
        player.look = lambda: self.look(player)
        player.look()
        return player  # type: ignore[no-any-return]

    async def leave(self, player: Watched) -> None:
        """Hang up."""
        player.look = lambda: None
        player.connection.abort()
        with suppress(OSError, asyncssh.Error, TimeoutError):
            await asyncio.wait_for(player.connection.wait_closed(), 5)

    def look(self, player: Watched) -> None:
        """Note what the screen shows, if that is new."""
        self.world.screens += 1
        shown = shown_on(player.text)
        if shown != self.shown:
            self.shown = shown
            self.world.history.screens.append(Screen(self.name, self.pair, shown, player.is_second))

    async def visit(self, player: Watched) -> None:
        """Do what one comes for: look on."""
        await player.until(lambda _: self.is_done, self.world.chance.uniform(5, 40))
