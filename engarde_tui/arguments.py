"""The arguments of the command line."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from engarde_tui import __version__
from engarde_tui.match.problem import insist_on_regular_file, printable
from engarde_tui.match.puzzles import ANY, Wanted
from engarde_tui.match.replay import Perspective
from engarde_tui.match.table import STARTERS
from engarde_tui.output import print_text
from engine.bots import PREFIX
from engine.game import Game, MalformedRulesError, games

USAGE_ERROR: Final = 2
"""The exit status of wrong usage."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and which gets its arguments when they are needed.

    To make those of all commands would take 5 ms of every start.
    """

    rules_option: argparse.Action | None = None
    """The option in whose help the presets of all games go in place of `_PRESETS`."""

    _add_arguments: "Callable[[OneLineParser], None] | None" = None

    def add_later(self, add_arguments: "Callable[[OneLineParser], None]") -> None:
        """Let `add_arguments` add the arguments before the first use."""
        self._add_arguments = add_arguments

    def _complete(self) -> None:
        add_arguments, self._add_arguments = self._add_arguments, None
        if add_arguments is not None:
            add_arguments(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments; a parser calls this for the command that is given."""
        self._complete()
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        """Return the help; only now load all games to list their presets."""
        self._complete()
        if self.rules_option is not None:
            assert self.rules_option.help is not None
            self.rules_option.help = self.rules_option.help.replace(_PRESETS, ", ".join(_presets()))
        return super().format_help()

    def print_help(self, file: Any = None) -> None:
        """Print the help; raises Problem if standard output cannot be written."""
        print_text(self.format_help())

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


