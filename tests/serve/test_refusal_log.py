"""The log of refusals stays short, and says who it was."""

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from engarde_tui.serve.door.refusals import RefusalLog


def test_the_first_refusal_for_each_reason_is_logged_at_once(caplog: pytest.LogCaptureFixture) -> None:
    log = RefusalLog()
    for address, reason in (
        ("192.0.2.1", "address"),
        ("192.0.2.1", "nothing asked for"),
        ("2001:db8::7", "address"),
    ):
        log.note(address, reason)
    assert caplog.messages == [
        "event=refused address=192.0.2.1 reason=address",
        "event=refused address=192.0.2.1 reason='nothing asked for'",
        "event=refused address=2001:db8::7 reason=address",
    ]


def test_those_that_follow_are_one_line_a_minute_and_network(caplog: pytest.LogCaptureFixture) -> None:
    log = RefusalLog()
    for number in range(1000):
        log.note(f"2001:db8::{number % 5:x}", "address")
        log.note("2001:db8::1", "attempts" if number < 10 else "address")
    caplog.clear()
    log.sum_up()
    line = "event=refused network=2001:db8::/64 times=1998 reasons='address 1989, attempts 9'"
    assert caplog.messages == [line]


def test_as_long_as_it_goes_on_there_is_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    log = RefusalLog()
    for _ in range(3):
        for _ in range(2):
            log.note("192.0.2.1", "banned")
        log.sum_up()
    log.sum_up()
    assert caplog.messages == [
        "event=refused address=192.0.2.1 reason=banned",
        "event=refused network=192.0.2.1 times=1 reasons='banned 1'",
        "event=refused network=192.0.2.1 times=2 reasons='banned 2'",
        "event=refused network=192.0.2.1 times=2 reasons='banned 2'",
    ]


def test_after_a_minute_without_any_the_next_one_is_logged_at_once(caplog: pytest.LogCaptureFixture) -> None:
    log = RefusalLog()
    for _ in range(2):
        log.note("192.0.2.1", "full")
        log.sum_up()
        assert caplog.messages == ["event=refused address=192.0.2.1 reason=full"]
        caplog.clear()


def test_very_many_networks_are_counted_together(caplog: pytest.LogCaptureFixture) -> None:
    log = RefusalLog()
    for number in range(6_000):
        log.note(f"2001:db8:0:{number:x}::1", "address")
    assert len(caplog.messages) == 100
    caplog.clear()
    log.sum_up()
    assert caplog.messages == ["event=refused network=others times=5900"]
    log.sum_up()
    assert len(caplog.messages) == 1
