"""The program in a remote shell, with a real sshd and ssh that die during a match."""

import fcntl
import getpass
import os
import select
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import termios
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest
from processes import status
from pty_table import (
    COMMAND,
    assert_resumes,
    new_match,
    play,
    stored,
)
from pty_terminal import Terminal, wait_until

pytestmark = pytest.mark.wire

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
PLAY = (*COMMAND, "play", "--seed", "7")


class Remote(NamedTuple):
    """A private SSH server."""

    client: tuple[str, ...]

    def engarde(self, data: Path) -> Terminal:
        """Return a terminal with the program in a remote shell."""
        # What the shell says of the window never counts.
        command = shlex.join((*PLAY, "--data", str(data)))
        return Terminal((*self.client, f"export COLUMNS=20 LINES=5; {command}; exit $?"))


@pytest.fixture(scope="module")
def remote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    """An SSH server with its own keys."""
    for tool in ("ssh", "ssh-keygen"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    if SSHD is None:
        pytest.skip("sshd is not installed")
    folder = tmp_path_factory.mktemp("ssh")
    for name in ("host", "player"):
        key = str(folder / name)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = {
        "ListenAddress": f"127.0.0.1:{port}",
        "HostKey": folder / "host",
        "AuthorizedKeysFile": folder / "player.pub",
        "PidFile": "none",
        "UsePAM": "no",
        "StrictModes": "no",
        "PermitRootLogin": "yes",
        "AcceptEnv": "COLORTERM",
    }
    server = [SSHD, "-D", "-e", "-f", os.devnull, *_options(options)]
    log = (folder / "log").open("wb")
    process = subprocess.Popen([*_with_privilege_separation(), *server], stdout=log, stderr=log)
    try:
        wait_until(lambda: process.poll() is not None or _answers(port))
        assert process.poll() is None, (folder / "log").read_text()
        client = {
            "BatchMode": "yes",
            "StrictHostKeyChecking": "no",
            "UserKnownHostsFile": folder / "known_hosts",
            "IdentityFile": folder / "player",
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "LogLevel": "ERROR",
            "SendEnv": "COLORTERM",
        }
        where = ("-p", str(port), f"{getpass.getuser()}@127.0.0.1")
        yield Remote(("ssh", "-F", os.devnull, "-tt", *_options(client), *where))
    finally:
        process.terminate()
        process.wait()
        log.close()


def _options(values: dict[str, object]) -> Iterator[str]:
    for name, value in values.items():
        yield "-o"
        yield f"{name}={value}"


def _with_privilege_separation() -> list[str]:
    """Return the command prefix for sshd: root's needs an empty folder, which we mount privately."""
    folder = Path("/run/sshd")
    if os.geteuid() != 0 or folder.is_dir():
        return []
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip(f"as root, sshd needs {folder}")
    return [
        "unshare",
        "--mount",
        "sh",
        "-c",
        f'mount -t tmpfs none /run && mkdir {folder} && exec "$@"',
        "sh",
    ]


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def processes(data: Path) -> list[int]:
    """Return the program's processes that use `data`, parents first."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"play" in words and os.fsencode(data) in words and words[0] != b"ssh":
                found.append(int(entry.name))
    return sorted(found)


def parent(pid: int) -> int:
    """Return a process's parent."""
    return status(pid, "PPid")


def name(pid: int) -> str:
    """Return a process's name."""
    return Path(f"/proc/{pid}/comm").read_text().strip()


def session(pid: int) -> int:
    """Return the server process that owns a program's terminal."""
    while name(pid) != "sshd":
        pid = parent(pid)
    return pid


def test_a_turn_is_played_over_ssh_and_the_terminal_restored(remote: Remote, tmp_path: Path) -> None:
    with remote.engarde(tmp_path) as terminal:
        terminal.wait_for("space lifts")
        assert b"\x1b[>" not in terminal.output
        assert b";38;2;" in terminal.output
        match = play(terminal, new_match(), new_match().round.legal_actions()[0])
        assert stored(tmp_path) == [match]
        terminal.press("q")
        terminal.wait_for("Leave this match?")
        terminal.press("y")
        assert terminal.wait_for_exit() == 0
        assert terminal.text.strip() == ""
        assert not terminal.screen.cursor.hidden


@pytest.mark.parametrize("killed", ["client", "session"])
def test_a_killed_connection_ends_the_program_and_not_the_match(
    remote: Remote, tmp_path: Path, killed: str
) -> None:
    with remote.engarde(tmp_path) as terminal:
        terminal.wait_for("space lifts")
        match = play(terminal, new_match(), new_match().round.legal_actions()[0])
        terminal.press("space")
        terminal.wait_for("Bruno to play")
        (pid,) = processes(tmp_path)
        os.kill(terminal.process.pid if killed == "client" else session(pid), signal.SIGKILL)
        wait_until(lambda: not processes(tmp_path))
    assert_resumes(match, tmp_path)


def test_a_connection_that_dies_while_nobody_reads_ends_the_program(remote: Remote, tmp_path: Path) -> None:
    """The server is stopped until the connection is full; then both ends are killed."""
    with remote.engarde(tmp_path) as terminal:
        terminal.wait_for("space lifts")
        (pid,) = processes(tmp_path)
        os.kill(session(pid), signal.SIGSTOP)
        fill(f"/proc/{pid}/fd/0")
        os.kill(terminal.process.pid, signal.SIGKILL)
        os.kill(session(pid), signal.SIGKILL)
        wait_until(lambda: not processes(tmp_path))
    assert_resumes(new_match(), tmp_path)


def fill(terminal: str) -> None:
    """Resize a program until its terminal's buffer is full."""
    line = os.open(terminal, os.O_RDWR | os.O_NOCTTY)
    try:
        widths = cycle((200, 190))

        def is_full() -> bool:
            fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", 60, next(widths), 0, 0))
            return not select.select([], [line], [], 0.1)[1]

        wait_until(is_full)
    finally:
        os.close(line)
