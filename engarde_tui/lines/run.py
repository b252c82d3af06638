"""Run the program in lines on the standard streams."""

import asyncio
import os
import signal
import sys
from contextlib import suppress

from engarde_tui.app import EngardeApp
from engarde_tui.lines.face import LineFace
from engarde_tui.lines.speaker import Speaker
from engarde_tui.lines.terminal import StandardLines
from engarde_tui.output import give_up_output

_ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Signals that end the program cleanly, with exit status 128 + number."""

_LONGEST_WRITE = 1.0
"""Seconds after which a stop no longer waits for a terminal that takes nothing."""


def run_in_lines(app: EngardeApp, why: str, speaker: Speaker | None) -> int:
    """Run the app in lines, which `speaker` says too, and return the exit status; say first why.

    Raises Problem if they cannot be written.
    """
    failure = asyncio.run(talk_in_lines(app, why, speaker))
    if failure is not None and not app.return_code:
        give_up_output(failure)
    return app.return_code or 0


async def talk_in_lines(app: EngardeApp, why: str, speaker: Speaker | None) -> OSError | None:
    """Run the app in lines, as `run_in_lines` does; return why they could not be written, if so."""
    loop, is_told_to_end = asyncio.get_running_loop(), asyncio.Event()

    def end(number: int) -> None:
        is_told_to_end.set()
        app.exit(return_code=128 + number)

    for number in _ENDINGS:
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, end, number)
    lines = StandardLines(speaker, ascii_only=app.is_ascii or "utf" not in sys.stdout.encoding.lower())
    face = LineFace(app, lines)

    tasks: list[asyncio.Task[None]] = []

    async def stop() -> None:
        """Stop as the signal asks, with the hands hidden."""
        face.hide()
        with suppress(TimeoutError):
            await asyncio.wait_for(lines.written(), _LONGEST_WRITE)
        os.kill(os.getpid(), signal.SIGSTOP)
        face.come_back()

    loop.add_signal_handler(signal.SIGTSTP, lambda: tasks.append(loop.create_task(stop())))
    await face.run(why)
    # Whoever reads slowly gets all of it, unless a signal cannot wait for them.
    waits = [asyncio.create_task(each) for each in (lines.written(), is_told_to_end.wait())]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    return lines.failure
