"""Nobody has two tries at a daily bout, whichever processes of a hall they begin it at."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import psycopg
import pytest
from bouts import BOUT
from pty_terminal import wait_until
from serve.hall.visitors import own_matches
from serve.postgres.two_halls import TwoHalls

from engarde_tui.play.daily import live_match_of
from engarde_tui.play.saving import BeginRefusedError
from engarde_tui.serve.hall.own_matches import OwnMatches
from engarde_tui.storage.bouts import begin_bout

pytestmark = pytest.mark.postgres


class Try(threading.Thread):
    """Begins the bout, and keeps why it could not."""

    def __init__(self, own: OwnMatches) -> None:
        super().__init__()
        self._own = own
        self.refusal: BeginRefusedError | None = None

    def run(self) -> None:
        match = live_match_of(BOUT, "anna", "5a" * 32)
        try:
            match.save_with(partial(begin_bout, self._own, BOUT))
        except BeginRefusedError as refusal:
            self.refusal = refusal


def test_of_two_tries_at_both_at_once_one_is_refused(
    both_on_server: TwoHalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = both_on_server
    one, other = (own_matches(hall, "anna") for hall in both.halls)
    has_checked, may_go_on, begin = threading.Event(), threading.Event(), one.begin

    def slowly(match: Any, others: Any, permit: Callable[[], None]) -> Any:
        def permit_slowly() -> None:
            permit()
            has_checked.set()
            assert may_go_on.wait(60)

        return begin(match, others, permit_slowly)

    monkeypatch.setattr(one, "begin", slowly)
    tries = Try(one), Try(other)
    tries[0].start()
    assert has_checked.wait(60)
    tries[1].start()
    with psycopg.connect(both.url, autocommit=True) as line:
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        wait_until(lambda: not tries[1].is_alive() or line.execute(waiting).fetchone() == (1,))
    may_go_on.set()
    for each in tries:
        each.join()
    assert [each.refusal is None for each in tries] == [True, False]
    assert len(both.one.store.ids()) == 1
