"""A process looks now and then whether it has missed anything; of thousands of tables it asks at once."""

from dataclasses import replace

import pytest
from serve.hall.visitors import ANNA, BRUNO, TERMS
from serve.postgres.two_halls import TwoHalls, workers_of

from engarde_tui.serve.hall.time_limits import DAY, TimeLimit
from engine.game import Seat

DAYS = replace(TERMS, time_limit=TimeLimit(3 * DAY, is_per_action=True))


def test_it_asks_as_often_however_many_tables_there_are(
    both: TwoHalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bruno = both.one.admit("anna", ANNA), both.other.admit("bruno", BRUNO)
    both.settle()
    database, asked = both.other.register.database, list[object]()
    select = database.select

    def noting(*given: object) -> object:
        asked.append(given)
        return select(*given)  # type: ignore[arg-type]

    def questions() -> int:
        both.settle()
        workers_of(both.other).follow_all()
        with monkeypatch.context() as patched:
            patched.setattr(database, "select", noting)
            asked.clear()
            workers_of(both.other).follow_all()
        return len(asked)

    def begin_and_open() -> None:
        code = both.one.create(anna, DAYS, Seat.LEFT).code
        both.settle()
        table = both.other.join(bruno, code)
        client = table.sit(bruno)
        client.leave()
        both.one.create(anna, TERMS, Seat.LEFT)

    begin_and_open()
    few = questions()
    assert few
    for _ in range(3):
        begin_and_open()
    assert questions() == few
    assert len(both.other.tables.all) == 8
