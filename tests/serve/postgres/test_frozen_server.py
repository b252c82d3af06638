"""A database server that stands still while people play with real clients."""

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
            carla.press("s")
            carla.wait_for("Settings")
            other.press("?")
            other.wait_for("Rules")
            player.wait_for("Not saved")
        # Not at once: it has just not answered.
        while "Not saved" in player.text:
            player.press("t")
            player.settle()
            player.rest(0.2)
        player.wait_for(lambda text: not has_to_act(text, name))
        hall.check_log()
