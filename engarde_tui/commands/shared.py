"""What several commands need: the matches, the settings, the screen, lines of text."""

import argparse
import atexit
import os
import signal
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from engarde_tui import paths
from engarde_tui.language import tr
from engarde_tui.output import print_bytes
from engarde_tui.play.problem import Problem, UsageError
from engarde_tui.terminal.environment import is_on

if TYPE_CHECKING:
    from engarde_tui.app import EngardeApp
    from engarde_tui.lines.speaker import Speaker
    from engarde_tui.play.day import Bout
    from engarde_tui.play.live_match import LiveMatch
    from engarde_tui.play.replay import Replay
    from engarde_tui.progress.lesson import Lesson
    from engarde_tui.progress.puzzles import Wanted
    from engarde_tui.settings.keeper import SettingsKeeper
    from engarde_tui.storage.store import ResumedMatch, Store

FAILURE: Final = 1
"""The exit status of what fails."""


def why_lines(environment: Mapping[str, str], *, asked: bool, chosen: bool) -> str:
    """Return why the program speaks in lines, and how that is turned off; "" for the full screen.

    It was `asked` for on the command line, or is `chosen` in the settings.
    """
    if asked:
        return tr("This is the line mode, as --plain says. Leave it out for the full screen.")
    if chosen:
        return tr("This is the line mode, as your settings say. To change that, type settings.")
    if is_on(environment, "ACCESSIBLE"):
        return tr("This is the line mode, as ACCESSIBLE is set. Unset it for the full screen.")
    if environment.get("TERM", "dumb") == "dumb":
        return tr("This is the line mode, as the terminal draws nothing (TERM=dumb).")
    return ""


def store_of(options: argparse.Namespace) -> "Store":
    """Return the matches in the folder of `--data`."""
    from engarde_tui.storage.store import Store

    return Store(paths.data(options.data))


def settings() -> "SettingsKeeper":
    """Return the settings of this user, for this time only if there is no place for them."""
    from engarde_tui.settings.file import SettingsFile
    from engarde_tui.settings.keeper import SettingsKeeper

    try:
        return SettingsFile(paths.settings())
    except Problem as problem:
        return SettingsKeeper(hindrance=problem)


def show(
    options: argparse.Namespace,
    start: "LiveMatch | ResumedMatch | Replay | Bout | Lesson | Wanted | None" = None,
    store: "Store | None" = None,
    keeper: "SettingsKeeper | None" = None,
) -> int:
    """Run the app from `start`, by default the menu, and return the exit status.

    Raises UsageError without a terminal, as the last of all that may be wrong.
    """
    keeper = keeper or settings()
    why = why_lines(os.environ, asked=options.plain, chosen=keeper.settings.lines)
    if "STY" in os.environ:
        # GNU screen misreads true colours: everything turns red and blinks.
        os.environ.pop("COLORTERM", None)
    speaker = _speaker(options.say if options.say is not None else keeper.settings.say)
    insist_on_terminal(options)
    # Importing Textual takes most of the start-up time; wrong usage should not wait for it.
    from engarde_tui.app import EngardeApp
    from engarde_tui.terminal.colours import colours_by_terminfo

    draws_beyond_ascii = "utf" in sys.stdout.encoding.lower()
    app = EngardeApp(
        start,
        store or store_of(options),
        ascii_only=options.ascii or not draws_beyond_ascii,
        no_motion=options.no_motion or bool(why),
        keeper=keeper,
        bot_pace=0.0 if getattr(options, "at_once", False) else None,
        login="" if keeper.settings.name else login(),
    )
    if why:
        from engarde_tui.lines.run import run_in_lines

        return reported(app, run_in_lines(app, why, speaker))
    if speaker is not None:
        from engarde_tui.lines.speaker import TableListener

        TableListener(app, speaker)
    if app.console.color_system == "standard" and (colors := colours_by_terminfo()):
        app.use_colors(colors)
    # Until the driver handles signals, ctrl+c ends the process at once; asyncio would draw a frame first.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        app.run(mouse=app.settings.mouse and not options.no_mouse)
    except Exception:
        # Shutting down failed.
        app.report_crash()
    return reported(app, app.return_code or 0)


def login() -> str:
    """Return the name of this user of the machine as a player's; "" if it is none, or cannot be one."""
    from getpass import getuser

    from engarde_tui.play.players import own_name

    with suppress(OSError, KeyError, ValueError):
        return own_name(getuser())
    return ""


def _speaker(command: str) -> "Speaker | None":
    """Return what gives lines to the program of a command, until this one ends; None for no command."""
    if not command:
        return None
    from engarde_tui.lines.speaker import Speaker

    speaker = Speaker(command)
    atexit.register(speaker.close)
    return speaker


def reported(app: "EngardeApp", status: int) -> int:
    """Print why an app has crashed, if it has; return the exit status."""
    if not app.crash_report:
        return status
    print(app.crash_report, file=sys.stderr)
    return FAILURE


def insist_on_terminal(options: argparse.Namespace) -> None:
    """Raise UsageError if nobody reads or types here, unless the line mode is asked for."""
    if not (options.plain or (sys.stdin.isatty() and sys.stdout.isatty())):
        raise UsageError(tr("this program needs a terminal; with --plain it takes pipes"))


def print_lines(lines: Iterable[str], *, ascii_only: bool = False) -> None:
    """Print lines of text; raises Problem if standard output cannot be written."""
    from engarde_tui.terminal.ascii import in_ascii

    encoding = sys.stdout.encoding
    ascii_only = ascii_only or "utf" not in encoding.lower()
    text = (f"{in_ascii(line) if ascii_only else line}\n" for line in lines)
    print_bytes(*(line.encode(encoding, "replace") for line in text))
