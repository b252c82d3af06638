"""The command line: parse it, reject wrong usage in one line, run the command."""

import argparse
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from typing import Final, Protocol, cast

from engarde_tui import __version__, paths
from engarde_tui.arguments import LANG, OneLineParser, add_shared_options
from engarde_tui.commands.shared import FAILURE, show
from engarde_tui.language import LANGUAGES, TRANSLATOR, Translator, chosen_language, put, told, tr
from engarde_tui.output import complain, print_text
from engarde_tui.play.problem import Problem, UsageError
from engarde_tui.settings.language import language_in
from engarde_tui.terminal.encoding import encoding_of_keys
from engarde_tui.terminal.environment import ignore_variables
from engine.message import Message, message

_COMMANDS: Final[Mapping[str, tuple[str, Message, Message]]] = {
    "play": (
        "engarde_tui.commands.play",
        message("go straight to the table"),
        message("Start a match at once."),
    ),
    "daily": (
        "engarde_tui.commands.daily",
        message("play the daily bout"),
        message(
            "Play, continue or look at today's bout: one match against the master, with the same cards"
            " for everybody, in one try and without hints. The days are those of UTC."
        ),
    ),
    "learn": (
        "engarde_tui.commands.learn",
        message("learn to play"),
        message(
            "Learn to play in short exercises at the table; a lesson that was left continues where it was."
        ),
    ),
    "puzzle": (
        "engarde_tui.commands.puzzle",
        message("solve a puzzle"),
        message("Show a position in which one action is far better than all others: find it."),
    ),
    "resume": (
        "engarde_tui.commands.resume",
        message("continue the match played last"),
        message("Continue the unfinished match played last."),
    ),
    "replay": (
        "engarde_tui.commands.replay",
        message("watch a recorded match"),
        message("Watch a recorded match, step by step."),
    ),
    "export": (
        "engarde_tui.commands.export",
        message("write a match as a record, a picture or a page"),
        message(
            "Write a match as an .engarde record, or to show it around: as a picture, a page or a recording."
            " As FILE, - is standard output."
        ),
    ),
    "import": (
        "engarde_tui.commands.import_",
        message("import matches from records"),
        message("Add recorded matches to your own."),
    ),
    "verify": (
        "engarde_tui.commands.verify",
        message("check the actions and decks of a record"),
        message(
            "Check every action of a record against the rules, and every deck against the commitment"
            " shown at the deal. Compare the commitments with the ones you saw."
        ),
    ),
    "arena": (
        "engarde_tui.commands.arena",
        message("measure two bots against each other"),
        message("Let two bots play many rounds, on all cores: each deal twice, with seats swapped."),
    ),
    "serve": (
        "engarde_tui.serve.command",
        message("host a hall that others join over ssh"),
        message("Host a fencing hall: anyone who connects with ssh can play there."),
    ),
    "hall": (
        "engarde_tui.serve.operator.client",
        message("manage a hall that is open"),
        message("Give an order to the hall that is open in a folder, as the user who runs it."),
    ),
}
"""The module of each command, its line in the help, and its description.

By name, so that only that of the command given is loaded; nothing else may load those of the hall.
"""

_SHOWN: Final = frozenset({None, "play", "daily", "learn", "puzzle", "resume", "replay"})
"""The commands with a screen, whose first frame turns garbage collection on again.

What starting makes is there to stay: looking for garbage among it takes a tenth of the time.
"""

_WITHOUT_MATCHES: Final = frozenset({"verify", "arena"})
"""The commands that read and keep no matches."""


class _Command(Protocol):
    """The module of a command."""

    def add_arguments(self, parser: OneLineParser) -> None:
        """Add what the command is given."""

    def run(self, options: argparse.Namespace) -> int:
        """Run the command and return the exit status."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `engarde`.

    Returns the exit status: 0, 1 for a problem or a crash, 2 for wrong usage, 128+n after signal n. Raises
    SystemExit for wrong usage and --help, and KeyboardInterrupt if ctrl+c interrupts a command
    without a screen.
    """
    _prepare_streams()
    words = sys.argv[1:] if arguments is None else arguments
    translator = Translator(_language_for(words))
    TRANSLATOR.set(translator)
    parser = argument_parser()
    refuse = parser.error
    try:
        options = parser.parse_args(words)
        refuse = options.refuse
        # It may have been shortened.
        translator.language = options.lang or translator.language
        if options.version:
            return _show_version(is_verbose=options.verbose)
        if options.verbose:
            raise UsageError(message("--verbose goes with --version"))
        if options.command not in _SHOWN or getattr(options, "print", False):
            gc.enable()
        else:
            ignore_variables()
        return show(options) if options.command is None else _module_of(options.command).run(options)
    except UsageError as error:
        refuse(told(error))
    except Problem as problem:
        complain(told(problem))
        return FAILURE


def _show_version(*, is_verbose: bool) -> int:
    if is_verbose:
        # Here, because to ask for the versions of others takes a tenth of a start.
        from engarde_tui.report import facts

        print_text("\n".join([*facts(), ""]))
    else:
        print_text(f"engarde {__version__}\n")
    return 0


def _language_for(words: Sequence[str]) -> str:
    """Return the language of this run: that of --lang, of the settings or of the environment.

    It is looked up by hand, as the parser speaks it, too.
    """
    for word, after in pairwise([*words, ""]):
        option, _, given = word.partition("=")
        if option == LANG and (given or after) in LANGUAGES:
            return given or after
    chosen = ""
    with suppress(Problem):
        chosen = language_in(paths.settings())
    return chosen_language(chosen, os.environ)


def argument_parser() -> OneLineParser:
    """Return the parser of `engarde`; it sets `command` to the name of the command, None for the menu."""
    parser = OneLineParser(
        prog="engarde",
        description=tr("Card duels in the terminal: En Garde, and A Game of Swords and Shields."),
    )
    parser.add_argument("--version", action="store_true", help=tr("show the version and exit"))
    parser.add_argument(
        "--verbose",
        action="store_true",
        help=tr("with --version: show also what a report of an error needs"),
    )
    add_shared_options(parser)
    commands = parser.add_subparsers(dest="command", metavar=tr("COMMAND"), parser_class=OneLineParser)
    for name, (_, text, description) in _COMMANDS.items():
        command = commands.add_parser(name, help=put(text), description=put(description))
        command.add_later(partial(_add_arguments, name))
    return parser


def _add_arguments(command: str, parser: OneLineParser) -> None:
    _module_of(command).add_arguments(parser)
    add_shared_options(
        parser, argparse.SUPPRESS, draws=command in _SHOWN, stores=command not in _WITHOUT_MATCHES
    )


def _module_of(command: str) -> _Command:
    """Return the module of a command, loaded only if it is given."""
    path, _, _ = _COMMANDS[command]
    return cast(_Command, import_module(path))


def _prepare_streams() -> None:
    """Replace standard streams that the parent process closed: what is asked for cannot be written.

    No character fails to be read or written.
    """
    # Never closed: standard streams live as long as the process.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding=encoding_of_keys(sys.stdin.encoding), errors="replace")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
