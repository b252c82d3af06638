"""The command line: reads it, refuses wrong usage in one line, and runs the program."""

import argparse
import os
import random
import sys
from collections.abc import Sequence
from typing import NoReturn

from engarde_tui import __version__
from engarde_tui.table import STARTERS, starting_seat
from engine.en_garde import PRESETS, Match
from engine.en_garde.match import DEFAULT_TARGET
from engine.en_garde.rules import DEFAULT_PRESET

USAGE_ERROR = 2


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `engarde`; answers the exit status: 0, 2 for wrong usage, 1 after a crash, 128+n after signal n."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        match = _match(options) if options.command == "play" else None
    except ValueError as error:
        parser.error(str(error))
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        parser.error("this program needs a terminal it can draw on")
    # Textual takes most of the start-up time; wrong usage should not wait for it.
    from engarde_tui.app import EngardeApp

    draws_beyond_ascii = "utf" in sys.stdout.encoding.lower()
    app = EngardeApp(match, ascii_only=options.ascii or not draws_beyond_ascii)
    app.run(mouse=not options.no_mouse)
    if app.crash_report:
        print(app.crash_report, file=sys.stderr)
    return app.return_code or 0


def _parser() -> _Parser:
    parser = _Parser(
        prog="engarde", description="Reiner Knizia's fencing card game En Garde, in the terminal."
    )
    parser.add_argument("--version", action="version", version=f"engarde {__version__}")
    _add_screen_options(parser, default=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    play = commands.add_parser("play", help="go straight to the table", description="Begin a match at once.")
    _add_screen_options(play, default=argparse.SUPPRESS)
    play.add_argument(
        "--rules", default=DEFAULT_PRESET, choices=PRESETS, metavar="PRESET", help="one of: %(choices)s"
    )
    play.add_argument("--left", default="Anna", metavar="NAME", help="the left fencer (default: %(default)s)")
    play.add_argument(
        "--right", default="Bruno", metavar="NAME", help="the right fencer (default: %(default)s)"
    )
    play.add_argument(
        "--target", type=int, default=DEFAULT_TARGET, metavar="N", help="rounds to win (default: %(default)s)"
    )
    play.add_argument(
        "--first", default="left", choices=STARTERS, help="who begins the first round (default: %(default)s)"
    )
    play.add_argument("--seed", type=int, metavar="N", help="the same number deals the same cards")
    return parser


def _add_screen_options(parser: argparse.ArgumentParser, default: object) -> None:
    for option, text in (
        ("--ascii", "draw with ASCII characters only"),
        ("--no-mouse", "leave the mouse to the terminal"),
    ):
        parser.add_argument(option, action="store_true", default=default, help=text)


def _match(options: argparse.Namespace) -> Match:
    """The match that the options of `play` describe; raises ValueError where they cannot be played."""
    if any(name.startswith("bot:") for name in (options.left, options.right)):
        raise ValueError("there are no computer opponents in this version: give a person's name")
    first = starting_seat(
        options.first, random.SystemRandom() if options.seed is None else random.Random(options.seed)
    )
    return Match.new(
        PRESETS[options.rules], (options.left, options.right), options.target, first, options.seed
    )
