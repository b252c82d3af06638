"""People who play random actions at tables of a hall, watch, and come again whenever they are thrown out."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

import asyncssh
from serve.clients import Player
from serve.histories.checking import Finding
from serve.histories.history import Act, History, Outcome, Pair, Screen, Shown
from serve.histories.screens import chosen_on, shown_on
from settling import ASK

LOBBY = "Leave the hall"
_CODE = re.compile(r"\bjoin ([a-z0-9]{6})\b")
_WON = re.compile(r"^ +\S+ wins the match *$", re.MULTILINE)
_CHANGED = "able has changed in the meantime"
_LONGEST_TURN = 60.0
"""Seconds until a player who hears nothing of an action connects anew."""


class Gone(Exception):
    """The visit has ended, or nothing comes any more."""


class Watched(Player):
    """A terminal whose every picture is looked at."""

    look: Callable[[], None] = staticmethod(lambda: None)

    def hear(self, data: bytes) -> None:
        """Take received bytes, and look."""
        super().hear(data)
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
    """Somebody with a key, who comes to the hall again and again until there is nothing left to do."""

    def __init__(self, world: World, name: str, pair: Pair | None, command: str | None) -> None:
        self.world = world
        self.name = name
        self.pair = pair
        self.command = command
        self.key = asyncssh.generate_private_key("ssh-ed25519")
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
        player: Any = await Watched.enter(self.world.port, self.name, self.key, command=self.command)
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
            self.world.history.screens.append(Screen(self.name, self.pair, shown))

    async def visit(self, player: Watched) -> None:
        """Do what one comes for: look on."""
        await player.until(lambda _: self.is_done, self.world.chance.uniform(5, 40))


class Fencer(Person):
    """A player, who plays random legal actions."""

    def __init__(self, world: World, name: str, pair: Pair, command: str | None) -> None:
        super().__init__(world, name, pair, command)
        self.opponent: Fencer | None = None
        self._in_lobby = 0
        self._alone = asyncio.Lock()
        """Held while keys are pressed that belong together."""

    async def visit(self, player: Watched) -> None:
        """Play until the match is over."""
        while not self.is_done:
            text = await player.until(lambda text: self._is_wanted(text) or self.world.is_ending, 600)
            if self.world.is_ending and not _goes_on(text):
                await asyncio.sleep(0.2)
                if player.gone.is_set():
                    raise Gone
            elif LOBBY in text:
                # The bell may not have rung yet where the line leads.
                self._in_lobby += 1
                self.is_done = self._in_lobby > 5
                await asyncio.sleep(1)
                raise Gone
            elif _is_over(text):
                self.is_done = True
            elif "The hall is renewed" in text and self.world.chance.random() < 0.5:
                raise Gone
            elif _goes_on(text):
                player.press("space")
                await player.answered()
                await asyncio.sleep(0.2)
            elif "to claim the match" in text and "Press c " in text:
                await self._claim(player)
            else:
                self._in_lobby = 0
                await self.world.think()
                async with self._alone:
                    await self._act(player)

    def _is_wanted(self, text: str) -> bool:
        return bool(
            LOBBY in text or _is_over(text) or _goes_on(text) or "Press c " in text or self._has_to_act(text)
        )

    def _has_to_act(self, text: str) -> bool:
        return shown_on(text).to_act.rpartition(" ")[0].startswith(self.name)

    # --- actions ---

    async def _act(self, player: Watched) -> None:
        """Choose an action, and play it, perhaps while somebody else does something."""
        wish = self.world.take_wish("both players act", "two windows act", "claim and return")
        if wish == "claim and return":
            await self._be_late(player)
        other = await self._second_window() if wish == "two windows act" else None
        try:
            steps = self.world.chance.randint(1, 4)
            for window in (player, other):
                if window is not None:
                    window.press(*["down"] * steps)
                    await window.answered()
            before, entry = shown_on(player.text), chosen_on(player.text)
            if not self._has_to_act(player.text) or not entry:
                return
            if other is not None and (shown_on(other.text), chosen_on(other.text)) == (before, entry):
                other.press("enter")
            resigning = list[Awaitable[None]]()
            if wish == "both players act" and self.opponent is not None:
                resigning = await self.opponent.ready_to_resign()
            own = self._press(player, "enter", entry, before)
            for failed in await asyncio.gather(own, *resigning, return_exceptions=True):
                if failed is not None:
                    raise failed
        finally:
            if other is not None:
                await self.leave(other)

    async def _press(self, player: Watched, key: str, entry: str, before: Shown) -> None:
        """Press the last key of an action, and see what becomes of it."""
        assert self.pair is not None
        at, outcome = time.monotonic(), Outcome.UNKNOWN
        player.press(key)

        def has_come(text: str) -> bool:
            shown = shown_on(text)
            if entry.startswith("="):
                return _ended_otherwise(text)
            return shown.round is not None and shown._replace(hands={}) != before._replace(hands={})

        try:
            while True:
                text = await player.until(
                    lambda text: has_come(text) or "Not saved" in text or _CHANGED in text or _is_over(text)
                )
                if "Not saved" in text:
                    await self.world.think()
                    player.press("t")
                    await player.answered()
                    continue
                if _CHANGED in text:
                    outcome = Outcome.REFUSED
                elif has_come(text) and entry.startswith("=") is _ended_otherwise(text):
                    outcome = Outcome.ACKNOWLEDGED
                return
        finally:
            self.world.history.acts.append(Act(self.name, self.pair, entry, outcome, at))

    async def _second_window(self) -> Watched | None:
        try:
            async with asyncio.timeout(20):
                other = await self.enter()
                with suppress(Gone):
                    await other.until(self._has_to_act)
                return other
        except (OSError, asyncssh.Error, TimeoutError):
            return None

    async def _be_late(self, player: Watched) -> None:
        """Leave while it is one's turn, and come back when the opponent may claim the match."""
        await self.leave(player)
        await asyncio.sleep(self.world.chance.uniform(0.9, 1.3) * ABSENCE_SECONDS)
        raise Gone

    async def _claim(self, player: Watched) -> None:
        before = shown_on(player.text)
        player.press("c")
        await player.answered()
        if "Claim the match?" in player.text:
            await self._press(player, "y", f"= {self._side} absence", before)
        else:
            await asyncio.sleep(0.1)

    async def ready_to_resign(self) -> list[Awaitable[None]]:
        """Return the last key of a resignation, if it can be pressed."""
        player = self.player
        if player is None or player.gone.is_set() or self.opponent is None or self._alone.locked():
            return []
        before = shown_on(player.text)
        player.press("x")
        await player.answered()
        if "Resign?" not in player.text:
            return []
        return [self._press(player, "y", f"= {self.opponent._side} resignation", before)]

    @property
    def _side(self) -> str:
        assert self.pair is not None
        return ("left", "right")[self.pair.index(self.name)]


