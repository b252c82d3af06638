"""A hall of the version before all lay in one file: everything comes along, whatever happens meanwhile."""

import logging
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, Clock, own_matches, play_on
from serve.register.rows import pragma, rows, tamper

from engarde_tui.fair.chain import verify
from engarde_tui.fair.commitment import Verdict
from engarde_tui.serve.hall.bans import Ban
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.store import Store
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
    assert hall.register.bans.listed == [Ban("mallory"), Ban("203.0.113.0/24")]
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
    (result,) = hall.results.unseen(bruno)
    assert result.match.id == CLAIMED
    hall.results.see(bruno, CLAIMED)
    assert [*hall.results.unseen(bruno)] == [*hall.results.unseen(hall.admit("anna", ANNA))] == []


def test_a_match_deleted_by_one_is_gone_once_the_other_has_deleted_it(hall: Hall) -> None:
    own_matches(hall, "anna").delete(DELETED)
    assert DELETED not in hall.store.ids()


def test_no_number_of_a_deleted_match_is_used_again(hall: Hall) -> None:
    journal = own_matches(hall, "anna").begin(Match.new(PRESETS["ferti-advanced"]))
    journal.close()
    assert journal.id == HOME + 2


def test_what_cannot_be_read_is_logged(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "engarde.hall"):
        Register(folder).close()
    assert f"event=set-aside match={DAMAGED} problem='its Hall line is damaged'" in caplog.text
    assert f"event=joined file={folder / 'matches.db'}" in caplog.text


ENTRIES = "SELECT match, number, at, text, header FROM entry JOIN match ON match = id ORDER BY 1, 2"


def test_copies_of_both_files_are_kept_beside_it(folder: Path) -> None:
    """As they were, for an earlier version of the program."""
    matches, names = rows(folder, ENTRIES, "matches.db"), rows(folder, "SELECT * FROM name")
    for _ in range(2):
        Register(folder).close()
    kept = {"hall-version-7-1.db", "matches-version-2-1.db"}
    assert {path.name for path in folder.glob("*.db")} == {"hall.db", "matches.db", *kept}
    assert rows(folder, ENTRIES, "matches-version-2-1.db") == matches
    assert rows(folder, "SELECT * FROM name", "hall-version-7-1.db") == names
    assert all(stat.S_IMODE((folder / name).stat().st_mode) == 0o600 for name in kept)
    for name, copy in (("hall.db", "hall-version-7-1.db"), ("matches.db", "matches-version-2-1.db")):
        (folder / copy).replace(folder / name)
    with closing(Hall(Register(folder))) as hall:
        assert sorted(own_matches(hall, "bruno").ids()) == [OVER, SECOND, RUNNING, CLAIMED, UNCHAINED]


def test_what_was_played_in_the_folder_without_a_hall_stays_where_it_was(folder: Path) -> None:
    """Also when more of it is played there: it never comes into the hall, nor keeps that closed."""
    for _ in range(2):
        with closing(Register(folder)) as register:
            assert HOME not in register.store.ids()
        with closing(Store(folder)) as store:
            assert HOME in store.ids()
            assert DAMAGED not in store.ids()
            store.begin(Match.new(PRESETS["ferti-advanced"])).close()


@pytest.mark.parametrize("name", ["hall.db", "matches.db"])
def test_a_file_that_is_a_link_is_as_good_as_the_file_itself(folder: Path, name: str) -> None:
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (folder / name).rename(elsewhere / name)
    (folder / name).symlink_to(elsewhere / name)
    for _ in range(2):
        with closing(Hall(Register(folder))) as hall:
            assert sorted(own_matches(hall, "bruno").ids()) == [OVER, SECOND, RUNNING, CLAIMED, UNCHAINED]


@pytest.mark.parametrize("harm", ["a missing disk", "no entries", "an unknown member", "a newer version"])
def test_a_hall_that_does_not_open_leaves_everything_as_it_was(folder: Path, harm: str) -> None:
    """However often it is started, and with a message about the right file."""
    matches, says = folder / "matches.db", "matches.db"
    if harm == "a missing disk":
        matches.unlink()
        matches.symlink_to(folder / "missing" / "matches.db")
        says = "nothing can be saved"
    elif harm == "an unknown member":
        tamper(folder, "DELETE FROM name WHERE name = 'Bruno'")
        says = "does not know the owners"
    else:
        harmful = "DROP TABLE entry" if harm == "no entries" else "PRAGMA user_version = 99"
        with closing(sqlite3.connect(matches)) as database:
            database.execute(harmful)
    names = {path.name for path in folder.glob("*.db")}
    for _ in range(3):
        with pytest.raises(StoreError, match=says):
            Register(folder)
        assert {path.name for path in folder.glob("*.db")} == names
    assert pragma(folder, "user_version") == 7


def test_two_matches_with_one_secret_keep_their_owners(folder: Path) -> None:
    """Who has the secret of one has its seats; the other one is only watched."""
    with closing(sqlite3.connect(folder / "matches.db")) as database, database:
        database.execute(f"UPDATE match SET header = replace(header, '{5:064x}', '{3:064x}') WHERE id = 5")
    with closing(Hall(Register(folder))) as hall:
        own = own_matches(hall, "anna")
        assert {RUNNING, DELETED} <= set(own.ids())
        assert {table.match.id for table in hall.tables.all if not table.waits} == {RUNNING, WITH_GUEST}


def test_the_step_is_on_the_disk_before_the_former_file_is_cleared(folder: Path) -> None:
    """A power cut would take what the hall writes later, as all else it does."""
    for name in ("hall.db", "matches.db"):
        with closing(sqlite3.connect(folder / name)) as database:
            database.execute("PRAGMA journal_mode = WAL")
    levels: list[object] = []

    class Connection(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            if arguments[0] == "COMMIT":
                levels.append(super().execute("PRAGMA synchronous").fetchone()[0])
            return super().execute(*arguments)

    with pytest.MonkeyPatch.context() as patched:
        connect = partial(sqlite3.connect, factory=Connection)
        patched.setattr(sqlite3, "connect", connect)
        Register(folder).close()
    full = 2
    assert levels[0] == full


def test_an_earlier_version_says_that_it_cannot_read_the_new_file(folder: Path) -> None:
    Register(folder).close()
    version = pragma(folder, "user_version")
    assert version > 7, "earlier versions refuse what is newer than they are"
    assert rows(folder, "SELECT name FROM sqlite_master WHERE name IN ('name', 'note', 'released')") == []


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
    with closing(Store(folder)) as store:
        assert store.ids() == [HOME]
    assert not {name for name in names if name.endswith((".part", "-wal", "-journal"))} - {"matches.db-wal"}


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
def test_a_kill_at_any_third_step_loses_nothing(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    step = 1
    while True:
        copy = copy_of(folder, tmp_path_factory.mktemp("killed") / str(step))
        if not killed_at(copy, step):
            break
        check_after_a_kill(copy)
        step += 3
    assert step > 90
