"""Lines from the standard input and to the standard output; the terminal edits what is typed."""

import asyncio
import os
import select
import sys
import termios
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

from engarde_tui.lines.face import DEFAULT_ROWS, fitting
from engarde_tui.lines.speaker import Speaker
from engarde_tui.terminal.ascii import in_ascii


class StandardLines:
    """The standard streams as lines; if nobody reads what is said, that holds up nothing but the input."""

    def __init__(self, speaker: Speaker | None = None, *, ascii_only: bool) -> None:
        """Say everything in ASCII, or what the output can encode; let `speaker` say it, too.

        To be made while the event loop runs.
        """
        self._speaker = speaker
        self._ascii_only = ascii_only
        # Textual puts others in their places while the app runs.
        self._input, self._output = sys.stdin, sys.stdout
        self.failure: OSError | None = None
        """Why nothing can be said any more; None while somebody reads it."""
        self._loop = asyncio.get_running_loop()
        self._unwritten: SimpleQueue[bytes] = SimpleQueue()
        self._count = 0
        """Lines that are not written yet."""
        self._is_written = asyncio.Event()
        self._is_written.set()
        # Nothing ends a thread that waits for a reader, so the program must not wait for it.
        Thread(target=self._write, daemon=True).start()

    @property
    def are_piped(self) -> bool:
        """Whether they come from a pipe or a file."""
        return not self._input.isatty()

    async def read(self) -> str | None:
        """Return the next line; None at the end of the input, or if nobody reads the answers."""
        await self.written()
        if self.failure is not None:
            return None
        loop = self._loop
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
        """Print a line as soon as what was said before is read, if anybody reads."""
        text = fitting(in_ascii(line) if self._ascii_only else line, self._size.columns)
        if self._speaker is not None:
            self._speaker.say(line)
        self._put(f"{text}\n")

    def _put(self, text: str) -> None:
        self._count += 1
        self._is_written.clear()
        self._unwritten.put(text.encode(self._output.encoding, "replace"))

    async def written(self) -> None:
        """Wait until all that was said is written, or nobody is there to read it."""
        await self._is_written.wait()

    def _write(self) -> None:
        """Write what is said; the stream's own buffer would be locked at the end of the program."""
        try:
            self._output.flush()
        except OSError as error:
            self.failure = error
        stream: Any = getattr(self._output, "buffer", None)
        stream = getattr(stream, "raw", stream)
        while True:
            line = self._unwritten.get()
            try:
                while line and self.failure is None:
                    if (written := stream.write(line)) is None:
                        select.select([], [stream], [])
                    line = line[written or 0 :]
            except OSError as error:
                self.failure = error
            # The program may have ended meanwhile.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._note_written)

    def _note_written(self) -> None:
        self._count -= 1
        if not self._count:
            self._is_written.set()

    def forget_typed(self) -> None:
        """Drop what has been typed ahead; what comes through a pipe has not been typed."""
        with suppress(termios.error, OSError, ValueError):
            if self._input.isatty():
                termios.tcflush(self._input, termios.TCIFLUSH)

    def cover(self) -> None:
        """Scroll what was said out of sight, and out of a terminal's memory."""
        for _ in range(self._size.lines or DEFAULT_ROWS):
            self.say("")
        if self._size.lines and os.environ.get("TERM", "dumb") != "dumb":
            self._put("\x1b[3J")

    @property
    def _size(self) -> os.terminal_size:
        """The size of the terminal; 0 by 0 without one."""
        try:
            return os.get_terminal_size(self._output.fileno())
        except (OSError, ValueError):
            return os.terminal_size((0, 0))
