"""How often garbage is collected in a hall."""

import gc
import re
import weakref
from collections.abc import Iterator

import pytest

from engarde_tui.serve.ssh.garbage import collect_while_nobody_is_here, rare_full_collections


class Knot:
    """A reference cycle, which only the collector frees."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def usual_thresholds() -> Iterator[None]:
    """Collect as usual after a test."""
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)


def test_garbage_is_freed_without_a_full_collection() -> None:
    told: list[tuple[int, float]] = []
    with rare_full_collections(lambda generation, seconds: told.append((generation, seconds))):
        knots = [weakref.ref(Knot()) for _ in range(100_000)]
    assert sum(knot() is not None for knot in knots) < 10_000
    assert {generation for generation, _ in told} <= {0, 1}
    assert all(seconds >= 0 for _, seconds in told)


def test_what_is_there_before_is_never_looked_at() -> None:
    there = [Knot() for _ in range(1000)]
    frozen = gc.get_freeze_count()
    with rare_full_collections(lambda generation, seconds: None):
        assert gc.get_freeze_count() >= frozen + len(there)


def test_old_garbage_is_freed_while_nobody_is_here() -> None:
    knot = Knot()
    gc.collect(0)
    gc.collect(1)
    known = weakref.ref(knot)
    del knot
    collect_while_nobody_is_here()
    assert known() is None
    generations: list[int] = []
    with rare_full_collections(lambda generation, seconds: generations.append(generation)):
        generations.clear()
        collect_while_nobody_is_here()
    assert generations == [], "there can be none"


def test_every_collection_is_logged_with_its_time_until_the_hall_closes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level("DEBUG", "engarde.hall"):
        with rare_full_collections(lambda generation, seconds: None):
            gc.collect(0)
            seen = len(caplog.messages)
            gc.collect(1)
        gc.collect(1)
    assert len(caplog.messages) == seen + 1
    assert re.fullmatch(r"event=collect generation=1 seconds=\d\.\d{3} freed=\d+", caplog.messages[-1])
