"""`engarde learn`: the lesson of a game."""

import argparse

from engarde_tui.arguments import OneLineParser
from engarde_tui.commands.shared import show
from engarde_tui.language import tr
from engarde_tui.play.problem import UsageError
from engine.game import games


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument(
        "game",
        nargs="?",
        choices=games(),
        metavar=tr("GAME"),
        help=tr("one of: %(choices)s (default: {game})", game=next(iter(games()))),
    )


def run(options: argparse.Namespace) -> int:
    """Show the lesson of a game."""
    from engarde_tui.presentation import lessons

    name = options.game or next(iter(games()))
    lesson = next((each for each in lessons() if name == each.rules.GAME), None)
    if lesson is None:
        raise UsageError(tr("there is no lesson of {game}", game=games()[name].title))
    return show(options, lesson)
