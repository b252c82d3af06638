"""A PostgreSQL server for tests: a cluster of their own, in a folder of the system's."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

_USER = "engarde"


def programs() -> Path | None:
    """Return the folder of the server's programs; None if there is none."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if folders:
        return folders[-1]
    found = shutil.which("initdb")
    return None if found is None else Path(found).resolve().parent


class Cluster:
    """A server that listens on a free port of this machine, and is not safe from power cuts."""

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        """`options` are more of the server's own, which may contradict those here."""
        self._folder = folder
        self._options = options
        self._databases = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._as_user: dict[str, Any] = {}
        if os.getuid() == 0:
            # The server refuses to run as root.
            nobody = pwd.getpwnam("nobody")
            self._as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        self.port = 0
        with (folder / "initdb.log").open("wb") as log:
            options = ("-D", "data", "-U", _USER, "-A", "trust", "-N", "-E", "UTF8", "--locale=C.UTF-8")
            made = self._begin(log, "initdb", *options).wait()
        assert made == 0, (folder / "initdb.log").read_text()

    def _begin(self, log: Any, program: str, *options: str) -> "subprocess.Popen[bytes]":
        command = [f"{programs()}/{program}", *options]
        return subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log, **self._as_user)

    def start(self) -> None:
        """Start the server, at the same port as before, and wait until it answers."""
        is_first = not self.port
        while not self._is_started() and is_first:
            # Somebody else has taken the port in the meantime.
            self.port = 0

    def _is_started(self) -> bool:
        if not self.port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        address = ("-p", f"{self.port}", "-h", "127.0.0.1", "-k", f"{self._folder}")
        with (self._folder / "log").open("ab") as log:
            self._process = self._begin(log, "postgres", "-D", "data", *address, "-F", *self._options)
        while self._process.poll() is None:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return True
        log_text = (self._folder / "log").read_text()
        assert "could not bind" in log_text, log_text
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: at once, or with SIGQUIT as a crash does."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait()

    def crash(self) -> None:
        """Kill the server, as a lack of memory does; its other processes end by themselves."""
        assert self._process is not None
        _, *others = self.processes
        self._process.kill()
        self._process.wait()
        while any(map(_is_running, others)):
            time.sleep(0.01)

    def freeze(self) -> None:
        """Let all processes of the server stand still."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Undo `freeze`."""
        self._signal_all(signal.SIGCONT)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze the server meanwhile: one that stays so would never stop."""
        self.freeze()
        try:
            yield
        finally:
            self.thaw()

    def _signal_all(self, number: signal.Signals) -> None:
        for process in self.processes:
            os.kill(process, number)

    @property
    def processes(self) -> list[int]:
        """The processes of the server that runs, the main one first."""
        assert self._process is not None
        main = self._process.pid
        return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]

    def url(self, database: str, port: int | None = None) -> str:
        """Return the address of a database, at the server's own port by default."""
        return f"postgresql://{_USER}@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        """Return the name of a new database."""
        name = f"hall_{next(self._databases)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return name


def _is_running(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return not stat.rpartition(")")[2].startswith(" Z")


@contextmanager
def cluster(*options: str) -> Iterator[Cluster]:
    """Run a server, with these options besides."""
    # In the system's folder, as paths of sockets must be short.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    try:
        server = Cluster(folder, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
