"""What variables of the environment mean."""

import os
import time
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from unittest.mock import patch

import pytest
from commands import engarde

from engarde_tui.play.day import local
from engarde_tui.terminal.environment import ignore_variables, is_on


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((value, False) for value in ("", " ", "0", "false", "no", "No", "OFF")),
        *((value, True) for value in ("1", "yes", "on", "true", "00", "nonsense")),
    ],
)
def test_any_value_turns_a_variable_on_but_those_that_say_no(value: str, expected: bool) -> None:
    assert is_on({"ACCESSIBLE": value}, "ACCESSIBLE") is expected
    assert not is_on({}, "ACCESSIBLE")


@pytest.mark.parametrize("value", ["", "0", "1"])
def test_any_value_turns_colours_off_but_an_empty_one(value: str) -> None:
    """As no-color.org says; Textual takes an empty one for set."""
    with patch.dict(os.environ, {"NO_COLOR": value}):
        ignore_variables()
        assert ("NO_COLOR" in os.environ) is bool(value)


@pytest.mark.parametrize("zone", ["XXX25", "XXX-24:59:59", "XXX24"])
def test_a_time_zone_a_day_or_more_off_counts_as_utc(zone: str, tmp_path: Path) -> None:
    """Python has no such offsets."""
    told = engarde("play", "--plain", "--data", str(tmp_path), zone=zone)
    assert (told.returncode, told.stderr) == (0, "")
    listed, exported = (
        engarde("export", *more, "--data", str(tmp_path), zone=zone).stdout for more in (["--list"], ["1"])
    )
    begun = datetime.fromisoformat(exported.partition("Date: ")[2].split()[0])
    assert begun.utcoffset() == timedelta(0)
    assert f"{begun:%Y-%m-%d %H:%M}" in listed


@pytest.mark.parametrize(
    ("moment", "zone", "expected"),
    [
        (datetime(2026, 11, 21, 18, tzinfo=UTC), "XXX-2", "2026-11-21T20:00:00+02:00"),
        (datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))), "UTC", "0001-01-01T00:00:00+14:00"),
        (datetime(9999, 12, 31, 23, tzinfo=UTC), "XXX-2", "9999-12-31T23:00:00+00:00"),
    ],
    ids=["in reach", "before all time", "after all time"],
)
def test_a_moment_that_a_time_zone_does_not_have_stays_as_it_is(
    moment: datetime, zone: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    found = local(moment).isoformat()
    monkeypatch.undo()
    time.tzset()
    assert found == expected
