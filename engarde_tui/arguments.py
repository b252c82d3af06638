"""The arguments of the command line."""

import argparse
from typing import Any, Final, NoReturn

from engarde_tui import __version__
from engarde_tui.match.problem import printable
from engarde_tui.match.replay import Perspective
from engarde_tui.match.table import STARTERS
from engine.bots import PREFIX
from engine.game import Game, games

USAGE_ERROR: Final = 2
"""The exit status of wrong usage."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def argument_parser() -> OneLineParser:
    """The parser of `engarde`; `command` is the name of the command, None for the menu."""
    parser = OneLineParser(
        prog="engarde", description="Reiner Knizia's fencing card game En Garde, in the terminal."
    )
    parser.add_argument("--version", action="version", version=f"engarde {__version__}")
    house = next(iter(games().values()))
    bots = ", ".join(f"{PREFIX}{level}" for level in house.levels)
    _add_screen_options(parser)
    _add_data_option(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=OneLineParser)

    play = commands.add_parser("play", help="go straight to the table", description="Begin a match at once.")
    _add_screen_options(play, default=argparse.SUPPRESS)
    _add_data_option(play, default=argparse.SUPPRESS)
    _add_game_options(play)
    for seat, name in (("left", "Anna"), ("right", "Bruno")):
        play.add_argument(
            f"--{seat}",
            default=name,
            metavar="NAME",
            help=f"the {seat} player: a name, {bots}, or bot:COMMAND for your own program"
            " (default: %(default)s)",
        )
    play.add_argument("--target", type=int, metavar="N", help=f"rounds to win (default: {house.target})")
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
    _add_pace_option(resume)
    _add_screen_options(resume, default=argparse.SUPPRESS)
    _add_data_option(resume, default=argparse.SUPPRESS)

    replay = commands.add_parser(
        "replay", help="watch a recorded match", description="Watch a recorded match, step by step."
    )
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
    _add_data_option(import_, default=argparse.SUPPRESS)
    import_.add_argument("files", nargs="+", metavar="FILE", help="an .engarde record; - is standard input")

    verify = commands.add_parser(
        "verify",
        help="check a record: its actions, and its decks",
        description="Check every action of a record against the rules, and every deck against the commitment"
        " that was shown at the deal. Compare the commitments with those you saw yourself.",
    )
    verify.add_argument("file", metavar="FILE", help="an .engarde record; - is standard input")

    arena = commands.add_parser(
        "arena",
        help="measure two bots against each other",
        description="Let two bots play many rounds: each deal twice, with seats exchanged, on all cores.",
    )
    for place in ("first", "second"):
        arena.add_argument(
            place,
            metavar="BOT",
            help=f"{', '.join((*house.levels, *house.references))},"
            " or the command of a program (docs/bots.md)",
        )
    arena.add_argument(
        "--rounds",
        type=_even,
        default=1000,
        metavar="N",
        help="rounds to play, an even number (default: %(default)s)",
    )
    _add_game_options(arena)
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


def _add_game_options(parser: argparse.ArgumentParser) -> None:
    """Which game is played; only worth a word where there is more than one."""
    house = next(iter(games().values()))
    presets = [name for game in games().values() for name in game.presets]
    parser.add_argument(
        "--game",
        choices=games(),
        metavar="GAME",
        help=f"one of: %(choices)s (default: {house.name})" if len(games()) > 1 else argparse.SUPPRESS,
    )
    parser.add_argument(
        "--rules", choices=presets, metavar="PRESET", help=f"one of: %(choices)s (default: {house.default})"
    )


def chosen_game(options: argparse.Namespace) -> tuple[Game, Any]:
    """The game and the rules that `--game` and `--rules` ask for; raises ValueError where they clash."""
    if options.game is None:
        owners = (game for game in games().values() if options.rules in game.presets)
        game = next(owners, next(iter(games().values())))
    else:
        game = games()[options.game]
    name = options.rules or game.default
    if name not in game.presets:
        raise ValueError(f"{game.title} has no rules {name!r}: choose {', '.join(game.presets)}")
    return game, game.presets[name]
