"""The processor time of a key in the hall, and the memory of a session."""

import asyncio
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.key_cost import PAUSE, WARM_UP
from benchmarks.soak import sit_down
from processes import seconds_of_processor
from serve.halls import HallProcess

_TABLES = 4


class HallCost(NamedTuple):
    """What one more player costs."""

    milliseconds: float
    """Processor time of the server for an arrow at the table."""
    megabytes: float
    """Memory of a session at a table."""
    limit: float = 1.8
    """How many times the key of a bare app here the key may take; it is encrypted."""


def hall_costs(keys: int) -> HallCost:
    """Seat players, and press keys of one of them."""
    with tempfile.TemporaryDirectory() as folder, HallProcess(Path(folder)) as hall:
        return asyncio.run(_measure(hall, keys))


async def _measure(hall: HallProcess, keys: int) -> HallCost:
    first = await sit_down(hall.port, 0)
    before = hall.memory
    pairs = [await sit_down(hall.port, number) for number in range(1, _TABLES + 1)]
    await asyncio.sleep(1)
    megabytes = (hall.memory - before) / (2 * len(pairs))
    player = next(fencer.player for fencer in first if "enter play" in fencer.player.text)
    used = 0.0
    for number in range(-WARM_UP, keys):
        used -= seconds_of_processor(hall.process.pid) if number >= 0 else 0
        await player.time_to_repaint("down" if number % 2 else "up")
        await asyncio.sleep(PAUSE)
        used += seconds_of_processor(hall.process.pid) if number >= 0 else 0
    return HallCost(1000 * used / keys, megabytes)
