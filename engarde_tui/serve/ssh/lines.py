"""Lines over an SSH channel, for the line mode.

A client without a terminal here edits what is typed itself; for a terminal that draws nothing (TERM=dumb)
this is its line discipline: it echoes, and takes characters back.
"""

import asyncio
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from rich.cells import cell_len

from engarde_tui.lines.face import DEFAULT_ROWS, fitting
from engarde_tui.serve.ssh.turns import End, Lane
from engarde_tui.terminal.encoding import UTF_8
from engarde_tui.terminal.forms import printable

_LONGEST: Final = 1000
"""Characters of a line; more are dropped."""

_MOST: Final = 100
"""Lines that wait to be done before no more are read."""

_MOST_UNSENT: Final = 500
"""Lines that wait for a client that takes none; of more, the oldest are left out."""

_BACK, _INTERRUPT, _END = ("\x7f", "\b"), "\x03", "\x04"


class Channel(Protocol):
    """The part of an SSH channel that lines use."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def pause_reading(self) -> None:
        """Stop taking input."""

    def resume_reading(self) -> None:
        """Take input again."""


class ChannelLines:
    """Lines from a channel, each done in a turn of its lane, and lines to it."""

    def __init__(
        self,
        channel: Channel,
        lane: Lane,
        encode: Callable[[str], bytes],
        encoding: str = UTF_8,
        *,
        size: tuple[int, int] | None,
    ) -> None:
        """`encode` returns what the client can show of a text; its terminal, if any, has this `size`.

        That is in columns and rows. `encoding` is that of the input.
        """
        self._channel = channel
        self._lane = lane
        self._encode = encode
        self._size = size
        self._decoder = getincrementaldecoder(encoding)("replace")
        self._begun = ""
        """What has been typed of a line."""
        self._before = ""
        """The last character: a line feed after a return ends no second line."""
        self._typed: deque[str] = deque()
        self._is_over = False
        self._more = asyncio.Event()
        self._end: End | None = None
        """Ends the turn in which a line is being done."""
        self._unsent: deque[str] | None = None
        """What waits while the client takes nothing; None while it does."""
        self.last_input = asyncio.get_running_loop().time()
        """The time of the last input, by the loop's clock, in seconds."""

    # --- input ---

    def feed(self, data: bytes) -> None:
        """Take what the client has sent."""
        self.last_input = asyncio.get_running_loop().time()
        echo = "".join(map(self._take, self._decoder.decode(data)))
        # A client that takes nothing does not get more and more to take.
        if self._size is not None and self._unsent is None:
            self._write(echo)
        if len(self._typed) > _MOST:
            self._channel.pause_reading()

    def _take(self, character: str) -> str:
        """Take a character; return what a terminal shows of it."""
        before, self._before = self._before, character
        if character in "\r\n":
            if (before, character) != ("\r", "\n"):
                self._typed.append(self._begun)
                self._begun = ""
                self._more.set()
                return "\r\n"
        elif character == _INTERRUPT or (character == _END and not self._begun):
            self.end_input()
        elif character in _BACK:
            if self._begun:
                width = cell_len(self._begun[-1])
                self._begun = self._begun[:-1]
                return "\b" * width + " " * width + "\b" * width
        elif (shown := printable(character)) and len(self._begun) < _LONGEST:
            self._begun += shown
            return shown
        return ""

    def end_input(self) -> None:
        """Note that the client will send nothing more."""
        self._is_over = True
        self._more.set()

    @property
    def are_piped(self) -> bool:
        """Return False: a terminal is not needed to type them."""
        return False

    async def read(self) -> str | None:
        """Return the next line, in a turn that ends when the one after it is asked for; None at the end."""
        self.release()
        if len(self._typed) <= _MOST:
            self._channel.resume_reading()
        while True:
            while not self._typed:
                if self._is_over:
                    return None
                self._more.clear()
                await self._more.wait()
            self._end = await self._lane.turn()
            if self._typed:
                return self._typed.popleft()
            # It was dropped while it waited for its turn.
            self.release()

    def resize(self, columns: int, rows: int) -> None:
        """Note the size of the terminal."""
        self._size = columns, rows

    def cover(self) -> None:
        """Scroll what was said out of sight."""
        for _ in range(DEFAULT_ROWS if self._size is None else self._size[1]):
            self.say("")

    def release(self) -> None:
        """End the turn of the last line."""
        if self._end is not None:
            self._end()
            self._end = None

    def forget_typed(self) -> None:
        """Drop what has been typed ahead."""
        self._typed.clear()
        self._begun = ""

    # --- output ---

    def say(self, line: str) -> None:
        """Send a line, or keep it until the client takes some again."""
        if self._unsent is not None:
            self._unsent.append(line)
        elif self._size is None:
            self._write(f"{line}\n")
        else:
            self._write(f"{fitting(line, self._size[0])}\n".replace("\n", "\r\n"))

    def _write(self, text: str) -> None:
        with suppress(OSError):
            self._channel.write(self._encode(text))

    def stall(self) -> None:
        """Keep lines until `flow`."""
        if self._unsent is None:
            self._unsent = deque(maxlen=_MOST_UNSENT)

    def flow(self) -> None:
        """Send again, first what has been kept."""
        unsent, self._unsent = self._unsent or (), None
        for line in unsent:
            self.say(line)
