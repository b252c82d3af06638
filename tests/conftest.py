"""Settings of all tests: hypothesis examples, chance, workers, garbage collection."""

import gc
import os
from collections import Counter
from collections.abc import Callable
from random import Random, SystemRandom

import hypothesis_as_it_is  # noqa: F401
import pytest
from hypothesis import HealthCheck, settings
from pseudo import translator  # noqa: F401
from syrupy.assertion import SnapshotAssertion
from syrupy.data import SnapshotCollections
from syrupy.report import SnapshotReport
from textual._compositor import Compositor
from textual.widgets import Input

from engarde_tui.terminal.choice import writes_changes

# Whatever the developer speaks.
os.environ["LANGUAGE"] = "en"

pytest.register_assert_rewrite("pty_terminal", "store.keeping", "tui.harness", "tui.shelf", "tui.states")

# How long an example takes is the machine's business. By day the same examples are tried every time,
# so that a failure is due to the change at hand; the slow run looks for new ones.
_EVERY_RUN = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("day", _EVERY_RUN, max_examples=20, derandomize=True, database=None)
settings.register_profile("slow", _EVERY_RUN, max_examples=50, print_blob=True)
settings.load_profile("day")

# Each screen leaves many objects that refer to each other: looking for them at Python's own pace takes
# a fifth of the time.
gc.set_threshold(100_000, 50, 100)


# A cursor that blinks goes by the clock, and no two pictures would be the same.
Input.cursor_blink._default = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let halls outside of the tests' own process keep everything on a server."""
    parser.addoption("--on-postgres", action="store_true", help="keep halls in PostgreSQL")


def pytest_configure(config: pytest.Config) -> None:
    """Let no worker look for pictures that nobody used: another one may have, and it takes a long time."""
    if hasattr(config, "workerinput"):
        SnapshotReport.unused = SnapshotCollections()


@pytest.fixture(scope="session", autouse=True)
def _login_name(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whoever tests plays as Anna; the folder of all tests has been named after the tester by then."""
    tmp_path_factory.getbasetemp()
    os.environ["LOGNAME"] = "Anna"


@pytest.fixture(autouse=True)
def _chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same decks every time a test runs: what fails in one deal of a thousand would say nothing.

    The system's chance is a seed of the test's own; a deck, the first player and a bot's choice come from it.
    """
    source = Random(request.node.nodeid)
    for draw in ("random", "getrandbits", "randbytes"):
        monkeypatch.setattr(SystemRandom, draw, lambda _, *count, draw=draw: getattr(source, draw)(*count))


@pytest.fixture(autouse=True)
def _unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint nothing on a terminal that is not there: it takes a fifth of the time of tests with screens."""
    is_looked_at = {"same_picture", "snap_compare"} & set(request.fixturenames)
    if not (is_looked_at or any(map(request.node.get_closest_marker, ("painted", "wire")))):
        monkeypatch.setattr(Compositor, "render_update", lambda self, **_: self._dirty_regions.clear())


@pytest.fixture
def snap_compare(snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """The plugin's, but it does not wait by the clock: the program has settled before each picture."""

    async def wait_for_idle(*_: float) -> None: ...

    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_for_idle)
    return snap_compare


@pytest.fixture
def same_picture(snapshot: SnapshotAssertion, request: pytest.FixtureRequest) -> object:
    """Compare a picture of the program as text."""
    # Tests of the engine need no screen.
    from tui.pictures import SamePicture

    return SamePicture(snapshot, request.config.rootpath / "pictures", request.node.name)


_SMALLEST = (80, 24)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the slow run all but the smallest window, and what comes after the first few of `by_day`."""
    tried: Counter[str] = Counter()
    for item in items:
        if item.get_closest_marker("layer") and not writes_changes():
            item.add_marker(pytest.mark.skip("all that is drawn is written"))
        callspec = getattr(item, "callspec", None)
        size = None if callspec is None else callspec.params.get("size")
        if type(size) is tuple and size > _SMALLEST:
            item.add_marker(pytest.mark.slow)
        by_day = item.get_closest_marker("by_day")
        if by_day and not item.get_closest_marker("slow") and not item.get_closest_marker("postgres"):
            test = item.nodeid.partition("[")[0]
            tried[test] += 1
            if tried[test] > by_day.args[0]:
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Leave out of every search for garbage what the tests themselves are made of."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use a worker per processor, and one more for wire tests, which mostly wait."""
    processors = os.cpu_count() or 1
    return processors + 1 if config.option.markexpr.startswith(("wire", "(wire")) else processors
