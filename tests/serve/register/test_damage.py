"""Damage to the hall's register: what cannot be read is set aside, or said in one line."""

import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from serve.register.rows import ANNA, CLARA, TERMS, Opening, rows, tamper, waiting
from store.flips import checkpointed, flips, is_clean

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.public_errors import with_details
from engarde_tui.serve.hall.register import Register
from engine.en_garde import Seat

DAMAGES: dict[str, tuple[object, ...]] = {
    "waiting SET game": ("", "go", b"\xff"),
    "waiting SET rules": ("", "house \x1b[2J", "house indirect", b"\xff", "x" * 10_000),
    "waiting SET target": (0, -1, "x", 10**12),
    "waiting SET first": ("anna", "", b"\xff"),
    "waiting SET move_time": (61, "x"),
    "waiting SET time_limit": ("2d", 7, b"\xff"),
    "waiting SET plays_forced": (2, "x"),
    "waiting SET word": ("a\nb", "x" * 41, " a", b"\xff"),
    "hall_table SET kind": ("", "alone", b"\xff"),
    "hall_table SET secret": (None, b"\xff", "", "zz" * 32, "00" * 31),
    "seat SET side": ("", "middle"),
    "account SET name": ("\x1b[2J", "", b"\xff"),
}
"""A column of the first table that waits, and what it cannot be."""


@pytest.mark.by_day(12)
@pytest.mark.parametrize(
    ("column", "value"), [(column, value) for column, values in DAMAGES.items() for value in values]
)
def test_a_damaged_row_is_skipped_and_stays_on_disk(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture, column: str, value: object
) -> None:
    """It stays for a version that can read it; everything else works."""
    open_hall().close()
    tamper(folder, f"UPDATE {column} = ? WHERE rowid = (SELECT min(rowid) FROM {column.split()[0]})", value)
    query = "SELECT * FROM waiting, hall_table, seat, account ORDER BY 1, 2, 3, 4"
    before = rows(folder, query)
    for _ in range(2):
        caplog.clear()
        hall = open_hall()
        assert waiting(hall) == [("", "Clara")]
        told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
        assert [line.split(" problem=")[0] for line in told] == ["event=set-aside waiting=1"]
        assert is_clean(told[0])
        assert len(told[0]) < 200
        assert rows(folder, query) == before
    clara = hall.admit("clara", CLARA)
    table = hall.create(clara, TERMS, Seat.LEFT)
    hall.join(hall.admit("bruno", None), table.code)
    assert len(rows(folder, "SELECT * FROM waiting")) == 2


def test_a_match_whose_table_has_lost_its_secret_is_set_aside(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    hall = open_hall()
    hall.join(hall.admit("bruno", None), hall.create(hall.admit("anna", ANNA), TERMS, Seat.LEFT).code)
    hall = open_hall()
    tamper(folder, "UPDATE hall_table SET secret = 'zz' WHERE match IS NOT NULL")
    for _ in range(2):
        caplog.clear()
        hall = open_hall()
        assert all(table.waits for table in hall.own_tables(hall.admit("anna", ANNA)))
        assert "event=set-aside match=1 problem='a damaged secret'" in caplog.text


def check_flips(whole: bytes, folder: Path, count: int) -> None:
    """Check that a hall opens with the offers it can read, loses none on disk, or says why not."""
    opened, said = 0, set[str]()
    for bit, damaged in flips(whole, count):
        path = folder / str(bit) / "hall.db"
        path.parent.mkdir()
        path.write_bytes(damaged)
        register, found = None, list[tuple[str, str]]()
        try:
            register = Register(path.parent)
            hall = Hall(register)
        except Problem as problem:
            said.add(str(with_details(problem)))
        else:
            opened += 1
            found = waiting(hall)
        finally:
            if register is not None:
                register.close()
        kept = b"".join(part.read_bytes() for part in path.parent.glob("*.db"))
        is_kept = f"{2:064x}".encode() in kept
        assert ("", "Clara") in found or is_kept, f"an offer is lost, {bit=}"
        if register is None:
            assert path.read_bytes() == damaged, f"a file that was refused has changed, {bit=}"
    assert opened
    assert said
    for words in said:
        assert is_clean(words)
        assert "choose another folder" in words


@pytest.fixture
def whole(folder: Path) -> bytes:
    """A register."""
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
    """The visitor hears nothing about files; the log has the details. Nobody can take a member's name."""
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    for part in folder.glob("hall.db*"):
        part.unlink()
    attempts = (lambda: hall.create(anna, TERMS, Seat.LEFT), lambda: hall.admit("anna", "SHA256:thief"))
    for attempt in 2 * attempts:
        with pytest.raises(Problem, match=r"^the hall cannot read or save anything at") as raised:
            attempt()
        assert str(folder) not in str(raised.value)
    assert not (folder / "hall.db").exists()
    assert "event=register problem=" in caplog.text
    assert "hall.db has been deleted or replaced while it was open" in caplog.text


def no_database(path: Path) -> None:
    path.write_bytes(b"garbage" * 1000)


def negative_version(path: Path) -> None:
    Register(path.parent).close()
    tamper(path.parent, "PRAGMA user_version = -5")


@pytest.mark.wire
@pytest.mark.parametrize("harm", [no_database, negative_version])
def test_serve_reports_damage_in_one_line(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
    harm(tmp_path / "hall.db")
    command = [sys.executable, "-m", "engarde_tui", "serve", "--port", "0", "--data", str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"engarde: {tmp_path / 'hall.db'} is ")
    assert run.stderr.endswith("or choose another folder with --data or ENGARDE_DATA\n")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize("value", [10**15, -1, "x", 1e300])
def test_a_damaged_time_of_a_ban_or_a_note_ends_no_visit(
    folder: Path, open_hall: Opening, value: object
) -> None:
    """A ban without a time that can be read is for good; a note without one is left out."""
    hall = open_hall()
    anna = hall.admit("anna", ANNA)
    hall.notices.write_note("anna", "Welcome")
    hall.register.bans.add("dora", "noise", 60)
    hall.close()
    tamper(folder, "UPDATE ban SET until = ?", value)
    tamper(folder, "UPDATE operator_note SET at = ?", value)
    hall = open_hall()
    assert [(ban.reason, ban.until) for ban in hall.register.bans.listed] == [("noise", None)]
    assert anna.account is not None
    assert hall.register.operator_words.unread(anna.account) == []
