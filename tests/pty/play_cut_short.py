"""`python play_cut_short.py MOMENT[+MOMENT] EVENT`: `engarde play`, where EVENT happens at each moment once.

EVENT is the number of a signal, or `error`.
"""

import signal
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from engarde_tui import cli
from engarde_tui.app import EngardeApp
from engarde_tui.terminal.driver import TerminalDriver

MOMENTS: dict[str, tuple[type, str]] = {
    "loading": (EngardeApp, "on_load"),
    "making the driver": (TerminalDriver, "__init__"),
    "before the first byte": (TerminalDriver, "start_application_mode"),
    "composing": (EngardeApp, "get_default_screen"),
    "mounting": (EngardeApp, "on_mount"),
    "first picture": (EngardeApp, "outgoing"),
    "at the end": (EngardeApp, "_close_all"),
}
"""Just before which method."""

BYTES = {
    "alternate screen": "\x1b[?1049h",
    "hidden cursor": "\x1b[?25l",
    "bracketed paste": "\x1b[?2004h",
    "kitty keys left": "\x1b[<u",
    "alternate screen left": "\x1b[?1049l",
}
"""Just after which sequence has been written."""


def happen(event: str) -> None:
    """Let the event happen to the process."""
    if event == "error":
        raise RuntimeError("as the test wants it")
    signal.raise_signal(int(event))


def cut_short(moment: str, event: str) -> None:
    """Let the event happen when that moment comes."""
    events = [event]

    def before(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def wrapper(self: object, *arguments: Any, **options: Any) -> Any:
            if events:
                happen(events.pop())
            return method(self, *arguments, **options)

        return wrapper

    def after_bytes(driver: TerminalDriver, data: str) -> None:
        write(driver, data)
        if data == BYTES[moment] and events:
            happen(events.pop())

    if moment in MOMENTS:
        owner, name = MOMENTS[moment]
        setattr(owner, name, before(getattr(owner, name, lambda self: None)))
    else:
        write, TerminalDriver.write = TerminalDriver.write, after_bytes  # type: ignore[method-assign]


if __name__ == "__main__":
    moments, event = sys.argv[1:]
    for moment in moments.split("+"):
        cut_short(moment, event)
    sys.exit(cli.main(["play", "--seed", "7"]))
