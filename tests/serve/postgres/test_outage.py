"""What the log has of a server that is gone for a while, however often the hall asks for it."""

import logging
from contextlib import closing, suppress
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs what a hall on a server needs")
from postgres import cluster
from serve.hall.visitors import Clock

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.postgres.outage import Outage


@pytest.fixture
def clock() -> Clock:
    """Goes only when it is told to."""
    return Clock()


@pytest.fixture
def outage(clock: Clock, caplog: pytest.LogCaptureFixture) -> Outage:
    """One that has not begun."""
    caplog.set_level(logging.INFO, "engarde.hall")
    return Outage("hall", clock)


LOST = "event=database-lost database='hall'"


def test_an_outage_is_one_line_at_once_and_then_one_a_minute(
    outage: Outage, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(4 * 60):
        outage.note("refused")
        clock.now += 0.5
    assert caplog.messages == [f"{LOST} problem='refused'", f"{LOST} times=120 problem='refused'"]


def test_the_end_of_an_outage_says_how_often_the_server_was_missed_since_the_last_line(
    outage: Outage, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        outage.note("refused")
    outage.end()
    outage.end()
    assert caplog.messages[1:] == ["event=database-back database='hall' times=2"]


def test_the_next_outage_is_logged_at_once(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    outage.note("refused")
    outage.end()
    caplog.clear()
    outage.note("timeout")
    assert caplog.messages == [f"{LOST} problem='timeout'"]


@pytest.mark.postgres
def test_a_hall_that_asks_again_and_again_logs_that_its_server_is_gone_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "engarde.hall")
    with cluster() as server, closing(Register(tmp_path, server.url("postgres"))) as register:
        server.stop()
        for _ in range(20):
            with suppress(Problem):
                register.settings("key")
        server.start()
        register.settings("key")
    events = [message.split()[0] for message in caplog.messages]
    assert events == ["event=database-lost", "event=database-back"]
    assert " times=19" in caplog.messages[1]
