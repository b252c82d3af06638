"""Whose move it is, asked over SSH without coming in."""

import json
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.clients import connect  # noqa: E402
from serve.hall.visitors import TERMS, opened, play_on  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402

from engine.en_garde import Seat  # noqa: E402

pytestmark = pytest.mark.wire


async def ask(
    port: int, name: str, key: "asyncssh.SSHKey | None", command: str = "mine", **options: str
) -> tuple[int | None, str, str]:
    """The exit status, the answer and the complaint."""
    connection = await connect(port, name, key)
    done = await connection.run(command, **options)
    connection.close()
    return done.exit_status, str(done.stdout), str(done.stderr)


async def test_a_member_is_told_whose_move_it_is_and_by_the_status_whether_to_come(tmp_path: Path) -> None:
    async with hall_here(tmp_path) as server:
        hall = server.hall
        keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("anna", "bruno")}
        anna, bruno = (hall.admit(name, key.get_fingerprint()) for name, key in keys.items())
        assert await ask(server.port, "anna", keys["anna"]) == (1, "You have no unfinished tables.\n", "")
        left, right = opened(hall, anna, bruno)
        code = left.hall_table.code
        waiting = hall.create(anna, TERMS, Seat.RIGHT).code
        about = f"round 1, 0 : 0. Ferti advanced, table {code}."
        waits = f"Your table waits for an opponent. Ferti advanced, table {waiting}.\n"
        yours = f"It is your move against bruno: {about}\n{waits}"
        assert await ask(server.port, "anna", keys["anna"]) == (0, yours, "")
        assert await ask(server.port, "bruno", keys["bruno"]) == (1, f"anna is to move: {about}\n", "")
        status, told, _ = await ask(server.port, "bruno", keys["bruno"], "mine --json")
        assert (status, json.loads(told)["version"], json.loads(told)["name"]) == (1, 1, "bruno")
        (table,) = json.loads(told)["tables"]
        assert (table["move"], table["opponent"], table["score"]) == ("theirs", "anna", [0, 0])
        while left.view.round.result is None:
            play_on(left, right)
        for name in keys:
            status, told, _ = await ask(server.port, name, keys[name])
            assert (status, "can deal the next round" in told) == (0, True)
        assert len(hall.visitors) == 2


async def test_guests_and_other_keys_get_status_2_and_a_sentence(tmp_path: Path) -> None:
    async with hall_here(tmp_path) as server:
        other = asyncssh.generate_private_key("ssh-ed25519")
        for key in (None, other):
            status, told, why = await ask(server.port, "carla", key)
            assert (status, told) == (2, "")
            assert why == "Guests have no tables of their own: connect with the key of your name.\n"
        assert server.hall.register.names.keys_of("carla") == []
        assert (await ask(server.port, "carla", None, "mine --xml"))[0] == 2
