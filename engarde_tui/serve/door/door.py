"""The door: who may come in, how many, and the processes of those who have."""

import asyncio
import json
import logging
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from engarde_tui.play.problem import Problem
from engarde_tui.serve.door.births import Births
from engarde_tui.serve.door.limits import Limits
from engarde_tui.serve.door.news import News
from engarde_tui.serve.door.places import Places
from engarde_tui.serve.door.refusals import RefusalLog
from engarde_tui.serve.hall.admission import Admission
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.shared_file import SharedFile
from engarde_tui.serve.hall.stored_words import stored
from engarde_tui.serve.nursery import packet_from
from engarde_tui.storage.errors import StoreError
from engine.message import Message, message

_T = TypeVar("_T")

_LOG: Final = logging.getLogger("engarde.hall")

_FAREWELL_SECONDS: Final = 15
"""Seconds that all visits may take to end."""

_FAREWELL: Final = message("The hall is closing. Every match is saved: come back later.")
_FROM_MACHINE: Final = message("This machine of the hall is closing. Every match is saved: connect again.")
_GIVES_WAY: Final = message("The hall is full, and you pressed no key for a while. Every match is saved.")
_IDLE: Final = message("Disconnected after a long time without a key. Every match is saved.")

_TIDY_SECONDS: Final = 60

_LOOK_SECONDS: Final = 0.5

_PAUSE: Final = 1.0
"""Seconds until a keeper that has died is started anew."""


