"""Halls in their own processes and folders."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from postgres import Cluster, cluster, programs
from serve.halls import HallProcess

OpenHall = Callable[..., HallProcess]


@pytest.fixture
def ssh_client() -> None:
    """Skip the test without the OpenSSH client."""
    if shutil.which("ssh") is None:
        pytest.skip("needs the OpenSSH client")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server; the test is skipped without its programs, unless they are asked for."""
    if programs() is None and "ENGARDE_POSTGRES" not in os.environ:
        pytest.skip("needs the programs of PostgreSQL")
    with cluster() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database; "" for a file. Either keeps a hall."""
    if request.param == "sqlite":
        return ""
    server: Cluster = request.getfixturevalue("postgres")
    return server.url(server.new_database())


@pytest.fixture(scope="session", autouse=True)
def _engine(request: pytest.FixtureRequest) -> None:
    """Keep each hall outside of this process in a database of its own, if that is asked for."""
    if request.config.getoption("--on-postgres"):
        server: Cluster = request.getfixturevalue("postgres")
        HallProcess.database = cache(lambda data: server.url(server.new_database()))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallProcess]:
    """A hall with the default limits, for all tests of a file."""
    with HallProcess(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture
def open_hall(tmp_path: Path) -> Iterator[OpenHall]:
    """Open halls with options and limits; their logs are checked at the end."""
    with ExitStack() as stack:
        halls: list[HallProcess] = []

        def opening(*options: str, data: Path = tmp_path / "data", **limits: float) -> HallProcess:
            halls.append(stack.enter_context(HallProcess(data, *options, **limits)))
            return halls[-1]

        yield opening
        for hall in halls:
            hall.check_log()
