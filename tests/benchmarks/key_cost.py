"""The processor time of a key in a terminal here: at the tables, and in a bare Textual app."""

import sys
from contextlib import ExitStack
from typing import NamedTuple

from processes import seconds_of_processor
from pty_terminal import ENGARDE, Terminal

_APP = (
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Bare(App):\n"
    "    BINDINGS = [('up', 'count', 'count'), ('down', 'count', 'count')]\n"
    "    number = 0\n"
    "    def compose(self): yield Static('ready')\n"
    "    def action_count(self):\n"
    "        self.number += 1\n"
    "        self.query_one(Static).update(f'{self.number} keys')\n"
    "Bare().run()"
)
BARE = (sys.executable, "-c", _APP)
"""A Textual app of one line, which counts arrows."""

PAUSE = 0.03
"""Seconds between two keys: as fast as a keyboard repeats them."""

WARM_UP = 6
"""Keys before those that are measured."""


class KeyCost(NamedTuple):
    """The processor time of an arrow that repaints the screen."""

    name: str
    milliseconds: float
    limit: float | None = None
    """How many times that of a bare app it may be."""


def local_key_costs(keys: int) -> list[KeyCost]:
    """Return the cost of the bare app, then those of each game's table, whose keys alternate."""
    against_bot = ("play", "--seed", "7", "--right", "bot:novice", "--game")
    programs = {
        "bare app": (BARE, None),
        "en-garde": ((*ENGARDE, *against_bot, "en-garde"), 1.4),
        "swords-and-shields": ((*ENGARDE, *against_bot, "swords-and-shields"), 1.4),
    }
    with ExitStack() as stack:
        terminals = [stack.enter_context(Terminal(command)) for command, _ in programs.values()]
        for terminal in terminals:
            terminal.rest(1)
        used = [0.0] * len(terminals)
        for number in range(-WARM_UP, keys):
            for index, terminal in enumerate(terminals):
                pid = terminal.process.pid
                used[index] -= seconds_of_processor(pid) if number >= 0 else 0
                terminal.press("down" if number % 2 else "up")
                terminal.rest(PAUSE)
                used[index] += seconds_of_processor(pid) if number >= 0 else 0
    costs = zip(programs.items(), used, strict=True)
    return [KeyCost(name, 1000 * seconds / keys, limit) for (name, (_, limit)), seconds in costs]
