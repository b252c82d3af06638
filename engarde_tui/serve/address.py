"""The address of a database, as the operator gives it."""

import argparse
import os
from typing import Final

from engarde_tui.language import tr

_BEGINNINGS: Final = ("postgresql://", "postgres://")


def address(text: str) -> str:
    """Return an address as libpq takes it.

    Raises ArgumentTypeError if it is none: with an empty one, as of a variable that is not set, a new hall
    would open in a file.
    """
    if text.startswith(_BEGINNINGS) or "=" in text:
        return text
    raise argparse.ArgumentTypeError(
        tr("{text} is no address of a database, such as postgresql://USER@HOST/NAME", text=repr(text))
    )


def add_database_option(parser: argparse.ArgumentParser, text: str, *, is_needed: bool = False) -> None:
    """Add the option for the address, which the environment can give, too; `text` is its help."""
    given = os.environ.get("ENGARDE_DATABASE")
    parser.add_argument(
        "--database",
        type=address,
        default=given,
        required=is_needed and given is None,
        metavar=tr("URL"),
        help=text,
    )