class _Version(argparse.Action):
    """Prints the version; argparse's own action does not notice if that fails."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print_text(f"engarde {__version__}\n")
        parser.exit()


def argument_parser() -> OneLineParser:
    """Return the parser of `engarde`; it sets `command` to the name of the command, None for the menu."""
    parser = OneLineParser(
        prog="engarde", description="Card duels in the terminal: En Garde, and A Game of Swords and Shields."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    _add_screen_options(parser)
    _add_data_option(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=OneLineParser)
    for name, (help, description, add_arguments) in _COMMANDS.items():
        commands.add_parser(name, help=help, description=description).add_later(add_arguments)
    return parser


def _add_play(parser: OneLineParser) -> None:
    house = next(iter(games().values()))
    bots = f"{PREFIX}LEVEL ({', '.join(house.levels)})"
    _add_screen_options(parser, default=argparse.SUPPRESS)
    _add_data_option(parser, default=argparse.SUPPRESS)
    _add_game_options(parser)
    for seat, name, shown in (("left", None, "your name"), ("right", "Bruno", "%(default)s")):
        parser.add_argument(
            f"--{seat}",
            default=name,
            metavar="NAME",
            help=f"the {seat} player: a name, {bots}, or bot:COMMAND for your own program (default: {shown})",
        )
    parser.add_argument(
        "--target",
        type=_integer,
        metavar="N",
        help=f"rounds to win (default: {house.target}, or the game's own)",
    )
    parser.add_argument(
        "--first", default="left", choices=STARTERS, help="who begins the first round (default: %(default)s)"
    )
    _add_pace_option(parser)
    chance = parser.add_mutually_exclusive_group()
    chance.add_argument("--seed", type=_integer, metavar="N", help="deal the same cards for the same number")
    chance.add_argument(
        "--word",
        nargs="?",
        const="",
        metavar="WORD",
        help="let the cards follow from your word too, so that the program cannot choose them; if you leave"
        " WORD out, it is asked for once the program is committed (docs/fairness.md)",
    )


def _add_daily(parser: OneLineParser) -> None:
    parser.rules_option = parser.add_argument("--rules", type=_preset, metavar="PRESET", help=_rules_help())
    parser.set_defaults(game=None, cards=None)
    _add_pace_option(parser)


def _add_learn(parser: OneLineParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        choices=games(),
        metavar="GAME",
        help=f"one of: %(choices)s (default: {next(iter(games()))})",
    )
    _add_screen_options(parser, default=argparse.SUPPRESS)
    _add_data_option(parser, default=argparse.SUPPRESS)


def _add_puzzle(parser: OneLineParser) -> None:
    parser.add_argument(
        "wanted",
        nargs="?",
        type=_puzzle,
        default=ANY,
        metavar="NUMBER|today",
        help="which one, today's is the same for everybody (default: one that suits you)",
    )
    _add_screen_options(parser, default=argparse.SUPPRESS)
    _add_data_option(parser, default=argparse.SUPPRESS)


def _puzzle(text: str) -> Wanted:
    if text == "today":
        return Wanted(is_todays=True)
    try:
        return Wanted(_positive(text))
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither the number of a puzzle nor today") from None


def _add_resume(parser: OneLineParser) -> None:
    _add_pace_option(parser)
    _add_screen_options(parser, default=argparse.SUPPRESS)
    _add_data_option(parser, default=argparse.SUPPRESS)


def _add_replay(parser: OneLineParser) -> None:
    _add_screen_options(parser, default=argparse.SUPPRESS)
    _add_data_option(parser, default=argparse.SUPPRESS)
    parser.add_argument("file", metavar="FILE", help="an .engarde record; - is standard input, for --print")
    parser.add_argument("--print", action="store_true", help="print it as plain text instead")
    parser.add_argument(
        "--view",
        type=Perspective,
        choices=list(Perspective),
        help="whose cards to show: %(choices)s (default: both if the match is finished, else none)",
    )


def _add_export(parser: OneLineParser) -> None:
    _add_data_option(parser, default=argparse.SUPPRESS)
    parser.add_argument(
        "match",
        nargs="?",
        type=_integer,
        metavar="NUMBER",
        help="its number (default: the finished match played last)",
    )
    to = parser.add_mutually_exclusive_group()
    to.add_argument("--to", metavar="FILE", help="write to this new file (default: standard output)")
    to.add_argument("--list", action="store_true", help="list all matches with their numbers instead")


def _add_import(parser: OneLineParser) -> None:
    _add_data_option(parser, default=argparse.SUPPRESS)
    parser.add_argument("files", nargs="+", metavar="FILE", help="an .engarde record; - is standard input")


def _add_verify(parser: OneLineParser) -> None:
    parser.add_argument("file", metavar="FILE", help="an .engarde record; - is standard input")


def _add_arena(parser: OneLineParser) -> None:
    house = next(iter(games().values()))
    for position in ("first", "second"):
        parser.add_argument(
            position,
            metavar="BOT",
            help=f"{', '.join((*house.levels, *house.references))},"
            " or the command of a program (docs/bots.md)",
        )
    parser.add_argument(
        "--rounds",
        type=_even,
        default=1000,
        metavar="N",
        help="rounds to play, an even number (default: %(default)s)",
    )
    _add_game_options(parser)
    parser.add_argument(
        "--seed",
        type=_integer,
        default=1,
        metavar="N",
        help="give the same result for the same number (default: 1)",
    )
    parser.add_argument(
        "--processes", type=_positive, metavar="N", help="number of processes (default: one per core)"
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="keep the results in this file as they come; the same command continues with it",
    )
    parser.add_argument("--json", action="store_true", help="print all results as JSON")


def _add_serve(parser: OneLineParser) -> None:
    _add_data_option(parser, default=argparse.SUPPRESS)
    parser.add_argument(
        "--host",
        action="append",
        default=[],
        help="address to listen on, can be given again: 0.0.0.0 and :: are all (default: 127.0.0.1 and ::1)",
    )
    parser.add_argument(
        "--port", type=_port, default=2222, metavar="N", help="port to listen on (default: %(default)s)"
    )
    for option, default, text in (
        ("--max-players", 100, "sessions at once"),
        ("--max-per-address", 20, "connections at once, and waiting tables, from one address"),
        ("--absence", 180, "seconds before you can claim a win against an absent player"),
        ("--idle-minutes", 120, "minutes without a key press before a session ends"),
        ("--table-hours", 24, "hours that a table waits for an opponent while its host is away"),
        ("--names-days", 365, "days of the hall running after which a name that nobody uses is free again"),
    ):
        parser.add_argument(
            option, type=_positive, default=default, metavar="N", help=f"{text} (default: %(default)s)"
        )
    parser.add_argument(
        "--disown",
        action="store_true",
        help="give up the matches of members whom hall.db does not know, if it was lost for good",
    )
    parser.add_argument(
        "--log-level",
        default="info",
        choices=("debug", "info", "warning", "error"),
        help="log level on stderr: %(choices)s (default: %(default)s)",
    )


def _add_hall(parser: OneLineParser) -> None:
    _add_data_option(parser, default=argparse.SUPPRESS)
    orders = parser.add_subparsers(dest="order", metavar="ORDER", required=True, parser_class=OneLineParser)

    def add(name: str, help: str) -> argparse.ArgumentParser:
        return orders.add_parser(name, help=help, description=f"{help[:1].upper()}{help[1:]}.")

    add("status", "show who is here, the tables, latencies and refusals")
    add("metrics", "print the figures for Prometheus")
    add("announce", "show a line on every screen").add_argument("text", metavar="TEXT")
    add("kick", "end somebody's visit").add_argument("name", metavar="NAME")
    for name, help in (
        ("ban", "refuse a name, an address or a network from now on"),
        ("unban", "lift a ban"),
    ):
        add(name, help).add_argument("who", metavar="NAME|ADDRESS")
    add("bans", "list the bans")
    add("release", "make a name free for another key").add_argument("name", metavar="NAME")
    drain = add("drain", "open no new tables, and end when everybody has left")
    when = drain.add_mutually_exclusive_group()
    when.add_argument("--at", metavar="HH:MM", help="at this time at the latest, by the hall's clock")
    when.add_argument(
        "--in", dest="minutes", type=_positive, metavar="MINUTES", help="in so many minutes at the latest"
    )
    when.add_argument("--cancel", action="store_true", default=None, help="stay open after all")
    add("backup", "copy the running hall to a new file").add_argument("file", metavar="FILE")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 2**16):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port number (0 to 65535)")
    return int(text)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def _even(text: str) -> int:
    if _positive(text) % 2:
        raise argparse.ArgumentTypeError(f"{text!r} is odd: each deal is played twice, with seats swapped")
    return int(text)


def _add_screen_options(parser: argparse.ArgumentParser, default: object = False) -> None:
    for option, text in (
        ("--ascii", "draw with ASCII characters only"),
        ("--no-mouse", "leave the mouse to the terminal"),
        ("--no-motion", "show actions without movement (or set NO_MOTION)"),
    ):
        parser.add_argument(option, action="store_true", default=default, help=text)


def _add_pace_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--at-once", action="store_true", help="bots play without a pause")


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def _add_data_option(parser: argparse.ArgumentParser, default: object = None) -> None:
    parser.add_argument(
        "--data",
        default=default,
        metavar="DIR",
        help="data folder (default: $ENGARDE_DATA, else the usual one)",
    )


def _add_game_options(parser: OneLineParser) -> None:
    """Add --game, hidden while there is only one game, --rules and --cards."""
    parser.add_argument(
        "--game",
        choices=games(),
        metavar="GAME",
        help=f"one of: %(choices)s (default: {next(iter(games()))})"
        if len(games()) > 1
        else argparse.SUPPRESS,
    )
    parser.rules_option = parser.add_argument("--rules", metavar="RULES", help=_rules_help(_HOUSE_RULES))
    parser.add_argument(
        "--cards", metavar="FILE", help="play with the cards in this file (Swords and Shields)"
    )


_PRESETS: Final = "PRESETS"

_HOUSE_RULES: Final = "; or house rules as records write them, such as 'house parry last_chance'"


def _rules_help(others: str = "") -> str:
    default = next(iter(games().values())).default
    return f"one of: {_PRESETS}{others} (default: {default}, or the game's own)"


_LONGEST_FILE: Final = 1_000_000
"""Characters of a file that are read; games refuse shorter ones already."""


def _presets() -> list[str]:
    return [name for game in games().values() for name in game.presets]


def _preset(text: str) -> str:
    if text not in _presets():
        raise argparse.ArgumentTypeError(_invalid_rules(text))
    return text


def _invalid_rules(text: str) -> str:
    return f"invalid choice: {text!r} (choose from {', '.join(map(repr, _presets()))})"


def chosen_game(options: argparse.Namespace) -> tuple[Game, Any]:
    """Return the game and the rules of `--game`, `--rules` and `--cards`.

    Raises ValueError if they clash, UsageError if the cards are in no regular file.
    """
    game, rules = _chosen_rules(options.game, options.rules)
    if options.cards is None:
        return game, rules
    insist_on_regular_file(Path(options.cards))
    try:
        with Path(options.cards).open(encoding="utf-8-sig") as file:
            return game, game.with_cards(rules, file.read(_LONGEST_FILE))
    except OSError as error:
        raise ValueError(f"{options.cards} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{options.cards} is not UTF-8 text") from None
    except ValueError as error:
        raise ValueError(f"--cards {options.cards}: {error}") from None


def _chosen_rules(name: str | None, text: str | None) -> tuple[Game, Any]:
    """Return a game and its rules, given as the name of a preset or as a record writes them."""
    if text is None:
        game = games()[name or next(iter(games()))]
        return game, game.presets[game.default]
    for game in games().values() if name is None else (games()[name],):
        if text in game.presets:
            return game, game.presets[text]
        try:
            return game, game.parse_rules(text)
        except MalformedRulesError as error:
            # The first word tells whose rules they are.
            if error.word > 1:
                raise ValueError(f"argument --rules: {error}") from None
        except ValueError as error:
            raise ValueError(f"argument --rules: {error}") from None
    if name is not None:
        game = games()[name]
        raise ValueError(f"{game.title} has no rules {text!r}: choose {', '.join(game.presets)}")
    raise ValueError(f"argument --rules: {_invalid_rules(text)}")


_COMMANDS: Final = {
    "play": ("go straight to the table", "Start a match at once.", _add_play),
    "daily": (
        "play the daily bout",
        "Play, continue or look at today's bout: one match against the master with the same cards for"
        " everybody, one try for each set of rules. The days are those of UTC.",
        _add_daily,
    ),
    "learn": (
        "learn to play",
        "Learn to play in short exercises at the table; a lesson that was left continues where it was.",
        _add_learn,
    ),
    "puzzle": (
        "solve a puzzle",
        "Show a position in which one action is far better than all others: find it.",
        _add_puzzle,
    ),
    "resume": (
        "continue the match played last",
        "Continue the unfinished match played last.",
        _add_resume,
    ),
    "replay": ("watch a recorded match", "Watch a recorded match, step by step.", _add_replay),
    "export": ("write a match as a record", "Write a match as an .engarde record.", _add_export),
    "import": ("import matches from records", "Add recorded matches to your own.", _add_import),
    "verify": (
        "check the actions and decks of a record",
        "Check every action of a record against the rules, and every deck against the commitment shown at the"
        " deal. Compare the commitments with the ones you saw.",
        _add_verify,
    ),
    "arena": (
        "measure two bots against each other",
        "Let two bots play many rounds, on all cores: each deal twice, with seats swapped.",
        _add_arena,
    ),
    "serve": (
        "host a hall that others join over ssh",
        "Host a fencing hall: anyone who connects with ssh can play there.",
        _add_serve,
    ),
    "hall": (
        "manage a hall that is open",
        "Give an order to the hall that is open in a folder, as the user who runs it.",
        _add_hall,
    ),
}
"""For each command its line in the help, its description, and what adds its arguments."""
