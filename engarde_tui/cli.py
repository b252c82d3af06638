"""The command line: reads it, refuses wrong usage in one line, and runs the program."""

import argparse
import os
import random
import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NoReturn

from engarde_tui import __version__, paths
from engarde_tui.match.players import Players, bot_of, check_bot
from engarde_tui.match.problem import Problem, printable
from engarde_tui.match.replay import Perspective, Replay
from engarde_tui.match.table import STARTERS, Table, starting_seat
from engine.bots import PREFIX
from engine.en_garde import PRESETS, Match
from engine.en_garde.bots import LEVELS, REFERENCES
from engine.en_garde.rules import DEFAULT_PRESET
from engine.game import games
from engine.match import DEFAULT_TARGET

if TYPE_CHECKING:
    from engarde_tui.storage.store import Kept, Store

FAILURE = 1
_GAME = games()["en-garde"]
_BOTS = "bot:novice, bot:fencer, bot:master, or bot:COMMAND for a program of yours"
USAGE_ERROR = 2


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


class _UsageError(Exception):
    """What was asked for cannot be done at all; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `engarde`.

    Answers the exit status: 0, 1 for a problem or after a crash, 2 for wrong usage, 128+n after signal n.
    Raises KeyboardInterrupt where a command without a screen is interrupted.
    """
    _open_missing_streams()
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except _UsageError as error:
        parser.error(str(error))
    except Problem as problem:
        print(f"engarde: {problem}", file=sys.stderr)
        return FAILURE


