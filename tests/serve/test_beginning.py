"""What ends a session at its start, such as an error in our code: it leaves nothing behind."""

from pathlib import Path
from typing import Any

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.clients import Player  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402
from serve.halls import HallProcess  # noqa: E402

from engarde_tui.serve import visit  # noqa: E402
from engarde_tui.serve.app import HallApp  # noqa: E402
from engarde_tui.serve.hall.admission import Admission  # noqa: E402
from engarde_tui.serve.hall.hall import Hall  # noqa: E402

pytestmark = pytest.mark.painted


def failing(*_: object, **__: object) -> Any:
    """Fail as a bug would."""
    raise RuntimeError("as the test wants it")


STEPS: dict[str, tuple[Any, str, str | None]] = {
    "admitting": (Hall, "admit", None),
    "choosing colours": (visit, "colors_of", None),
    "making the app": (visit, "HallApp", None),
    "loading the app": (HallApp, "get_default_screen", None),
    "opening the lobby": (HallApp, "open_menu", None),
    "sending a record": (Admission, "identify", "record 1"),
}
"""What fails, and the requested command."""


@pytest.mark.by_day(3)
@pytest.mark.parametrize("step", STEPS)
async def test_an_error_at_the_start_of_a_session_is_logged_and_reported(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, command = STEPS[step]
    monkeypatch.setattr(owner, name, failing)
    async with hall_here(tmp_path) as server:
        key = asyncssh.generate_private_key("ssh-ed25519")
        anna = await Player.enter(server.port, "anna", key, command=command)
        assert await anna.wait_for_end() == 1
        assert anna.text.split("\n")[0].startswith("An unexpected error ended the program.")
        assert server.log.count("event=crash") == 1
        assert "RuntimeError: as the test wants it" in server.log
        await server.until_nobody_is_here()
        assert not server.hall.bus.topics


@pytest.mark.wire
def test_whoever_opens_a_hall_reads_how_players_come_in(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with HallProcess(tmp_path) as hall:
        assert hall.terminate() == 0
    said = capfd.readouterr().out
    assert f"The hall is open. Players come in with: ssh NAME@127.0.0.1 -p {hall.port}\n" in said
    assert "Only this machine can reach it" in said
