"""A hall of the version before all lay in one file: everything comes along, whatever happens meanwhile."""

import logging
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, Clock, own_matches, play_on
from serve.register.rows import pragma, rows

from engarde_tui.fair.chain import verify
from engarde_tui.fair.commitment import Verdict
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.storage.errors import StoreError
from engine.en_garde import PRESETS, Match, Seat

DATA = Path(__file__).parents[2] / "data"

CLOSED = 1_700_001_000.0
"""When the hall was closed, in seconds since 1970."""

OVER, SECOND, RUNNING, CLAIMED, DELETED, WITH_GUEST = range(1, 7)
"""Matches at tables: of Bruno and an anna who has lost the name; of the next anna and Bruno, over, by code,
claimed from Bruno, deleted by Bruno; of anna and a guest."""

ALONE, ALONE_OVER, UNCHAINED, DAMAGED, HOME = range(7, 12)
"""Two at anna's keyboard; one at a table, without a chain; one whose line for the hall is damaged; one
without such a line. A twelfth was deleted."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of that hall, as its last version left it."""
    for name, file in (("hall.db", "hall-v7.sql"), ("matches.db", "hall-matches-v2.sql")):
        with closing(sqlite3.connect(tmp_path / name)) as database:
            database.executescript((DATA / file).read_text())
    return tmp_path


@pytest.fixture
def clock() -> Clock:
    """Goes on where the hall was closed."""
    clock = Clock()
    clock.now = CLOSED
    return clock


@pytest.fixture
def hall(folder: Path, clock: Clock) -> Iterator[Hall]:
    """A hall opened there."""
    hall = Hall(Register(folder, clock=clock, monotonic=clock, names_days=30), clock=clock)
    yield hall
    hall.close()


def test_members_keep_their_names_keys_settings_and_bans(hall: Hall) -> None:
    names = hall.register.names
    assert {key.fingerprint for key in names.keys_of("Anna")} == {ANNA, "SHA256:anna2"}
    assert names.claim("SHA256:anna2", "ANNA").name == "anna"
    assert names.claim(BRUNO, "bruno").name == "Bruno"
    assert not hall.admit("anna", "SHA256:old").member
    assert hall.register.settings(ANNA) == "bell = false\n"
    assert hall.register.bans.listed == ["mallory", "203.0.113.0/24"]
    assert hall.register.secret("Daily")[:8] == "6894510c"
    assert hall.register.running_time() >= 940


def test_members_keep_their_matches_and_nobody_has_those_of_a_released_name(hall: Hall) -> None:
    anna, bruno = own_matches(hall, "anna"), own_matches(hall, "bruno")
    assert sorted(anna.ids()) == [SECOND, RUNNING, CLAIMED, DELETED, WITH_GUEST, ALONE, ALONE_OVER, UNCHAINED]
    assert sorted(bruno.ids()) == [OVER, SECOND, RUNNING, CLAIMED, UNCHAINED]
    assert bruno.has_played(DELETED)
    assert bruno.opponent(OVER) == ""
    assert bruno.opponent(SECOND) == "anna"
    assert anna.to_continue is not None
    assert anna.to_continue.id == ALONE
    for match_id in (SECOND, CLAIMED, UNCHAINED):
        record = anna.record(match_id)
        assert {check.verdict for check in verify(record)} == {Verdict.KEPT}
        assert "Hall" not in dict(record.others)
    assert hall.store.record(DAMAGED).others[-1] == ("Hall", "listed zz anna bruno")
    assert "Hall" not in dict(hall.store.record(HOME).others)


def test_seats_tables_and_words_are_as_they_were(hall: Hall) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    guest = hall.admit("gast", None)
    own = {table.code: table for table in hall.own_tables(anna)}
    assert own.keys() == {"9bz4d7", "7qbups", "z3wc6r", "bag87g"}
    assert {table.code for table in hall.own_tables(bruno)} == {"9bz4d7", "qud4zk"}
    running = own["9bz4d7"]
    left, right = running.sit(anna), running.sit(bruno)
    assert len(left.view.round.plays) == 5
    play_on(left, right)
    with_guest = own["z3wc6r"]
    assert hall.join(guest, with_guest.seats.code(Seat.RIGHT)) is with_guest
    assert with_guest.terms.move_time == 60
    waiting = own["bag87g"]
    assert waiting.words == ("", "Élan")
    assert waiting.terms == TableTerms(PRESETS["abacus-basic"], 3, "random", False, 180)
    assert hall.join(bruno, waiting.code).seats.names == ("Bruno", "anna")
    listed = [(table.code, table.seats.names) for table in hall.open_tables(anna)]
    assert listed == [("qud4zk", ("Bruno", ""))], "a guest may never come back"


def test_who_lost_a_match_by_a_claim_is_still_told(hall: Hall) -> None:
    bruno = hall.admit("bruno", BRUNO)
    (match,) = hall.claims.untold(bruno)
    assert match.id == CLAIMED
    hall.claims.forget(bruno, CLAIMED)
    assert hall.claims.untold(bruno) == hall.claims.untold(hall.admit("anna", ANNA)) == []


def test_a_match_deleted_by_one_is_gone_once_the_other_has_deleted_it(hall: Hall) -> None:
    own_matches(hall, "anna").delete(DELETED)
    assert DELETED not in hall.store.ids()


