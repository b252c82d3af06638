"""People who play random actions at tables of a hall."""

import asyncio
import re
import time
from collections.abc import Awaitable
from contextlib import suppress
from typing import NamedTuple

import asyncssh
from serve.histories.history import Act, Outcome, Pair, Shown
from serve.histories.people import Gone, Person, Watched, World
from serve.histories.screens import chosen_on, shown_on

_LOBBY = "Leave the hall"
_CODE = re.compile(r"\bjoin ([a-z0-9]{6})\b")
_SEAT_CODE = re.compile(r"seat's code: ([a-z0-9]{12})\b")
_WON = re.compile(r"^ +\S+ wins the match *$", re.MULTILINE)
_TOLD_RESULT = re.compile(r"You have (?:lost|won) a match")
_PATIENCE = 30.0
"""Seconds to wait for something to do."""
_CHANGED = "able has changed in the meantime"


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
            # Whoever is asked something that they know nothing of comes again, as anybody does.
            text = await player.until(lambda text: self._is_wanted(text) or self.world.is_ending, _PATIENCE)
            if self.world.is_ending and not _goes_on(text):
                await asyncio.sleep(0.2)
                if player.gone.is_set():
                    raise Gone
            elif _TOLD_RESULT.search(text):
                player.press("space")
                await player.answered()
                self.is_done = True
            elif _LOBBY in text:
                # The bell may not have rung yet where the line leads. A hall has no ear for many wrong codes.
                self._in_lobby += 1
                self.is_done = self._in_lobby > (5 if self.key is not None else 2)
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
        is_asked = _LOBBY in text or "Press c " in text or _TOLD_RESULT.search(text) is not None
        return is_asked or _is_over(text) or _goes_on(text) or self._has_to_act(text)

    def _has_to_act(self, text: str) -> bool:
        return shown_on(text).to_act.rpartition(" ")[0].startswith(self.name)

    # --- actions ---

    async def _act(self, player: Watched) -> None:
        """Choose an action, and play it, perhaps while somebody else does something."""
        if await self._agreed_to_a_draw(player):
            return
        wish = self.world.take_wish("both players act", "two windows act", "claim and return")
        if wish == "claim and return":
            await self._be_late(player)
        other = await self._second_window() if wish == "two windows act" else None
        try:
            steps, way = self.world.chance.randint(1, 4), self.world.chance.choice(("down", "down", "up"))
            for window in (player, other):
                if window is not None:
                    window.press(*[way] * steps)
                    await window.answered()
            before, entry = shown_on(player.text), chosen_on(player.text)
            if not self._has_to_act(player.text) or not entry:
                return
            is_twice = other is not None and (shown_on(other.text), chosen_on(other.text)) == (before, entry)
            if other is not None and is_twice:
                other.press("enter")
            resigning = list[Awaitable[None]]()
            if wish == "both players act" and self.opponent is not None:
                resigning = await self.opponent.ready_to_resign()
            own = self._press(player, "enter", entry, before, is_twice=is_twice)
            for failed in await asyncio.gather(own, *resigning, return_exceptions=True):
                if failed is not None:
                    raise failed
        finally:
            if other is not None:
                await self.leave(other)

    async def _agreed_to_a_draw(self, player: Watched) -> bool:
        """Offer a draw now and then, and accept one; return whether that was done."""
        is_offered = f"{self.opponent.name if self.opponent else ''} offers a draw" in player.text
        if self.world.chance.random() > (0.5 if is_offered else 0.04):
            return False
        before = shown_on(player.text)
        player.press("x")
        await player.answered()
        if is_offered and "A draw?" in player.text:
            await self._press(player, "a", "= none agreement", before)
            return True
        player.press(*(["d"] if "Offer a draw" in player.text else []))
        await player.answered()
        player.press(*(["q"] if "A draw?" in player.text or "Resign" in player.text else []))
        await player.answered()
        return False

    async def _press(
        self, player: Watched, key: str, entry: str, before: Shown, *, is_twice: bool = False
    ) -> None:
        """Press the last key of an action, perhaps in two windows, and see what becomes of it."""
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
                    gives_up = self.world.chance.random() < 0.3
                    player.press("q" if gives_up else "t")
                    await player.answered()
                    if gives_up:
                        return
                    continue
                if _CHANGED in text:
                    # By the other window, perhaps.
                    outcome = Outcome.UNKNOWN if is_twice else Outcome.REFUSED
                elif has_come(text) and entry.startswith("=") is _ended_otherwise(text):
                    outcome = Outcome.ACKNOWLEDGED
                return
        finally:
            self.world.history.acts.append(Act(self.name, self.pair, entry, outcome, at))

    async def _second_window(self) -> Watched | None:
        try:
            async with asyncio.timeout(20):
                other = await self.enter()
                other.is_second = True
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
        if "Resign" not in player.text:
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
    ends = (" resigned", "did not return", "agreed to a draw", "by agreement")
    return any(words in text.lower() for words in ends)


class Sort(NamedTuple):
    """What is played at a table, and by whom."""

    is_duel: bool = False
    """Whether it is A Game of Swords and Shields."""
    has_guest: bool = False
    """Whether the player on the right is a guest, who comes back by the seat's code."""
    plays_forced: bool = False
    """Whether the hall plays forced actions."""


SORTS = (
    Sort(),
    Sort(has_guest=True, plays_forced=True),
    Sort(is_duel=True),
    Sort(plays_forced=True),
    Sort(is_duel=True, has_guest=True, plays_forced=True),
)
"""The tables in turn."""


async def open_table(world: World, number: int, sort: Sort) -> tuple[Fencer, Fencer]:
    """Open a table, let both sit down there, and return them; raises Gone if that does not work out."""
    pair = f"l{number}", f"{'~' * sort.has_guest}r{number}"
    host, guest = Fencer(world, pair[0], pair, None), Fencer(world, pair[1], pair, None)
    host.opponent, guest.opponent = guest, host
    try:
        async with asyncio.timeout(60):
            player = await host.enter()
            await player.until(lambda text: _LOBBY in text)
            player.press("n")
            await _fill_in(player, sort)
            player.press("enter")
            code = _CODE.findall(await player.until(lambda text: _CODE.search(text) is not None))[0]
            await host.leave(player)
            host.command = guest.command = f"join {code}"
            player = await guest.enter()
            text = await player.until(
                lambda text: (
                    shown_on(text).round is not None and (not sort.has_guest or "seat's code" in text)
                )
            )
            await guest.leave(player)
            if sort.has_guest:
                # Whoever has the code gets the name with it, under whatever name they come.
                guest.command, guest.login = f"join {_SEAT_CODE.findall(text)[0]}", f"back{number}"
    except (OSError, asyncssh.Error, TimeoutError):
        raise Gone from None
    return host, guest


async def _fill_in(player: Watched, sort: Sort) -> None:
    """Fill in the form of a table."""
    await player.until(lambda text: "Press enter to open the table" in text)
    if sort.is_duel:
        player.press("right")
        await player.until(lambda text: "(●) Swords and Shields" in text)
        await player.answered()
    if sort.plays_forced:
        player.press(*["\t"] * 7, "right")
        await player.until(lambda text: "forced actions played. Press enter" in " ".join(text.split()))
