"""How long one key can hold up everybody in the hall: the processor time of its longest piece.

    python tests/benchmarks/blocks.py [--times N] [--columns N] [--rows N]

All sessions share one event loop, so each of its callbacks makes all others wait. Sessions without SSH press
the keys that open, turn and close each page, at the lobby and at the table, one member with 1,000 matches of
his own; each line tells the keys, the processor time of one, and the longest callback of them all.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from serve.screens.guests import Guest, end_match, in_hall, settle, sit_down
from settling import answering

from engarde_tui.serve.command import _preload
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.ssh.garbage import rare_full_collections
from engine.en_garde import PRESETS, Seat
from engine.game import games

MATCHES = 1000
"""Own matches of the first member."""

LOBBY = {
    "arrows": "down up",
    "help": "question_mark pagedown escape",
    "form": "n tab right escape",
    "form against the computer": "a escape",
    "daily bouts": "d escape",
    "table opened and withdrawn": "n enter x enter",
    "code": "j a escape",
    "own matches": "m down pagedown end home escape",
    "statistics": "m s escape escape",
    "settings": "comma down tab escape",
    "own keys": "y escape",
}
TABLE = {
    "arrows": "down up",
    "help": "question_mark pagedown escape",
    "salutes": "s escape",
    "proof of the deals": "p escape",
    "question before leaving": "q escape",
    "settings": "comma down tab escape",
}

OVER = {
    "replay": "w right left escape",
}


class Blocks:
    """The pieces of processor time that visitors take."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.total = 0.0

    def meter(self) -> None:
        """Take note of each callback of the loop from now on."""
        handle: Any = asyncio.Handle
        run = handle._run

        def run_and_note(callback: Any) -> None:
            before = time.thread_time()
            run(callback)
            seconds = time.thread_time() - before
            self.longest = max(self.longest, seconds)
            self.total += seconds

        handle._run = run_and_note


async def measure(name: str, player: Guest, keys: str, times: int, blocks: Blocks) -> None:
    """Press the keys a few times, after one round to warm up, and print a line."""
    pressed = keys.split()
    for number in range(times + 1):
        if number == 1:
            blocks.longest = blocks.total = 0.0
        for key in pressed:
            await player.press(key)
    await player.settle()
    cost = 1000 * blocks.total / times / len(pressed)
    print(f"{name:<40}{keys:<34}{cost:>6.1f} ms {1000 * blocks.longest:>6.1f} ms", flush=True)


def fill(hall: Hall) -> None:
    """Let anna and bruno have ended many matches."""
    anna, bruno = hall.admit("anna", "SHA256:anna"), hall.admit("bruno", "SHA256:bruno")
    for _ in range(MATCHES):
        table = hall.create(anna, TableTerms(PRESETS["ferti-advanced"], 1, "left", listed=True), Seat.LEFT)
        hall.join(bruno, table.code)
        client = table.sit(anna)
        table.match.open().give_up(Seat.RIGHT)
        client.leave()
    hall.dismiss(anna)
    hall.dismiss(bruno)


async def run(times: int, size: tuple[int, int]) -> None:
    """Measure all pages."""
    blocks = Blocks()
    blocks.meter()
    with ExitStack() as stack:
        stack.enter_context(rare_full_collections(lambda generation, seconds: None))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        hall = Hall(Register(folder / "hall"), per_network=1000)
        stack.callback(hall.close)
        fill(hall)
        async with in_hall(hall, "anna", "bruno", "carla", size=size) as (anna, bruno, carla):
            for name, keys in LOBBY.items():
                await measure(f"lobby: {name}", anna, keys, times, blocks)
            for game in games().values():
                await sit_down(anna, bruno, TableTerms(game.presets[game.default], 5, "left", listed=True))
                await settle(carla)
                for name, keys in TABLE.items():
                    await measure(f"{game.title}: {name}", anna, keys, times, blocks)
                await measure("  watching it, and back", carla, "home enter m", times, blocks)
                await end_match(hall, anna, bruno)
                for name, keys in OVER.items():
                    await measure(f"{game.title}: {name}", anna, keys, times, blocks)
                for player in (anna, bruno):
                    await player.press("m")
                await settle(anna, bruno)
            for number in range(times):
                if number == 0:
                    blocks.longest = blocks.total = 0.0
                async with in_hall(hall, f"guest{number}", size=size):
                    pass
            print(f"{'a visit without a key':<74}{'':>9} {1000 * blocks.longest:>6.1f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--columns", type=int, default=80)
    parser.add_argument("--rows", type=int, default=24)
    chosen = parser.parse_args()
    _preload()
    with answering(paints_by_itself=True):
        asyncio.run(run(chosen.times, (chosen.columns, chosen.rows)))
