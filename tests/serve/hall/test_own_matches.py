"""A member's matches are found without looking at those of others, however many the hall has."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from serve.engines import ON_A_FILE
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Opening, finished, opened, own_matches, play_on

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.journal import UnreadableMatchError
from engine.en_garde import Match, Seat


def populated(open_hall: Opening) -> Hall:
    """A hall where anna has played three matches: against bruno, against a guest, and at her own keyboard."""
    hall = open_hall()
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    finished(hall, anna, bruno)
    play_on(*opened(hall, anna, hall.admit("guest", None)), actions=2)
    own_matches(hall, "anna").begin(Match.new(TERMS.rules))
    finished(hall, bruno, hall.admit("carla", CARLA))
    return hall


def copy_often(hall: Hall, id: int, times: int) -> None:
    """Add more matches of the same members."""
    with hall.store.database.writing() as connection:
        for _ in range(times):
            connection.execute("INSERT INTO match (header) SELECT header FROM match WHERE id = ?", (id,))
            connection.execute(
                "INSERT INTO entry SELECT last_insert_rowid(), number, at, text FROM entry WHERE match = ?",
                (id,),
            )
            connection.execute("INSERT INTO hall_table (kind, match) SELECT 'listed', max(id) FROM match")
            connection.execute(
                "INSERT INTO seat (hall_table, side, account) SELECT (SELECT max(id) FROM hall_table), side,"
                " account FROM seat WHERE hall_table = (SELECT id FROM hall_table WHERE match = ?)",
                (id,),
            )


def steps(hall: Hall, act: Callable[[], object]) -> int:
    """Return how many instructions SQLite runs for it: about as many as it reads rows."""
    number = 0

    def count() -> int:
        nonlocal number
        number += 1
        return 0

    connection: sqlite3.Connection = hall.store.database.connection()
    connection.set_progress_handler(count, 1)
    try:
        act()
    finally:
        connection.set_progress_handler(None, 0)
    return number


def costs(hall: Hall) -> list[int]:
    """What a key of anna's costs: the list of her matches, a record, the lobby."""
    own = own_matches(hall, "anna")
    acts: list[Callable[[], object]] = [own.ids, lambda: own.has_played(1), lambda: own.to_continue]
    return [steps(hall, act) for act in acts]


@ON_A_FILE
def test_a_key_costs_as_much_in_a_hall_with_many_matches_as_in_one_with_few(open_hall: Opening) -> None:
    hall = populated(open_hall)
    few, own = costs(hall), own_matches(hall, "anna").ids()
    copy_often(hall, id=4, times=300)
    hall = open_hall()
    assert len(hall.store.ids()) == 304
    assert own_matches(hall, "anna").ids() == own
    many = costs(hall)
    assert many == few
    assert max(many) < steps(hall, hall.store.ids) / 10


def test_a_match_is_among_the_own_from_its_beginning_to_its_end_for_good(open_hall: Opening) -> None:
    """The same as after a restart, whatever was played and deleted."""
    hall = populated(open_hall)
    assert set(own_matches(hall, "anna").ids()) == {1, 2, 3}
    assert set(own_matches(hall, "bruno").ids()) == {1, 4}
    for visitor in tuple(hall.visitors):
        hall.dismiss(visitor)
    own_matches(hall, "anna").delete(3)
    own_matches(hall, "anna").delete(1)
    for _ in range(2):
        own = own_matches(hall, "anna")
        assert own.ids() == own.ids(unfinished_only=True) == [2]
        assert own.ids(among=[1, 4]) == []
        assert [own.has_played(id) for id in (1, 2, 3, 4, 5)] == [True, True, False, False, False]
        hall = open_hall()
    own_matches(hall, "bruno").delete(1)
    for _ in range(2):
        assert not own_matches(hall, "anna").has_played(1)
        assert own_matches(hall, "bruno").ids() == [4]
        hall = open_hall()


