"""The hall's own database: older files open, damage is reported in words, and nothing is lost."""

import json
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from store.flips import checkpointed, flips, is_clean

from engarde_tui.match.problem import Problem
from engarde_tui.serve.hall import register as register_module
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.offer import Offer
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.visitor import Refusal
from engarde_tui.storage.errors import DamagedStoreError, StoreError
from engarde_tui.storage.schema import Migration
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Match, Seat

VERSION_0 = Path(__file__).parents[1] / "data" / "hall-v0.sql"
"""A file from before schema versions: two names, and waiting tables of two members and a guest."""

ANNA, CLARA = "SHA256:anna", "SHA256:clara"
OFFER = Offer(PRESETS["ferti-advanced"], 2, "left", listed=True)


def write_version_0(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "hall.db")) as database:
        database.executescript(VERSION_0.read_text())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of version 0."""
    write_version_0(tmp_path)
    return tmp_path


Opening = Callable[[], Hall]


@pytest.fixture
def open_hall(folder: Path) -> Iterator[Opening]:
    """Open a hall in the folder, and close the one before."""
    halls: list[Hall] = []

    def opening() -> Hall:
        if halls:
            halls.pop().close()
        halls.append(Hall(Store(folder, patience=0), Register(folder)))
        return halls[-1]

    yield opening
    for hall in halls:
        hall.close()


def tamper(folder: Path, statement: str, *values: object) -> None:
    """Change the register behind the hall's back."""
    with closing(sqlite3.connect(folder / "hall.db")) as database, database:
        database.execute(statement, values)


def rows(folder: Path) -> list[tuple[object, object]]:
    """Return the waiting tables on disk."""
    with closing(sqlite3.connect(folder / "hall.db")) as database:
        database.text_factory = bytes
        return database.execute("SELECT secret, offer FROM waiting ORDER BY rowid").fetchall()


def pragma(folder: Path, name: str) -> int:
    with closing(sqlite3.connect(folder / "hall.db")) as database:
        return int(database.execute(f"PRAGMA {name}").fetchone()[0])


def waiting(hall: Hall) -> list[tuple[str, str]]:
    """Return the names at the waiting tables."""
    return [table.seats.names for table in hall._tables.values() if table.waits]


# Versions


def test_a_file_from_before_versions_is_opened_and_marked(folder: Path, open_hall: Opening) -> None:
    """The marked file opens again."""
    for _ in range(2):
        hall = open_hall()
        assert waiting(hall) == [("anna", ""), ("", "Clara")], "a guest may never come back"
        first, second = hall._tables.values()
        assert first.offer == OFFER
        assert second.offer == Offer(PRESETS["abacus-basic"], 1, "random", listed=False)
        assert hall.register.name_for(CLARA, "clara") == "Clara"
        with pytest.raises(Refusal, match="belongs to another key"):
            hall.register.name_for(CLARA, "anna")
    assert pragma(folder, "user_version") == len(register_module.SCHEMA.migrations)
    assert pragma(folder, "application_id") == register_module.SCHEMA.application_id


def test_a_new_file_is_private_to_its_owner(tmp_path: Path) -> None:
    with closing(Register(tmp_path / "new")) as register:
        register.name_for(ANNA, "anna")
        assert {path.stat().st_mode & 0o777 for path in (tmp_path / "new").iterdir()} == {0o600}
    assert pragma(tmp_path / "new", "user_version") == len(register_module.SCHEMA.migrations)


def shouted(database: sqlite3.Connection) -> None:
    for (name,) in database.execute("SELECT name FROM name").fetchall():
        database.execute("UPDATE name SET name = ? WHERE name = ?", (name.upper(), name))


def failing(database: sqlite3.Connection) -> None:
    shouted(database)
    database.execute("INSERT INTO name VALUES ('ANNA', 'twice')")


def later(*more: Migration) -> object:
    """Return the schema of a later version."""
    return replace(register_module.SCHEMA, migrations=(*register_module.SCHEMA.migrations, *more))


def test_a_migration_can_be_a_function(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register_module, "SCHEMA", later("ALTER TABLE name ADD COLUMN note TEXT", shouted))
    with closing(Register(folder)) as register:
        assert register.name_for(ANNA, "anna") == "ANNA"
    assert pragma(folder, "user_version") == len(register_module.SCHEMA.migrations)


def test_a_failed_migration_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(register_module, "SCHEMA", later(failing))
        with pytest.raises(StoreError, match=r"hall.db cannot be read or written"):
            Register(folder)
    assert pragma(folder, "user_version") == pragma(folder, "application_id") == 0
    with closing(Register(folder)) as register:
        assert register.name_for(ANNA, "anna") == "anna"


