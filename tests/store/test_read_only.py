"""A folder that can only be read: its matches are listed, watched and exported, and nothing is written."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from commands import engarde
from store.keeping import BEGUN, elsewhere, line_of, new_match, state
from store.refused import contents, folder_of_somebody, make_read_only, make_writable
from store.uses import begin_one, delete_one, list_all, read_ids, read_unfinished
from tui.harness import playing
from tui.scripts import SCRIPTS
from tui.shelf import begun, states
from tui.states import NEAR, staged

from engarde_tui.storage import store as store_module
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.store import Store
from engine.record import Record, write

*_, WON = states(SCRIPTS[0])


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of the user's, with a match won and one in play, beside `tmp_path`."""
    with folder_of_somebody(WON, state(2, 5)) as folder:
        yield folder


def test_every_match_can_be_read_and_none_written(folder: Path) -> None:
    before = make_read_only(folder)
    with closing(Store(folder)) as store:
        assert sorted(store.ids()) == [1, 2]
        assert store.record(1).match == WON
        assert [match.id for match in store.unfinished()] == [2]
        for use in (begin_one, delete_one):
            with pytest.raises(
                StoreError, match=rf"^{re.escape(str(folder))} cannot be written, so nothing can"
            ):
                use(store)
        assert store.read_only.startswith(f"{folder} is read-only: you can watch")
    assert contents(folder) == before


def test_a_file_that_can_only_be_read_is_told_by_its_own_name(folder: Path) -> None:
    (folder / "matches.db").chmod(0o400)
    with closing(Store(folder)) as store:
        assert sorted(store.ids()) == [1, 2]
        with pytest.raises(StoreError, match=r"matches\.db cannot be written, so nothing can be saved there"):
            begin_one(store)


@pytest.mark.parametrize("closed", ["matches.db", "."])
async def test_what_cannot_be_read_either_is_told_by_what_was_asked_for(folder: Path, closed: str) -> None:
    """As after a run with sudo; and nothing is promised that cannot be done."""
    (folder / closed).chmod(0o000)
    told = f"{folder}/matches.db cannot be read (Permission denied): if it belongs to another user, make it"
    with closing(Store(folder)) as store:
        for use in (read_ids, list_all, read_unfinished):
            with pytest.raises(StoreError, match=f"^{re.escape(told)}"):
                use(store)
        for use in (begin_one, delete_one):
            with pytest.raises(StoreError, match="cannot be written, so nothing can be saved there"):
                use(store)
        assert not store.read_only
    listed = engarde("export", "--list", "--data", str(folder))
    assert (listed.returncode, listed.stdout) == (1, "")
    assert listed.stderr.startswith(f"engarde: {told}")
    assert "saved" not in listed.stderr
    async with playing(store=Store(folder)) as player:
        assert "matches.db cannot be read" in player.notice
        assert "saved" not in player.notice


@pytest.mark.parametrize(("name", "mode"), [("matches.db-shm", 0o000), ("matches.db-wal", 0o400)])
def test_what_lies_beside_the_file_and_cannot_be_written_leaves_it_to_be_read(
    folder: Path, name: str, mode: int
) -> None:
    owner = Store(folder)
    begun(owner, state(3, 4))
    parts = {path.name: path.read_bytes() for path in folder.glob("matches.db*")}
    owner.close()
    for part, content in parts.items():
        (folder / part).write_bytes(content)
    (folder / name).chmod(mode)
    with closing(Store(folder)) as store:
        assert store.record(3).match == state(3, 4)
        assert store.read_only.startswith(f"{folder / name} is read-only: you can watch")
        with pytest.raises(
            StoreError, match=rf"^{re.escape(str(folder / name))} cannot be written, so nothing"
        ):
            begin_one(store)