def test_no_number_of_a_deleted_match_is_used_again(hall: Hall) -> None:
    journal = own_matches(hall, "anna").begin(Match.new(PRESETS["ferti-advanced"]))
    journal.close()
    assert journal.id == HOME + 2


def test_summaries_come_along_so_that_nothing_is_replayed_again(hall: Hall) -> None:
    kept = hall.store.database.select("SELECT match FROM summary")
    assert {match_id for (match_id,) in kept} == set(range(1, 12))


def test_what_cannot_be_read_is_logged(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "engarde.hall"):
        Register(folder).close()
    assert f"event=set-aside match={DAMAGED} problem='its Hall line is damaged'" in caplog.text
    assert f"event=retired file={folder / 'matches.db'}" in caplog.text


def test_both_files_are_kept_beside_it(folder: Path) -> None:
    """As they were, for an earlier version of the program."""
    matches = rows(folder, "SELECT * FROM entry, match ORDER BY 1, 2", "matches.db")
    names = rows(folder, "SELECT * FROM name", "hall.db")
    for _ in range(2):
        Register(folder).close()
    assert {path.name for path in folder.glob("*.db")} == {
        "hall.db",
        "hall-version-7-1.db",
        "matches-version-2-1.db",
    }
    assert rows(folder, "SELECT * FROM entry, match ORDER BY 1, 2", "matches-version-2-1.db") == matches
    assert rows(folder, "SELECT * FROM name", "hall-version-7-1.db") == names
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.glob("hall*.db"))
    for name, kept in (("hall.db", "hall-version-7-1.db"), ("matches.db", "matches-version-2-1.db")):
        (folder / kept).replace(folder / name)
    with closing(Hall(Register(folder))) as hall:
        assert sorted(own_matches(hall, "bruno").ids()) == [OVER, SECOND, RUNNING, CLAIMED, UNCHAINED]


def test_an_earlier_version_says_that_it_cannot_read_the_new_file(folder: Path) -> None:
    Register(folder).close()
    version = pragma(folder, "user_version")
    assert version > 7, "earlier versions refuse what is newer than they are"
    assert rows(folder, "SELECT name FROM sqlite_master WHERE name IN ('name', 'note', 'released')") == []


def test_a_matches_file_in_use_elsewhere_is_not_taken_away(folder: Path) -> None:
    """Another window has it open: the hall opens once that one is closed, and has lost nothing."""
    code = (
        "import sys; from pathlib import Path; from engarde_tui.storage.store import Store\n"
        "store = Store(Path(sys.argv[1])); store.ids(); print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(StoreError, match=r"matches.db is open in another window"):
            Register(folder)
        other.communicate()
    with closing(Hall(Register(folder))) as hall:
        assert OVER in own_matches(hall, "bruno").ids()


KILLED_AT = """
import os, sqlite3, sys
from pathlib import Path
from engarde_tui.serve.hall import register

class Connection(sqlite3.Connection):
    def execute(self, *args):
        left[0] -= 1
        if left[0] == 0:
            os._exit(9)
        return super().execute(*args)

left = [int(sys.argv[2])]
connect = sqlite3.connect
sqlite3.connect = lambda *args, **kwargs: connect(*args, factory=Connection, **kwargs)
renamed = Path.rename
def rename(self, target):
    left[0] -= 1
    if left[0] == 0:
        os._exit(9)
    return renamed(self, target)
Path.rename = rename
register.Register(Path(sys.argv[1])).close()
"""
"""Opens a register, and ends without a trace at a statement or a renaming."""


def killed_at(folder: Path, step: int) -> bool:
    """Open the folder in a process that is killed at that step; return whether it came so far."""
    run = subprocess.run([sys.executable, "-c", KILLED_AT, str(folder), str(step)], check=False, timeout=60)
    assert run.returncode in (0, 9)
    return run.returncode == 9


def check_after_a_kill(folder: Path) -> None:
    """Check that the next start has everything, and leaves no half file behind."""
    with closing(Hall(Register(folder, clock=lambda: CLOSED))) as hall:
        assert sorted(own_matches(hall, "bruno").ids()) == [OVER, SECOND, RUNNING, CLAIMED, UNCHAINED]
        assert len(own_matches(hall, "anna").ids()) == 8
        assert len(list(hall.register.tables.waiting())) == 2
        assert not hall.admit("anna", CARLA).member
    names = {path.name for path in folder.iterdir()}
    assert {"hall.db", "hall-version-7-1.db", "matches-version-2-1.db"} <= names
    assert "matches.db" not in names
    assert not [name for name in names if name.endswith((".part", "-wal", "-journal"))]


def copy_of(folder: Path, to: Path) -> Path:
    to.mkdir()
    for path in folder.glob("*.db"):
        (to / path.name).write_bytes(path.read_bytes())
    return to


@pytest.mark.wire
@pytest.mark.parametrize("step", [5, 30, 60, 90])
def test_a_kill_in_between_loses_nothing(folder: Path, step: int) -> None:
    assert killed_at(folder, step)
    check_after_a_kill(folder)


@pytest.mark.slow
def test_a_kill_at_any_step_loses_nothing(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    step = 1
    while True:
        copy = copy_of(folder, tmp_path_factory.mktemp("killed") / str(step))
        if not killed_at(copy, step):
            break
        check_after_a_kill(copy)
        step += 1
    assert step > 90
