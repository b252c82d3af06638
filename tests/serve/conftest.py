"""Halls in processes of their own, with folders of their own."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from serve.halls import HallProcess

OpenHall = Callable[..., HallProcess]


@pytest.fixture
def ssh_client() -> None:
    """Skip where there is no real client."""
    if shutil.which("ssh") is None:
        pytest.skip("needs the OpenSSH client")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallProcess]:
    """A hall with the ordinary limits, for all tests of a file."""
    with HallProcess(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture
def open_hall(tmp_path: Path) -> Iterator[OpenHall]:
    """Open a hall with options and limits; its log is checked in the end."""
    with ExitStack() as stack:
        halls: list[HallProcess] = []

        def opening(*options: str, data: Path = tmp_path / "data", **limits: float) -> HallProcess:
            halls.append(stack.enter_context(HallProcess(data, *options, **limits)))
            return halls[-1]

        yield opening
        for hall in halls:
            hall.check_log()
