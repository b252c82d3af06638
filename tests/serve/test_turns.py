"""All sessions share the processor: one turn at a time, first for whoever has burdened the others least."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from serve.hall.visitors import Clock
from serve.servers import NEIGHBOUR, SITE, Line, server
from settling import LONGEST

from engarde_tui.play.work import in_thread, yield_control
from engarde_tui.serve.ssh import server as server_module
from engarde_tui.serve.ssh.connection import Connection
from engarde_tui.serve.ssh.limits import Limits
from engarde_tui.serve.ssh.server import HallServer
from engarde_tui.serve.ssh.turns import Burden, End, Lane, Turns
from engine.bot import ForfeitError

HEAVY = 0.01
"""A burden that no player is."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def processor() -> Clock:
    """The processor time that turns seem to use."""
    return Clock()


@pytest.fixture
def turns(clock: Clock, processor: Clock) -> Turns:
    return Turns(clock, processor)


class Fencers:
    """Networks that note in which order their turns come."""

    def __init__(self, turns: Turns, clock: Clock, processor: Clock) -> None:
        self.turns, self.clock, self.processor = turns, clock, processor
        self.lanes: dict[str, Lane] = {}
        self.came: list[str] = []

    def lane(self, name: str, burden: float = 0.0) -> Lane:
        lane = self.lanes.setdefault(name, Lane(self.turns, Burden(1, self.clock)))
        lane.burden.charge(burden, 1)
        return lane

    def act(self, name: str, seconds: float = 0.0) -> Callable[[End], None]:
        """What a network does in a turn, which takes so many seconds."""

        def act(end: End) -> None:
            self.came.append(name)
            self.clock.now += seconds
            self.processor.now += seconds
            end()

        return act

    def ask(self, name: str, seconds: float = 0.0, *, is_repaint: bool = False) -> None:
        self.lane(name).ask(self.act(name, seconds), is_repaint=is_repaint)

    async def until(self, number: int) -> list[str]:
        """Wait until so many turns have come; return whose they were."""
        async with asyncio.timeout(LONGEST):
            while len(self.came) < number:
                await asyncio.sleep(0)
        return self.came


@pytest.fixture
def fencers(turns: Turns, clock: Clock, processor: Clock) -> Fencers:
    return Fencers(turns, clock, processor)


async def passes() -> None:
    """Let everything happen that waits for nothing."""
    for _ in range(20):
        await asyncio.sleep(0)


# --- the order ---


async def test_whoever_has_burdened_others_least_comes_first(fencers: Fencers) -> None:
    held = await fencers.lane("zoe").turn()
    for name, burden in (("anna", 0.0003), ("bruno", 0.0001), ("carla", 0.0002), ("dora", 0.0001)):
        fencers.lane(name, burden)
        fencers.ask(name)
    await passes()
    assert fencers.came == []
    held()
    assert await fencers.until(4) == ["bruno", "dora", "carla", "anna"]


async def test_a_repaint_waits_for_keys_but_not_for_ever(fencers: Fencers, clock: Clock) -> None:
    held = await fencers.lane("zoe").turn()
    fencers.lane("bruno", 0.0005)
    for name, is_repaint in (("anna", True), ("bruno", False)):
        fencers.ask(name, is_repaint=is_repaint)
    held()
    assert await fencers.until(2) == ["bruno", "anna"]
    held = await fencers.lane("zoe").turn()
    fencers.ask("anna", is_repaint=True)
    clock.now += 0.5
    fencers.ask("bruno")
    held()
    assert (await fencers.until(4))[2:] == ["anna", "bruno"]


async def test_a_crowd_that_comes_in_keeps_nobody_waiting_and_comes_in_all_the_same(
    fencers: Fencers, clock: Clock
) -> None:
    held = await fencers.lane("zoe").turn()
    fencers.lane("bruno", 0.0003)
    for number in range(3):
        fencers.lane(f"comer {number}").is_coming = True
        fencers.ask(f"comer {number}", seconds=0.015)
    for _ in range(4):
        fencers.ask("bruno", seconds=0.015)
    held()
    came = await fencers.until(7)
    assert came == ["comer 0", "bruno", "bruno", "bruno", "comer 1", "bruno", "comer 2"]


async def test_repaints_that_have_waited_long_keep_nobody_waiting_either(
    fencers: Fencers, clock: Clock
) -> None:
    """As when a crowd in the lobby is told of one another."""
    held = await fencers.lane("zoe").turn()
    fencers.lane("bruno", 0.0003)
    for number in range(3):
        fencers.ask(f"lobby {number}", seconds=0.015, is_repaint=True)
    clock.now += 0.5
    for _ in range(4):
        fencers.ask("bruno", seconds=0.015)
    held()
    came = await fencers.until(7)
    assert came == ["lobby 0", "bruno", "bruno", "bruno", "lobby 1", "bruno", "lobby 2"]


