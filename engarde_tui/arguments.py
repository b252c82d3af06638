"""The parser of the command line, and arguments that several commands take."""

import argparse
from collections.abc import Callable
from typing import Any, Final, NoReturn

from engarde_tui.language import LANGUAGES, put, tr
from engarde_tui.output import print_text
from engarde_tui.paths import expanded
from engarde_tui.play.problem import insist_on_regular_file, printable
from engine.game import Game, MalformedRulesError, games
from engine.message import Message, message

LANG: Final = "--lang"
"""The option that chooses the language."""

USAGE_ERROR: Final = 2
"""The exit status of wrong usage."""

SAID_BY_ARGPARSE: Final = (
    message("usage: "),
    message("positional arguments"),
    message("options"),
    message("%(heading)s:"),
    message("show this help message and exit"),
    message("argument %(argument_name)s: %(message)s"),
    message("the following arguments are required: %s"),
    message("one of the arguments %s is required"),
    message("unrecognized arguments: %s"),
    message("not allowed with argument %s"),
    message("ignored explicit argument %r"),
    message("expected one argument"),
    message("expected at most one argument"),
    message("expected at least one argument"),
    message("ambiguous option: %(option)s could match %(matches)s"),
    message("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""What argparse says by itself, written out for the catalogues; people read nothing else of it here."""

# It translates by this name, and offers no other way. gettext itself would follow the environment alone.
setattr(argparse, "_", tr)  # noqa: B010


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and which gets its arguments when they are needed.

    It sets `refuse`, which ends the program with an error that points to the help of the command given.
    To make those of all commands would take 5 ms of every start.
    """

    _add_arguments: "Callable[[OneLineParser], None] | None" = None

    def __init__(self, *given: Any, **named: Any) -> None:
        self._added: list[argparse.Action] = []
        super().__init__(*given, **named)
        # Of a command within another one, the innermost stands in the parsed options.
        self.set_defaults(refuse=self.error)

    def add_argument(self, *given: Any, **named: Any) -> argparse.Action:
        """Add an argument, and remember it."""
        self._added.append(super().add_argument(*given, **named))
        return self._added[-1]

    def add_later(self, add_arguments: "Callable[[OneLineParser], None]") -> None:
        """Let `add_arguments` add the arguments before the first use."""
        self._add_arguments = add_arguments

    def _complete(self) -> None:
        add_arguments, self._add_arguments = self._add_arguments, None
        if add_arguments is not None:
            add_arguments(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments, or refuse them; a parser calls this for the command that is given."""
        self._complete()
        parsed, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(tr("unrecognized arguments: %s") % " ".join(unknown))
        return parsed, unknown

    def format_help(self) -> str:
        """Return the help; only now load all games to list their presets and levels."""
        self._complete()
        for action in self._added:
            for word, listed in ((_PRESETS, _presets), (LEVELS, _levels)):
                if action.help is not None and word in action.help:
                    action.help = action.help.replace(word, listed())
        return super().format_help()

    def print_help(self, file: Any = None) -> None:
        """Print the help; raises Problem if standard output cannot be written."""
        print_text(self.format_help())

    def error(self, message: str) -> NoReturn:
        text = tr(
            "{program}: {problem} (see {program} --help)", program=self.prog, problem=printable(message)
        )
        self.exit(USAGE_ERROR, f"{text}\n")


def positive(text: str) -> int:
    """Return the positive number that an argument says."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(tr("{text!r} is not a positive number", text=text))
    return int(text)


def add_shared_options(
    parser: argparse.ArgumentParser, default: str | None = None, *, draws: bool = True, stores: bool = True
) -> None:
    """Add what every command takes, before its name and after it.

    What means nothing to a command that does not draw, or does not store, is left out of its help.
    """
    suppressed = default is argparse.SUPPRESS
    for option, text in (
        ("--ascii", tr("draw with ASCII characters only")),
        ("--no-mouse", tr("leave the mouse to the terminal")),
        ("--plain", tr("show words in lines instead of a screen (or set ACCESSIBLE=1)")),
        ("--no-motion", tr("show actions without movement (or set NO_MOTION)")),
    ):
        parser.add_argument(
            option,
            action="store_true",
            default=default if suppressed else False,
            help=text if draws else argparse.SUPPRESS,
        )
    parser.add_argument(
        "--say",
        default=default,
        metavar=tr("COMMAND"),
        help=tr("give each message also to a program of yours, such as espeak-ng")
        if draws
        else argparse.SUPPRESS,
    )
    parser.add_argument(
        "--data",
        default=default,
        metavar=tr("DIR"),
        help=tr("data folder (default: $ENGARDE_DATA, else the usual one)") if stores else argparse.SUPPRESS,
    )
    parser.add_argument(
        LANG,
        choices=LANGUAGES,
        default=default,
        metavar=tr("CODE"),
        help=tr("speak this language: %(choices)s (default: that of the settings, else of the terminal)"),
    )


def add_pace_option(parser: argparse.ArgumentParser) -> None:
    """Add --at-once."""
    parser.add_argument("--at-once", action="store_true", help=tr("bots play without a pause"))


def integer(text: str) -> int:
    """Return the whole number that an argument says."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a whole number", text=text)) from None


