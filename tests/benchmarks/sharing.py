"""How long it takes to draw a match to show around, and how large the file is.

    python tests/benchmarks/sharing.py [ACTIONS]

Prints seconds and kB of each form, for a match of En Garde of about so many actions, by default 60.
"""

import asyncio
import random
import sys
import time
from itertools import count

from engarde_tui.play.players import bot_named
from engarde_tui.play.replay import Replay
from engarde_tui.share.forms import Form, drawn
from engine.en_garde import PRESETS, Match
from engine.en_garde.game import GAME


def match_of(seed: int) -> Match:
    """Return a match to three between two bots that attack and parry as people do."""
    chance, bots = random.Random(seed), [bot_named(GAME, level) for level in ("fencer", "cadet")]
    match = Match.new(PRESETS["ferti-advanced"], ("Anna", "Bruno"), 3, seed=seed)
    while match.winner is None:
        turn = match.round.turn
        if turn is None:
            match = match.next_round()
        else:
            match = match.play(bots[turn].choose(match.view(turn).round, match.score, chance))
    return match


async def main(actions: int) -> None:
    """Print a line for each form."""
    matches = (match_of(seed) for seed in count())
    match = next(match for match in matches if abs(len([*match.history()]) - actions) <= 2)
    replay = Replay(match)
    print(f"{replay.last} steps, {replay.rounds} rounds")
    for form in Form:
        began, used = time.perf_counter(), time.process_time()
        text = await drawn(replay, form)
        seconds, cpu = time.perf_counter() - began, time.process_time() - used
        print(f"{form:5} {seconds:5.1f} s, {cpu:5.1f} s of CPU {len(text.encode()) / 1000:6.0f} kB")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