async def test_a_turn_that_goes_on_for_too_long_lets_the_next_one_begin(fencers: Fencers) -> None:
    await fencers.lane("zoe").turn()
    fencers.ask("anna")
    assert await fencers.until(1) == ["anna"]


async def test_a_connection_that_is_gone_has_no_turns(fencers: Fencers) -> None:
    """Neither the one that it has nor those that it waits for."""
    gone = fencers.lane("zoe")
    await gone.turn()
    fencers.ask("zoe")
    fencers.ask("anna")
    gone.end_all()
    assert await fencers.until(1) == ["anna"]
    await passes()
    assert fencers.came == ["anna"]


async def test_a_turn_that_fails_ends(fencers: Fencers) -> None:
    failed: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))

    def fail(_: End) -> None:
        raise ValueError("as the test wants it")

    fencers.lane("zoe").ask(fail)
    fencers.ask("anna")
    await passes()
    assert fencers.came == ["anna"], "at once"
    assert [str(context["exception"]) for context in failed] == ["as the test wants it"]


async def test_whoever_waits_no_longer_has_no_turn(fencers: Fencers) -> None:
    held = await fencers.lane("zoe").turn()
    waiting = asyncio.create_task(fencers.lane("anna").turn())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    fencers.ask("bruno")
    held()
    assert await fencers.until(1) == ["bruno"]


async def test_whoever_waits_for_a_turn_of_a_connection_that_is_gone_waits_no_more(fencers: Fencers) -> None:
    await fencers.lane("zoe").turn()
    gone = fencers.lane("anna")
    waiting = asyncio.create_task(gone.turn())
    await asyncio.sleep(0)
    gone.end_all()
    async with asyncio.timeout(LONGEST):
        await asyncio.wait([waiting])
    assert waiting.cancelled()


# --- burdens ---


def test_a_burden_is_forgotten(clock: Clock) -> None:
    burden = Burden(1, clock)
    burden.charge(0.5, 0.008)
    assert burden.size == pytest.approx(0.004)
    assert burden.is_heavy
    clock.now += 2
    assert burden.size == pytest.approx(0.004 / 2.718, rel=0.01)
    clock.now += 20
    assert burden.is_forgotten


def test_keys_of_a_player_are_no_heavy_burden_however_long_the_match(clock: Clock) -> None:
    burden = Burden(1, clock)
    for _ in range(1000):
        burden.charge(0.008, 0.008)
        clock.now += 0.2
        assert not burden.is_heavy


@pytest.mark.parametrize(("seconds", "counted"), [(0.008, 0.008), (0.001, 0.005), (0.05, 0.02)])
async def test_a_turn_is_charged_with_what_it_took_by_its_length(
    fencers: Fencers, seconds: float, counted: float
) -> None:
    """Many short ones hold others up too, and a long one as much as several."""
    fencers.ask("anna", seconds)
    await fencers.until(1)
    assert fencers.lane("anna").burden.size == pytest.approx(seconds * counted)


async def test_to_come_in_is_no_heavy_burden(fencers: Fencers) -> None:
    fencers.ask("anna", 0.045)
    await fencers.until(1)
    assert not fencers.lane("anna").burden.is_heavy


async def test_a_rest_is_that_of_the_turn_that_it_follows(fencers: Fencers, clock: Clock) -> None:
    """A network that is less of a burden does not make itself rest for as long as another one."""
    fencers.ask("anna")
    await fencers.until(1)
    fencers.lane("mallory", 10 * HEAVY)
    fencers.ask("mallory", 0.05)
    fencers.lane("bruno", HEAVY)
    fencers.ask("bruno", 0.008)
    assert await fencers.until(3) == ["anna", "mallory", "bruno"]
    fencers.ask("bruno")
    await passes()
    assert fencers.came == ["anna", "mallory", "bruno", "bruno"]


async def test_whoever_was_light_a_moment_ago_rests_for_others(fencers: Fencers) -> None:
    fencers.ask("anna")
    fencers.ask("mallory")
    await fencers.until(2)
    fencers.lane("mallory", HEAVY)
    fencers.ask("mallory", 0.02)
    fencers.ask("mallory")
    await fencers.until(3)
    await passes()
    assert fencers.came == ["anna", "mallory", "mallory"]


async def test_nobody_rests_for_those_who_have_asked_for_nothing_for_minutes(
    fencers: Fencers, clock: Clock
) -> None:
    fencers.ask("anna")
    await fencers.until(1)
    clock.now += 121
    fencers.lane("mallory", HEAVY)
    for number in range(2, 5):
        fencers.ask("mallory", 0.02)
        await passes()
        assert len(fencers.came) == number


