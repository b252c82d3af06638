"""Daily bouts for tests, played by random but fixed actions."""

import random
from datetime import UTC, date, datetime

from engarde_tui.play.daily import AT_HOME, live_match_of
from engarde_tui.play.day import Bout
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS

DAY = date(2026, 11, 23)
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
BOUT = Bout(DAY, PRESETS["ferti-advanced"])


def played(table: LiveMatch, seed: int = 1, *, until_over: bool = True) -> LiveMatch:
    """Play a match to its end, or until its second round is dealt."""
    source = random.Random(seed)
    while table.view(None).winner is None:
        if table.turn is None:
            table.next_round()
            if not until_over:
                break
        else:
            table.play(source.choice(table.view(table.turn).round.legal))
    return table


def stored(
    store: Store, bout: Bout = BOUT, name: str = "Anna", secret: str = AT_HOME, *, until_over: bool = True
) -> LiveMatch:
    """Play a bout, save it, and leave it."""
    table = played(live_match_of(bout, name, secret), until_over=until_over)
    table.save_with(store.begin)
    table.close()
    return table
