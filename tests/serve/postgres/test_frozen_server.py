"""A database server that stands still while people play with real clients."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs what a hall on a server needs")
from postgres import Cluster, cluster
from pty_terminal import Terminal
from serve.halls import HallProcess, ssh
from table_seen import has_to_act

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("ssh_client")]


@pytest.fixture
def server() -> Iterator[Cluster]:
    """One that only this test has."""
    with cluster() as server:
        yield server


def test_only_whoever_has_acted_waits_and_is_told(
    tmp_path: Path, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HallProcess, "database", lambda data: server.url("postgres"))
    with (
        HallProcess(tmp_path) as hall,
        Terminal(ssh(hall, tmp_path, "anna", "-t", "localhost")) as anna,
        Terminal(ssh(hall, tmp_path, "bruno", "-t", "localhost")) as bruno,
        Terminal(ssh(hall, tmp_path, "carla", "-t", "localhost")) as carla,
    ):
        for terminal in (anna, bruno, carla):
            terminal.wait_for("Quick match")
        anna.press("g")
        anna.wait_for("Waiting for an opponent")
        bruno.press("g")
        anna.wait_for(lambda text: has_to_act(text, "anna") or has_to_act(text, "bruno"))
        player, name = (anna, "anna") if has_to_act(anna.text, "anna") else (bruno, "bruno")
        other = bruno if player is anna else anna
        player.wait_for(lambda text: has_to_act(text, name))
        with server.frozen():
            player.press("down", "enter")
            player.wait_for(" One moment… ")
            carla.press("s")
            carla.wait_for("Settings")
            other.press("?")
            other.wait_for("Rules")
            assert "One moment…" not in other.text + carla.text
            player.wait_for(lambda text: "Not saved" in text and "One moment…" not in text)
        player.press("t")
        player.wait_for(lambda text: "Not saved" not in text and not has_to_act(text, name))
        hall.check_log()


def test_that_one_waits_is_said_over_the_screen_which_stays_as_it_is(
    tmp_path: Path, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HallProcess, "database", lambda data: server.url("postgres"))
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    with (
        HallProcess(tmp_path) as hall,
        Terminal(ssh(hall, tmp_path, "anna", "-t", "localhost", key=key)) as anna,
    ):
        anna.wait_for("Quick match")
        for key, shown in (("g", "Waiting for an opponent"), ("x", "The table has been withdrawn")):
            anna.settle()
            *rows, _ = anna.text.splitlines()
            with server.frozen():
                anna.press(key)
                anna.wait_for(" One moment… ")
                assert anna.text.splitlines()[: len(rows)] == rows
            anna.wait_for(lambda text, shown=shown: shown in text and "One moment…" not in text)
        hall.check_log()