def test_an_empty_folder_has_no_matches(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    make_read_only(folder)
    with closing(Store(folder)) as store:
        assert store.ids() == []
        assert store.read_only


@pytest.mark.parametrize("with_index", [True, False])
def test_what_is_only_in_the_log_is_read_too(folder: Path, tmp_path: Path, with_index: bool) -> None:
    """As in a copy made while somebody played, or after a crash; also without the log's index."""
    owner = Store(folder)
    begun(owner, state(3, 4))
    parts = {path.name: path.read_bytes() for path in folder.glob("matches.db*")}
    owner.close()
    for name, content in parts.items():
        if with_index or not name.endswith("-shm"):
            (folder / name).write_bytes(content)
    before = make_read_only(folder)
    with closing(Store(folder)) as store:
        assert store.record(3).match == state(3, 4)
    assert contents(folder) == before


def test_a_file_of_an_earlier_version_is_told_and_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be brought up to date there."""
    before = make_read_only(folder)
    later = store_module.SCHEMA._replace(steps=("UPDATE entry SET text = 'x'",))
    monkeypatch.setattr(store_module, "SCHEMA", later)
    with (
        closing(Store(folder)) as store,
        pytest.raises(StoreError, match=r"cannot be written.*make it writable"),
    ):
        store.ids()
    assert contents(folder) == before


def test_what_its_owner_saves_meanwhile_is_seen(folder: Path) -> None:
    make_read_only(folder)
    with closing(Store(folder)) as store:
        assert sorted(store.ids()) == [1, 2]
        make_writable(folder)
        with closing(Store(folder)) as owner:
            begun(owner, new_match(3))
            make_read_only(folder)
            assert sorted(store.ids()) == [1, 2, 3]


def test_once_the_folder_can_be_written_matches_are_saved(folder: Path) -> None:
    make_read_only(folder)
    with closing(Store(folder)) as store:
        with pytest.raises(StoreError):
            begin_one(store)
        make_writable(folder)
        assert not store.read_only
        begin_one(store)
        assert sorted(store.ids()) == [1, 2, 3]


def test_a_damaged_file_is_told_and_left(folder: Path) -> None:
    (folder / "matches.db").write_bytes(b"garbage" * 1000)
    before = make_read_only(folder)
    with closing(Store(folder)) as store:
        with pytest.raises(StoreError, match="is damaged or not an engarde file"):
            store.ids()
        assert not store.read_only, "nothing there can be watched"
        with pytest.raises(StoreError, match="cannot be written"):
            begin_one(store)
    assert contents(folder) == before


def test_commands_list_and_export_and_say_that_nothing_can_be_saved(folder: Path) -> None:
    before = make_read_only(folder)
    data = ("--data", str(folder))
    told = f"engarde: {folder} is read-only: you can watch and export matches, but not save any\n"
    listed = engarde("export", "--list", *data)
    assert (listed.returncode, listed.stderr) == (0, told)
    assert len(listed.stdout.splitlines()) == 2
    exported = engarde("export", *data)
    assert (exported.returncode, exported.stderr) == (0, told)
    assert exported.stdout.startswith("Rules: ")
    added = engarde("import", "-", *data, stdin=write(Record(state(3, 4), BEGUN)))
    assert (added.returncode, added.stdout) == (1, "")
    assert (
        f"{folder} cannot be written, so nothing can be saved there: make it writable (with chown"
        in added.stderr
    )
    assert contents(folder) == before


async def test_the_menu_and_the_history_say_it_and_matches_are_watched(folder: Path) -> None:
    before = make_read_only(folder)
    async with playing(store=Store(folder)) as player:
        assert f"{folder} is read-only: you can watch and export" in player.notice
        await player.press("m")
        assert "Matches: 2 of 2" in player.text
        assert f"{folder} is read-only: you can watch and export" in player.notice
        await player.press("down", "enter")
        assert player.screen_name == "ReplayScreen"
    assert contents(folder) == before


async def test_a_match_there_can_be_played_without_saving(folder: Path) -> None:
    before = make_read_only(folder)
    async with playing(staged(script=NEAR), store=Store(folder)) as player:
        assert player.question == "The match cannot be saved"
        assert "cannot be written, so nothing can be saved there" in " ".join(player.dialog.split())
        await player.press("w")
        assert player.screen_name == "TableScreen"
        assert "not saved" in player.text
    assert contents(folder) == before


def test_reading_writes_nothing_where_it_could(tmp_path: Path) -> None:
    """A program that only looks leaves the database as it is, whoever has been killed before."""
    with elsewhere("store.begin(match); print('begun', flush=True); input()", tmp_path) as process:
        assert line_of(process) == "begun"
        process.kill()
    files = [tmp_path / name for name in ("matches.db", "matches.db-wal")]
    before = [path.read_bytes() for path in files]
    with closing(Store(tmp_path)) as store:
        assert store.ids() == [1]
    assert [path.read_bytes() for path in files] == before
    assert before[1]
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in files:
        shutil.copy(path, copy)
    with closing(sqlite3.connect(copy / "matches.db")) as database:
        assert database.execute("SELECT id FROM match").fetchall() == [(1,)]
