"""Run the program in lines on the standard streams."""

import asyncio
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


def run_in_lines(app: EngardeApp, why: str, speaker: Speaker | None) -> int:
    """Run the app in lines, which `speaker` says too, and return the exit status; say first why.

    Raises Problem if they cannot be written.
    """
    failure = asyncio.run(_run(app, why, speaker))
    if failure is not None and not app.return_code:
        give_up_output(failure)
    return app.return_code or 0


async def _run(app: EngardeApp, why: str, speaker: Speaker | None) -> OSError | None:
    """Run the app; return why lines could not be written, if so."""
    loop, is_told_to_end = asyncio.get_running_loop(), asyncio.Event()

    def end(number: int) -> None:
        is_told_to_end.set()
        app.exit(return_code=128 + number)

    for number in _ENDINGS:
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, end, number)
    lines = StandardLines(speaker, ascii_only=app.is_ascii or "utf" not in sys.stdout.encoding.lower())
    await LineFace(app, lines).run(why)
    # Whoever reads slowly gets all of it, unless a signal cannot wait for them.
    waits = [asyncio.create_task(each) for each in (lines.written(), is_told_to_end.wait())]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    return lines.failure