def _open_missing_streams() -> None:
    """Whoever starts us may have closed a standard stream; then there is nobody to read from or tell."""
    # They stay open until the process ends, as the missing ones would have.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _parser() -> _Parser:
    parser = _Parser(
        prog="engarde", description="Reiner Knizia's fencing card game En Garde, in the terminal."
    )
    parser.set_defaults(run=_menu)
    parser.add_argument("--version", action="version", version=f"engarde {__version__}")
    _add_screen_options(parser)
    _add_data_option(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    play = commands.add_parser("play", help="go straight to the table", description="Begin a match at once.")
    play.set_defaults(run=_play)
    _add_screen_options(play, default=argparse.SUPPRESS)
    _add_data_option(play, default=argparse.SUPPRESS)
    play.add_argument(
        "--rules", default=DEFAULT_PRESET, choices=PRESETS, metavar="PRESET", help="one of: %(choices)s"
    )
    for seat, name in (("left", "Anna"), ("right", "Bruno")):
        play.add_argument(
            f"--{seat}",
            default=name,
            metavar="NAME",
            help=f"the {seat} fencer: a name, {_BOTS} (default: %(default)s)",
        )
    play.add_argument(
        "--target", type=int, default=DEFAULT_TARGET, metavar="N", help="rounds to win (default: %(default)s)"
    )
    play.add_argument(
        "--first", default="left", choices=STARTERS, help="who begins the first round (default: %(default)s)"
    )
    _add_pace_option(play)
    play.add_argument("--seed", type=int, metavar="N", help="the same number deals the same cards")

    resume = commands.add_parser(
        "resume",
        help="continue the match played last",
        description="Continue the unfinished match played last.",
    )
    resume.set_defaults(run=_resume)
    _add_pace_option(resume)
    _add_screen_options(resume, default=argparse.SUPPRESS)
    _add_data_option(resume, default=argparse.SUPPRESS)

    replay = commands.add_parser(
        "replay", help="watch a recorded match", description="Watch a recorded match, step by step."
    )
    replay.set_defaults(run=_replay)
    _add_screen_options(replay, default=argparse.SUPPRESS)
    _add_data_option(replay, default=argparse.SUPPRESS)
    replay.add_argument("file", metavar="FILE", help="an .engarde record; - is standard input, for --print")
    replay.add_argument("--print", action="store_true", help="write it as plain text instead")
    replay.add_argument(
        "--view",
        type=Perspective,
        choices=list(Perspective),
        help="whose cards show: %(choices)s (default: both of a finished match, none of one that goes on)",
    )

    export = commands.add_parser(
        "export", help="write a match as a record", description="Write a match as an .engarde record."
    )
    export.set_defaults(run=_export)
    _add_data_option(export, default=argparse.SUPPRESS)
    export.add_argument(
        "match",
        nargs="?",
        type=int,
        metavar="NUMBER",
        help="its number (default: the finished match played last)",
    )
    to = export.add_mutually_exclusive_group()
    to.add_argument("--to", metavar="FILE", help="a new file to write to (default: standard output)")
    to.add_argument("--list", action="store_true", help="list the numbers of all matches instead")

    import_ = commands.add_parser(
        "import", help="take matches from records", description="Add recorded matches to your own."
    )
    import_.set_defaults(run=_import)
    _add_data_option(import_, default=argparse.SUPPRESS)
    import_.add_argument("files", nargs="+", metavar="FILE", help="an .engarde record; - is standard input")

    verify = commands.add_parser(
        "verify",
        help="check a record: its actions, and its decks",
        description="Check every action of a record against the rules, and every deck against the commitment"
        " that was shown at the deal. Compare the commitments with those you saw yourself.",
    )
    verify.set_defaults(run=_verify)
    verify.add_argument("file", metavar="FILE", help="an .engarde record; - is standard input")

    arena = commands.add_parser(
        "arena",
        help="measure two bots against each other",
        description="Let two bots play many rounds: each deal twice, with seats exchanged, on all cores.",
    )
    arena.set_defaults(run=_arena)
    for place in ("first", "second"):
        arena.add_argument(
            place,
            metavar="BOT",
            help=f"{', '.join((*LEVELS, *REFERENCES))}, or the command of a program (docs/bots.md)",
        )
    arena.add_argument(
        "--rounds",
        type=_even,
        default=1000,
        metavar="N",
        help="rounds to play, an even number (default: %(default)s)",
    )
    arena.add_argument(
        "--rules", default=DEFAULT_PRESET, choices=PRESETS, metavar="PRESET", help="one of: %(choices)s"
    )
    arena.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same number gives the same result (default: 1)"
    )
    arena.add_argument(
        "--processes", type=_positive, metavar="N", help="processes to use (default: one per core)"
    )
    arena.add_argument("--json", action="store_true", help="print everything measured as JSON")

    serve = commands.add_parser(
        "serve",
        help="open a hall that others reach by ssh",
        description="Open a fencing hall: anybody who reaches it with ssh can play there.",
    )
    serve.set_defaults(run=_serve)
    _add_data_option(serve, default=argparse.SUPPRESS)
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve.add_argument(
        "--port", type=_port, default=2222, metavar="N", help="port to listen on (default: %(default)s)"
    )
    for option, default, text in (
        ("--max-players", 100, "sessions at once"),
        ("--max-per-address", 20, "connections at once from one address"),
        ("--absence", 180, "seconds after which a match can be claimed from who has gone"),
        ("--idle-minutes", 120, "minutes without a key after which a session ends"),
    ):
        serve.add_argument(
            option, type=_positive, default=default, metavar="N", help=f"{text} (default: %(default)s)"
        )
    serve.add_argument(
        "--log-level",
        default="info",
        choices=("debug", "info", "warning", "error"),
        help="what is written to the standard error: %(choices)s (default: %(default)s)",
    )
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 2**16):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number up to 65535")
    return int(text)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def _even(text: str) -> int:
    if _positive(text) % 2:
        raise argparse.ArgumentTypeError(f"{text!r} is odd: each deal is played twice, with seats exchanged")
    return int(text)


def _add_screen_options(parser: argparse.ArgumentParser, default: object = False) -> None:
    for option, text in (
        ("--ascii", "draw with ASCII characters only"),
        ("--no-mouse", "leave the mouse to the terminal"),
    ):
        parser.add_argument(option, action="store_true", default=default, help=text)


def _add_pace_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--at-once", action="store_true", help="bots answer without taking their time")


