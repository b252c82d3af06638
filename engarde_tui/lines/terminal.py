"""Lines from the standard input and to the standard output; the terminal edits what is typed."""

import asyncio
import os
import sys
import termios
from contextlib import suppress
from io import TextIOWrapper
from threading import Thread

from engarde_tui.lines.face import DEFAULT_ROWS
from engarde_tui.lines.speaker import Speaker
from engarde_tui.terminal.ascii import in_ascii


class StandardLines:
    """The standard streams as lines."""

    def __init__(self, speaker: Speaker | None = None, *, ascii_only: bool) -> None:
        """Say everything in ASCII, or what the output can encode; let `speaker` say it, too."""
        self._speaker = speaker
        self._ascii_only = ascii_only
        # Textual puts others in their places while the app runs.
        self._input, self._output = sys.stdin, sys.stdout
        if isinstance(self._input, TextIOWrapper):
            self._input.reconfigure(errors="replace")
        self._is_heard = True
        """Whether somebody still reads what is said."""

    async def read(self) -> str | None:
        """Return the next line; None at the end of the input, or if nobody reads the answers."""
        if not self._is_heard:
            return None
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str | None] = loop.create_future()

        def take(text: str | None) -> None:
            if not line.done():
                line.set_result(text)

        def wait() -> None:
            try:
                text: str | None = self._input.readline() or None
            except (OSError, ValueError):
                text = None
            # The program may have ended meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(take, text)

        # Nothing ends a thread that waits for a line, so the program must not wait for it.
        Thread(target=wait, daemon=True).start()
        return await line

    def say(self, line: str) -> None:
        """Print a line at once, if anybody reads it."""
        text = in_ascii(line) if self._ascii_only else line
        if self._speaker is not None:
            self._speaker.say(line)
        encoding = self._output.encoding
        try:
            self._output.write(f"{text.encode(encoding, 'replace').decode(encoding)}\n")
            self._output.flush()
        except OSError:
            self._is_heard = False

    def forget_typed(self) -> None:
        """Drop what has been typed ahead; what comes through a pipe has not been typed."""
        with suppress(termios.error, OSError, ValueError):
            if self._input.isatty():
                termios.tcflush(self._input, termios.TCIFLUSH)

    def close(self) -> None:
        """Let Python end in peace where nobody has read the last lines: it would write them again."""
        if not self._is_heard:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._output.fileno())

    @property
    def rows(self) -> int:
        """The rows of the terminal."""
        try:
            return os.get_terminal_size(self._output.fileno()).lines or DEFAULT_ROWS
        except (OSError, ValueError):
            return DEFAULT_ROWS
