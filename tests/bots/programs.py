"""Programs written for a test, and questions put to them."""

import os
import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from threading import Thread

from bots.positions import seen
from settling import LONGEST
from staging import NEAR, stage

from engine.bot import ForfeitError
from engine.en_garde import Action, Round
from engine.program import Program

Start = Callable[..., Program]

PREAMBLE = """
import json, os, sys, time

def say(message):
    print(message if isinstance(message, str) else json.dumps(message), flush=True)

def hear():
    line = sys.stdin.readline()
    if not line:
        raise SystemExit
    return json.loads(line)

def greet():
    hear()
    say({"type": "hello"})

def play():
    while True:
        message = hear()
        if message["type"] == "view":
            say({"type": "action", "action": message["legal"][-1]})
        elif message["type"] == "hello":
            say({"type": "hello"})
"""

HOLD = "held = os.open(folder + '/alive', os.O_WRONLY)\n"
"""A program that holds the writing end of a pipe: once nobody does, the pipe can be read to its end."""


def read(pipe: int) -> bytes:
    """Return what is written to the pipe; nothing once all writers have ended."""
    ready, _, _ = select.select([pipe], [], [], LONGEST)
    assert ready, "nobody writes, and somebody still lives"
    return os.read(pipe, 1)


def near() -> Round:
    """Return a round with left to act at distance 3, holding 12333."""
    return stage("ferti-advanced", NEAR, left="12333", right="11224")


def ask(program: Program, state: Round | None = None, seed: int = 1) -> Action:
    return program.choose(seen(state or near()), (2, 1), Random(seed))


@contextmanager
def asking(program: Program) -> Iterator[list[str]]:
    """Ask in a thread, as the screen does; yield a list that gets the reason if the bot forfeits."""
    failures: list[str] = []

    def wait() -> None:
        try:
            ask(program)
        except ForfeitError as forfeit:
            failures.append(str(forfeit))

    thread = Thread(target=wait, daemon=True)
    thread.start()
    yield failures
    thread.join(LONGEST)
    assert not thread.is_alive()


# --- failures ---


ASKED = "greet()\nhear()\n"
