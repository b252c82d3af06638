"""A server that is killed or terminated: what players see, and what is there after a restart."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pty_terminal import Terminal
from serve.conftest import OpenHall
from serve.halls import HallProcess, ssh

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
pytestmark = [pytest.mark.wire, pytest.mark.usefixtures("ssh_client")]

LOBBY = "Leave the hall"
IN_A_SHELL = ("sh", "-c", 'echo "what was there before"; "$0" "$@"')


@pytest.fixture
def keys(tmp_path: Path) -> dict[str, Path]:
    """A key for each member."""
    paths = {name: tmp_path / name for name in ("anna", "clara")}
    for path in paths.values():
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return paths


def enter(hall: HallProcess, folder: Path, name: str, *command: str, key: Path | None = None) -> Terminal:
    """Return a real client in a shell's terminal."""
    return Terminal((*IN_A_SHELL, *ssh(hall, folder, name, "-t", "127.0.0.1", *command, key=key)))


def open_table(terminal: Terminal) -> str:
    """Open a table from the lobby; return its code."""
    terminal.wait_for(LOBBY)
    terminal.press("n")
    terminal.wait_for("Press enter to open the table")
    terminal.press("enter")
    shown = terminal.wait_for("What happens next")
    found = re.search(r"join ([a-z0-9]{6})\b", shown)
    assert found is not None
    return found[1]


def says_that_bruno_is_away(lobby: str) -> bool:
    """Return whether the lobby does, of the match that is marked."""
    return "; ~bruno is away." in " ".join(lobby.replace("│", " ").split())


def board(terminal: Terminal) -> str:
    """Return the table as one player sees it, without prompt and keys."""
    return "\n".join(terminal.screen.display[:20])


def play(one: Terminal, other: Terminal) -> None:
    """Play the first action offered to the player to act; both see it."""
    one.settle()
    other.settle()
    acting, waiting = (one, other) if "enter play" in one.text else (other, one)
    assert "enter play" not in waiting.text
    before = board(one), board(other)
    acting.press("down", "enter")
    acting.wait_for(lambda _: board(acting) not in before)
    waiting.wait_for(lambda _: board(waiting) not in before)
    one.settle()
    other.settle()


def test_a_round_continues_where_the_killed_server_left_it(
    open_hall: OpenHall, tmp_path: Path, keys: dict[str, Path]
) -> None:
    """A member gets the seat back by key, a guest by code; waiting tables wait again."""
    hall = open_hall()
    with enter(hall, tmp_path, "clara", key=keys["clara"]) as clara:
        open_table(clara)
        with enter(hall, tmp_path, "anna", key=keys["anna"]) as anna:
            code = open_table(anna)
            with enter(hall, tmp_path, "bruno", f"join {code}") as bruno:
                shown = bruno.wait_for("Your seat's code")
                found = re.search(r"seat's code: ([a-z0-9]{12})", shown)
                assert found is not None
                seat = found[1]
                anna.wait_for("~bruno")
                for _ in range(3):
                    play(anna, bruno)
                boards = board(anna), board(bruno)
                hall.kill()
                for terminal in (anna, bruno, clara):
                    assert terminal.wait_for_exit() == 255

    hall = open_hall()
    with enter(hall, tmp_path, "anna", key=keys["anna"]) as anna:
        shown = anna.wait_for(says_that_bruno_is_away)
        assert "Join clara" in shown
        anna.press("enter")
        anna.wait_for("~bruno is not here")
        with enter(hall, tmp_path, "bruno", f"join {seat}") as bruno:
            bruno.wait_for("round 1 ·")
            anna.wait_for(lambda text: "is not here" not in text)
            anna.settle()
            bruno.settle()
            assert (board(anna), board(bruno)) == boards
            play(anna, bruno)


PLAIN = ("hall.db", "host_key")
"""What a hall's folder has to keep; the database without its log."""


def test_a_terminated_server_restores_the_terminals_says_why_and_leaves_plain_files(
    open_hall: OpenHall, tmp_path: Path, keys: dict[str, Path]
) -> None:
    hall = open_hall()
    with enter(hall, tmp_path, "anna", key=keys["anna"]) as anna:
        code = open_table(anna)
        with (
            enter(hall, tmp_path, "bruno", f"join {code}") as bruno,
            enter(hall, tmp_path, "guest") as guest,
        ):
            bruno.wait_for("Your seat's code")
            guest.wait_for(LOBBY)
            play(anna, bruno)
            assert hall.terminate() == 0
            for terminal in (anna, bruno, guest):
                terminal.wait_for_exit()
                lines = [line.strip() for line in terminal.screen.display if line.strip()]
                assert lines[0] == "what was there before"
                assert "The hall is closing" in lines[1]
                assert not terminal.screen.cursor.hidden
                for mode in (b"1049", b"1000", b"1002", b"1004", b"1006", b"2004"):
                    on, off = (terminal.output.rfind(b"\x1b[?" + mode + end) for end in (b"h", b"l"))
                    assert off > on, f"mode {mode.decode()} is still on"
    left = tmp_path / "data" / "hall"
    if HallProcess.database is not None:
        # What a server keeps is its own affair.
        assert {path.name for path in left.iterdir()} == {"host_key", "on-server"}
        return
    assert {path.name for path in left.iterdir()} == set(PLAIN)
    copy = tmp_path / "copy" / "hall"
    copy.mkdir(parents=True)
    for name in PLAIN:
        shutil.copy(left / name, copy)
    hall = open_hall(data=copy.parent)
    with enter(hall, tmp_path, "anna", key=keys["anna"]) as anna:
        anna.wait_for(says_that_bruno_is_away)
