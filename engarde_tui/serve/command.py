"""`engarde serve`: makes the process fit for many sessions, and runs the server in it."""

import argparse
import asyncio
import logging
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

from engarde_tui.match.problem import Problem
from engarde_tui.serve.ssh.garbage import begin_with_allocator_that_gives_back

_FOREIGN: Final = ("ESCDELAY", "NO_COLOR", "LC_TERMINAL", "TERM_PROGRAM", "COLUMNS", "LINES")
"""What Textual reads of the environment, which is the server's and not the players'."""


def serve(options: argparse.Namespace, folder: Path) -> int:
    """Run the hall until the process is told to end; answers the exit status. Raises Problem."""
    for name in list(os.environ):
        if name in _FOREIGN or name.startswith("TEXTUAL"):
            del os.environ[name]
    begin_with_allocator_that_gives_back()
    try:
        import asyncssh
    except ImportError:
        raise Problem("the hall needs asyncssh: pip install 'engarde-tui[serve]'") from None
    # Only now: Textual reads the environment when it is imported.
    from engarde_tui.serve.hall.hall import Hall
    from engarde_tui.serve.hall.register import PATIENCE, Register
    from engarde_tui.serve.ssh.listening import run
    from engarde_tui.serve.ssh.server import HallServer, Limits
    from engarde_tui.storage.store import Store

    _load_everything()
    _log_to_standard_error(options.log_level)
    asyncssh.set_log_level(logging.ERROR)
    limits = Limits(options.max_players, options.max_per_address, options.idle_minutes)
    hall = Hall(Store(folder, patience=PATIENCE), Register(folder), absence=options.absence)
    asyncio.run(run(HallServer(hall, limits, options.host, options.port), folder))
    return 0


def _load_everything() -> None:
    """Load now what is loaded on its first use elsewhere: here all players would wait for one."""
    from engarde_tui import games as game_screens
    from engarde_tui import screens
    from engarde_tui.serve import screens as hall_screens
    from engine.game import games

    for package in (screens, game_screens, hall_screens):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for game in games().values():
        for level in game.levels:
            game.bot(level).get_ready()


def _log_to_standard_error(level: str) -> None:
    """One line an event, `key=value`, in UTC; neither hands nor keys are ever among them."""
    formatter = logging.Formatter("%(asctime)sZ level=%(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    # What libraries warn of, as of lines that break off, is no event of the hall.
    logging.basicConfig(level=logging.ERROR, handlers=[handler])
    logging.getLogger("engarde").setLevel(level.upper())
