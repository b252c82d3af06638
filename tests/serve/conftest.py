"""Halls in their own processes and folders."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from serve.halls import HallProcess

OpenHall = Callable[..., HallProcess]


@pytest.fixture
def ssh_client() -> None:
    """Skip the test without the OpenSSH client."""
    if shutil.which("ssh") is None:
        pytest.skip("needs the OpenSSH client")


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