def test_a_file_of_a_newer_version_is_left_alone(folder: Path) -> None:
    Register(folder).close()
    tamper(folder, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"hall.db was written by a newer engarde.*\(version 99\)"):
        Register(folder)
    assert pragma(folder, "user_version") == 99


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE more (id)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"],
    ids=["another table", "another mark", "a version without our mark"],
)
def test_a_file_of_another_program_is_left_alone(folder: Path, statement: str) -> None:
    tamper(folder, statement)
    before = (folder / "hall.db").read_bytes()
    with pytest.raises(DamagedStoreError, match=r"hall.db is a file of another program, or damaged"):
        Register(folder)
    assert (folder / "hall.db").read_bytes() == before


@pytest.mark.wire
def test_two_halls_cannot_share_a_folder(folder: Path) -> None:
    """Not even from two processes."""
    code = (
        "import sys; from pathlib import Path; from engarde_tui.serve.hall.register import Register\n"
        "try: Register(Path(sys.argv[1]))\nexcept Exception as error: print(error)"
    )
    with closing(Register(folder)):
        run = subprocess.run(
            [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
        )
    assert "hall.db is open in another process: close that one, or choose another folder" in run.stdout
    Register(folder).close()


# Damage


OLD_ROW = json.loads(
    '{"rules": {"parry": true, "indirect": true, "last_chance": false, "cards_decide": true,'
    ' "final_evasion_skips_cards": false}, "target": 2, "first": "left", "listed": true,'
    ' "names": ["anna", ""], "players": ["anna", "~"]}'
)
"""A row from before offers named their game."""

ROW = OLD_ROW | {"game": "en-garde", "rules": "ferti-advanced"}
"""A row as it is written now."""


def changed(**fields: Any) -> str:
    return json.dumps(ROW | fields)


def old(**fields: Any) -> str:
    return json.dumps(OLD_ROW | fields)


UNREADABLE = {
    "empty": "",
    "no JSON": "{",
    "not UTF-8": b"\xff\xfe",
    "a blob": b"{}",
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "no field": "{}",
    "deep": "[" * 100_000,
    "a large number": changed(target=1).replace('"target": 1', f'"target": {"9" * 5000}'),
    "unknown field": changed(colour="red"),
    "unknown game": changed(game="go"),
    "unknown rule": changed(rules="house \x1b[2J"),
    "no rule": changed(rules=""),
    "rules that clash": changed(rules="house indirect"),
    "rules of another shape": changed(rules=["parry"]),
    "an old offer with an unknown rule": old(rules=OLD_ROW["rules"] | {"\x1b[2J": True}),
    "an old offer with rules that clash": old(rules=OLD_ROW["rules"] | {"parry": False}),
    "an old offer with a rule of another type": old(rules=OLD_ROW["rules"] | {"parry": "yes"}),
    "target of another type": changed(target="2"),
    "target that is no number": changed(target=True),
    "target of none": changed(target=0),
    "unknown starter": changed(first="anna"),
    "listed of another type": changed(listed=1),
    "one name": changed(names=["anna"]),
    "names of another type": changed(names=["anna", None]),
    "both seats free": changed(names=["", ""], players=["~", "~"]),
    "no seat free": changed(names=["anna", "bruno"], players=["anna", "bruno"]),
    "no name": changed(names=["\x1b[2J", ""]),
    "the name of another": changed(players=["bruno", "~"]),
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_offer_is_skipped_and_stays_on_disk(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture, text: str | bytes
) -> None:
    """It stays for a version that can read it; everything else works."""
    tamper(folder, "UPDATE waiting SET offer = ? WHERE rowid = 1", text)
    before = rows(folder)
    for _ in range(2):
        hall = open_hall()
        assert waiting(hall) == [("", "Clara")]
        assert rows(folder)[0] == before[0]
        assert len(rows(folder)) == 2, "the third is a guest's"
        told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
        assert [line.split(" problem=")[0] for line in told] == ["event=set-aside waiting=1"]
        assert is_clean(told[0])
        assert len(told[0]) < 200
        caplog.clear()
    anna = hall.admit("anna", ANNA)
    table = hall.create(anna, OFFER, Seat.LEFT)
    hall.join(hall.admit("bruno", None), table.code)
    assert rows(folder)[0] == before[0]
    assert len(rows(folder)) == 2


@pytest.mark.parametrize("secret", [None, b"\xff", "", "zz" * 32, "00" * 31, 7])
def test_an_offer_without_its_secret_is_skipped_and_stays_on_disk(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture, secret: object
) -> None:
    tamper(folder, "UPDATE waiting SET secret = ? WHERE rowid = 1", secret)
    before = rows(folder)
    assert waiting(open_hall()) == [("", "Clara")]
    assert [secret for secret, _ in rows(folder)] == [secret for secret, _ in before[:2]]
    assert "event=set-aside waiting=1 problem='a damaged secret'" in caplog.text


@pytest.mark.parametrize("line", ["listed zz anna bruno", "dark 00 anna bruno", "listed", "listed 0 1 2 3"])
def test_a_match_without_its_secret_gets_no_table(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture, line: str
) -> None:
    """Without the secret nobody could return to it."""
    with closing(Store(folder)) as store:
        store.begin(Match.new(PRESETS["ferti-advanced"], seed=1), (("Hall", line),)).close()
    hall = open_hall()
    assert waiting(hall) == [("anna", ""), ("", "Clara")]
    assert "event=set-aside match=1 problem='its Hall line is damaged'" in caplog.text
    assert hall.store.ids() == [1]


def check_flips(whole: bytes, folder: Path, count: int) -> None:
    """Check that a hall opens with the offers it can read, loses none on disk, or says why not."""
    opened, said = 0, set[str]()
    for bit, damaged in flips(whole, count):
        path = folder / str(bit) / "hall.db"
        path.parent.mkdir()
        path.write_bytes(damaged)
        register, store, found = None, Store(path.parent, patience=0), list[tuple[str, str]]()
        try:
            register = Register(path.parent)
            hall = Hall(store, register)
        except Problem as problem:
            said.add(str(problem))
        else:
            opened += 1
            found = waiting(hall)
        finally:
            if register is not None:
                register.close()
            store.close()
        kept = path.read_bytes()
        assert ("", "Clara") in found or b'["", "Clara"]' in kept, f"an offer is lost, {bit=}"
        if register is None:
            assert kept == damaged, f"a file that was refused has changed, {bit=}"
    assert opened
    assert said
    for words in said:
        assert is_clean(words)
        assert "can have a new file" not in words, "only a match that begins can"
        assert "choose another folder" in words


@pytest.fixture(params=[0, 1], ids=["before versions", "of today"])
def whole(tmp_path: Path, request: pytest.FixtureRequest) -> bytes:
    """A register from before versions, and a current one."""
    folder = tmp_path / "whole"
    folder.mkdir()
    write_version_0(folder)
    if request.param:
        Register(folder).close()
    return checkpointed(folder / "hall.db")


def test_with_any_flipped_bit_the_hall_opens_or_says_why_not(whole: bytes, tmp_path: Path) -> None:
    check_flips(whole, tmp_path, 60)


@pytest.mark.slow
def test_with_many_flipped_bits_the_hall_opens_or_says_why_not(whole: bytes, tmp_path: Path) -> None:
    check_flips(whole, tmp_path, 1000)


def test_a_register_deleted_while_it_is_open_is_noticed(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    """The visitor hears nothing about files; the log has the details."""
    hall = open_hall()
    for part in folder.glob("hall.db*"):
        part.unlink()
    anna = hall.admit("anna", ANNA)
    with pytest.raises(Problem, match=r"^the hall cannot read or write its register at the moment") as raised:
        hall.create(anna, OFFER, Seat.LEFT)
    assert str(folder) not in str(raised.value)
    assert "event=register problem=" in caplog.text
    assert "hall.db has been deleted or replaced while it was open" in caplog.text
    hall.create(anna, OFFER, Seat.LEFT)


def no_database(path: Path) -> None:
    path.write_bytes(b"garbage" * 1000)


def negative_version(path: Path) -> None:
    Register(path.parent).close()
    tamper(path.parent, "PRAGMA user_version = -5")


@pytest.mark.wire
@pytest.mark.parametrize(("name", "damage"), [("hall.db", no_database), ("matches.db", negative_version)])
def test_serve_reports_damage_in_one_line(tmp_path: Path, damage: Callable[[Path], None], name: str) -> None:
    pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
    damage(tmp_path / "hall.db")
    (tmp_path / "hall.db").rename(tmp_path / name)
    command = [sys.executable, "-m", "engarde_tui", "serve", "--port", "0", "--data", str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"engarde: {tmp_path / name} is ")
    assert run.stderr.endswith("or choose another folder with --data or ENGARDE_DATA\n")
    assert run.stderr.count("\n") == 1
