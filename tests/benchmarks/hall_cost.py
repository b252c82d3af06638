"""The processor time of keys in the hall, and the memory of a session.

    python tests/benchmarks/hall_cost.py [--keys N]

A bare Textual app at home is measured in the same run: machines differ, and so do hours of one.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.key_cost import PAUSE, WARM_UP, local_key_costs
from benchmarks.soak import Fencer, sit_down
from processes import seconds_of_processor
from serve.clients import Player
from serve.halls import HallProcess

_TABLES = 4

_Pair = tuple[Fencer, Fencer]


class HallCost(NamedTuple):
    """What one more player costs."""

    milliseconds: float
    """Processor time of the server for an arrow at the table."""
    turn_milliseconds: float
    """For the key that plays an action, with the screens of both players."""
    megabytes: float
    """Memory of a session at a table."""
    limit: float = 1.8
    """How many times the key of a bare app here the key may take; it is encrypted."""


def hall_costs(keys: int) -> HallCost:
    """Seat players, and press keys at each table in turn, whose cards differ."""
    with tempfile.TemporaryDirectory() as folder, HallProcess(Path(folder)) as hall:
        return asyncio.run(_measure(hall, keys))


async def _measure(hall: HallProcess, keys: int) -> HallCost:
    first = await sit_down(hall.port, 0)
    before = hall.memory
    pairs = [await sit_down(hall.port, number) for number in range(1, _TABLES + 1)]
    await asyncio.sleep(1)
    megabytes = (hall.memory - before) / (2 * len(pairs))
    pairs.append(first)
    movers = [await _to_move(pair) for pair in pairs]
    used = []
    for number in range(-WARM_UP, keys):
        player, key = movers[number % len(movers)], "down" if number // len(movers) % 2 else "up"
        used.append(await _cost(hall, lambda player=player, key=key: player.time_to_repaint(key)))
    turns = []
    for number in range(-WARM_UP, keys // 2):
        player = await _to_move(pairs[number % len(pairs)])
        player.press("down")
        await asyncio.sleep(PAUSE)
        turns.append(await _cost(hall, lambda player=player: player.time_to_repaint("enter")))
    arrow, turn = (1000 * statistics.mean(each[WARM_UP:]) for each in (used, turns))
    return HallCost(arrow, turn, megabytes)


async def _to_move(pair: _Pair) -> Player:
    """Press what leads to the next turn; return who is to move."""
    while True:
        for fencer in pair:
            text = fencer.player.text
            if "enter play" in text:
                return fencer.player
            if "r rematch" in text and "Waiting for" not in text:
                fencer.player.press("r")
            elif "space continue" in text:
                fencer.player.press("space")
                break
        await asyncio.sleep(0.2)


async def _cost(hall: HallProcess, press: Callable[[], Awaitable[object]]) -> float:
    """Return the processor seconds of a key, until all screens have had the time to follow."""
    used = seconds_of_processor(hall.process.pid)
    await press()
    await asyncio.sleep(2 * PAUSE)
    return seconds_of_processor(hall.process.pid) - used


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=300)
    keys = parser.parse_args().keys
    bare, hall = local_key_costs(keys)[0], hall_costs(keys)
    for name, milliseconds in {
        "arrow in a bare app": bare.milliseconds,
        "arrow at a table of the hall": hall.milliseconds,
        "key that plays, with both screens": hall.turn_milliseconds,
    }.items():
        print(f"{name:<36}{milliseconds:>6.2f} ms{milliseconds / bare.milliseconds:>7.2f} × bare app")
    print(f"{'memory of a session':<36}{hall.megabytes:>6.2f} MB")
