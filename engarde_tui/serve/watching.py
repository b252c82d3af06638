"""`engarde serve --workers N`: start the processes of a hall, start dead ones anew, exchange them all."""

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.operator.listening import taking_orders
from engarde_tui.serve.operator.metrics_of_workers import joined
from engarde_tui.serve.operator.minutes import minutes_of
from engarde_tui.serve.operator.worker_line import Inherited, WatcherEnd

_LOG: Final = logging.getLogger("engarde.hall")

_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 30.0
"""Seconds until a dead process is started anew: twice as many each time that it does not open."""

_PATIENCE: Final = 30.0
"""Seconds that a process has to end."""

_LEAVING_MINUTES: Final = 60
"""Minutes that people have to leave an old process, if the operator sets no others."""


class Worker:
    """A process in which people play."""

    def __init__(
        self,
        number: int,
        slot: Sequence[socket.socket],
        process: asyncio.subprocess.Process,
        line: WatcherEnd,
    ) -> None:
        self.number = number
        self.slot = slot
        self.process = process
        self.line = line
        self.is_leaving = False
        """Whether a new one has taken its place."""

    @classmethod
    async def start(cls, number: int, slot: Sequence[socket.socket]) -> "Worker":
        """Start this command once more, as a process that accepts from the sockets of a slot."""
        ours, theirs = socket.socketpair()
        with theirs:
            inherited = Inherited(number, theirs.fileno(), [one.fileno() for one in slot])
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *(*sys.orig_argv[1:], "--worker", inherited.text),
                stdin=asyncio.subprocess.DEVNULL,
                pass_fds=(inherited.line, *inherited.sockets),
                # Ctrl+C is for the one that watches.
                start_new_session=True,
            )
        return cls(number, slot, process, await WatcherEnd.of(ours))

    async def end(self) -> None:
        """End it, with force if it takes too long."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), _PATIENCE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
        self.line.close()


class Watcher:
    """Watches over the workers.

    The sockets stay open here: who connects while a worker is dead waits for the next one.
    """

    def __init__(self, folder: Path, slots: Sequence[Sequence[socket.socket]]) -> None:
        """`folder` is the hall's; `slots` are the sockets of each worker."""
        self._folder = folder
        self._slots = slots
        self._started = 0
        self._workers: list[Worker] = []
        """Those that accept connections, and after them those that are leaving."""
        self._watching: set[asyncio.Task[None]] = set()
        self._is_draining = False
        self._starting = asyncio.Lock()
        """Held while there are too few workers, or too many."""
        self.stop = asyncio.Event()
        """Set when the hall is to close."""

    @property
    def _accepting(self) -> list[Worker]:
        return [worker for worker in self._workers if not worker.is_leaving]

    async def run(self) -> int:
        """Run the hall until a signal ends it; return the exit status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self.stop.set)
        async with taking_orders(self._folder, self.obey):
            try:
                # One after the other: the first makes what is missing.
                for slot in self._slots:
                    invitation = await self._start(slot)
            except Problem:
                # It has said why.
                return 2
            else:
                with suppress(OSError):
                    print(invitation, flush=True)
                await self.stop.wait()
                return 0
            finally:
                self.stop.set()
                for task in self._watching:
                    task.cancel()
                await asyncio.gather(*(worker.end() for worker in self._workers))

    async def _start(self, slot: Sequence[socket.socket]) -> str:
        """Start a worker and return how players come in; raises Problem if it does not open."""
        self._started += 1
        worker = await Worker.start(self._started, slot)
        try:
            invitation = await worker.line.invitation()
        except BaseException:
            await worker.end()
            raise
        self._workers.insert(len(self._accepting), worker)
        task = asyncio.get_running_loop().create_task(self._watch(worker))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)
        return invitation

    async def _watch(self, worker: Worker) -> None:
        status = await worker.process.wait()
        worker.line.close()
        if self.stop.is_set():
            return
        self._workers.remove(worker)
        if status == 0 and (worker.is_leaving or self._is_draining):
            _LOG.info("event=worker-left worker=%d", worker.number)
        else:
            _LOG.error("event=worker-lost worker=%d status=%d", worker.number, status)
            await self._fill()
        if self._is_draining and not self._workers:
            self.stop.set()

    async def _fill(self) -> None:
        """Start workers until each slot has one."""
        pause = _PAUSE
        async with self._starting:
            while (slot := self._free_slot()) is not None and not self._is_draining:
                await asyncio.sleep(pause)
                try:
                    await self._start(slot)
                except Problem:
                    pause = min(2 * pause, _LONGEST_PAUSE)

    def _free_slot(self) -> Sequence[socket.socket] | None:
        """Return the sockets of which no worker accepts connections; None if there are none."""
        taken = [worker.slot for worker in self._accepting]
        return next((slot for slot in self._slots if slot not in taken), None)

    # --- orders ---

    async def obey(self, order: dict[str, Any]) -> str:
        """Carry out an operator's order and return what to say; raises Problem if that fails."""
        match order.get("order"):
            case "status":
                return await self._status()
            case "metrics":
                workers = [*self._workers]
                return joined({one.number: await one.line.ask(order) for one in workers})
            case "drain":
                return await self._drain(order)
            case "renew":
                return await self._renew(order)
            case _:
                return await self._any().line.ask(order)

    def _any(self) -> Worker:
        if not self._workers:
            raise Problem("no process of the hall is open: see its log")
        return self._workers[0]

    async def _status(self) -> str:
        parts = [await self._any().line.ask({"order": "status", "part": "hall"})]
        for worker in [*self._workers]:
            found = await worker.line.ask({"order": "status", "part": "process"})
            leaving = ", which ends when everybody has left it" if worker.is_leaving else ""
            parts.append(f"Process {worker.number}{leaving}:\n{found}")
        return "\n\n".join(parts)

    async def _drain(self, order: dict[str, Any]) -> str:
        answers = [await worker.line.ask(order) for worker in self._accepting]
        self._is_draining = not order.get("cancel")
        if not self._is_draining:
            # Some may have ended.
            await self._fill()
        return answers[0]

    async def _renew(self, order: dict[str, Any]) -> str:
        if self._starting.locked():
            raise Problem("processes of the hall are being started: try again in a minute")
        if self._is_draining:
            raise Problem("the hall is about to close: let it stay open first")
        minutes = minutes_of(order) or _LEAVING_MINUTES
        people = 0
        async with self._starting:
            for worker in self._accepting:
                await self._start(worker.slot)
                worker.is_leaving = True
                self._workers.sort(key=lambda one: one.is_leaving)
                people += int(await worker.line.ask({"order": "leave", "minutes": minutes}))
        if not people:
            return "The hall has new processes. Nobody is at the old ones."
        windows = f"{people} {'window is' if people == 1 else 'windows are'}"
        return (
            f"The hall has new processes. {windows} open at the old ones, which end when everybody has left"
            f" them, in {minutes} minutes at the latest."
        )
