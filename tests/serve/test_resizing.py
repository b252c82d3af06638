"""Resizing: the screen is redrawn once the size has settled."""

import asyncio
from collections.abc import Callable

import pytest
from serve.channels import Channel
from textual.events import Resize
from textual.message import Message

from engarde_tui.serve.ssh import driver as driver_module
from engarde_tui.serve.ssh.driver import QUIET, Debouncer, SSHDriver
from engarde_tui.serve.ssh.turns import Burden, Lane, Turns


class Clock:
    """An event loop whose time the test controls."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[Timer] = []

    def call_later(self, delay: float, callback: Callable[[], object], /) -> "Timer":
        self.timers.append(Timer(self, self.now + delay, callback))
        return self.timers[-1]

    def advance(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [timer for timer in self.timers if timer.when <= end]:
            timer = min(due, key=lambda timer: timer.when)
            self.timers.remove(timer)
            self.now = timer.when
            timer.callback()
        self.now = end


class Timer:
    """A scheduled callback."""

    def __init__(self, clock: Clock, when: float, callback: Callable[[], object]) -> None:
        self.clock, self.when, self.callback = clock, when, callback

    def cancel(self) -> None:
        self.clock.timers.remove(self)


class App:
    """Records the sizes it is sent."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []

    def post_message(self, message: Message) -> None:
        assert isinstance(message, Resize)
        self.sizes.append((message.size.width, message.size.height))

    def when_done(self, call: Callable[[], None]) -> None:
        call()


async def turns_come() -> None:
    """Let all begin and end that are asked for."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app() -> App:
    return App()


@pytest.fixture
def turns() -> Turns:
    return Turns()


@pytest.fixture
async def driver(clock: Clock, turns: Turns, app: App, monkeypatch: pytest.MonkeyPatch) -> SSHDriver:
    """A driver for 80 columns and 24 rows."""
    monkeypatch.setattr(driver_module, "Debouncer", lambda _: Debouncer(clock))
    return SSHDriver(app, channel=Channel(), lane=Lane(turns, Burden()), size=(80, 24))  # type: ignore[arg-type]


async def test_a_burst_of_resizes_redraws_once(driver: SSHDriver, clock: Clock, app: App) -> None:
    for number in range(60):
        driver.resize(81 + number, 30)
        clock.advance(QUIET / 8)
    assert app.sizes == []
    clock.advance(QUIET)
    await turns_come()
    assert app.sizes == [(140, 30)]
    clock.advance(10)
    await turns_come()
    assert len(app.sizes) == 1


async def test_a_new_size_waits_for_its_turn(driver: SSHDriver, turns: Turns, clock: Clock, app: App) -> None:
    end = await Lane(turns, Burden()).turn()
    driver.resize(100, 30)
    clock.advance(QUIET)
    await turns_come()
    assert app.sizes == []
    end()
    await turns_come()
    assert app.sizes == [(100, 30)]


async def test_resizing_back_does_not_redraw(driver: SSHDriver, clock: Clock, app: App) -> None:
    driver.resize(100, 30)
    driver.resize(80, 24)
    clock.advance(10)
    await turns_come()
    assert app.sizes == []


async def test_an_ended_session_has_no_timer(driver: SSHDriver, clock: Clock, app: App) -> None:
    driver.resize(100, 30)
    driver.disable_input()
    driver.resize(101, 30)
    assert clock.timers == []