def test_a_rematch_is_among_the_own_too(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    table = finished(hall, anna, bruno)
    for seat in Seat:
        table.rematch.ask(seat)
    for name in ("anna", "bruno"):
        assert set(own_matches(hall, name).ids()) == {1, 2}


@ON_A_FILE
def test_a_match_without_entries_or_without_its_table_is_not_listed(open_hall: Opening) -> None:
    hall = populated(open_hall)
    with hall.store.database.writing() as connection:
        connection.execute("DELETE FROM entry WHERE match = 1")
        connection.execute("UPDATE hall_table SET match = NULL WHERE match = 2")
        connection.execute("UPDATE entry SET at = 'x', text = 'x' WHERE match = 3")
    for _ in range(2):
        own = own_matches(hall, "anna")
        assert own.ids() == [3]
        assert not own.has_played(2)
        assert own.to_continue is None
        with pytest.raises(UnreadableMatchError, match="the hall cannot read this match"):
            own.summary(3)
        hall = open_hall()


def test_whatever_a_member_asks_tells_no_secret_and_nothing_of_others(open_hall: Opening) -> None:
    """By every public name there is, and with everybody's matches; what is secret is the table's."""
    hall = populated(open_hall)
    secrets = [table.secret for table in hall.register.tables.of_matches(range(5)).values() if table.secret]
    assert len(secrets) == 3
    for visitor in tuple(hall.visitors):
        hall.dismiss(visitor)
    own = own_matches(hall, "anna")
    ids, begun = hall.store.ids(), own.begin(Match.new(TERMS.rules))
    asked: dict[str, Callable[[], Sequence[object]]] = {
        "now": lambda: [own.now()],
        "read_only": lambda: [own.read_only],
        "begin": lambda: [begun.id],
        "ends": own.ends,
        "ids": lambda: [own.ids(), own.ids(unfinished_only=True), own.ids(among=ids)],
        "headers": lambda: [own.headers(key, among) for key in ("Left", "Chain") for among in (None, ids)],
        "opponent": lambda: for_each(own.opponent, ids),
        "has_played": lambda: for_each(own.has_played, ids),
        "to_continue": lambda: [own.to_continue],
        "summary": lambda: for_each(own.summary, ids),
        "listed": lambda: [*own.listed(ids), *own.listed(ids)],
        "view": lambda: for_each(own.view, ids),
        "record": lambda: for_each(own.record, ids),
        "resume": lambda: [record for record, _ in for_each(own.resume, ids)],
        "delete": lambda: for_each(own.delete, ids),
    }
    assert asked.keys() == {name for name in dir(own) if not name.startswith("_")}
    public = {name: repr(ask()) for name, ask in asked.items()}
    for name, text in public.items():
        assert not [secret for secret in secrets if str(secret) in text], name
        assert "carla" not in text, name
    assert "bruno" in public["record"]
    assert "bruno" in public["headers"]
    assert 4 in hall.store.ids()


def test_what_a_member_lists_is_kept_for_the_next_time(open_hall: Opening) -> None:
    hall = populated(open_hall)
    own = own_matches(hall, "anna")
    ids = own.ids()
    before = [*own.listed(ids)]
    kept = hall.store.database.select("SELECT match FROM summary")
    assert {id for (id,) in kept} >= set(ids)
    assert [*own.listed(ids)] == before
    assert isinstance(next(own.listed([4])), UnreadableMatchError)


def for_each(ask: Callable[[int], Any], ids: Sequence[int]) -> list[Any]:
    """Return the answers about the matches that may be asked about."""
    answers = []
    for id in ids:
        with suppress(StoreError):
            answers.append(ask(id))
    return answers


@pytest.mark.by_day(3)
@pytest.mark.parametrize("use", ["record", "resume", "summary", "view", "delete", "opponent"])
def test_a_match_of_others_cannot_be_used_even_by_its_number(open_hall: Opening, use: str) -> None:
    hall = populated(open_hall)
    with pytest.raises(UnreadableMatchError, match="you have no match number 4"):
        getattr(own_matches(hall, "anna"), use)(4)
    assert own_matches(hall, "bruno").has_played(4)
