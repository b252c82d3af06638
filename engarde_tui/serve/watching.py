"""`engarde serve --workers N`: start the processes of a hall, start dead ones anew, exchange them all."""

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engarde_tui.language import put, tr, tr_count
from engarde_tui.output import print_text
from engarde_tui.play.problem import Problem
from engarde_tui.serve.operator.listening import taking_orders
from engarde_tui.serve.operator.metrics_of_workers import joined
from engarde_tui.serve.operator.minutes import minutes_of
from engarde_tui.serve.operator.protocol import FOR_WORKERS
from engarde_tui.serve.operator.worker_line import Inherited, WatcherEnd
from engine.message import message

_LOG: Final = logging.getLogger("engarde.hall")

_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 30.0
"""Seconds until a dead process is started anew: twice as many each time that it does not open."""

_PATIENCE: Final = 30.0
"""Seconds that a process has to end."""

_KNOCK_SECONDS: Final = 5.0
"""Seconds between two looks whether a worker stands still."""

_ANSWER_SECONDS: Final = 20.0
"""Seconds that a worker has to answer."""

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
        self._tasks: set[asyncio.Task[None]] = set()
        """What goes on until the hall closes."""
        self._drain_order: dict[str, Any] | None = None
        """How the hall is to become empty; None if it is not."""
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
                with suppress(Problem):
                    print_text(f"{invitation}\n")
                await self.stop.wait()
                return 0
            finally:
                self.stop.set()
                for task in self._tasks:
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
        self._begin(self._watch(worker))
        return invitation

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self, worker: Worker) -> None:
        """Wait until a worker ends, and let another one follow if it should not have."""
        knocking = asyncio.create_task(self._keep_knocking(worker))
        status = await worker.process.wait()
        knocking.cancel()
        worker.line.close()
        if self.stop.is_set():
            return
        self._workers.remove(worker)
        if status == 0 and (worker.is_leaving or self._drain_order is not None):
            _LOG.info("event=worker-left worker=%d", worker.number)
        else:
            _LOG.error("event=worker-lost worker=%d status=%d", worker.number, status)
            await self._fill()
        if self._drain_order is not None and not self._workers:
            self.stop.set()

    async def _keep_knocking(self, worker: Worker) -> None:
        """Kill a worker that stands still: the system would go on giving it connections."""
        while True:
            await asyncio.sleep(_KNOCK_SECONDS)
            # A long order, as for a backup, keeps it busy.
            if not worker.line.is_busy:
                with suppress(Problem):
                    await self._ask(worker, {"order": "knock"})

    async def _ask(self, worker: Worker, order: dict[str, Any]) -> str:
        """Return a worker's answer; raises Problem if it does not obey, or stands still and is killed."""
        try:
            return await worker.line.ask(order, None if order.get("order") == "backup" else _ANSWER_SECONDS)
        except TimeoutError:
            _LOG.error("event=worker-stuck worker=%d", worker.number)
            with suppress(ProcessLookupError):
                worker.process.kill()
            raise Problem(
                message(
                    "process {number} of the hall did not answer: it is started anew", number=worker.number
                )
            ) from None

    async def _fill(self) -> None:
        """Start workers until each slot has one."""
        pause = _PAUSE
        async with self._starting:
            while self._free_slot() is not None and self._drain_order is None:
                await asyncio.sleep(pause)
                slot = self._free_slot()
                if slot is None or self._drain_order is not None:
                    return
                try:
                    await self._start(slot)
                except Problem:
                    pause = min(2 * pause, _LONGEST_PAUSE)
                else:
                    pause = _PAUSE

    def _free_slot(self) -> Sequence[socket.socket] | None:
        """Return the sockets of which no worker accepts connections; None if there are none."""
        taken = [worker.slot for worker in self._accepting]
        return next((slot for slot in self._slots if slot not in taken), None)

    # --- orders ---

    async def obey(self, order: dict[str, Any]) -> str:
        """Carry out an operator's order and return what to say; raises Problem if that fails."""
        match order.get("order"):
            case "status":
                return await self._status(order)
            case "metrics":
                return joined(await self._ask_all(order))
            case "drain":
                return await self._drain(order)
            case "renew":
                return await self._renew(order)
            case name if name in FOR_WORKERS:
                raise Problem(message("the hall knows no such order"))
            case _:
                return await self._ask(self._any(), order)

    def _any(self) -> Worker:
        if not self._workers:
            raise Problem(message("no process of the hall is open: see its log"))
        return self._workers[0]

    async def _ask_all(self, order: dict[str, Any]) -> dict[int, str]:
        """Return the answers of those that give one, by their numbers; raises Problem if none does."""
        self._any()
        answers: dict[int, str] = {}
        problems: list[Problem] = []
        for worker in [*self._workers]:
            try:
                answers[worker.number] = await self._ask(worker, order)
            except Problem as problem:
                problems.append(problem)
        if not answers:
            raise problems[-1]
        return answers

    async def _status(self, order: dict[str, Any]) -> str:
        parts = [await self._ask(self._any(), {**order, "part": "hall"})]
        leaving = {worker.number for worker in self._workers if worker.is_leaving}
        pids = {worker.number: worker.process.pid for worker in self._workers}
        for number, found in (await self._ask_all({**order, "part": "process"})).items():
            if number in leaving:
                words = message("Process {number} (pid {pid}), which ends when everybody has left it:")
            else:
                words = message("Process {number} (pid {pid}):")
            head = put(words._replace(fields={"number": number, "pid": pids[number]}))
            parts.append(f"{head}\n{found}")
        return "\n\n".join(parts)

    async def _drain(self, order: dict[str, Any]) -> str:
        before, self._drain_order = self._drain_order, None if order.get("cancel") else order
        try:
            answers = await self._ask_all(order)
        except Problem:
            self._drain_order = before
            raise
        if self._drain_order is None:
            # Some may have ended.
            self._begin(self._fill())
        return next(iter(answers.values()))

    async def _renew(self, order: dict[str, Any]) -> str:
        if self._starting.locked():
            raise Problem(message("processes of the hall are being started: try again in a minute"))
        if self._drain_order is not None:
            raise Problem(message("the hall is about to close: let it stay open first"))
        minutes = minutes_of(order) or _LEAVING_MINUTES
        async with self._starting:
            for worker in self._accepting:
                await self._start(worker.slot)
                worker.is_leaving = True
                self._workers.sort(key=lambda one: one.is_leaving)
        windows = 0
        for worker in [worker for worker in self._workers if worker.is_leaving]:
            # One that has ended meanwhile has nobody.
            with suppress(Problem):
                windows += int(await self._ask(worker, {"order": "leave", "minutes": minutes}))
        if not windows:
            return tr("The hall has new processes. Nobody is at the old ones.")
        return tr_count(
            "The hall has new processes. {number} window is open at the old ones, each of which ends when it"
            " is closed, or in {time}.",
            "The hall has new processes. {number} windows are open at the old ones, each of which ends when"
            " they are closed, or in {time}.",
            windows,
            time=tr_count("a minute", "{number} minutes", minutes),
        )