def _add_data_option(parser: argparse.ArgumentParser, default: object = None) -> None:
    parser.add_argument(
        "--data", default=default, metavar="DIR", help="where matches are kept (or set ENGARDE_DATA)"
    )


def _menu(options: argparse.Namespace) -> int:
    return _show(options, None)


def _play(options: argparse.Namespace) -> int:
    """Begin the match that the options describe."""
    source = random.SystemRandom() if options.seed is None else random.Random(options.seed)
    first = starting_seat(options.first, source)
    try:
        players = Players.parse(_GAME, options.left, options.right)
        match = Match.new(PRESETS[options.rules], players.names, options.target, first, options.seed)
    except ValueError as error:
        raise _UsageError(str(error)) from None
    return _show(options, Table(match, players=players))


def _resume(options: argparse.Namespace) -> int:
    _insist_on_terminal()
    with closing(_store(options)) as store:
        for stored in store.unfinished():
            return _show(options, store.resume(stored.id), store)
        raise Problem(f"there is no unfinished match in {store.folder}: begin one with engarde play")


def _replay(options: argparse.Namespace) -> int:
    if options.print:
        from engarde_tui.commands.records import print_replay

        return print_replay(options)
    from engarde_tui.storage.files import read_record

    if options.file == "-":
        raise _UsageError("the standard input can be watched only with --print")
    _insist_on_terminal()
    return _show(options, Replay(read_record(options.file).match, perspective=options.view))


def _export(options: argparse.Namespace) -> int:
    from engarde_tui.commands.records import export_match

    if options.list and options.match is not None:
        raise _UsageError("--list lists all matches: leave the number out")
    with closing(_store(options)) as store:
        return export_match(options, store)


def _import(options: argparse.Namespace) -> int:
    from engarde_tui.commands.records import import_matches

    with closing(_store(options)) as store:
        return import_matches(options, store)


def _verify(options: argparse.Namespace) -> int:
    from engarde_tui.commands.records import verify_record

    return verify_record(options)


def _arena(options: argparse.Namespace) -> int:
    from engarde_tui.commands.arena import run_arena

    try:
        for place in ("first", "second"):
            word = getattr(options, place)
            bot = bot_of(_GAME, word if bot_of(_GAME, word) is not None else f"{PREFIX}{word}")
            check_bot(bot or "", _GAME, arena=True)
            setattr(options, place, bot)
    except ValueError as error:
        raise _UsageError(str(error)) from None
    return run_arena(options)


def _serve(options: argparse.Namespace) -> int:
    from engarde_tui.serve.command import serve

    folder = paths.data(options.data) if options.data else paths.data() / "hall"
    return serve(options, folder)


def _store(options: argparse.Namespace) -> "Store":
    from engarde_tui.storage.store import Store

    return Store(paths.data(options.data))


def _show(
    options: argparse.Namespace, start: "Table | Kept | Replay | None", store: "Store | None" = None
) -> int:
    """Run the program in this terminal."""
    _insist_on_terminal()
    if "STY" in os.environ:
        # GNU screen takes true colours for other things: everything turns red, and blinks.
        os.environ.pop("COLORTERM", None)
    # Textual takes most of the start-up time; wrong usage should not wait for it.
    from engarde_tui.app import EngardeApp
    from engarde_tui.match.bot_turns import BOT_PACE

    draws_beyond_ascii = "utf" in sys.stdout.encoding.lower()
    app = EngardeApp(
        start,
        store or _store(options),
        ascii_only=options.ascii or not draws_beyond_ascii,
        bot_pace=0.0 if getattr(options, "at_once", False) else BOT_PACE,
    )
    # As every signal does, until the driver takes them: asyncio would begin to draw before it ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        app.run(mouse=not options.no_mouse)
    except Exception:
        # The program's end has failed itself.
        app.report_crash()
    if app.crash_report:
        print(app.crash_report, file=sys.stderr)
        return FAILURE
    return app.return_code or 0


def _insist_on_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        raise _UsageError("this program needs a terminal it can draw on")
