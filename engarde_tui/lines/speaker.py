"""A program of the player's, such as `espeak-ng`, that is given every line which is told."""

import os
import signal
import subprocess
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from typing import Final

from engarde_tui.lines.table import TableWords
from engarde_tui.play.problem import Problem
from engarde_tui.screens.table import TableScreen
from engarde_tui.settings_app import SettingsApp
from engine.command import program_words, why_not_started
from engine.message import message

_MOST: Final = 50
"""Lines that wait to be said; of more, the oldest are left out."""


_PATIENCE: Final = 2.0
"""Seconds for the last sentence, once the program has ended."""

_END: Final = "\n"
"""In place of a line: there will be no more."""


class Speaker:
    """Gives lines to a program; if it hangs or dies, that harms nobody."""

    def __init__(self, command: str) -> None:
        """Start the program of a command line; raises Problem if that fails."""
        try:
            # In a session of its own: ctrl+c at the terminal is not meant for it.
            self._program = subprocess.Popen(
                program_words(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            words = message(
                "the program that is to say everything: {problem}", problem=why_not_started(error)
            )
            raise Problem(words) from None
        self._lines: Queue[str] = Queue(_MOST)
        Thread(target=self._write, daemon=True).start()

    def say(self, line: str) -> None:
        """Let the program say a line soon."""
        while line:
            try:
                self._lines.put_nowait(line)
                return
            except Full:
                with suppress(Empty):
                    self._lines.get_nowait()

    def _write(self) -> None:
        assert self._program.stdin is not None
        with suppress(OSError, ValueError):
            while (line := self._lines.get()) != _END:
                self._program.stdin.write(f"{line}\n".encode(errors="replace"))
                self._program.stdin.flush()
            self._program.stdin.close()

    def close(self) -> None:
        """End the input of the program, and soon the program, if that is not enough for it."""
        self.say(_END)
        try:
            self._program.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            # With all that it has started.
            with suppress(OSError):
                os.killpg(self._program.pid, signal.SIGKILL)
            self._program.wait()


class TableListener:
    """Says at the full screen what a table tells in words: what has happened, what to do, why not."""

    def __init__(self, app: SettingsApp, speaker: Speaker) -> None:
        """Follow whatever table is on top of `app`."""
        self._app = app
        self._speaker = speaker
        self._table: TableWords | None = None
        self._prompt = ""
        self._looks = False
        """Whether the table is about to be looked at."""
        app.on_paint = self._look_soon

    def _look_soon(self) -> None:
        if not self._looks:
            self._looks = True
            self._app.when_done(self._look)

    def _look(self) -> None:
        self._looks = False
        top = self._app.screen if self._app.screen_stack else None
        if not isinstance(top, TableScreen):
            return
        if self._table is None or self._table.screen is not top:
            self._table = TableWords(top)
        for line in self._table.news():
            self._speaker.say(line)
        words = top.scene.message
        is_secret = top.scene.alone is None and top.scene.draft != top.board.begin(top.scene.view.round)
        if words.text != self._prompt and not (words.refused or words.is_news or is_secret):
            self._speaker.say(words.text.replace("\n", " "))
        self._prompt = words.text
