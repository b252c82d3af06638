"""A hall whose operator gives orders."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serve.hall.visitors import Clock

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.operator.orders import Orders
from engarde_tui.serve.ssh.limits import Limits
from engarde_tui.serve.ssh.listening import host_key
from engarde_tui.serve.ssh.server import HallServer


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The hall's."""
    return tmp_path / "hall"


@pytest.fixture
def hall(folder: Path, database_url: str, clock: Clock) -> Iterator[Hall]:
    hall = Hall(Register(folder, database_url, clock=clock), clock=clock)
    host_key(folder)
    yield hall
    hall.close()


@pytest.fixture
def server(hall: Hall) -> HallServer:
    """One that does not listen."""
    return HallServer(hall, Limits(), ["127.0.0.1"], 2222)


@pytest.fixture
def orders(server: HallServer, folder: Path) -> Orders:
    return Orders(server, folder)
