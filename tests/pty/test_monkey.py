"""What a hurried player types at a real terminal: the program ends cleanly, and keeps what it has."""

from pathlib import Path

import pytest
from monkey.terminals import run, template
from settling import LONGEST

pytestmark = pytest.mark.wire


@pytest.fixture
def matches(tmp_path: Path) -> Path:
    """A folder with some matches."""
    return template(tmp_path / "matches")


@pytest.mark.parametrize("seed", ["day/1", "day/2", "day/3", "day/4"])
def test_bursts_of_anything_end_cleanly_by_a_signal(seed: str, matches: Path) -> None:
    outcome = run(seed, matches, seconds=4, patience=LONGEST, soon=LONGEST)
    assert not outcome.errors, f"{outcome.command} {outcome.typed}\n{outcome.tail}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [f"slow/{number}" for number in range(10)])
def test_many_bursts_of_anything_end_cleanly_by_a_signal(seed: str, matches: Path) -> None:
    outcome = run(seed, matches, seconds=6, patience=LONGEST, soon=LONGEST)
    assert not outcome.errors, f"{outcome.command} {outcome.typed}\n{outcome.tail}"
