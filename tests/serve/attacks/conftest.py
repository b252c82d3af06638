"""After each attack, the hall still serves."""

from collections.abc import AsyncIterator

import pytest
from serve.halls import HallProcess


@pytest.fixture(autouse=True)
async def _still_serves(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """After whatever was done to the hall it lets the next one in, and has told nothing it should not."""
    if "hall" not in request.fixturenames:
        yield
        return
    # Where asyncssh is missing, these tests are skipped.
    from serve.attacks.attackers import player
    from serve.clients import SECOND_ADDRESS

    hall: HallProcess = request.getfixturevalue("hall")
    before = len(hall.log)
    yield
    async with player(hall, "next", source=SECOND_ADDRESS):
        pass
    hall.check_log(before)
