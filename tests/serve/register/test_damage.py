"""Damage to the hall's register: what cannot be read is set aside, or said in one line."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from serve.register.rows import ANNA, CLARA, TERMS, Opening, rows, tamper, waiting, write_version_0
from store.flips import checkpointed, damage, flips, is_clean
from store.keeping import new_match, states
from tui.shelf import begun

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.storage.store import Store
from engine.en_garde import PRESETS, Match, Seat

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
    "a time to move of another type": changed(move_time="60"),
    "an unknown time to move": changed(move_time=61),
    "one name": changed(names=["anna"]),
    "names of another type": changed(names=["anna", None]),
    "both seats free": changed(names=["", ""], players=["~", "~"]),
    "no seat free": changed(names=["anna", "bruno"], players=["anna", "bruno"]),
    "no name": changed(names=["\x1b[2J", ""]),
    "the name of another": changed(players=["bruno", "~"]),
}


@pytest.mark.by_day(8)
@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_offer_of_before_is_skipped_and_stays_in_the_copy(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture, text: str | bytes
) -> None:
    """For a version that can read it; everything else works."""
    tamper(folder, "UPDATE waiting SET offer = ? WHERE rowid = 1", text)
    query = "SELECT rowid, secret, offer FROM waiting"
    before = rows(folder, query)
    hall = open_hall()
    assert waiting(hall) == [("", "Clara")]
    assert rows(folder, query, "hall-version-0-1.db") == before
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert [line.split(" problem=")[0] for line in told] == ["event=set-aside waiting=1"]
    assert is_clean(told[0])
    assert len(told[0]) < 200
    caplog.clear()
    assert waiting(open_hall()) == [("", "Clara")]
    assert "set-aside" not in caplog.text


@pytest.mark.parametrize("secret", [None, b"\xff", "", "zz" * 32, "00" * 31, 7])
def test_an_offer_of_before_without_its_secret_is_skipped_and_stays_in_the_copy(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture, secret: object
) -> None:
    tamper(folder, "UPDATE waiting SET secret = ? WHERE rowid = 1", secret)
    before = rows(folder, "SELECT secret FROM waiting")
    assert waiting(open_hall()) == [("", "Clara")]
    assert rows(folder, "SELECT secret FROM waiting", "hall-version-0-1.db") == before
    assert "event=set-aside waiting=1 problem='a damaged secret'" in caplog.text


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


@pytest.mark.parametrize("line", ["listed zz anna bruno", "dark 00 anna bruno", "listed", "listed 0 1 2 3"])
def test_a_match_of_before_without_its_secret_gets_no_table(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture, line: str
) -> None:
    """Without the secret nobody could return to it."""
    with closing(Store(folder)) as store:
        store.begin(Match.new(PRESETS["ferti-advanced"], seed=1), (("Hall", line),)).close()
    hall = open_hall()
    assert waiting(hall) == [("anna", ""), ("", "Clara")]
    assert "event=set-aside match=1 problem='its Hall line is damaged'" in caplog.text
    assert hall.store.ids() == [1]


def test_a_match_whose_table_has_lost_its_secret_is_set_aside(
    folder: Path, open_hall: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    hall = open_hall()
    hall.join(hall.admit("bruno", None), hall.create(hall.admit("anna", ANNA), TERMS, Seat.LEFT).code)
    hall = open_hall()
    tamper(folder, "UPDATE hall_table SET secret = 'zz' WHERE match IS NOT NULL")
    for _ in range(2):
        caplog.clear()
        assert all(table.waits for table in open_hall().tables.all)
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
            said.add(str(problem))
        else:
            opened += 1
            found = waiting(hall)
        finally:
            if register is not None:
                register.close()
        kept = b"".join(part.read_bytes() for part in path.parent.glob("*.db"))
        is_kept = b'["", "Clara"]' in kept or f"{2:064x}".encode() in kept
        assert ("", "Clara") in found or is_kept, f"an offer is lost, {bit=}"
        if register is None:
            assert path.read_bytes() == damaged, f"a file that was refused has changed, {bit=}"
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


def damaged_matches(path: Path) -> None:
    """Matches in a file in which only a check finds damage; it goes by the name of the other file."""
    with closing(Store(path.parent)) as store:
        for seed in range(1, 9):
            *_, won = states(new_match(seed))
            begun(store, won)
    damage(path.parent / "matches.db")
    (path.parent / "matches.db").rename(path)


@pytest.mark.wire
@pytest.mark.parametrize(
    ("name", "harm"),
    [("hall.db", no_database), ("matches.db", negative_version), ("matches.db", damaged_matches)],
)
def test_serve_reports_damage_in_one_line(tmp_path: Path, harm: Callable[[Path], None], name: str) -> None:
    pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
    harm(tmp_path / "hall.db")
    (tmp_path / "hall.db").rename(tmp_path / name)
    command = [sys.executable, "-m", "engarde_tui", "serve", "--port", "0", "--data", str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"engarde: {tmp_path / name} is ")
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
