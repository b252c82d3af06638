"""`engarde serve`: prepare the process for many sessions, and run the server."""

import argparse
import asyncio
import logging
import os
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

from engarde_tui import paths
from engarde_tui.arguments import OneLineParser, positive
from engarde_tui.language import told, tr
from engarde_tui.output import print_text
from engarde_tui.play.problem import Problem
from engarde_tui.serve.address import add_database_option
from engarde_tui.serve.door.ports import LOOPBACK
from engarde_tui.terminal.environment import ignore_variables
from engine.command import program_words
from engine.message import message

_SERVER_VARIABLES: Final = ("ESCDELAY", "NO_COLOR", "NO_MOTION", "LC_TERMINAL", "TERM_PROGRAM")
"""Environment variables that Textual and the app read; they describe the server's terminal only."""


def add_arguments(parser: OneLineParser) -> None:
    """Add what the command is given."""
    parser.add_argument(
        "--host",
        action="append",
        default=[],
        metavar=tr("HOST"),
        help=tr(
            "address to listen on, can be given again: 0.0.0.0 and :: are all (default: 127.0.0.1 and ::1)"
        ),
    )
    add_database_option(
        parser,
        tr("keep everything in this PostgreSQL database, postgresql://USER@HOST/NAME, instead of a file"),
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=2222,
        metavar=tr("N"),
        help=tr("port to listen on (default: %(default)s)"),
    )
    # For the process that this one starts.
    parser.add_argument("--nursery", type=int, help=argparse.SUPPRESS)
    parser.add_argument(
        "--max-players",
        type=positive,
        metavar=tr("N"),
        help=tr("sessions at once (default: as many as the machine has room for, 25 MB each)"),
    )
    for option, default, text in (
        ("--max-per-address", 20, tr("connections at once, and waiting tables, from one address")),
        ("--absence", 180, tr("seconds before you can claim a win against an absent player")),
        ("--idle-minutes", 120, tr("minutes without a key press before a session ends")),
        ("--table-hours", 24, tr("hours that a table waits for an opponent while its host is away")),
        (
            "--names-days",
            365,
            tr("days of the hall running after which a name that nobody uses is free again"),
        ),
    ):
        about = tr("{meaning} (default: {default})", meaning=text, default="%(default)s")
        parser.add_argument(option, type=positive, default=default, metavar=tr("N"), help=about)
    parser.add_argument(
        "--notify-command",
        type=_program,
        default=[],
        metavar=tr("PROGRAM"),
        help=tr(
            "program, with arguments, that hears of turns, little time, challenges and results of members who"
            " let it, each in a line of JSON on its standard input"
        ),
    )
    parser.add_argument(
        "--log-level",
        default="info",
        choices=("debug", "info", "warning", "error"),
        help=tr("log level on stderr: %(choices)s (default: %(default)s)"),
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 2**16):
        raise argparse.ArgumentTypeError(tr("{text} is not a port number (0 to 65535)", text=repr(text)))
    return int(text)


def _program(text: str) -> list[str]:
    """Return a program and its arguments, as a shell splits them."""
    try:
        return program_words(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(told(error)) from None


def run(options: argparse.Namespace) -> int:
    """Run the hall until a signal ends it; return the exit status. Raises Problem if it cannot be opened."""
    folder = paths.hall(options.data)
    # asyncssh looks into the home of whoever runs it, and fails where there is none.
    os.environ["HOME"] = paths.home() or "/"
    if options.nursery is not None:
        # Its children have others for their standard error.
        sys.stderr = os.fdopen(os.dup(2), "w", buffering=1, errors="backslashreplace")
    _log_to_standard_error(options.log_level)
    if options.nursery is not None:
        return _be_nursery(options.nursery)
    return _open_door(options, folder, options.host or LOOPBACK)


def _be_nursery(line: int) -> int:
    """Fork processes until the door hangs up."""
    ignore_variables(*_SERVER_VARIABLES)
    # NumPy would start threads, which a fork does not copy.
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    from engarde_tui.serve.children import run
    from engarde_tui.serve.nursery import Nursery

    _preload()
    return Nursery(socket.socket(fileno=line), run).run()


def _open_door(options: argparse.Namespace, folder: Path, hosts: Sequence[str]) -> int:
    """Be the door of a hall, until a signal ends it."""
    try:
        import asyncssh
    except ImportError:
        raise Problem(
            message("the hall needs asyncssh: {command}", command="pip install 'engarde-tui[serve]'")
        ) from None
    from engarde_tui.serve.door.door import Door
    from engarde_tui.serve.door.limits import Limits
    from engarde_tui.serve.door.listening import run as listen
    from engarde_tui.serve.door.ports import bound, port_of
    from engarde_tui.serve.door.room import room
    from engarde_tui.serve.hall.register import Register, note_server, shared_database
    from engarde_tui.serve.invitation import address_of, invitation

    asyncssh.set_log_level(logging.ERROR)
    sockets = bound(hosts, options.port)
    port = port_of(sockets)
    url = options.database or ""
    database = shared_database(folder, url)
    database.open()
    if url:
        note_server(folder, database.name)
    common = {
        "folder": str(folder.absolute()),
        "database": url,
        "names_days": options.names_days,
        "machine": f"{socket.gethostname()}:{port}",
        "hall_address": address_of(hosts, port),
        "has_program": bool(options.notify_command),
        "hall": {
            "absence": options.absence,
            "per_network": options.max_per_address,
            "table_hours": options.table_hours,
        },
    }
    limits = Limits(room(options.max_players), options.max_per_address, options.idle_minutes)
    door = Door(Register(folder, database=database), limits, port, common)
    words = invitation(hosts, address_of(hosts, port))
    keeper = {"notify": options.notify_command}
    asyncio.run(listen(door, folder, sockets, hosts, keeper, lambda: _print(words)))
    return 0


def _print(invitation: str) -> None:
    with suppress(Problem):
        print_text(f"{invitation}\n")


def _preload() -> None:
    """Load what is otherwise loaded on first use: that would make all players wait."""
    from engarde_tui import games as game_screens
    from engarde_tui import screens
    from engarde_tui.serve import screens as hall_screens
    from engine.game import games

    for package in (screens, game_screens, hall_screens):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    import_module("tomlkit")
    for game in games().values():
        for level in game.levels:
            game.bot(level).get_ready()


def _log_to_standard_error(level: str) -> None:
    """Log each event as one line of `key=value`, in UTC."""
    formatter = logging.Formatter("%(asctime)sZ level=%(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    # Libraries warn of lost connections and the like; those are not events of the hall.
    logging.captureWarnings(True)
    logging.basicConfig(level=logging.ERROR, handlers=[handler])
    logging.getLogger("engarde").setLevel(level.upper())
