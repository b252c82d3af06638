"""Watching over SSH."""

import re
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from serve.clients import Player  # noqa: E402
from serve.hall_here import hall_here  # noqa: E402

pytestmark = pytest.mark.painted

_TURN = re.compile(r"turn (\d+) ─")
_TO_PLAY = re.compile(r"(\S+) to play")


async def test_who_watches_a_duel_sees_all_of_an_action_at_once(tmp_path: Path) -> None:
    """No frame has the words of one turn and the box of another."""
    async with hall_here(tmp_path) as hall:
        one, other, third = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(3))
        anna = await Player.enter(hall.port, "anna", one)
        await anna.wait_for("the fencing hall")
        anna.press("n", "right", "enter")
        shown = await anna.wait_for("Waiting for an opponent")
        code = re.search(r"join ([a-z0-9]{6})\b", shown)
        assert code is not None
        bruno = await Player.enter(hall.port, "bruno", other, f"join {code[1]}")
        await bruno.wait_for("round 1")
        carla = await Player.enter(hall.port, "carla", third, f"join {code[1]}")
        await carla.wait_for("You are watching")
        seen: dict[tuple[str, str], None] = {("anna", "1"): None}
        hear = carla.hear

        def note(data: bytes) -> None:
            hear(data)
            turn, player = _TURN.search(carla.text), _TO_PLAY.search(carla.text)
            if turn is not None and player is not None:
                seen[player[1], turn[1]] = None

        carla.hear = note  # type: ignore[method-assign]
        for who in (anna, bruno) * 2:
            await who.wait_for("enter play")
            who.press("up", "enter")
            await who.settle()
            await carla.settle()
        assert [*seen] == [("anna", "1"), ("bruno", "2"), ("anna", "3"), ("bruno", "4"), ("anna", "5")]
