"""The keeper: a process that watches the time of a hall, tidies up, rates, and obeys the operator."""

import asyncio
import json
import logging
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.events import ALERTS, Alert, What
from engarde_tui.serve.hall.following import keep_following
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.public_errors import with_details, with_register
from engarde_tui.serve.hall.register import Register, shared_database
from engarde_tui.serve.hall.shared_file import SharedFile
from engarde_tui.serve.hall.time_keeping import end_overdue, warn_of_time
from engarde_tui.serve.nursery import packet_from
from engarde_tui.serve.operator.listening import taking_orders
from engarde_tui.serve.operator.notify_command import notifying
from engarde_tui.serve.operator.orders import Orders
from engarde_tui.storage.database import Database
from engarde_tui.storage.errors import StoreError

_LOG: Final = logging.getLogger("engarde.hall")

_ELSEWHERE_SECONDS: Final = 2
"""Seconds between two looks whether other machines have the hall open."""

_NEWS_SECONDS: Final = 30
"""Seconds between two times that old news are dropped."""

_SYNC_SECONDS: Final = 2
"""Seconds of play that a power cut may cost."""

_TIDY_SECONDS: Final = 60
"""Seconds between two looks at the tables that wait."""

_TIME_SECONDS: Final = 1
"""Seconds between two looks at who is out of time."""

_MISSED_SECONDS: Final = 60
"""Seconds for which the hall has not run after which it is as if it had been closed."""

_RETRY_SECONDS: Final = 5
"""Seconds until what could not be saved is tried again."""

_ANSWER_SECONDS: Final = 60
"""Seconds that the door may take to answer: to load the program can take some."""


def run(request: Mapping[str, Any], files: Sequence[int]) -> int:
    """Keep the hall until the door hangs up; return the exit status."""
    with socket.socket(fileno=files[0]) as door:
        door.setblocking(False)
        return asyncio.run(_keep(request, DoorLine(door)))


class DoorLine:
    """The line between the keeper and the door."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._answer: asyncio.Future[dict[str, Any]] | None = None
        self._asking = asyncio.Lock()
        self.stop = asyncio.Event()
        """Set when the keeper is to end."""
        self.is_succeeded = False
        """Whether another keeper follows, so that the hall stays open."""

    def tell(self, **packet: Any) -> None:
        """Tell the door something, unless it has gone."""
        with suppress(OSError):
            self._line.send(json.dumps(packet).encode())

    def ring(self) -> None:
        """Let the door look at what has changed."""
        with suppress(OSError):
            self._line.send(b"!")

    async def ask(self, **packet: Any) -> dict[str, Any]:
        """Tell the door something, and return its answer; {} if it gives none in time."""
        async with self._asking:
            self._answer = asyncio.get_running_loop().create_future()
            self.tell(**packet)
            with suppress(TimeoutError):
                return await asyncio.wait_for(self._answer, _ANSWER_SECONDS)
            return {}

    def follow(self, hall: Hall) -> None:
        """Hear from now on what the door says."""
        asyncio.get_running_loop().add_reader(self._line, partial(self._hear, hall))

    def _hear(self, hall: Hall) -> None:
        packet = packet_from(self._line)
        if packet is None:
            return
        if not packet:
            asyncio.get_running_loop().remove_reader(self._line)
            self.stop.set()
            return
        told = json.loads(packet)
        hall.workers.hear(told.get("news", ()))
        # What fails is done at the next look: the door tells now and then who is there.
        with suppress(Problem):
            if "gone" in told:
                hall.workers.forget_visit(told["gone"])
            if "alive" in told:
                hall.workers.forget_visits_but(told["alive"], told["last"])
        if "alert" in told:
            hall.bus.publish(ALERTS, Alert(**{**told["alert"], "what": What(told["alert"]["what"])}))
        if "answer" in told and self._answer is not None and not self._answer.done():
            self._answer.set_result(told["answer"])
        if "succeeded" in told:
            self.is_succeeded = True
            self.stop.set()


async def _keep(request: Mapping[str, Any], door: DoorLine) -> int:
    folder = Path(request["folder"])
    database = shared_database(folder, request["database"])
    if isinstance(database, SharedFile):
        database.ring = door.ring
    try:
        register = Register(folder, database=database, names_days=request["names_days"])
        hall = Hall(register, machine=request["machine"], worker=request["worker"], **request["hall"])
    except Problem as problem:
        door.tell(problem=str(with_details(problem)))
        return 1
    door.follow(hall)
    loop = asyncio.get_running_loop()
    tasks = [
        loop.create_task(task)
        for task in (
            _keep_syncing(database),
            _keep_tidy(hall),
            _keep_time(hall),
            _catch_up(hall),
            keep_following(hall),
            _keep_news_short(database),
            *(() if isinstance(database, SharedFile) else (_tell_elsewhere(hall, door),)),
        )
    ]
    orders = Orders(hall, folder, door)
    try:
        async with (
            taking_orders(folder, orders.obey),
            notifying(hall, request["hall_address"], request["notify"]),
        ):
            door.tell(worker=hall.workers.id)
            await door.stop.wait()
    except Problem as problem:
        door.tell(problem=str(problem))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if door.is_succeeded:
        register.close()
    else:
        door.tell(stop=True)
        hall.close()
    return 0


async def _tell_elsewhere(hall: Hall, door: DoorLine) -> None:
    """Tell the door whether other machines have the hall open."""
    while True:
        door.tell(elsewhere=bool(hall.other_machines))
        await asyncio.sleep(_ELSEWHERE_SECONDS)


async def _keep_news_short(file: Database) -> None:
    while isinstance(file, SharedFile):
        await asyncio.sleep(_NEWS_SECONDS)
        with suppress(Problem):
            file.forget_news()


async def _keep_syncing(database: Database) -> None:
    """Write to the disk what has been played, now and then: in another thread, as that can take its time.

    Logs when that fails and when it works again.
    """
    is_troubled = False
    while True:
        await asyncio.sleep(_SYNC_SECONDS)
        try:
            await asyncio.to_thread(database.sync)
        except StoreError as error:
            if not is_troubled:
                _LOG.error("event=trouble problem=%r", str(error))
            is_troubled = True
        else:
            if is_troubled:
                _LOG.info("event=trouble-over database=%s", database.name)
            is_troubled = False


async def _keep_tidy(hall: Hall) -> None:
    """Do every minute what is not urgent."""
    while True:
        await asyncio.sleep(_TIDY_SECONDS)
        hall.remove_overdue()


async def _keep_time(hall: Hall) -> None:
    """Note that the hall runs, end matches whose player to move is out of time, and warn who soon is."""
    wait, register = 0.0, hall.register
    while True:
        await asyncio.sleep(wait)
        wait = _TIME_SECONDS
        try:
            missed = register.hall_time.beat()
            # What is missed after this moment is noticed at the next.
            now = register.hall_time()
            if missed > _MISSED_SECONDS:
                _LOG.warning("event=missed seconds=%d", missed)
                with with_register():
                    register.times.give_grace(now)
        except Problem:
            wait = _RETRY_SECONDS
            continue
        for look in (end_overdue, warn_of_time):
            try:
                look(hall, now)
            except Problem:
                # It is in the log; the rows stay, and are looked at again.
                wait = _RETRY_SECONDS


async def _catch_up(hall: Hall) -> None:
    """Rate the matches that ended while nobody counted; after a disk error, try again."""
    while True:
        try:
            await hall.register.ratings.catch_up()
        except Problem as problem:
            _LOG.warning("event=unrated problem=%r", str(problem))
            await asyncio.sleep(_TIDY_SECONDS)
        else:
            return
