"""Two visitors of a real hall, over SSH, who type as fast as a slow line delivers it."""

import asyncio
import random
import tempfile
from contextlib import suppress
from pathlib import Path

import asyncssh
from monkey.terminals import Outcome, Typed, planned, stored
from serve.clients import Player
from serve.halls import HallProcess
from settling import LONGEST

from engarde_tui.serve.hall.register import Register

NAMES = ("anna", "bruno")


def run(seed: str, seconds: float) -> Outcome:
    """Let two visitors type for a time, who come back whenever they have left; then shut the hall down."""
    source = random.Random(seed)
    plans = [planned(source, seconds) for _ in NAMES]
    errors: list[str] = []
    with tempfile.TemporaryDirectory(prefix="engarde-monkey-") as folder, HallProcess(Path(folder)) as hall:
        asyncio.run(_visit(hall.port, plans, errors))
        crashes = [line for line in hall.log.splitlines() if "event=crash" in line]
        # Of a traceback the last line names the error.
        log = hall.log if crashes else ""
        errors += [f"crash: {_error(log)}"] * bool(crashes)
        if hall.terminate() != 0:
            errors.append(f"status {hall.process.returncode} after SIGTERM")
        try:
            stored(Register(hall.data / "hall").store)
        except Exception as error:
            errors.append(f"the store cannot be read: {type(error).__name__}: {error}")
        typed = [each for plan in plans for each in plan]
        return Outcome(("serve",), typed, "SIGTERM", 0.0, 0.0, errors, log[-3000:])


async def _visit(port: int, plans: list[list[Typed]], errors: list[str]) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in NAMES]
    await asyncio.gather(
        *(_type(port, name, key, plan) for name, key, plan in zip(NAMES, keys, plans, strict=True))
    )
    # The hall still lets people in, and answers them.
    visitor = await Player.enter(port, "carla", asyncssh.generate_private_key("ssh-ed25519"))
    try:
        await visitor.wait_for("Leave the hall", LONGEST)
    except AssertionError:
        errors.append("the hall does not answer")
    await visitor.leave()


async def _type(port: int, name: str, key: asyncssh.SSHKey, plan: list[Typed]) -> None:
    player = await Player.enter(port, name, key)
    for each in plan:
        if player.gone.is_set():
            await player.leave()
            player = await Player.enter(port, name, key)
        # It may go at any moment.
        with suppress(BrokenPipeError, OSError):
            if each.size is not None:
                player.channel.change_terminal_size(*each.size)
            else:
                player.press("".join(each.burst))
        await asyncio.sleep(each.pause)
    await player.leave()


def _error(log: str) -> str:
    """Return the last line of the first traceback of a log."""
    _, _, trace = log.partition("event=crash")
    lines = trace.splitlines()
    ends = (line for line in lines[2:] if line and not line.startswith(" ") and "level=" not in line)
    return next(ends, "?")[:120]
