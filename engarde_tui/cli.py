"""The command line: parse it, reject wrong usage in one line, run the command."""

import argparse
import gc
import os
import random
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from engarde_tui import paths
from engarde_tui.arguments import argument_parser, chosen_game
from engarde_tui.match.day import Bout, day_of
from engarde_tui.match.players import Players, bot_of, check_bot
from engarde_tui.match.problem import Problem, UsageError
from engarde_tui.match.replay import Replay
from engarde_tui.match.table import Table, starting_seat
from engarde_tui.terminal.environment import ignore_variables
from engine.bots import PREFIX
from engine.game import Seat, games
from engine.match import Match

if TYPE_CHECKING:
    from pathlib import Path

    from engarde_tui.match.lesson import Lesson
    from engarde_tui.match.puzzles import Wanted
    from engarde_tui.settings.file import SettingsFile
    from engarde_tui.storage.store import ResumedMatch, Store

FAILURE = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `engarde`.

    Returns the exit status: 0, 1 for a problem or a crash, 2 for wrong usage, 128+n after signal n. Raises
    SystemExit for wrong usage, --help and --version, and KeyboardInterrupt if ctrl+c interrupts a command
    without a screen.
    """
    _open_missing_streams()
    parser = argument_parser()
    try:
        options = parser.parse_args(arguments)
        if options.command not in _SHOWN or getattr(options, "print", False):
            gc.enable()
        else:
            ignore_variables()
        return _COMMANDS[options.command](options)
    except UsageError as error:
        parser.error(str(error))
    except Problem as problem:
        print(f"engarde: {problem}", file=sys.stderr)
        return FAILURE


def _open_missing_streams() -> None:
    """Replace standard streams that the parent process closed by the null device."""
    # Never closed: standard streams live as long as the process.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _menu(options: argparse.Namespace) -> int:
    return _show(options, None)


def _play(options: argparse.Namespace) -> int:
    """Start the match that the options describe."""
    source = random.SystemRandom() if options.seed is None else random.Random(options.seed)
    first = starting_seat(options.first, source)
    keeper = _settings()
    try:
        game, rules = chosen_game(options)
        players = Players.parse(
            game, keeper.settings.name if options.left is None else options.left, options.right
        )
        target = game.target if options.target is None else options.target
        match, others = Match.new(rules, players.names, target, first, options.seed), players.header
        if options.word is not None:
            from engarde_tui.commands.word import fair_deals

            _insist_on_terminal()
            deals = fair_deals(options.word, Seat.LEFT if players.person is None else players.person)
            match = Match.new(rules, players.names, target, first, dealt=deals.deal(game, 1))
            others = (*others, *deals.lines)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return _show(options, Table(match, players=players, others=others), keeper=keeper)


def _daily(options: argparse.Namespace) -> int:
    try:
        _, rules = chosen_game(options)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return _show(options, Bout(day_of(datetime.now(UTC)), rules))


def _learn(options: argparse.Namespace) -> int:
    """Show the lesson of a game."""
    from engarde_tui.presentation import lessons

    name = options.game or next(iter(games()))
    lesson = next((each for each in lessons() if name == each.rules.GAME), None)
    if lesson is None:
        raise UsageError(f"there is no lesson of {games()[name].title}")
    return _show(options, lesson)


def _puzzle(options: argparse.Namespace) -> int:
    """Show a puzzle."""
    from engarde_tui.presentation import puzzles

    number, most = options.wanted.number, len(puzzles().grades)
    if number is not None and number > most:
        raise UsageError(f"there is no puzzle {number}: choose one from 1 to {most}, or today")
    return _show(options, options.wanted)


def _resume(options: argparse.Namespace) -> int:
    _insist_on_terminal()
    with closing(_store(options)) as store:
        for stored in store.unfinished():
            return _show(options, store.resume(stored.id), store)
        raise Problem(f"there is no unfinished match in {store.folder}: start one with engarde play")


def _replay(options: argparse.Namespace) -> int:
    if options.print:
        from engarde_tui.commands.records import print_replay

        return print_replay(options)
    from engarde_tui.storage.files import read_record

    if options.file == "-":
        raise UsageError("standard input can be replayed only with --print")
    _insist_on_terminal()
    return _show(options, Replay(read_record(options.file).match, perspective=options.view))


def _export(options: argparse.Namespace) -> int:
    from engarde_tui.commands.records import export_match

    if options.list and options.match is not None:
        raise UsageError("--list lists all matches and takes no number")
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
        game, rules = chosen_game(options)
        for position in ("first", "second"):
            word = getattr(options, position)
            bot = bot_of(game, word if bot_of(game, word) is not None else f"{PREFIX}{word}")
            check_bot(bot or "", game, arena=True)
            setattr(options, position, bot)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return run_arena(options, game, rules)


def _serve(options: argparse.Namespace) -> int:
    from engarde_tui.serve.command import serve

    return serve(options, _hall_folder(options))


def _hall(options: argparse.Namespace) -> int:
    from engarde_tui.serve.operator.client import command_hall

    return command_hall(options, _hall_folder(options))


def _hall_folder(options: argparse.Namespace) -> "Path":
    return paths.data(options.data) if options.data else paths.data() / "hall"


def _store(options: argparse.Namespace) -> "Store":
    from engarde_tui.storage.store import Store

    return Store(paths.data(options.data))


def _settings() -> "SettingsFile":
    from engarde_tui.settings.file import SettingsFile

    return SettingsFile(paths.settings())


def _show(
    options: argparse.Namespace,
    start: "Table | ResumedMatch | Replay | Bout | Lesson | Wanted | None",
    store: "Store | None" = None,
    keeper: "SettingsFile | None" = None,
) -> int:
    """Run the app in this terminal and return its exit status."""
    _insist_on_terminal()
    if "STY" in os.environ:
        # GNU screen misreads true colours: everything turns red and blinks.
        os.environ.pop("COLORTERM", None)
    # Importing Textual takes most of the start-up time; wrong usage should not wait for it.
    from engarde_tui.app import EngardeApp

    draws_beyond_ascii = "utf" in sys.stdout.encoding.lower()
    app = EngardeApp(
        start,
        store or _store(options),
        ascii_only=options.ascii or not draws_beyond_ascii,
        no_motion=options.no_motion,
        keeper=keeper or _settings(),
        bot_pace=0.0 if getattr(options, "at_once", False) else None,
    )
    # Until the driver handles signals, ctrl+c ends the process at once; asyncio would draw a frame first.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        app.run(mouse=app.settings.mouse and not options.no_mouse)
    except Exception:
        # Shutting down failed.
        app.report_crash()
    if app.crash_report:
        print(app.crash_report, file=sys.stderr)
        return FAILURE
    return app.return_code or 0


def _insist_on_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        raise UsageError("this program needs a terminal it can draw on")


_SHOWN: Final = frozenset({None, "play", "daily", "learn", "puzzle", "resume", "replay"})
"""The commands with a screen, whose first frame turns garbage collection on again.

What starting makes is there to stay: looking for garbage among it takes a tenth of the time.
"""

_COMMANDS: Final[Mapping[str | None, Callable[[argparse.Namespace], int]]] = {
    None: _menu,
    "play": _play,
    "daily": _daily,
    "learn": _learn,
    "puzzle": _puzzle,
    "resume": _resume,
    "replay": _replay,
    "export": _export,
    "import": _import,
    "verify": _verify,
    "arena": _arena,
    "serve": _serve,
    "hall": _hall,
}
