"""`engarde resume`: continue the match played last."""

import argparse
from contextlib import closing

from engarde_tui.arguments import OneLineParser, add_pace_option
from engarde_tui.commands.shared import show, store_of
from engarde_tui.language import tr
from engarde_tui.play.problem import Problem


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    add_pace_option(parser)


def run(options: argparse.Namespace) -> int:
    """Continue the unfinished match played last."""
    with closing(store_of(options)) as store:
        for stored in store.unfinished():
            return show(options, store.resume(stored.id), store)
        raise Problem(
            tr("there is no unfinished match in {folder}: start one with engarde play", folder=store.folder)
        )