class OpenSession(Protocol):
    """The part of a session that the door uses."""

    bell: socket.socket
    network: str
    is_member: bool
    is_ending: bool

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last input."""

    def end(self, words: Message | None, status: int = 0) -> None:
        """Let the visit end, with these words."""

    async def wait(self) -> None:
        """Wait until it has ended."""

    def kill(self) -> None:
        """Kill the visit if it has not ended."""


class Client(Protocol):
    """The part of a connection that the door uses."""

    def check_reading(self) -> None:
        """Hang up if it reads nothing."""


class Door(Places):
    """Counts connections and sessions, and rings for all when one of them has changed something."""

    def __init__(
        self,
        register: Register,
        limits: Limits,
        port: int,
        common: dict[str, Any],
        births: Births | None = None,
    ) -> None:
        """`common` is what each process is told; `births` starts them."""
        super().__init__(limits, register.bans)
        self._database = register.database
        self.kept_in = register.database.name
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="database")
        """What asks a server, which may be long in answering: one thread, so one thing at a time."""
        self.news = News()
        self.port = port
        self.common = {**common, "closing": "", "worker": None}
        self.refusal_counts: Counter[str] = Counter()
        self._admission = Admission(register, self.refusal_counts, lambda name: None)
        self.births = births or Births()
        self._is_open_elsewhere = False
        """Whether other machines have the hall open."""
        self.clients: set[Client] = set()
        self.sessions: set[OpenSession] = set()
        self.refusals = RefusalLog()
        self.stop = asyncio.Event()
        self._keeper: socket.socket | None = None
        self._keeper_needs: dict[str, Any] = {}
        self._keeper_said: asyncio.Future[dict[str, Any]]
        self._is_looking = False
        self._has_no_keeper = asyncio.Event()

    # --- processes ---

    async def open(self, keeper: dict[str, Any]) -> None:
        """Start the nursery and the keeper. Raises Problem if the hall cannot be opened."""
        self._keeper_needs = keeper
        if isinstance(self._database, SharedFile):
            self._database.news()
        else:
            # Halls in files need no psycopg.
            from engarde_tui.serve.postgres.bell import Bell
            from engarde_tui.serve.postgres.database import PostgresDatabase

            assert isinstance(self._database, PostgresDatabase)
            loop = asyncio.get_running_loop()
            Bell(self._database.address, lambda news: _call(loop, self.hear, [news]))
        await self.births.start()
        await self._keep()

    async def _keep(self) -> None:
        """Start a keeper; raises Problem if it cannot open the hall."""
        ours, theirs = bell_pair()
        self._keeper = ours
        self.news.join(ours)
        loop = asyncio.get_running_loop()
        self._keeper_said = loop.create_future()
        loop.add_reader(ours, self._hear_keeper, ours)
        self._has_no_keeper.clear()
        with theirs:
            request = {**self.common, **self._keeper_needs, "kind": "keeper"}
            await self.births.bear(request, [theirs.fileno()], self._lose_keeper)
        said = await self._keeper_said
        if "problem" in said:
            raise Problem(said["problem"])
        self.common |= {"worker": said["worker"]}

    async def _keep_anew(self, pause: float) -> None:
        """Start keepers until one keeps the hall."""
        while not self.closing:
            await asyncio.sleep(pause)
            pause = _PAUSE
            try:
                await self._keep()
            except Problem as problem:
                _LOG.error("event=keeper-lost problem=%r", str(problem))
            else:
                return

    def _hear_keeper(self, line: socket.socket) -> None:
        packet = packet_from(line)
        if packet is None:
            return
        if packet == b"!":
            self.look()
        elif packet:
            self._obey(json.loads(packet))
        else:
            self.news.leave(line)
            asyncio.get_running_loop().remove_reader(line)
            line.close()
            if line is self._keeper:
                self._keeper = None

    def _obey(self, said: dict[str, Any]) -> None:
        """Do what the keeper says."""
        if "closing" in said:
            self.common |= said
        if "closing" in said or "announced" in said:
            for session in self.sessions:
                with suppress(OSError):
                    session.bell.send(json.dumps(said).encode())
        elif "elsewhere" in said:
            self._is_open_elsewhere = said["elsewhere"]
        elif "stop" in said:
            self.stop.set()
        elif "ask" in said:
            self._answering = asyncio.ensure_future(self._answer(said["ask"]))
        elif not self._keeper_said.done():
            self._keeper_said.set_result(said)

    async def _answer(self, question: str) -> None:
        """Answer the keeper, who asks for the operator."""
        if question == "figures":
            answer: dict[str, Any] = {
                "port": self.port,
                "connections": self.connections,
                "windows": len(self.sessions),
                "places": self.limits.players,
                "refusals": self.refusal_counts,
            }
            self.tell_keeper(answer=answer)
            return
        try:
            await self.births.renew()
        except Problem as problem:
            self.tell_keeper(answer={"problem": str(problem)})
            return
        self.tell_keeper(answer={"windows": len(self.sessions)})
        # Another one follows, which has the new program.
        self.tell_keeper(succeeded=True)

    def tell_keeper(self, **packet: Any) -> None:
        """Tell the keeper something."""
        if self._keeper is not None:
            with suppress(OSError):
                self._keeper.send(json.dumps(packet).encode())

    def _lose_keeper(self, status: int) -> None:
        """Let another keeper follow one that has ended."""
        self._has_no_keeper.set()
        if not self._keeper_said.done():
            self._keeper_said.set_result({"problem": f"the hall's keeper ended with status {status}"})
        elif "problem" not in self._keeper_said.result() and not self.closing:
            if status:
                _LOG.error("event=keeper-lost status=%d", status)
                # It alone knew until when.
                self._obey({"closing": ""})
            self._restarting = asyncio.ensure_future(self._keep_anew(_PAUSE if status else 0))

    def tell_gone(self, number: int) -> None:
        """Tell the keeper that a visitor's process has ended."""
        self.tell_keeper(gone=number)

    # --- news ---

    async def ask(self, question: Callable[..., _T], *given: Any) -> _T:
        """Ask the database something, a server while all else goes on; raises what the question raises."""
        if isinstance(self._database, SharedFile):
            return question(*given)
        return await asyncio.get_running_loop().run_in_executor(self._asking, partial(question, *given))

    async def why_another_key(self, name: str, key: str) -> Message | None:
        """Return why only another key can make a member of this name, as `Admission` says."""
        return await self.ask(self._admission.why_another_key, name, key)

    def look(self) -> None:
        """Look at what has changed in the hall's file, and let the processes know; many looks are one."""
        if not self._is_looking and isinstance(self._database, SharedFile):
            self._is_looking = True
            asyncio.get_running_loop().call_soon(self._look, self._database)

    def _look(self, file: SharedFile) -> None:
        self._is_looking = False
        with suppress(StoreError):
            self.hear(file.news())

    def hear(self, news: Sequence[str]) -> None:
        """Let all processes know what has changed."""
        self.news.hear(news)
        if any(not text or text.startswith("ban ") for text in news):
            self._reading = asyncio.ensure_future(self._read_bans())

    async def _read_bans(self) -> None:
        with suppress(Problem):
            await self.ask(self._bans.read)

    # --- limits ---

    def refused(self, address: str, reason: str) -> None:
        """Count and log that something was refused to a client."""
        self.refusal_counts[reason] += 1
        self.refusals.note(address, reason)

    def make_room(self, *, is_member: bool) -> bool:
        """Return whether another session can be opened, perhaps because an idle one gives way.

        A few places are kept for members. Guests give way before members, whoever has been idle for longest
        first; their seats are kept.
        """
        here = [session for session in self.sessions if not session.is_ending]
        guests = [session for session in here if not session.is_member]
        if len(here) < self.limits.players:
            if is_member or len(guests) < self.limits.guests:
                return True
            here = guests
        idle = [one for one in here if one.idle_seconds >= 60 * self.limits.gives_way_minutes]
        if not idle:
            return False
        max(idle, key=lambda one: (not one.is_member, one.idle_seconds)).end(_GIVES_WAY)
        return True

    async def keep_looking(self) -> None:
        """Look at who reads nothing, or has pressed no key for long, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            # What was told of each end can be lost.
            self.tell_keeper(alive=self.births.alive, last=self.births.last)
            for client in [*self.clients]:
                client.check_reading()
            for session in [*self.sessions]:
                if session.idle_seconds >= 60 * self.limits.idle_minutes and not session.is_ending:
                    session.end(_IDLE)

    async def keep_tidy(self) -> None:
        """Do every minute what is not urgent, until cancelled."""
        while True:
            await asyncio.sleep(_TIDY_SECONDS)
            self.refusals.sum_up()

    async def close(self) -> None:
        """Tell everybody, and wait until all processes have ended."""
        self.closing = True
        sessions = [*self.sessions]
        for session in sessions:
            session.end(_FROM_MACHINE if self._is_open_elsewhere else _FAREWELL)
        with suppress(TimeoutError):
            await asyncio.wait_for(
                asyncio.gather(*(session.wait() for session in sessions)), _FAREWELL_SECONDS
            )
        for session in sessions:
            session.kill()
        if self._keeper is not None:
            asyncio.get_running_loop().remove_reader(self._keeper)
            self._keeper.close()
            self._keeper = None
            # It stops the clocks.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_no_keeper.wait(), _FAREWELL_SECONDS)
        await self.births.close()
        self.refusals.sum_up()


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *given: Any) -> None:
    """Call something in a loop, from another thread, which may live a moment longer than the loop."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *given)


def bell_pair() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a line of packets, over which nobody waits."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    return ours, theirs


def farewell(words: Message | None, status: int) -> bytes:
    """Return the packet that ends a visit."""
    return json.dumps({"words": "" if words is None else stored(words), "status": status}).encode()