def add_game_option(parser: OneLineParser) -> None:
    """Add --game, hidden while there is only one game."""
    parser.add_argument(
        "--game",
        choices=games(),
        metavar=tr("GAME"),
        help=tr("one of: %(choices)s (default: {game})", game=next(iter(games())))
        if len(games()) > 1
        else argparse.SUPPRESS,
    )


def add_game_options(parser: OneLineParser) -> None:
    """Add --game, --rules and --cards."""
    add_game_option(parser)
    default = next(iter(games().values())).default
    parser.add_argument(
        "--rules",
        metavar=tr("RULES"),
        help=tr(
            "one of: {presets}; or house rules as records write them, such as 'house parry last_chance'"
            " (default: {default}, or the game's own)",
            presets=_PRESETS,
            default=default,
        ),
    )
    parser.add_argument(
        "--cards",
        metavar=tr("FILE"),
        help=tr("play with the cards in this file (Swords and Shields)"),
    )


_PRESETS: Final = "PRESETS"
LEVELS: Final = "LEVELS"
"""Words of a help in whose place the presets and the levels of all games go."""


def presets_help() -> str:
    """Return the help of an option that takes a preset."""
    default = next(iter(games().values())).default
    return tr("one of: {presets} (default: {default}, or the game's own)", presets=_PRESETS, default=default)


_LONGEST_FILE: Final = 1_000_000
"""Characters of a file that are read; games refuse shorter ones already."""


def _preset_names() -> list[str]:
    return [name for game in games().values() for name in game.presets]


def _presets() -> str:
    return ", ".join(_preset_names())


def _levels() -> str:
    return "; ".join(f"{game.title}: {', '.join(game.levels)}" for game in games().values())


def preset(text: str) -> str:
    """Return the name of a preset of any game."""
    if text not in _preset_names():
        raise argparse.ArgumentTypeError(put(_invalid_rules(text)))
    return text


def _invalid_rules(text: str) -> Message:
    choices = ", ".join(map(repr, _preset_names()))
    return message("invalid choice: {text!r} (choose from {choices})", text=text, choices=choices)


def chosen_game(options: argparse.Namespace) -> tuple[Game, Any]:
    """Return the game and the rules of `--game`, `--rules` and `--cards`.

    Raises ValueError if they clash, UsageError if the cards are in no regular file.
    """
    game, rules = _chosen_rules(options.game, options.rules)
    if options.cards is None:
        return game, rules
    cards = expanded(options.cards)
    insist_on_regular_file(cards)
    try:
        with cards.open(encoding="utf-8-sig") as file:
            return game, game.with_cards(rules, file.read(_LONGEST_FILE))
    except OSError as error:
        problem = message("{file} cannot be read: {reason}", file=options.cards, reason=error.strerror)
        raise ValueError(problem) from None
    except UnicodeDecodeError:
        raise ValueError(message("{file} is not UTF-8 text", file=options.cards)) from None
    except ValueError as error:
        problem = message("--cards {file}: {problem}", file=options.cards, problem=error)
        raise ValueError(problem) from None


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
                raise _wrong_rules(error) from None
        except ValueError as error:
            raise _wrong_rules(error) from None
    if name is not None:
        game = games()[name]
        raise ValueError(
            message(
                "{game} has no rules {text!r}: choose {presets}",
                game=game.title,
                text=text,
                presets=", ".join(game.presets),
            )
        )
    raise _wrong_rules(_invalid_rules(text))


def _wrong_rules(problem: Message | ValueError) -> ValueError:
    return ValueError(message("argument --rules: {problem}", problem=problem))
