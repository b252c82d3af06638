"""What ends a session at its start, such as an error in our code: it leaves nothing behind."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.clients import Player  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402
from serve.halls import HallProcess  # noqa: E402
from settling import LONGEST  # noqa: E402

from engarde_tui.serve.app import HallApp  # noqa: E402
from engarde_tui.serve.hall.door import Door  # noqa: E402
from engarde_tui.serve.hall.hall import Hall  # noqa: E402
from engarde_tui.serve.ssh import session as session_module  # noqa: E402
from engarde_tui.serve.ssh.server import HallServer  # noqa: E402
from engarde_tui.serve.ssh.turns import End, Lane  # noqa: E402

pytestmark = pytest.mark.painted


def failing(*_: object, **__: object) -> Any:
    """Fail as a bug would."""
    raise RuntimeError("as the test wants it")


STEPS: dict[str, tuple[Any, str, str | None]] = {
    "admitting": (Hall, "admit", None),
    "counting": (HallServer, "make_room", None),
    "choosing colours": (session_module, "colors_of", None),
    "making the app": (session_module, "HallApp", None),
    "loading the app": (HallApp, "get_default_screen", None),
    "opening the lobby": (HallApp, "open_menu", None),
    "sending a record": (Door, "identify", "record 1"),
}
"""What fails, and the requested command."""


@pytest.mark.by_day(3)
@pytest.mark.parametrize("step", STEPS)
async def test_an_error_at_the_start_of_a_session_is_logged_and_reported(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    owner, name, command = STEPS[step]
    broken: Callable[..., Any] | property = failing
    if isinstance(getattr(owner, name), property):
        broken = property(failing)
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with hall_here(tmp_path) as server:
        with monkeypatch.context() as patched, caplog.at_level(logging.INFO, "engarde.hall"):
            patched.setattr(owner, name, broken)
            anna = await Player.enter(server.port, "anna", key, command=command)
            assert await anna.wait_for_end() == 1
        assert anna.text.split("\n")[0].startswith("An unexpected error ended the program.")
        (crash,) = (record for record in caplog.records if record.getMessage().startswith("event=crash"))
        assert crash.exc_info is not None
        assert str(crash.exc_info[1]) == "as the test wants it"
        assert not server.sessions
        assert not server.hall.visitors
        assert not server.hall.bus.topics
        bruno = await Player.enter(server.port, "bruno")
        await bruno.wait_for("Leave the hall")
        await bruno.leave()


async def test_who_hangs_up_while_others_start_waits_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one network could fill the hall with sessions that nobody sees."""
    monkeypatch.setattr(session_module, "_EXIT_SECONDS", 1_000_000)
    async with hall_here(tmp_path) as server, asyncio.timeout(LONGEST):
        has_turn = asyncio.Event()
        turn = Lane.turn

        async def later(lane: Lane) -> End:
            await has_turn.wait()
            return await turn(lane)

        monkeypatch.setattr(Lane, "turn", later)
        anna = await Player.enter(server.port, "anna")
        while not any(session._is_waiting for session in server.sessions):
            await asyncio.sleep(0.01)
        anna.connection.abort()
        while server.sessions or server.hall.visitors:
            await asyncio.sleep(0.01)
        has_turn.set()
        bruno = await Player.enter(server.port, "bruno")
        await bruno.wait_for("bruno (you)")
        await bruno.leave()


@pytest.mark.wire
def test_whoever_opens_a_hall_reads_how_players_come_in(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with HallProcess(tmp_path) as hall:
        assert hall.terminate() == 0
    said = capfd.readouterr().out
    assert f"The hall is open. Players come in with: ssh NAME@127.0.0.1 -p {hall.port}\n" in said
    assert "Only this machine can reach it" in said
