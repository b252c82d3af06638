"""Whose turn it is: all sessions share one core, and whoever has burdened the others least goes first.

Input, a key until it is painted, what others' actions change on a screen, the start of an app: each
takes a turn, one after the other. Whoever comes at any time waits on average for half the sum of the
squares of all turns in a second, so that is about what a network is charged for. If it is more than a
player's keys cost, the network is *heavy*: if others have been active lately, no heavy turn begins for
some time after another, the longer this was.
"""

import asyncio
import time
from collections.abc import Callable
from contextvars import Context
from math import exp, inf, log
from typing import Final

from engarde_tui.play.work import QUEUE

_MEMORY_SECONDS: Final = 2.0
"""Seconds in which most of a burden is forgotten."""

_HEAVY: Final = 0.0015
"""The burden above which a network is heavy: in the long run, twelve turns of 8 ms a second.

No player presses keys so fast for long.
"""

_FORGOTTEN: Final = 0.00001
"""A burden that is as good as none."""

_WAIT: Final = 0.003
"""Seconds that somebody may wait on average for all heavy networks together, if no rest is cut short."""

_SHORT: Final = 0.005
"""Seconds up to which a turn counts as so long: many short ones keep others waiting, too."""

_LONG: Final = 0.02
"""Seconds from which on a longer turn counts as several: to come in takes one of 50 ms, and is no attack."""

_LONGEST_REST: Final = 0.2
"""Seconds after which the next heavy turn may begin, however long the one before was.

So turns of 40 ms and longer cost others more, at most 17 ms on average.
"""

_THREAD_TURN: Final = 0.005
"""Seconds after which Python gives the processor to the next thread."""

_THOUGHT: Final = 120
"""Seconds after which somebody who asks for nothing counts as gone: nobody rests for them."""

_LIMIT: Final = 0.1
"""Seconds after which others get their turns, whatever a turn still does."""

_PATIENCE: Final = 0.5
"""Seconds that a repaint waits for others' keys."""

_BETWEEN_OTHERS: Final = 0.05
"""Seconds between two turns of people who are coming in, or of repaints, while others' keys wait.

A crowd that comes at once has burdened nobody yet, and would keep everybody waiting until all are in, and
then until all of them have been told of one another.
"""

_CALM_SECONDS: Final = 60
"""Seconds without waiting after which it is worth a line in the log that a network waits."""

End = Callable[[], None]
"""Ends a turn."""


class Burden:
    """How much a network burdens others."""

    def __init__(
        self, weight: float = 1, clock: Callable[[], float] = time.monotonic, wider: "Burden | None" = None
    ) -> None:
        """A network of weight 2 may be twice the burden of one of weight 1; `clock` returns seconds.

        What is charged to it is charged to the `wider` network too, and it is no less of a burden than that.
        """
        self.wider = wider
        self._weight = weight
        self._clock = clock
        self._rank = -inf
        """The logarithm of its own size, as it would be at time 0: a size shrinks evenly with time."""
        self._waited = -inf
        """When something last waited."""

    def charge(self, seconds: float, turn: float) -> None:
        """Note that the network has used the processor for so many seconds, in turns of so many."""
        now = self._clock() / _MEMORY_SECONDS
        size = exp(self._rank - now) + seconds * turn / self._weight
        self._rank = log(size) + now if size else -inf
        if self.wider is not None:
            self.wider.charge(seconds, turn)

    @property
    def rank(self) -> float:
        """What orders burdens by their size, whatever the time is: a hall in a rush compares thousands."""
        return self._rank if self.wider is None else max(self._rank, self.wider.rank)

    @property
    def size(self) -> float:
        """The squares of its turns lately, about, added up, in seconds squared."""
        return exp(self.rank - self._clock() / _MEMORY_SECONDS)

    @property
    def is_heavy(self) -> bool:
        """Whether the network is more of a burden than a player is."""
        return self.size > _HEAVY

    @property
    def is_forgotten(self) -> bool:
        """Whether the network has not used the processor for some time."""
        return self.size < _FORGOTTEN

    def note_wait(self) -> bool:
        """Note that something waits; return whether nothing has for some time, wider ones included."""
        if self.wider is not None:
            return self.wider.note_wait()
        before, self._waited = self._waited, self._clock()
        return self._waited - before > _CALM_SECONDS


class Turn:
    """One turn of a connection, from when it is asked for to its end."""

    def __init__(self, lane: "Lane", act: Callable[[End], object], *, is_repaint: bool) -> None:
        self.lane = lane
        self.act = act
        self.is_repaint = is_repaint
        self.asked = 0.0
        """When it was asked for; this and the others in seconds by the clock of all turns."""
        self.began: float | None = None
        """When it began."""
        self.used = 0.0
        """The processor time of the thread when it began, in seconds."""
        self.limit: asyncio.TimerHandle | None = None

    def end(self) -> None:
        """End it, or ask for it no longer; do nothing if it has ended."""
        self.lane.turns.end(self)


