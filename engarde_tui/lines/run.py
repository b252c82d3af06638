"""Run the program in lines on the standard streams."""

import asyncio
import signal
import sys
from contextlib import suppress
from functools import partial

from engarde_tui.app import EngardeApp
from engarde_tui.lines.face import LineFace
from engarde_tui.lines.speaker import Speaker
from engarde_tui.lines.terminal import StandardLines

_ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Signals that end the program cleanly, with exit status 128 + number."""


def run_in_lines(app: EngardeApp, why: str, speaker: Speaker | None) -> int:
    """Run the app in lines, which `speaker` says too, and return the exit status; say first why."""
    lines = StandardLines(speaker, ascii_only=app.is_ascii or "utf" not in sys.stdout.encoding.lower())
    asyncio.run(_run(app, lines, why))
    lines.close()
    return app.return_code or 0


async def _run(app: EngardeApp, lines: StandardLines, why: str) -> None:
    loop = asyncio.get_running_loop()
    for number in _ENDINGS:
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, partial(app.exit, return_code=128 + number))
    await LineFace(app, lines).run(why)
