"""Bot turns in a match: the bot thinks in a thread; its action is played once people can watch it."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Protocol

from engarde_tui.play.client import Client
from engarde_tui.play.work import in_thread
from engine.bot import ForfeitError

BOT_PACE: Final = 1.2
"""Minimum seconds before a bot's turn, so that people can follow."""

_FURTHER_ACTIONS: Final = 3
"""How many times as fast a bot plays the third action of its turn, and those after it."""


class Host(Protocol):
    """The screen on which the bots' actions are played."""

    def change(self, change: Callable[[], None]) -> Awaitable[bool]:
        """Make a change that is saved; the result is False if that failed and the player cancelled."""

    def announce_forfeit(self, error: ForfeitError) -> Awaitable[object]:
        """Show that the bot to act has failed; done when the player has confirmed."""


class BotTurns:
    """Asks the bot to act once per revision, and plays its answer."""

    def __init__(self, client: Client) -> None:
        """Play from `client`, without a pause at first."""
        self._client = client
        self._match = client.match
        self._asked: int | None = None
        """The last revision for which a bot was asked."""
        self._given_up: int | None = None
        """The last revision whose answer could not be played."""
        self._at_once = asyncio.Event()
        self.pace = 0.0
        self.uncovered = asyncio.Event()
        """Set while the table is on top; bots wait for it before they play."""
        self.answer: asyncio.Future[Any] | None = None
        """The answer of the last bot asked; done no earlier than the pace allows."""

    @property
    def pace(self) -> float:
        """Minimum seconds before a turn; setting 0 also ends the current pause."""
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
        """Whether it is a bot's turn and it has not been asked yet."""
        return self._match.waits_for_bot and self._asked != self._match.revision

    @property
    def is_stuck(self) -> bool:
        """Whether it is a bot's turn but its answer could not be played; `retry` asks again."""
        return self._match.waits_for_bot and self._given_up == self._match.revision

    def retry(self) -> None:
        """Make the stuck bot due again."""
        self._asked = self._given_up = None

    def interrupt(self) -> None:
        """Stop the bot that is thinking, if any."""
        if self.answer is not None and not self.answer.done():
            self.answer.cancel()
            self._match.interrupt_bots()

    @property
    def _pause(self) -> float:
        """The seconds before the next action."""
        view = self._match.view(None).round
        is_further = [play.seat for play in view.plays[-2:]] == [view.turn] * 2
        return self._pace / _FURTHER_ACTIONS if is_further else self._pace

    async def take_turn(self, host: Host) -> None:
        """Ask the bot to act and play its answer; forfeit the round if it fails.

        Raises CancelledError if interrupted, and whatever else the bot raises.
        """
        revision = self._asked = self._match.revision
        # In a thread, as an external program may take long.
        self.answer = asyncio.gather(
            in_thread(self._match.ask_bot),
            asyncio.wait_for(self._at_once.wait(), self._pause),
            return_exceptions=True,
        )
        answer, _ = await self.answer
        await self.uncovered.wait()
        if isinstance(answer, ForfeitError):
            await host.announce_forfeit(answer)
            answered = host.change(partial(self._client.forfeit, revision))
        elif isinstance(answer, BaseException):
            raise answer
        else:
            answered = host.change(partial(self._client.play, answer, revision))
        if not await answered:
            self._given_up = revision
