"""What a client may ask of its session: a terminal, a shell, or one of the hall's commands."""

import re
from collections.abc import Callable
from typing import Final

import asyncssh

from engarde_tui.serve.door.asyncssh_private import filter_environment
from engarde_tui.serve.locales import LOCALE
from engine.message import message

HIGH_WATER: Final = 64 * 1024
"""Unsent bytes above which nothing more is read from the visitor's process."""

_VARIABLES: Final = {
    *(b"NO_COLOR", b"COLORTERM", b"LANGUAGE", b"LC_MESSAGES", b"TZ"),
    *(name.encode() for name in LOCALE),
}
"""What is accepted from the client's environment; ssh sends LANG and LC_* of its own accord."""

_VALUE: Final = re.compile(rb"[^\0]{0,64}")
_ZONE: Final = re.compile(rb"[A-Za-z][A-Za-z0-9_+/-]{0,39}")
"""A time zone by its name: no path to a file."""

_COMMAND: Final = re.compile(
    r"(join|key) ([A-Za-z0-9-]{1,40})|(record) ([0-9]{1,9})|(daily)((?: [0-9-]{10})?)|(mine)((?: --json)?)"
    r"|(plain)()"
)
NO_KEYBOARD: Final = message(
    "The hall needs a keyboard: your client has closed its input (ssh -tt </dev/null?)."
)


class Requests(asyncssh.SSHServerSession[bytes]):
    """Notes what is asked for; no shell is involved."""

    def __init__(self, refuse: Callable[[str], object]) -> None:
        """`refuse` is told why something is refused."""
        self._refuse = refuse
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._command: tuple[str, str] = ("", "")

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """Store the channel, and set its limits."""
        self._channel = chan
        chan.set_write_buffer_limits(high=HIGH_WATER)
        filter_environment(
            chan,
            lambda name, value: (
                name in _VARIABLES and (_ZONE if name == b"TZ" else _VALUE).fullmatch(value) is not None
            ),
        )

    def shell_requested(self) -> bool:
        """Accept; a client without a terminal is answered with a sentence."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept any command; no shell is involved, and an unknown one is answered with the usage."""
        found = _COMMAND.fullmatch(command.strip())
        if found is None:
            self._refuse("command")
            # A request that is refused here cannot be answered with words.
            self._command = ("unknown", "")
            return True
        word, argument = (part for part in found.groups() if part is not None)
        self._command = (word, argument)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse all subsystems, such as sftp."""
        self._refuse("subsystem")
        return False
