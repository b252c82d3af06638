"""The daily bout in a hall: sealed, one try, and for members only."""

from datetime import timedelta

import pytest
from bouts import BOUT, NOON, played
from serve.screens.guests import in_hall

from engarde_tui.match.chain import verify
from engarde_tui.match.commitment import Verdict
from engarde_tui.match.daily import deals_of
from engarde_tui.match.table import Table
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.storage.errors import StoreError
from engine.game import game_of


async def test_a_bout_is_played_with_the_cards_that_the_hall_has_sealed(hall: Hall) -> None:
    """The commitment is there before the first card; today's try cannot be deleted."""
    hall.store.now = lambda: NOON
    async with in_hall(hall, "anna", "~") as (anna, guest):
        assert "aily bout" not in guest.text
        secret = hall.register.secret("Daily")
        seal = deals_of(BOUT, secret).chain.link(0)
        await anna.press("d")
        assert seal in anna.text
        assert secret not in anna.text
        await anna.press("enter")
        assert anna.held.round.dealt == deals_of(BOUT, secret).deal(game_of(BOUT.rules), 1)
        await anna.press("q", "m")
    own = hall.own_matches("anna")
    (id,) = own.ids()
    resumed = own.resume(id)
    table = Table(resumed.record.match, resumed.journal, others=resumed.record.others)
    played(table)
    table.close()
    record = own.record(id)
    assert dict(record.others)["Link-0"] == seal
    assert {check.verdict for check in verify(record)} == {Verdict.KEPT}
    with pytest.raises(StoreError, match="one try a day"):
        own.delete(id)
    own.now = lambda: NOON + timedelta(days=1)
    own.delete(id)
    assert own.ids() == []
