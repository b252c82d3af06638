"""Counts of all action sequences from a position, by the plain rules.

`PYTHONPATH=. python tests/engine/perft.py` rewrites tests/data/perft.jsonl.
"""

import json
import random
from collections import Counter
from copy import copy

from plain import PlainRound
from staging import DATA, FULL_DECK, PRESET_NAMES

from engine.en_garde import PRESETS, Seat

FILE = DATA / "perft.jsonl"
PREFIXES = (0, 5, 8, 10, 12)
"""Numbers of random actions played before the counting starts."""
ENOUGH = 1_500
"""Sequences beyond which nothing deeper is counted."""


def fork(plain: PlainRound) -> PlainRound:
    """Return an independent copy."""
    twin = copy(plain)
    twin.positions, twin.pile, twin.discard = plain.positions[:], plain.pile[:], plain.discard[:]
    twin.hands = [hand[:] for hand in plain.hands]
    return twin


def count(plain: PlainRound, depth: int, ends: Counter[str]) -> int:
    """Return the number of sequences of `depth` actions; count in `ends` how the rounds that end do so."""
    if depth == 0:
        if plain.result is not None:
            ends[end(plain.result.winner, plain.result.reason)] += 1
        return 1
    total = 0
    for word in plain.legal_actions():
        after = fork(plain)
        after.play(word)
        total += count(after, depth - 1, ends)
    return total


def end(winner: Seat | None, reason: str) -> str:
    """Return an ending in two words."""
    return f"{'nobody' if winner is None else winner.label} {reason}"


def start(preset: str, deck: str, first: str, prefix: str) -> PlainRound:
    """Return the position that a line of the file describes."""
    plain = PlainRound(PRESETS[preset], [int(card) for card in deck], Seat[first.upper()])
    for word in prefix.split():
        plain.play(word)
    return plain


def line(preset: str, actions: int) -> dict[str, object]:
    """Return a line of the file: a position after that many random actions, and its counts by depth."""
    source = random.Random(f"perft {preset} {actions}")
    while True:
        deck = source.sample(FULL_DECK, 25)
        first = source.choice(list(Seat))
        plain = PlainRound(PRESETS[preset], deck, first)
        prefix: list[str] = []
        while plain.turn is not None and len(prefix) < actions:
            prefix.append(source.choice(plain.legal_actions()))
            plain.play(prefix[-1])
        if plain.turn is not None:
            break
    nodes: list[int] = []
    ends: list[dict[str, int]] = []
    while not nodes or 0 < nodes[-1] <= ENOUGH:
        tally: Counter[str] = Counter()
        nodes.append(count(plain, len(nodes) + 1, tally))
        ends.append(dict(sorted(tally.items())))
    return {
        "preset": preset,
        "deck": "".join(map(str, deck)),
        "first": first.label,
        "prefix": " ".join(prefix),
        "nodes": nodes,
        "ends": ends,
    }


if __name__ == "__main__":
    lines = [line(preset, actions) for preset in PRESET_NAMES for actions in PREFIXES]
    FILE.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