async def test_a_network_that_rests_is_told_of_once_in_a_while(
    clock: Clock, processor: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for each turn, nor for each connection of the network; nor if nobody is there for whom to rest."""
    monkeypatch.setattr(server_module, "Burden", lambda *given, **named: Burden(*given, clock=clock, **named))
    monkeypatch.setattr(server_module, "Turns", partial(Turns, clock, processor))
    caplog.set_level(logging.INFO, "engarde.hall")
    hall = server(Limits())
    anna, *mallory = (hall.lane(address) for address in ("192.0.2.1", "192.0.2.9", "192.0.2.9"))

    async def hurry() -> None:
        mallory[0].burden.charge(HEAVY, 1)
        for lane in mallory:
            for _ in range(2):
                lane.ask(rush)
        await passes()
        clock.now += 1
        await passes()

    def rush(end: End) -> None:
        clock.now += 0.02
        processor.now += 0.02
        end()

    await hurry()
    assert not hall.figures.refusals, "mallory is alone"
    clock.now += 61
    for times, pause in ((1, 30), (1, 70), (2, 0)):
        (await anna.turn())()
        await hurry()
        assert hall.figures.refusals == {"share": times}
        clock.now += pause
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["event=held address=192.0.2.9 reason=share"] * 2


async def test_a_heavy_turn_is_followed_by_none_for_some_time_while_others_are_there(
    fencers: Fencers, clock: Clock
) -> None:
    """The longer it was, the longer."""
    fencers.ask("anna")
    await fencers.until(1)
    for name in ("mallory", "trudy"):
        fencers.lane(name, HEAVY)
        fencers.ask(name, 0.02)
    assert await fencers.until(2) == ["anna", "mallory"]
    await passes()
    assert fencers.came == ["anna", "mallory"]
    fencers.ask("anna")
    assert await fencers.until(3) == ["anna", "mallory", "anna"]
    clock.now += 0.02 * 0.02 / 0.006 - 0.02
    assert (await fencers.until(4))[-1] == "trudy"


async def test_no_heavy_turn_is_waited_for_longer_than_a_moment(fencers: Fencers, clock: Clock) -> None:
    fencers.ask("anna")
    await fencers.until(1)
    for name in ("mallory", "trudy"):
        fencers.lane(name, HEAVY)
        fencers.ask(name, 0.1)
    await fencers.until(2)
    clock.now += 0.2
    assert (await fencers.until(3))[-1] == "trudy"


async def test_who_is_alone_never_rests(fencers: Fencers) -> None:
    fencers.lane("anna", HEAVY)
    for number in range(1, 5):
        fencers.ask("anna", 0.02)
        await passes()
        assert len(fencers.came) == number


async def test_whoever_is_half_the_burden_does_not_rest(fencers: Fencers) -> None:
    fencers.ask("anna")
    fencers.lane("mallory", HEAVY)
    fencers.ask("mallory", 0.02)
    await fencers.until(2)
    fencers.lane("bruno", HEAVY / 3)
    fencers.ask("bruno")
    await passes()
    assert fencers.came == ["anna", "mallory", "bruno"]


# --- long work ---


async def test_work_in_a_thread_is_charged(fencers: Fencers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it fails; at home it is done at once."""
    used = Clock()
    monkeypatch.setattr(time, "thread_time", used)

    def job() -> None:
        used.now += 0.1
        raise ForfeitError("")

    async def work() -> None:
        with pytest.raises(ForfeitError):
            await in_thread(job)

    await work()
    lane = fencers.lane("anna")
    assert lane.burden.size == 0
    await asyncio.create_task(work(), context=lane.new_context())
    await passes()
    assert lane.burden.size == pytest.approx(0.1 * 0.005)


async def test_what_takes_long_gives_way_after_each_piece(fencers: Fencers) -> None:
    lane = fencers.lane("anna", 0.0005)

    async def work() -> None:
        for _ in range(3):
            fencers.came.append("piece")
            fencers.ask("bruno")
            await yield_control()

    await work()
    await fencers.until(6)
    fencers.came.clear()
    await asyncio.create_task(work(), context=lane.new_context())
    assert await fencers.until(6) == ["piece", "bruno"] * 3


# --- networks ---


@pytest.fixture
def limited(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A hall by the test's clock."""
    monkeypatch.setattr(server_module, "Burden", lambda *given, **named: Burden(*given, clock=clock, **named))
    return server(Limits())


def test_connections_of_a_network_are_one_burden() -> None:
    found = server(Limits())
    assert found.lane("one").burden is found.lane("one").burden is not found.lane("other").burden


def test_many_networks_of_one_site_together_may_be_what_two_may_be(limited: Any) -> None:
    """A customer with a /48 has 65,536 networks to come from; the neighbours do not wait for them."""
    for network in SITE:
        limited.burden(network).charge(0.03, 0.001)
    assert all(limited.burden(network).size == pytest.approx(0.003 / 2) for network in SITE)
    assert limited.burden(NEIGHBOUR).size == limited.burden("192.0.2.1").size == 0


def test_one_network_of_a_site_does_not_make_the_others_heavy(limited: Any) -> None:
    limited.burden(SITE[0]).charge(0.002, 1)
    assert limited.burden(SITE[0]).is_heavy
    assert not limited.burden(SITE[1]).is_heavy


def test_a_site_that_waits_is_noted_once_whatever_networks_it_comes_from(limited: Any) -> None:
    assert [limited.burden(network).note_wait() for network in SITE] == [True] + [False] * 99
    assert limited.burden(NEIGHBOUR).note_wait()


def test_a_network_that_may_have_more_connections_may_be_more_of_a_burden() -> None:
    assert Limits(per_address=10).weight == Limits().weight
    assert Limits(per_address=100).weight == 5 * Limits().weight
    crowd, few = server(Limits(per_address=100)).burden("one"), server(Limits()).burden("one")
    for burden in (crowd, few):
        burden.charge(0.01, 0.01)
    assert crowd.size == pytest.approx(few.size / 5, rel=0.01)


def test_a_network_that_comes_again_is_the_burden_that_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many others come meanwhile: only those are forgotten that are gone and burden nobody."""
    monkeypatch.setattr(server_module, "_MAX_BURDENS", 3)
    found = server(Limits())
    used = found.burden("one")
    used.charge(1000, 1)
    connected = found.burden("connected")
    found.add_connection(Line(), "connected")
    for number in range(10):
        found.burden(f"other{number}")
    assert found.burden("one") is used
    assert found.burden("connected") is connected
    assert len(found._burdens) <= 5


def test_a_site_that_comes_again_is_the_burden_that_its_networks_are(
    limited: Any, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also once its own is forgotten and that of one of its networks is not."""
    monkeypatch.setattr(server_module, "_MAX_BURDENS", 3)
    site = limited.burden(SITE[0]).wider
    limited.burden(SITE[0]).charge(0.000015, 1)
    assert site.is_forgotten
    for number in range(10):
        limited.burden(f"192.0.2.{number}")
    assert limited.burden(SITE[1]).wider is site


# --- input ---


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
    """The part of asyncssh's connection that the hall uses for input."""

    def __init__(self) -> None:
        self._transport = Transport()
        self._recv_handler: Callable[[], object] = self.handle
        self.taken: list[bytes] = []

    def get_extra_info(self, name: str, default: object = None) -> object:
        return Socket() if name == "socket" else ("192.0.2.1", 22)

    def handle(self) -> None: ...

    def data_received(self, data: bytes) -> None:
        self.taken.append(data)


def connected(hall: HallServer) -> Client:
    client = Client()
    Connection(hall).connection_made(client)  # type: ignore[arg-type]
    return client


@pytest.fixture
def lane(turns: Turns, clock: Clock) -> Lane:
    return Lane(turns, Burden(1, clock))


@pytest.fixture
async def client(lane: Lane, monkeypatch: pytest.MonkeyPatch) -> Client:
    """One whose turns are those of the lane."""
    hall = server(Limits())
    monkeypatch.setattr(hall, "lane", lambda network: lane)
    return connected(hall)


async def until_all_is_taken(client: Client) -> None:
    """Wait until the connection reads on."""
    async with asyncio.timeout(LONGEST):
        while not client._transport.is_reading:
            await asyncio.sleep(0)


async def test_input_is_handled_in_slices_each_in_its_turn_and_nothing_more_is_read(
    fencers: Fencers, client: Client
) -> None:
    held = await fencers.lane("zoe").turn()
    client.data_received(b"x" * 2000)
    client.data_received(b"y" * 2000)
    await passes()
    assert not client.taken
    assert not client._transport.is_reading
    held()
    await until_all_is_taken(client)
    assert b"".join(client.taken) == b"x" * 2000 + b"y" * 2000
    assert max(map(len, client.taken)) <= 512


async def test_a_slice_lasts_until_all_that_came_with_it_is_handled(fencers: Fencers, client: Client) -> None:
    """Before the login packets take tasks, which would else be nobody's."""
    client._recv_handler = lambda: False
    client.data_received(b"x" * 600)
    fencers.ask("zoe")
    await passes()
    assert (len(client.taken), fencers.came) == (1, [])
    client._recv_handler = client.handle
    assert await fencers.until(1) == ["zoe"]
    await until_all_is_taken(client)
    assert len(client.taken) == 2
