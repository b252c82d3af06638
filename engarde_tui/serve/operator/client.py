"""`engarde hall`: give an order to the hall that is open in a folder."""

import argparse
import socket
from pathlib import Path
from typing import Any

from engarde_tui.match.problem import Problem
from engarde_tui.output import print_text
from engarde_tui.serve.operator.protocol import PROBLEM, TEXT, line_of, message_of, reachable


def command_hall(options: argparse.Namespace, folder: Path) -> int:
    """Give the order of the options, print the answer, and return the exit status.

    Raises Problem if no hall is open in `folder`, or it does not obey.
    """
    given = {key: value for key, value in vars(options).items() if key in ORDER_OPTIONS and value is not None}
    if "file" in given:
        # The hall has a working directory of its own.
        given["file"] = str(Path(given["file"]).absolute())
    answer = ask(folder, given)
    if PROBLEM in answer:
        raise Problem(str(answer[PROBLEM]))
    print_text(f"{answer.get(TEXT, '')}\n")
    return 0


ORDER_OPTIONS = ("order", "text", "name", "who", "file", "at", "minutes", "cancel")
"""The options that go into an order."""


def ask(folder: Path, order: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to an order; raises Problem if no hall is open in `folder`, or it ends meanwhile."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        try:
            with reachable(folder) as path:
                asking.connect(path)
        except PermissionError:
            raise Problem(f"the hall in {folder} takes orders only from the user who runs it") from None
        except OSError:
            raise Problem(
                f"no hall is open in {folder}: choose the folder of a running one with --data"
            ) from None
        try:
            asking.sendall(line_of(order))
            with asking.makefile("rb") as answers:
                return message_of(answers.readline())
        except (OSError, ValueError):
            raise Problem("the hall has ended before it answered") from None