class Turns:
    """All turns of a hall, one at a time."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.thread_time,
        on_end: Callable[[float], None] = lambda seconds: None,
        on_rest: Callable[[str], None] = lambda network: None,
    ) -> None:
        """`processor` returns the seconds that this thread has used; `on_end` gets those of each turn.

        `on_rest` gets a network that waits after heavy turns, if it has not for some time.
        """
        self._clock = clock
        self._processor = processor
        self._on_end = on_end
        self._on_rest = on_rest
        self._waiting: list[Turn] = []
        self._held: Turn | None = None
        self._rests_until = -inf
        """When the next heavy turn may begin."""
        self._rests_from = inf
        """The burden from which on networks rest: half of that of the last heavy turn."""
        self._light: list[tuple[Burden, float]] = []
        """The last two networks that asked and were not heavy, and when."""
        self._waking: asyncio.TimerHandle | None = None
        self._other = -inf
        """When the last turn began that was not for a key."""

    def ask(self, turn: Turn) -> None:
        """Begin a turn as soon as it is due."""
        turn.asked = self._clock()
        burden = turn.lane.burden
        if not burden.is_heavy:
            others = [each for each in self._light if each[0] is not burden]
            self._light = [*others[-1:], (burden, turn.asked)]
        self._waiting.append(turn)
        self._go_on()

    def end(self, turn: Turn) -> None:
        """End a turn, or forget that it was asked for; do nothing if it has ended."""
        turn.lane.forget(turn)
        if turn in self._waiting:
            self._waiting.remove(turn)
        if turn is not self._held:
            return
        self._held = None
        if turn.limit is not None:
            turn.limit.cancel()
        if turn.began is not None:
            used = self._processor() - turn.used
            self._on_end(used)
            counted = min(max(used, _SHORT), _LONG)
            self.charge(turn.lane.burden, used, counted, self._clock() - turn.began)
        self._go_on()

    def charge(self, burden: Burden, seconds: float, turn: float, passed: float) -> None:
        """Charge processor time, in turns of so many seconds, to a network; heavy ones rest after it."""
        burden.charge(seconds, turn)
        if burden.is_heavy:
            until = self._clock() + min(passed * passed / (2 * _WAIT) - passed, _LONGEST_REST)
            if until > self._rests_until:
                self._rests_until, self._rests_from = until, burden.size / 2

    def _go_on(self) -> None:
        """Begin the next turn if none is held and one is due."""
        if self._waking is not None:
            self._waking.cancel()
            self._waking = None
        if self._held is not None or not self._waiting:
            return
        loop, now = asyncio.get_running_loop(), self._clock()
        heavy = log(_HEAVY) + now / _MEMORY_SECONDS
        turn = min(self._waiting, key=lambda turn: self._order(turn, now, heavy))
        if self._rests_until > now and self._is_to_rest(turn.lane.burden, now):
            self._waking = loop.call_later(self._rests_until - now, self._go_on)
            if turn.lane.burden.note_wait():
                self._on_rest(turn.lane.network)
            return
        self._waiting.remove(turn)
        self._held = turn
        if turn.is_repaint or turn.lane.is_coming:
            self._other = now
        # In a context of its own, and not within what another one does.
        loop.call_soon(self._begin, turn, context=turn.lane.context)

    def _is_to_rest(self, burden: Burden, now: float) -> bool:
        """Return whether a network waits, although nobody else does: somebody may come."""
        others = any(light is not burden and now - asked < _THOUGHT for light, asked in self._light)
        return others and burden.size > max(_HEAVY, self._rests_from)

    def _order(self, turn: Turn, now: float, heavy: float) -> tuple[bool, bool, float]:
        """Return what a turn comes by: the least first, of equal ones the one asked for first.

        From the rank `heavy` on burdens are heavy.
        """
        rank = turn.lane.burden.rank
        waits_for_keys = turn.is_repaint and now - turn.asked < _PATIENCE
        if turn.is_repaint or turn.lane.is_coming:
            waits_for_keys = waits_for_keys or now - self._other < _BETWEEN_OTHERS
        return rank > heavy, waits_for_keys, rank

    def _begin(self, turn: Turn) -> None:
        if turn is not self._held:
            return
        turn.began, turn.used = self._clock(), self._processor()
        turn.limit = asyncio.get_running_loop().call_later(_LIMIT, turn.end)
        try:
            turn.act(turn.end)
        except BaseException:
            turn.end()
            raise


class Lane:
    """What a connection or its session asks for."""

    def __init__(self, turns: Turns, burden: Burden, network: str = "") -> None:
        """Ask `turns`, for a `network` that is a burden."""
        self.turns = turns
        self.burden = burden
        self.network = network
        self.context = self.new_context()
        """That in which all turns begin."""
        self.is_coming = False
        """Whether it asks for somebody who is coming in: keys of those who are in come first."""
        self._asked: set[Turn] = set()
        self._awaited: set[asyncio.Future[End]] = set()

    def new_context(self) -> Context:
        """Return an empty context whose long work is part of this lane."""
        context = Context()
        context.run(QUEUE.set, self)
        return context

    def ask(self, act: Callable[[End], object], *, is_repaint: bool = False) -> Turn:
        """Call `act` when it is its turn; it is given what ends the turn, which is ended by itself in time.

        A repaint for what others have done comes after keys.
        """
        turn = Turn(self, act, is_repaint=is_repaint)
        self._asked.add(turn)
        self.turns.ask(turn)
        return turn

    def forget(self, turn: Turn) -> None:
        """Note that a turn has ended."""
        self._asked.discard(turn)

    def end_all(self) -> None:
        """End all turns, and ask for those no longer that have not begun."""
        for turn in tuple(self._asked):
            turn.end()
        for begun in self._awaited:
            begun.cancel()

    async def turn(self) -> End:
        """Wait for a turn; return what ends it."""
        begun: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        turn = self.ask(lambda end: end() if begun.done() else begun.set_result(end))
        self._awaited.add(begun)
        try:
            return await begun
        except BaseException:
            turn.end()
            raise
        finally:
            self._awaited.discard(begun)

    async def piece(self) -> None:
        """Wait for a turn for what the caller does until it waits again."""
        end = await self.turn()
        # This runs only once the caller waits.
        asyncio.get_running_loop().call_soon(end)

    def charge(self, seconds: float) -> None:
        """Note that another thread has used the processor for so many seconds."""
        self.turns.charge(self.burden, seconds, _THREAD_TURN, seconds)
