"""With any flipped bit in the store, commands answer in words and lose nothing."""

import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from commands import engarde
from store.flips import checkpointed, flips, is_clean
from store.keeping import BEGUN, new_match, state, states, tamper
from tui.shelf import begun

from engarde_tui.commands import resume
from engarde_tui.storage.store import Store
from engine.record import Record, write

OTHER = write(Record(state(3, 4), BEGUN))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with a match won and one in play."""
    folder = tmp_path_factory.mktemp("whole")
    with closing(Store(folder)) as store:
        *_, won = states(new_match(1, target=1))
        begun(store, won)
        begun(store, state(2, 5))
    return checkpointed(folder / "matches.db")


@pytest.fixture
def anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command run without a terminal."""
    monkeypatch.setattr(resume, "show", lambda options, start, store: 0)


def answered(run: "subprocess.CompletedProcess[str]") -> bool:
    """Return whether a command succeeded; if not, check that it says why in one line."""
    assert is_clean(run.stdout + run.stderr), run
    if run.returncode == 0:
        return True
    assert run.returncode == 1, run
    assert run.stderr.startswith("engarde: "), run
    assert run.stderr.count("\n") == 1, run
    return False


def check_commands(whole: bytes, folder: Path, count: int) -> None:
    refused = done = 0
    for bit, damaged in flips(whole, count):
        path = folder / str(bit) / "matches.db"
        path.parent.mkdir()
        path.write_bytes(damaged)
        data = ("--data", str(path.parent))
        listed = engarde("export", "--list", *data)
        for command in (("export",), ("resume",), ("import", "-")):
            run = engarde(*command, *data, stdin=OTHER)
            if answered(run):
                done += 1
            elif not answered(listed):
                assert path.read_bytes() == damaged, f"{command} has changed a file that it refused, {bit=}"
                refused += 1
        if answered(listed):
            after = engarde("export", "--list", *data).stdout.splitlines()
            readable = {line for line in listed.stdout.splitlines() if "matches.db" not in line}
            assert readable <= set(after), f"a match is lost, {bit=}"
    assert refused
    assert done


@pytest.mark.usefixtures("anywhere")
def test_with_any_flipped_bit_commands_answer_in_words(whole: bytes, tmp_path: Path) -> None:
    check_commands(whole, tmp_path, 15)


@pytest.mark.slow
@pytest.mark.usefixtures("anywhere")
def test_with_many_flipped_bits_commands_answer_in_words(whole: bytes, tmp_path: Path) -> None:
    check_commands(whole, tmp_path, 1000)


COMMANDS = [("export",), ("export", "--list"), ("import", "-"), ("resume",)]


@pytest.mark.usefixtures("anywhere")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_negative_version_is_damage(whole: bytes, tmp_path: Path, command: tuple[str, ...]) -> None:
    damaged = bytearray(whole)
    damaged[60] |= 0x80
    (tmp_path / "matches.db").write_bytes(damaged)
    run = engarde(*command, "--data", str(tmp_path), stdin=OTHER)
    assert not answered(run)
    assert "matches.db is damaged (its version is -" in run.stderr
    assert "restore it from a copy or move it away, or choose another folder" in run.stderr


@pytest.mark.by_day(2)
@pytest.mark.usefixtures("anywhere")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_control_characters_in_a_damaged_schema_do_not_reach_the_terminal(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    with closing(Store(tmp_path)) as store:
        begun(store, new_match())
    tamper(
        tmp_path,
        "UPDATE sqlite_schema SET sql = replace(sql, 'match INTEGER NOT', ?) WHERE name = 'entry'",
        ("match INTEGER\x1b[2J NOT",),
        before="PRAGMA writable_schema = ON",
    )
    run = engarde(*command, "--data", str(tmp_path), stdin=OTHER)
    assert not answered(run)
    assert r'unrecognized token: "\x1b"' in run.stderr


def test_entries_without_a_match_are_skipped(tmp_path: Path) -> None:
    """Whatever the type of their number."""
    with closing(Store(tmp_path)) as store:
        begun(store, new_match())
    for number in (b"\xff", "one", 1.5, 2**63 - 1, -1):
        tamper(tmp_path, "INSERT INTO entry VALUES (?, 0, 0, '+1')", (number,))
    run = engarde("export", "--list", "--data", str(tmp_path))
    assert answered(run)
    assert len(run.stdout.splitlines()) == 3
    assert "there is no match -1 in" in run.stdout
    assert "there is no match 9223372036854775807 in" in run.stdout
