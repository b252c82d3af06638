"""The daily bout in a hall: sealed, one try, and for members only."""

from datetime import timedelta

import pytest
from bouts import BOUT, NOON, played
from serve.hall.visitors import own_matches
from serve.screens.guests import in_hall

from engarde_tui.fair.chain import verify
from engarde_tui.fair.commitment import Verdict
from engarde_tui.play.daily import deals_of
from engarde_tui.play.live_match import LiveMatch
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
    own = own_matches(hall, "anna")
    (id,) = own.ids()
    resumed = own.resume(id)
    table = LiveMatch(resumed.record.match, resumed.journal, others=resumed.record.others)
    played(table)
    table.close()
    record = own.record(id)
    assert dict(record.others)["Link-0"] == seal
    assert {check.verdict for check in verify(record)} == {Verdict.KEPT}
    with pytest.raises(StoreError, match="one try a day"):
        own.delete(id)
    hall.store.now = lambda: NOON + timedelta(days=1)
    own.delete(id)
    assert own.ids() == []


@pytest.mark.slow
async def test_a_bout_that_another_window_has_played_is_not_begun_again(hall: Hall) -> None:
    """Its card is shown."""
    async with in_hall(hall, "anna", "anna") as (one, other):
        for window in (one, other):
            await window.press("d")
        await one.press("enter")
        await one.press("q", "m")
        own = own_matches(hall, "anna")
        resumed = own.resume(1)
        played(LiveMatch(resumed.record.match, resumed.journal, others=resumed.record.others)).close()
        await other.press("enter")
        assert other.screen_name == "DailyScreen"
        assert "En Garde daily" in other.text
        assert own.ids() == [1]


async def test_a_bout_of_yesterday_is_not_begun_today(hall: Hall) -> None:
    """The page is from before midnight; on the next day the hall reveals the deals that it shows."""
    hall.store.now = lambda: NOON
    async with in_hall(hall, "anna") as (anna,):
        await anna.press("d")
        assert "aily bout of 2026-11-23" in anna.text
        hall.store.now = lambda: NOON + timedelta(days=1)
        await anna.press("enter")
        assert "A new day has begun" in anna.text
        assert "aily bout of 2026-11-24" in anna.text
        assert own_matches(hall, "anna").ids() == []
        await anna.press("enter")
        assert "daily bout 2026-11-24" in anna.text
