"""What can go wrong with the processes of a hall and their database, and what people do at the same time."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from postgres import Cluster
from proxy import Proxy
from serve.halls import HallProcess
from serve.histories.people import World

from engarde_tui.play.problem import Problem
from engarde_tui.serve.operator.client import ask
from engarde_tui.serve.operator.protocol import PROBLEM


class Faults:
    """Brings about one fault after the other, and counts those that took place."""

    KINDS = (
        "worker killed",
        "worker stopped",
        "database restarted",
        "database killed",
        "lines to the database cut",
        "lines to the database slow",
        "hall renewed",
        "both players act",
        "two windows act",
        "claim and return",
    )

    def __init__(self, world: World, hall: HallProcess, cluster: Cluster, proxy: Proxy) -> None:
        self._world = world
        self._hall = hall
        self._cluster = cluster
        self._proxy = proxy
        self.happened = Counter[str]()
        doings: tuple[Callable[[], Awaitable[None]], ...] = (
            self._kill,
            self._stop_and_continue,
            self._restart,
            self._crash,
            self._cut,
            self._delay,
            self._renew,
            lambda: self._wish("both players act"),
            lambda: self._wish("two windows act"),
            lambda: self._wish("claim and return"),
        )
        self._doings = dict(zip(self.KINDS, doings, strict=True))

    async def bring_about(self, kinds: Sequence[str], pause: float) -> None:
        """Bring about faults of these kinds, each as often as the others, until cancelled."""
        try:
            while True:
                for kind in self._world.chance.sample([*kinds], len(kinds)):
                    await asyncio.sleep(self._world.chance.uniform(0.5, 1.5) * pause)
                    await self._doings[kind]()
                    self.happened[kind] += 1
        finally:
            self._proxy.delay = 0

    async def _kill(self) -> None:
        os.kill(self._worker(), signal.SIGKILL)

    async def _stop_and_continue(self) -> None:
        worker = self._worker()
        os.kill(worker, signal.SIGSTOP)
        try:
            # Sometimes longer than its lease.
            await asyncio.sleep(self._world.chance.choice((1, 4, 11)))
        finally:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGCONT)

    async def _restart(self) -> None:
        await asyncio.to_thread(self._cluster.stop)
        await asyncio.sleep(self._world.chance.uniform(0, 2))
        await asyncio.to_thread(self._cluster.start)

    async def _crash(self) -> None:
        await asyncio.to_thread(self._cluster.crash)
        await asyncio.sleep(self._world.chance.uniform(0, 2))
        await asyncio.to_thread(self._cluster.start)

    async def _cut(self) -> None:
        self._proxy.cut_all()

    async def _delay(self) -> None:
        self._proxy.delay = self._world.chance.uniform(0.02, 0.3)
        await asyncio.sleep(4)
        self._proxy.delay = 0

    async def _renew(self) -> None:
        order = {"order": "renew"}
        for _ in range(20):
            with suppress(Problem):
                if PROBLEM not in await asyncio.to_thread(ask, self._hall.data / "hall", order):
                    return
            await asyncio.sleep(1)
        raise AssertionError("the hall cannot be renewed")

    async def _wish(self, wish: str) -> None:
        before = self._world.granted.count(wish)
        self._world.wishes.append(wish)
        async with asyncio.timeout(120):
            while self._world.granted.count(wish) == before:
                await asyncio.sleep(0.1)

    def _worker(self) -> int:
        return self._world.chance.choice(self._hall.pids)
