"""On a terminal lines are broken between words; a pipe and a program that says them get whole lines."""

import fcntl
import io
import os
import pty
import struct
import sys
import termios
from typing import cast

import pytest

from engarde_tui.lines.speaker import Speaker
from engarde_tui.lines.terminal import StandardLines

TOLD = "To play with a friend, open a table, or join by code: type join."
BROKEN = "To play with a friend, open a table, or join by\ncode: type join."


class Listener:
    """In the place of a program that says everything."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def say(self, line: str) -> None:
        self.heard.append(line)


@pytest.mark.parametrize(("open_both", "written"), [(pty.openpty, BROKEN), (os.pipe, TOLD)])
async def test_words_are_broken_only_on_a_terminal(
    open_both: object, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = open_both()  # type: ignore[operator]
    if os.isatty(far):
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    with os.fdopen(far, "w", encoding="utf-8") as output, os.fdopen(near, "rb", buffering=0) as terminal:
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        listener = Listener()
        lines = StandardLines(cast(Speaker, listener), ascii_only=False)
        lines.say(TOLD)
        await lines.written()
        assert terminal.read(1000).decode().replace("\r", "") == f"{written}\n"
        assert listener.heard == [TOLD]
