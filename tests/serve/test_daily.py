"""What a hall tells everybody about its daily bouts."""

from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from bouts import DAY  # noqa: E402
from serve.clients import connect  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402

from engarde_tui.play.daily import seals  # noqa: E402
from engarde_tui.serve import answers  # noqa: E402

pytestmark = pytest.mark.wire


async def answer(port: int, command: str) -> tuple[list[str], str]:
    """The lines of the answer, and the complaint."""
    connection = await connect(port, "bruno")
    done = await connection.run(command)
    connection.close()
    return str(done.stdout).splitlines(), str(done.stderr)


async def test_anybody_can_ask_for_the_seals_of_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default those of today, of tomorrow and of the last days; a guest, too."""
    monkeypatch.setattr(answers, "day_of", lambda now: DAY)
    async with hall_here(tmp_path) as server:
        lines, _ = await answer(server.port, "daily")
        assert {line.split()[0] for line in lines} == {f"2026-11-{day}" for day in (21, 22, 23, 24)}
        assert {line.split()[0] for line in lines if " link 20: " in line} == {"2026-11-21"}
        today, _ = await answer(server.port, f"daily {DAY}")
        assert today == list(seals(server.hall.register.secret("Daily"), [DAY], DAY))
        wrong = await answer(server.port, "daily 2026-11-31")
        assert wrong == ([], "2026-11-31 is not a day like 2026-11-23.\n")