ABSENCE_SECONDS = 4
"""After which the hall of these people lets a match be claimed."""


def _goes_on(text: str) -> bool:
    return "space continue" in text


def _is_over(text: str) -> bool:
    """Return whether the page after a match is shown."""
    return _WON.search(text) is not None


def _ended_otherwise(text: str) -> bool:
    """Return whether a round has ended without an action."""
    return any(words in text for words in (" resigned", "did not return", "agreed to a draw", "by agreement"))


async def open_table(world: World, number: int) -> tuple[Fencer, Fencer]:
    """Open a table, let both sit down there, and return them; raises Gone if that does not work out."""
    pair = f"l{number}", f"r{number}"
    host, guest = Fencer(world, pair[0], pair, None), Fencer(world, pair[1], pair, None)
    host.opponent, guest.opponent = guest, host
    try:
        async with asyncio.timeout(60):
            player = await host.enter()
            await player.until(lambda text: LOBBY in text)
            player.press("n")
            await player.until(lambda text: "Press enter to open the table" in text)
            player.press("enter")
            code = _CODE.findall(await player.until(lambda text: _CODE.search(text) is not None))[0]
            await host.leave(player)
            host.command = guest.command = f"join {code}"
            player = await guest.enter()
            await player.until(lambda text: shown_on(text).round is not None)
            await guest.leave(player)
    except (OSError, asyncssh.Error, TimeoutError):
        raise Gone from None
    return host, guest
