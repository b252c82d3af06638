"""A hall whose operator gives orders."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serve.hall.visitors import Clock

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from engarde_tui.serve.door.host_key import host_key
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.operator.orders import Orders


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The hall's."""
    return tmp_path / "hall"


@pytest.fixture
def hall(folder: Path, database_url: str, clock: Clock) -> Iterator[Hall]:
    hall = Hall(Register(folder, database_url, clock=clock, monotonic=clock), clock=clock)
    host_key(folder)
    yield hall
    hall.close()


class Door:
    """One that lets nobody in."""

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        self.refusals: dict[str, int] = {}

    def tell(self, **packet: object) -> None:
        """Hear it."""

    async def ask(self, **packet: object) -> dict[str, Any]:
        """Answer as a door does."""
        if packet["ask"] == "renew":
            return {"windows": 2}
        return {"port": 2222, "connections": 3, "windows": 2, "places": 100, "refusals": self.refusals}


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.fixture
def orders(hall: Hall, folder: Path, door: Door) -> Orders:
    return Orders(hall, folder, door)
