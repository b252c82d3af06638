"""Networks share the processor: each has its part, and waits when that is used up."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import cast

import pytest
from serve.hall.visitors import Clock

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from engarde_tui.play.work import in_thread, yield_control
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.ssh import server as server_module
from engarde_tui.serve.ssh.connection import Connection
from engarde_tui.serve.ssh.server import HallServer, Limits
from engarde_tui.serve.ssh.share import LoopTime, Share, charged_to, meter_callbacks
from engine.bot import ForfeitError


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def share(clock: Clock) -> Share:
    return Share(0.25, clock)


def test_a_share_that_is_used_up_is_refilled_with_time(share: Share, clock: Clock) -> None:
    share.charge(0.4)
    assert share.wait == 0
    share.charge(0.2)
    assert share.wait == pytest.approx(0.4)
    clock.now += 0.4
    assert share.wait == pytest.approx(0)


def test_a_share_that_nobody_uses_does_not_grow(share: Share, clock: Clock) -> None:
    clock.now += 1000
    share.charge(0.6)
    assert share.wait == pytest.approx(0.4)
    assert share.used == 0.6


@pytest.fixture
def blocks() -> list[float]:
    """The seconds of processor time that each metered callback seems to use."""
    return []


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch, blocks: list[float], loop_time: LoopTime) -> Clock:
    """The processor time that the metered callbacks seem to use."""
    found = Clock()
    monkeypatch.setattr(asyncio.Handle, "_run", asyncio.Handle._run)
    meter_callbacks(blocks.append, found, loop_time)
    return found


@pytest.fixture
def used() -> Clock:
    """The processor time that the hall seems to use, in all threads."""
    return Clock()


@pytest.fixture
def loop_time(clock: Clock, used: Clock) -> LoopTime:
    """The clock that stands still while other programs have the processor."""
    return LoopTime(clock, used)


async def test_what_a_task_uses_is_charged_to_the_share_of_its_context(
    share: Share, processor: Clock, blocks: list[float]
) -> None:
    """And so is what its own tasks and timers use; nothing else is. Each piece is told."""

    async def work() -> None:
        processor.now += 1
        await asyncio.create_task(work_again())
        asyncio.get_running_loop().call_later(0, work_later)

    async def work_again() -> None:
        processor.now += 2
        await asyncio.sleep(0)
        processor.now += 4

    def work_later() -> None:
        processor.now += 8
        done.set()

    done = asyncio.Event()
    working = asyncio.create_task(work(), context=charged_to(share))
    processor.now += 16
    await asyncio.gather(working, done.wait())
    assert share.used == sum(blocks) == 15
    assert {2, 4, 8} < set(blocks)


@pytest.mark.usefixtures("processor")
def test_on_a_busy_machine_a_share_is_a_part_of_what_the_hall_gets(
    clock: Clock, used: Clock, loop_time: LoopTime
) -> None:
    """Not of the time during which other programs had the processor."""
    share = Share(0.25, loop_time)
    share.charge(1)
    assert share.wait == 2

    def work() -> None:
        used.now += 0.4
        clock.now += 100

    run_callback(work)
    assert share.wait == pytest.approx(1.6), "the hall has had the processor for less than half a second"
    clock.now += 1
    assert share.wait == pytest.approx(0.6), "it has waited for input"


def test_a_network_does_not_wait_longer_because_threads_of_others_have_the_processor(
    clock: Clock, used: Clock, processor: Clock, loop_time: LoopTime
) -> None:
    share = Share(0.25, loop_time)
    share.charge(1)

    def work() -> None:
        processor.now += 0.1
        used.now += 1.5
        clock.now += 1.5

    run_callback(work)
    assert share.wait == pytest.approx(0.5)


@pytest.mark.usefixtures("processor")
def test_a_network_that_is_looked_at_while_others_have_the_processor_does_not_pay_for_it(
    clock: Clock, loop_time: LoopTime
) -> None:
    share = Share(0.25, loop_time)

    def look() -> None:
        clock.now += 100
        assert share.wait == 0

    run_callback(look)
    assert share.wait == 0
    assert share.is_full


def run_callback(callback: Callable[[], None]) -> None:
    """Run a callback as a loop does."""
    loop = asyncio.new_event_loop()
    asyncio.Handle(callback, (), loop)._run()
    loop.close()


@pytest.fixture
def slept(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses made, during each of which the clock goes on."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        clock.now += seconds
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return pauses


async def test_work_in_a_thread_waits_for_the_share_and_is_charged_to_it(
    share: Share, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if it fails; at home it is done at once."""
    processor = Clock()
    monkeypatch.setattr(time, "thread_time", processor)

    def job() -> None:
        processor.now += 2
        raise ForfeitError("")

    async def work() -> None:
        with pytest.raises(ForfeitError):
            await in_thread(job)

    await work()
    assert (share.used, slept) == (0, [])
    share.charge(1)
    await asyncio.create_task(work(), context=charged_to(share))
    assert share.used == 3
    assert slept == [pytest.approx(2)]


