"""`engarde puzzle`: a position in which one action is far better than all others."""

import argparse
from contextlib import closing

from engarde_tui.arguments import OneLineParser, positive
from engarde_tui.commands.shared import show, store_of
from engarde_tui.language import tr
from engarde_tui.play.problem import Problem, UsageError
from engarde_tui.progress.puzzles import ANY, MISTAKE, Wanted


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument(
        "wanted",
        nargs="?",
        type=_puzzle,
        default=ANY,
        metavar=f"{tr('NUMBER')}|today",
        help=tr("which one, today's is the same for everybody (default: one that suits you)"),
    )
    parser.add_argument(
        "--mistakes",
        action="store_true",
        help=tr("show mistakes from your matches, which come back until you have solved them three times"),
    )


def _puzzle(text: str) -> Wanted:
    if text == "today":
        return Wanted(is_todays=True)
    try:
        return Wanted(positive(text))
    except argparse.ArgumentTypeError:
        problem = tr("{text!r} is neither the number of a puzzle nor today", text=text)
        raise argparse.ArgumentTypeError(problem) from None


def run(options: argparse.Namespace) -> int:
    """Show a puzzle."""
    from engarde_tui.presentation import puzzles

    if options.mistakes:
        if options.wanted != ANY:
            raise UsageError(tr("--mistakes goes with no puzzle's number"))
        with closing(store_of(options)) as store:
            if not store.mistakes.waiting():
                raise Problem(
                    tr("none of your mistakes is left: those that the review of a match names come back here")
                )
        return show(options, MISTAKE)
    number, most = options.wanted.number, len(puzzles().grades)
    if number is not None and number > most:
        raise UsageError(
            tr("there is no puzzle {number}: choose one from 1 to {most}, or today", number=number, most=most)
        )
    return show(options, options.wanted)
