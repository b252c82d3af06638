"""`engarde hall`: give an order to the hall that is open in a folder."""

import argparse
import socket
from pathlib import Path
from typing import Any

from engarde_tui import paths
from engarde_tui.arguments import OneLineParser, add_shared_options, positive
from engarde_tui.language import TRANSLATOR, tr
from engarde_tui.output import print_text
from engarde_tui.play.problem import Problem
from engarde_tui.play.words import sentence
from engarde_tui.serve.address import add_database_option
from engarde_tui.serve.operator.protocol import LANGUAGE, PROBLEM, TEXT, line_of, message_of, reachable
from engine.message import message


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    orders = parser.add_subparsers(
        dest="order", metavar=tr("ORDER"), required=True, parser_class=OneLineParser
    )

    def add(name: str, text: str) -> argparse.ArgumentParser:
        order = orders.add_parser(name, help=text, description=sentence(text))
        add_shared_options(order, argparse.SUPPRESS, draws=False)
        return order

    add("status", tr("show who is here, the tables and refusals"))
    add("announce", tr("show a line on every screen")).add_argument("text", metavar=tr("TEXT"))
    add("kick", tr("end somebody's visit")).add_argument("name", metavar=tr("NAME"))
    ban = add("ban", tr("refuse a name, an address or a network from now on"))
    ban.add_argument("who", metavar=f"{tr('NAME')}|{tr('ADDRESS')}")
    ban.add_argument("--reason", metavar=tr("TEXT"), help=tr("told to whoever is banned"))
    ban.add_argument(
        "--for", dest="time", metavar=tr("TIME"), help=tr("30m, 12h, 7d or 2w; for good without it")
    )
    add("unban", tr("lift a ban")).add_argument("who", metavar=f"{tr('NAME')}|{tr('ADDRESS')}")
    add("bans", tr("list the bans"))
    notice = add("notice", tr("show a notice in the lobby until it is cleared, or tell what it shows"))
    notice.add_argument("text", metavar=tr("TEXT"), nargs="?")
    notice.add_argument("--clear", action="store_true", default=None, help=tr("take it away"))
    note = add("note", tr("write to one member, who sees it at once or at the next visit"))
    note.add_argument("name", metavar=tr("NAME"))
    note.add_argument("text", metavar=tr("TEXT"))
    add("members", tr("list the members"))
    add("release", tr("make a name free for another key")).add_argument("name", metavar=tr("NAME"))
    drain = add("drain", tr("open no new tables, and end when everybody has left"))
    when = drain.add_mutually_exclusive_group()
    when.add_argument("--at", metavar=tr("HH:MM"), help=tr("at this time at the latest, by the hall's clock"))
    when.add_argument(
        "--in",
        dest="minutes",
        type=positive,
        metavar=tr("MINUTES"),
        help=tr("in so many minutes at the latest"),
    )
    when.add_argument("--cancel", action="store_true", default=None, help=tr("stay open after all"))
    add("renew", tr("let whoever comes next have the program as it is now installed, while people play"))
    add("backup", tr("copy the running hall to a new file")).add_argument("file", metavar=tr("FILE"))
    moving = add("import", tr("copy a hall that is closed from its folder into an empty PostgreSQL database"))
    add_database_option(moving, tr("postgresql://USER@HOST/NAME (default: ENGARDE_DATABASE)"), is_needed=True)


def run(options: argparse.Namespace) -> int:
    """Give the order of the options, and print the answer.

    Raises Problem if no hall is open in its folder, or it does not obey; or a hall cannot be imported.
    """
    if options.order == "import":
        # Here, because other orders need no database.
        from engarde_tui.serve.operator.importing import import_hall

        print_text(f"{import_hall(paths.hall(options.data), options.database)}\n")
        return 0
    given = {key: value for key, value in vars(options).items() if key in ORDER_OPTIONS and value is not None}
    translator = TRANSLATOR.get()
    if translator is not None:
        given[LANGUAGE] = translator.language
    if "file" in given:
        # The hall has a working directory of its own.
        given["file"] = str(paths.whole(given["file"]))
    answer = ask(paths.hall(options.data), given)
    if PROBLEM in answer:
        raise Problem(str(answer[PROBLEM]))
    print_text(f"{answer.get(TEXT, '')}\n")
    return 0


ORDER_OPTIONS = ("order", "text", "name", "who", "file", "at", "minutes", "cancel", "reason", "time", "clear")
"""The options that go into an order."""


def ask(folder: Path, order: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to an order; raises Problem if no hall is open in `folder`, or it ends meanwhile."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        try:
            with reachable(folder) as path:
                asking.connect(path)
        except PermissionError:
            raise Problem(
                message("the hall in {folder} takes orders only from the user who runs it", folder=folder)
            ) from None
        except OSError:
            raise Problem(
                message(
                    "no hall is open in {folder}: choose the folder of a running one with --data",
                    folder=folder,
                )
            ) from None
        try:
            asking.sendall(line_of(order))
            with asking.makefile("rb") as answers:
                return message_of(answers.readline())
        except (OSError, ValueError):
            raise Problem(message("the hall has ended before it answered")) from None