async def test_what_takes_long_gives_way_until_there_is_a_share_again(
    share: Share, slept: list[float]
) -> None:
    share.charge(1)
    await yield_control()
    await asyncio.create_task(yield_control(), context=charged_to(share))
    assert slept == [0, 0, pytest.approx(2)]


def server(limits: Limits) -> HallServer:
    """Return a server whose hall has banned nobody."""
    bans = SimpleNamespace(refuses_network=lambda network: False)
    hall = SimpleNamespace(register=SimpleNamespace(bans=bans), refusals=Counter())
    return HallServer(cast(Hall, hall), limits, ["127.0.0.1"], 0)


def test_connections_of_a_network_have_one_share(clock: Clock) -> None:
    found = server(Limits())
    assert found.share("one") is found.share("one") is not found.share("other")


SITE = [f"2001:db8:0:{number:x}::/64" for number in range(100)]
"""Networks of one customer."""
NEIGHBOUR = "2001:db8:1::/64"


@pytest.fixture
def limited(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> HallServer:
    """A hall whose networks may each use a quarter of a core, by the test's clock."""
    monkeypatch.setattr(server_module, "Share", partial(Share, clock=clock))
    return server(Limits())


def test_many_networks_of_one_site_together_have_what_two_may_have(limited: HallServer, clock: Clock) -> None:
    """A customer with a /48 has 65,536 networks to come from; the neighbours do not wait for them."""
    for network in SITE:
        limited.share(network).charge(0.02)
    assert [limited.share(network).wait for network in SITE] == [pytest.approx((2 - 1) / 0.5)] * len(SITE)
    assert limited.share(NEIGHBOUR).wait == limited.share("192.0.2.1").wait == 0
    clock.now += 2
    assert [limited.share(network).wait for network in SITE] == [pytest.approx(0)] * len(SITE)


def test_one_network_of_a_site_does_not_use_up_the_share_of_the_others(limited: HallServer) -> None:
    limited.share(SITE[0]).charge(0.6)
    assert limited.share(SITE[0]).wait == pytest.approx(0.4)
    assert limited.share(SITE[1]).wait == 0


def test_a_site_that_waits_is_noted_once_whatever_networks_it_comes_from(limited: HallServer) -> None:
    assert [limited.share(network).note_wait() for network in SITE] == [True] + [False] * 99
    assert limited.share(NEIGHBOUR).note_wait()


class Line:
    """A connection that has opened no session."""

    gave_way = False

    def give_way(self) -> None:
        """Note it."""
        self.gave_way = True


def test_the_networks_of_a_site_have_connections_for_two() -> None:
    found = server(Limits(per_address=3))
    line = Line()
    for network in SITE[:2]:
        for _ in range(3):
            assert found.refusal(network) == ""
            found.add_connection(line if network == SITE[0] else Line(), network)
        assert found.refusal(network) == "address"
    assert found.refusal(SITE[2]) == "address"
    assert found.refusal(NEIGHBOUR) == ""
    found.remove_connection(line, SITE[0])
    assert found.refusal(SITE[2]) == ""
    assert found.connections == 5


def test_of_the_site_with_the_most_lines_without_a_session_the_oldest_gives_way() -> None:
    """Whatever networks of it they come from; those with a session stay."""
    found = server(Limits(players=0))
    lines = [Line() for _ in range(50)]
    for number, line in enumerate(lines):
        found.add_connection(line, SITE[number] if number < 30 else f"{number}")
    found.note_session(lines[0])
    late = Line()
    found.add_connection(late, NEIGHBOUR)
    assert [line.gave_way for line in lines] == [number == 1 for number in range(50)]
    assert found.refusal(NEIGHBOUR) == ""
    for line in (*lines, late):
        found.note_session(line)
    assert found.refusal(NEIGHBOUR) == "full"


def test_a_network_that_may_have_more_connections_has_a_larger_share() -> None:
    assert Limits(per_address=10).share == Limits().share
    assert Limits(per_address=100).share == 5 * Limits().share


def test_a_network_that_comes_again_has_used_what_it_has_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many others come meanwhile: only those are forgotten that are gone and have a whole share."""
    monkeypatch.setattr(server_module, "_MAX_SHARES", 3)
    found = server(Limits())
    used = found.share("one")
    used.charge(1000)
    connected = found.share("connected")
    found.add_connection(Line(), "connected")
    for number in range(10):
        found.share(f"other{number}")
    assert found.share("one") is used
    assert found.share("connected") is connected
    assert len(found._shares) <= 5


def test_a_site_that_comes_again_has_used_what_its_networks_have_used(
    limited: HallServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also once it has a whole share again and one of its networks has not."""
    monkeypatch.setattr(server_module, "_MAX_SHARES", 3)
    site = limited.share(SITE[0]).wider
    assert site is not None
    limited.share(SITE[0]).charge(0.5)
    clock.now += 1.5
    assert site.is_full
    for number in range(10):
        limited.share(f"192.0.2.{number}")
    assert limited.share(SITE[1]).wider is site


class Socket:
    """A socket whose options nobody reads."""

    def setsockopt(self, *_: int) -> None: ...


class Transport:
    """Counts what waits to be read."""

    def __init__(self) -> None:
        self.is_reading = True

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True


class Client:
    """The part of asyncssh's connection that receives."""

    def __init__(self) -> None:
        self._transport = Transport()
        self.taken: list[bytes] = []

    def get_extra_info(self, name: str, default: object = None) -> object:
        return Socket() if name == "socket" else ("192.0.2.1", 22)

    def data_received(self, data: bytes) -> None:
        self.taken.append(data)


def connected(hall: HallServer) -> Client:
    client = Client()
    Connection(hall).connection_made(client)  # type: ignore[arg-type]
    return client


@pytest.fixture
def waits(share: Share, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What the share has answered each time that something found it used up."""
    answers: list[bool] = []
    note_wait = share.note_wait
    monkeypatch.setattr(share, "note_wait", lambda: answers.append(note_wait()) or answers[-1])
    return answers


async def until_refused(waits: list[bool], times: int) -> None:
    """Wait until something has found the share used up so many more times."""
    wanted = len(waits) + times
    while len(waits) < wanted:
        await asyncio.sleep(0)


async def test_who_has_to_wait_is_counted_and_logged_once_in_a_while(
    share: Share,
    clock: Clock,
    waits: list[bool],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Not for each slice, nor for each connection of the network."""
    caplog.set_level(logging.INFO, "engarde.hall")
    hall = server(Limits())
    monkeypatch.setattr(hall, "share", lambda network: share)
    clients = [connected(hall) for _ in range(3)]
    clients[0].data_received(b"x" * 2000)
    while not clients[0]._transport.is_reading:
        await asyncio.sleep(0)
    assert not hall.figures.refusals, "nobody has waited"
    for number, pause in enumerate((10, 50, 61), 1):
        share.charge(0.5 + 0.001)
        for client in clients:
            client.data_received(b"x" * 2000)
        await until_refused(waits, 6)
        assert hall.figures.refusals == {"share": 1}, f"time {number}"
        clock.now += pause
        while not all(client._transport.is_reading for client in clients):
            await asyncio.sleep(0)
    share.charge(0.5 + 0.001)
    clients[0].data_received(b"x")
    assert hall.figures.refusals == {"share": 2}
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["event=held address=192.0.2.1 reason=share"] * 2


async def test_input_is_handled_in_slices_as_the_share_allows_and_nothing_more_is_read(
    share: Share, clock: Clock, waits: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = server(Limits())
    monkeypatch.setattr(hall, "share", lambda network: share)
    client = connected(hall)
    share.charge(0.5 + 0.001)
    client.data_received(b"x" * 2000)
    client.data_received(b"y" * 2000)
    await until_refused(waits, 2)
    assert not client.taken
    assert not client._transport.is_reading
    clock.now += 1
    while not client._transport.is_reading:
        await asyncio.sleep(0)
    assert b"".join(client.taken) == b"x" * 2000 + b"y" * 2000
    assert max(map(len, client.taken)) <= 512
