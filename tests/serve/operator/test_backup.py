"""The copy of a running hall: complete, of one moment, for its owner alone; and a hall opens from it."""

import stat
import tarfile
from pathlib import Path

import pytest
from serve.hall.visitors import ANNA, BRUNO, BY_CODE, CARLA, Clock, finished, opened, own_matches, play_on

from engarde_tui.play.problem import Problem
from engarde_tui.serve.door.host_key import host_key
from engarde_tui.serve.hall.bans import Ban
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.operator.backup import Backup
from engarde_tui.serve.operator.orders import Orders
from engine.en_garde import Seat


def unpacked(file: Path) -> Path:
    """The folder of a hall, made from a backup as the documentation says."""
    folder = file.with_suffix(".folder")
    folder.mkdir(mode=0o700)
    with tarfile.open(file) as archive:
        # The argument `filter` is new in Python 3.11.4; without it 3.12 and 3.13 warn.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)
    return folder


async def test_a_hall_opens_from_a_backup_and_goes_on(
    hall: Hall, orders: Orders, folder: Path, tmp_path: Path, clock: Clock
) -> None:
    anna, bruno = hall.admit("anna", ANNA, "192.0.2.1"), hall.admit("bruno", BRUNO)
    over = finished(hall, anna, bruno)
    left, right = opened(hall, anna, bruno)
    play_on(left, right, actions=7)
    waiting = hall.create(anna, BY_CODE, Seat.RIGHT)
    hall.register.save_settings(ANNA, "bell = false")
    hall.register.bans.add("mallory")
    before = (left.view, right.view)
    file = tmp_path / "hall.tar"
    assert str(file) in await orders.obey({"order": "backup", "file": str(file)})
    play_on(left, right, actions=3)
    hall.withdraw(waiting)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    copy = unpacked(file)
    assert {
        path.name: stat.S_IMODE(path.stat().st_mode) for path in (file, *copy.iterdir())
    } == dict.fromkeys(("hall.tar", "hall.db", "host_key"), 0o600)
    assert host_key(copy).read_bytes() == host_key(folder).read_bytes()
    again = Hall(Register(copy, clock=clock))
    try:
        anna, bruno = again.admit("anna", ANNA), again.admit("bruno", BRUNO)
        assert not again.admit("anna", CARLA).member
        table = again.join(anna, left.hall_table.code)
        clients = table.sit(anna), table.sit(bruno)
        assert tuple(client.view for client in clients) == before
        play_on(*clients, actions=2)
        assert again.join(anna, waiting.code).waits
        assert set(own_matches(again, "bruno").ids()) == {over.match.id, left.hall_table.match.id}
        assert again.register.settings(ANNA) == "bell = false"
        assert again.register.bans.listed == [Ban("mallory")]
    finally:
        again.close()


async def test_a_backup_is_of_the_moment_when_it_was_ordered(
    hall: Hall, folder: Path, tmp_path: Path, clock: Clock
) -> None:
    """Whatever is written while it is being made, and neither waits for the other."""
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    waiting = hall.create(anna, BY_CODE, Seat.LEFT)
    backup = Backup(folder, hall.register.database)
    hall.admit("carla", CARLA)
    hall.join(bruno, waiting.code)
    backup.write(tmp_path / "hall.tar")
    backup.close()
    copy = unpacked(tmp_path / "hall.tar")
    again = Hall(Register(copy, clock=clock))
    try:
        assert [table.waits for table in again.own_tables(again.admit("anna", ANNA))] == [True]
        assert again.store.ids() == []
        assert again.register.names.keys_of("carla") == []
    finally:
        again.close()


async def test_no_file_is_overwritten_and_none_is_left_half(
    hall: Hall, orders: Orders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.admit("anna", ANNA)
    file = tmp_path / "mine"
    file.write_text("mine")
    with pytest.raises(Problem, match="mine cannot be made: File exists"):
        await orders.obey({"order": "backup", "file": str(file)})
    assert file.read_text() == "mine"
    with pytest.raises(Problem, match="cannot be made: No such file"):
        await orders.obey({"order": "backup", "file": str(tmp_path / "none" / "file")})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(tarfile.TarFile, "addfile", full)
        with pytest.raises(Problem, match="No space left"):
            await orders.obey({"order": "backup", "file": str(tmp_path / "new")})
    assert {path.name for path in tmp_path.iterdir()} == {"mine", "hall"}
