"""`engarde daily`: today's bout."""

import argparse
from datetime import UTC, datetime

from engarde_tui.arguments import (
    OneLineParser,
    add_game_option,
    add_pace_option,
    chosen_game,
    preset,
    presets_help,
)
from engarde_tui.commands.shared import show
from engarde_tui.language import told, tr
from engarde_tui.play.day import Bout, day_of
from engarde_tui.play.problem import UsageError


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument("--rules", type=preset, metavar=tr("PRESET"), help=presets_help())
    add_game_option(parser)
    parser.set_defaults(cards=None)
    add_pace_option(parser)


def run(options: argparse.Namespace) -> int:
    """Show today's bout, to play, to continue or to look at."""
    try:
        _, rules = chosen_game(options)
    except ValueError as error:
        raise UsageError(told(error)) from None
    return show(options, Bout(day_of(datetime.now(UTC)), rules))
