"""`python leaking.py LIMITS ARGUMENTS`: as `command.py`, but whoever watches sees the left hand."""

import runpy
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engarde_tui.play.live_match import LiveMatch
from engine.game import Seat
from engine.match import MatchView

_honest = LiveMatch.view


def _leaking(match: LiveMatch, seat: Seat | None) -> MatchView[Any]:
    return _honest(match, Seat.LEFT if seat is None else seat)


if __name__ == "__main__":
    with patch.object(LiveMatch, "view", _leaking):
        runpy.run_path(f"{Path(__file__).parents[1] / 'command.py'}", run_name="__main__")
