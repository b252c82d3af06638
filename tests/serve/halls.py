"""A hall in its own process, as in production."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from processes import status
from settling import LONGEST

_LOG_LINE = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ level=[A-Z]+ event=[a-z-]+"
    r"(?: [a-z_]+=(?:[\w.,:~/@+-]*|'[ -&(-~]*'|\"[ !#-~]*\"))*"
)
_FINGERPRINT = re.compile(r"SHA256:|ssh-ed25519|PRIVATE|AAAA")


class HallProcess:
    """`engarde serve` on a free port with its own folder; a context manager that kills it."""

    PROGRAM: ClassVar[tuple[str, ...]] = (str(Path(__file__).with_name("command.py")),)
    """What Python runs: a file and its arguments, before the limits."""

    database: ClassVar[Callable[[Path], str] | None] = None
    """Returns the address of the database of a folder; None for a file there."""

    def __init__(self, data: Path, *options: str, port: int = 0, **limits: float) -> None:
        """`limits` are fields of `Limits` that no option sets."""
        self.data = data
        data.mkdir(exist_ok=True)
        self._log = data / f"log-{time.monotonic_ns()}"
        begin = [*self.PROGRAM, json.dumps(limits)]
        arguments = ["serve", "--port", str(port), "--data", str(data / "hall"), *options]
        if HallProcess.database is not None and "--database" not in options:
            arguments += ["--database", HallProcess.database(data)]
        with self._log.open("wb") as log:
            self.process = subprocess.Popen([sys.executable, *begin, *arguments], stderr=log)
        self.port = int(self.wait_for_log(r"event=open .*\bport=(\d+)")[1])

    def __enter__(self) -> "HallProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def log(self) -> str:
        """The whole log."""
        return self._log.read_bytes().decode()

    def wait_for_log(self, pattern: str, seconds: float = LONGEST, after: int = 0) -> re.Match[str]:
        """Wait for a pattern in the log, from its character `after` on; return the match."""
        deadline = time.monotonic() + seconds
        while (found := re.compile(pattern).search(self.log, after)) is None:
            assert self.process.poll() is None, f"the hall has ended: {self.log}"
            assert time.monotonic() < deadline, f"timed out waiting for {pattern!r}; the log: {self.log}"
            time.sleep(0.02)
        return found

    @property
    def memory(self) -> float:
        """Resident memory in megabytes of what stays when visitors have left: door, nursery, keeper."""
        nursery = self.nurseries[-1]
        keeper = _children(nursery)[0]
        return sum(status(pid, "VmRSS") for pid in (self.process.pid, nursery, keeper)) / 1024

    @property
    def pids(self) -> list[int]:
        """The nursery, the keeper and those in which people play; without the door, that of the command."""
        return [*self.nurseries, *(child for nursery in self.nurseries for child in _children(nursery))]

    @property
    def nurseries(self) -> list[int]:
        """The nursery, and those of before it whose children are still there."""
        return _children(self.process.pid)

    def check_log(self, after: int = 0) -> None:
        """Check that nothing has crashed, and that each line has the log's format and no key."""
        for line in self.log[after:].split("\n"):
            if line:
                assert _LOG_LINE.fullmatch(line), f"not a line of the log: {line!r}"
                assert "event=crash" not in line, self.log
                assert "event=open" in line or not _FINGERPRINT.search(line), line

    def terminate(self) -> int:
        """Shut the hall down with SIGTERM; return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LONGEST)

    def kill(self) -> None:
        """Kill the hall, as a power cut would."""
        if self.process.poll() is None:
            pids = self.pids
            self.process.kill()
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self.process.wait()


def _children(pid: int) -> list[int]:
    """Return the children of a process, the oldest first."""
    return sorted(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def ssh(
    hall: HallProcess, folder: Path, name: str, *arguments: str, key: Path | None = None
) -> Sequence[str]:
    """Return the command line of a real client without the user's settings; guests have no key."""
    identity = ["-i", str(key)] if key is not None else ["-o", "PubkeyAuthentication=no"]
    settings = {
        "IdentitiesOnly": "yes",
        "StrictHostKeyChecking": "no",
        "UserKnownHostsFile": str(folder / "known_hosts"),
        "LogLevel": "ERROR",
        "User": name,
    }
    options = [part for pair in settings.items() for part in ("-o", "=".join(pair))]
    return ["ssh", "-F", "/dev/null", "-p", str(hall.port), *options, *identity, *arguments]
