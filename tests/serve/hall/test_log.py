"""What the hall's log tells of tables and matches, and that it tells no code."""

import pytest
from serve.hall.visitors import ANNA, BRUNO, BY_CODE, Clock, finished, opened

from engarde_tui.serve.hall.hall import Hall
from engine.game import Seat


def test_the_log_tells_of_a_table_its_match_and_the_result(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "engarde.hall"):
        table = finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    view = table.view
    assert view is not None
    assert view.winner is not None
    assert view.round.result is not None
    assert caplog.messages == [
        "event=table player=anna game=en-garde kind=listed",
        f"event=match number={table.match.id} left=anna right=bruno",
        f"event=result number={table.match.id} left=anna right=bruno score={view.score[0]}-{view.score[1]}"
        f" winner={view.names[view.winner]} reason={view.round.result.reason}",
    ]


def test_the_log_tells_no_code_of_a_table_or_a_seat(
    hall: Hall, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "engarde.hall"):
        left, right = opened(hall, hall.admit("anna", None), hall.admit("bruno", None), BY_CODE)
        right.leave()
        clock.now += hall.absence + 1
        table = left.hall_table
        assert left.alone is not None
        while table.clock.to_move is left.alone:
            left.play(left.view.round.legal[0], left.match.revision)
        table.claim(left.alone)
    assert caplog.messages[-1].endswith("reason=absence")
    for code in (table.code, *map(table.seats.code, Seat)):
        assert code not in caplog.text
