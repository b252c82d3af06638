"""How long keys wait for their answer, as the operator is told."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from serve.clients import Player
from serve.hall_here import hall_here
from settling import LONGEST
from textual.events import Key
from textual.message import Message

from engarde_tui.serve.ssh.driver import SSHDriver
from engarde_tui.serve.ssh.turns import End

pytestmark = pytest.mark.wire


@pytest.fixture
def handled(monkeypatch: pytest.MonkeyPatch) -> "asyncio.Queue[tuple[str, bool]]":
    """Each key that has been handled, and whether it has led to a frame by then."""
    keys: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
    message_handled = SSHDriver.message_handled

    def handling(self: SSHDriver, message: Message, end: End) -> None:
        if isinstance(message, Key):
            keys.put_nowait((message.key, self._asked is None or bool(self._pending_output)))
        message_handled(self, message, end)

    monkeypatch.setattr(SSHDriver, "message_handled", handling)
    return keys


async def test_a_key_is_answered_by_its_frame_or_by_having_changed_nothing(
    handled: "asyncio.Queue[tuple[str, bool]]", tmp_path: Path
) -> None:
    """A frame that comes later for another reason is not its answer."""
    async with hall_here(tmp_path) as server, asyncio.timeout(LONGEST):
        anna = await Player.enter(server.port)
        await anna.settle()
        while not handled.empty():
            handled.get_nowait()
        before = server.figures.keys
        for number, (key, has_frame) in enumerate(
            [("down", True), ("z", False), ("up", True), ("n", True)], 1
        ):
            anna.press(key)
            assert await handled.get() == (key, has_frame)
            assert server.figures.keys == before + number
        await anna.leave()
