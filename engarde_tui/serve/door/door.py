"""The door: who may come in, how many, and the processes of those who have."""

import asyncio
import json
import logging
import socket
from collections import Counter
from contextlib import suppress
from typing import Any, Final, Protocol

from engarde_tui.play.problem import Problem
from engarde_tui.serve.door.births import Births
from engarde_tui.serve.hall.door import Door as Names
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.shared_file import SharedFile
from engarde_tui.serve.hall.stored_words import stored
from engarde_tui.serve.ssh.limits import Limits
from engarde_tui.serve.ssh.places import Places
from engarde_tui.serve.ssh.refusals import RefusalLog
from engine.message import Message, message

_LOG: Final = logging.getLogger("engarde.hall")

_FAREWELL_SECONDS: Final = 15
"""Seconds that all visits may take to end."""

_FAREWELL: Final = message("The hall is closing. Every match is saved: come back later.")
_GIVES_WAY: Final = message("The hall is full, and you pressed no key for a while. Every match is saved.")
_IDLE: Final = message("Disconnected after a long time without a key. Every match is saved.")

_TIDY_SECONDS: Final = 60

_PAUSE: Final = 1.0
"""Seconds until a keeper that has died is started anew."""


class OpenSession(Protocol):
    """The part of a session that the door uses."""

    bell: socket.socket
    is_member: bool
    is_ending: bool

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last input."""

    def end(self, words: Message | None, status: int = 0) -> None:
        """Let the visit end, with these words."""

    async def wait(self) -> None:
        """Wait until it has ended."""


class Door(Places):
    """Counts connections and sessions, and rings for all when one of them has changed something."""

    def __init__(self, file: SharedFile, register: Register, limits: Limits, common: dict[str, Any]) -> None:
        """`common` is what each process is told."""
        self._file = file
        super().__init__(limits, register.bans)
        self.kept_in = file.name
        self.common = {**common, "closing": "", "worker": None}
        self.refusal_counts: Counter[str] = Counter()
        self.names = Names(register, self.refusal_counts, lambda name: None)
        self.births = Births()
        self.sessions: set[OpenSession] = set()
        self.refusals = RefusalLog()
        self.stop = asyncio.Event()
        self._keeper: socket.socket | None = None
        self._keeper_needs: dict[str, Any] = {}
        self._keeper_said: asyncio.Future[dict[str, Any]]
        self._is_ringing = False
        file.listen(self._follow)

    # --- processes ---

    async def open(self, keeper: dict[str, Any]) -> None:
        """Start the nursery and the keeper. Raises Problem if the hall cannot be opened."""
        self._keeper_needs = keeper
        await self.births.start()
        await self._keep()

    async def _keep(self) -> None:
        ours, theirs = bell_pair()
        self._keeper = ours
        loop = asyncio.get_running_loop()
        self._keeper_said = loop.create_future()
        loop.add_reader(ours, self._hear_keeper)
        with theirs:
            request = {**self.common, **self._keeper_needs, "kind": "keeper"}
            await self.births.bear(request, [theirs.fileno()], self._lose_keeper)
        said = await self._keeper_said
        if "problem" in said:
            raise Problem(said["problem"])
        self.common |= {"worker": said["worker"]}

    def _hear_keeper(self) -> None:
        assert self._keeper is not None
        try:
            packet = self._keeper.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            packet = b""
        if packet == b"!":
            self.ring(self._keeper)
        elif packet:
            self._obey(json.loads(packet))
        else:
            asyncio.get_running_loop().remove_reader(self._keeper)

    def _obey(self, said: dict[str, Any]) -> None:
        """Do what the keeper says."""
        if "closing" in said:
            self.common |= said
            for session in self.sessions:
                with suppress(OSError):
                    session.bell.send(json.dumps(said).encode())
        elif "stop" in said:
            self.stop.set()
        elif not self._keeper_said.done():
            self._keeper_said.set_result(said)

    def _lose_keeper(self, status: int) -> None:
        """Let another keeper follow one that has died."""
        if not self._keeper_said.done():
            self._keeper_said.set_result({"problem": f"the hall's keeper ended with status {status}"})
        elif "problem" not in self._keeper_said.result() and not self.closing:
            _LOG.error("event=keeper-lost status=%d", status)
            asyncio.get_running_loop().call_later(_PAUSE, lambda: asyncio.ensure_future(self._keep()))

    def tell_gone(self, number: int) -> None:
        """Tell the keeper that a visitor's process has ended."""
        if self._keeper is not None:
            with suppress(OSError):
                self._keeper.send(json.dumps({"gone": number}).encode())

    # --- the bell ---

    def ring(self, by: socket.socket) -> None:
        """Let everybody look, but whoever has rung; many at once are one."""
        self._ringers = {by} if not self._is_ringing else self._ringers | {by}
        if not self._is_ringing:
            self._is_ringing = True
            asyncio.get_running_loop().call_soon(self._ring_all)

    _ringers: set[socket.socket]

    def _ring_all(self) -> None:
        self._is_ringing = False
        alone = next(iter(self._ringers)) if len(self._ringers) == 1 else None
        bells = [session.bell for session in self.sessions]
        for bell in [*bells, *([] if self._keeper is None else [self._keeper])]:
            if bell is not alone:
                with suppress(OSError):
                    bell.send(b"!")
        with suppress(Problem):
            self._file.look()

    def _follow(self, news: str) -> None:
        if not news or news.startswith("ban "):
            with suppress(Problem):
                self._bans.read()

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

    async def keep_tidy(self) -> None:
        """Do every minute what is not urgent, until cancelled."""
        while True:
            await asyncio.sleep(_TIDY_SECONDS)
            self.refusals.sum_up()
            for session in [*self.sessions]:
                if session.idle_seconds >= 60 * self.limits.idle_minutes:
                    session.end(_IDLE)

    async def close(self) -> None:
        """Tell everybody, and wait until all processes have ended."""
        self.closing = True
        sessions = [*self.sessions]
        for session in sessions:
            session.end(_FAREWELL)
        with suppress(TimeoutError):
            await asyncio.wait_for(
                asyncio.gather(*(session.wait() for session in sessions)), _FAREWELL_SECONDS
            )
        if self._keeper is not None:
            asyncio.get_running_loop().remove_reader(self._keeper)
            self._keeper.close()
        await self.births.close()
        self.refusals.sum_up()


def bell_pair() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a line of packets, over which nobody waits."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    return ours, theirs


def farewell(words: Message | None, status: int) -> bytes:
    """Return the packet that ends a visit."""
    return json.dumps({"words": "" if words is None else stored(words), "status": status}).encode()
