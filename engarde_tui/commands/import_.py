"""`engarde import`: add matches from records."""

import argparse
from contextlib import closing

from engarde_tui.arguments import OneLineParser
from engarde_tui.commands.shared import FAILURE, print_lines, store_of
from engarde_tui.language import told, tr
from engarde_tui.output import complain
from engarde_tui.paths import expanded
from engarde_tui.play.problem import Problem, insist_on_regular_file
from engarde_tui.storage.errors import StoreError
from engarde_tui.storage.files import FileError, name_of_given, read_given


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument(
        "files", nargs="+", metavar=tr("FILE"), help=tr("an .engarde record; - is standard input")
    )


def run(options: argparse.Namespace) -> int:
    """Add recorded matches to the own ones; return 1 if any could not be added."""
    for file in options.files:
        if file != "-":
            insist_on_regular_file(expanded(file))
    status = 0
    unwritten: Problem | None = None
    with closing(store_of(options)) as store:
        for file in options.files:
            name = name_of_given(file)
            try:
                number = store.add(read_given(file))
            except FileError as problem:
                complain(told(problem))
                status = FAILURE
            except StoreError as problem:
                complain(f"{name}: {told(problem)}")
                status = FAILURE
            else:
                try:
                    print_lines([tr("{file}: match {number}", file=name, number=number)])
                except Problem as problem:
                    # What is stored is stored, and the other files too.
                    unwritten = problem
    if unwritten is not None:
        raise unwritten
    return status
