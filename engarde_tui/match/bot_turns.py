"""The turns of the bots at a table: asked beside everything else, and played where they can be followed."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Protocol

from engarde_tui.match.place import Place
from engine.bots import ForfeitError

BOT_PACE: Final = 1.2
"""Seconds that a bot takes for an action at least, so that a person can follow."""


class Host(Protocol):
    """Where the bots' actions are played and shown."""

    def change(self, change: Callable[[], None]) -> Awaitable[bool]:
        """Do what is kept; False where it could not be, and was given up."""

    def announce_forfeit(self, error: ForfeitError) -> Awaitable[object]:
        """Show that the bot to act has failed, until that has been read."""


class BotTurns:
    """Asks the bots at a table, each time once, and plays what they answer."""

    def __init__(self, place: Place, pace: float) -> None:
        """Play from `place`; a bot takes at least `pace` seconds for an action."""
        self._place = place
        self._table = place.table
        self._asked: int | None = None
        """The revision about which a bot has been asked."""
        self._given_up: int | None = None
        """The revision at which an answer could not be played."""
        self._at_once = asyncio.Event()
        self.pace = pace
        self.uncovered = asyncio.Event()
        """What the bots do can be seen; until then they do nothing."""
        self.answer: asyncio.Future[Any] | None = None
        """What the bot asked last answers, not before its time."""

    @property
    def pace(self) -> float:
        """The seconds that a bot takes at least; 0 lets the one to act answer at once, too."""
        return self._pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._pace = seconds
        if seconds:
            self._at_once.clear()
        else:
            self._at_once.set()

    @property
    def is_due(self) -> bool:
        """It is a bot's turn, and it has not been asked yet."""
        return self._table.waits_for_bot and self._asked != self._table.revision

    @property
    def is_stuck(self) -> bool:
        """It is a bot's turn, but what it answered could not be played: `retry` lets it be asked again."""
        return self._table.waits_for_bot and self._given_up == self._table.revision

    def retry(self) -> None:
        """Let the bot that is stuck be asked again."""
        self._asked = self._given_up = None

    def interrupt(self) -> None:
        """Stop the bot that is thinking, if one is: its turn has been taken back."""
        if self.answer is not None and not self.answer.done():
            self.answer.cancel()
            self._table.interrupt_bots()

    async def take_turn(self, host: Host) -> None:
        """Ask the bot to act, and play its answer, or forfeit the round for it.

        Raises CancelledError where it is interrupted.
        """
        revision = self._asked = self._table.revision
        # The screen goes on while it thinks: another program may take long.
        self.answer = asyncio.gather(
            asyncio.to_thread(self._table.ask_bot),
            asyncio.wait_for(self._at_once.wait(), self._pace),
            return_exceptions=True,
        )
        answer, _ = await self.answer
        await self.uncovered.wait()
        if isinstance(answer, ForfeitError):
            await host.announce_forfeit(answer)
            answered = host.change(partial(self._place.forfeit, revision))
        elif isinstance(answer, BaseException):
            raise answer
        else:
            answered = host.change(partial(self._place.play, answer, revision))
        if not await answered:
            self._given_up = revision
