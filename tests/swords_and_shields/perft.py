"""Counts of all action sequences from some positions, by the plain rules.

`PYTHONPATH=.:tests python tests/swords_and_shields/perft.py` writes them to
tests/data/perft-swords-and-shields.jsonl.
"""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

from swords_and_shields.plain import PlainDuel

FILE: Final = Path(__file__).parents[1] / "data" / "perft-swords-and-shields.jsonl"
ENOUGH = 2_000
"""Sequences beyond which nothing deeper is counted."""


def count(plain: PlainDuel, depth: int) -> int:
    """Return the number of sequences of `depth` actions; those that end a game sooner do not count."""
    if depth == 0:
        return 1
    total = 0
    for word in plain.legal_actions():
        after = plain.fork()
        after.play(word)
        total += count(after, depth - 1)
    return total


def start(line: dict[str, Any]) -> PlainDuel:
    """Return the position that a line of the file describes."""
    plain = PlainDuel(line["dealt"], line["first"], line["life"], line["life_cards"])
    for word in line["actions"].split():
        plain.play(word)
    return plain


def made(seed: int, actions: int) -> dict[str, Any]:
    """Return a line of the file: a position after that many random actions, and its counts by depth."""
    source = Random(f"perft {seed} {actions}")
    while True:
        line: dict[str, Any] = {
            "dealt": f"{source.getrandbits(128):032x}",
            "first": source.randrange(2),
            "life": source.choice([99, 30]),
            "life_cards": "".join(source.sample("rygbv", 2)),
            "actions": "",
        }
        plain = start(line)
        played: list[str] = []
        while plain.result is None and len(played) < actions:
            legal = sorted(plain.legal_actions())
            kinds = sorted({word.split(":")[0] for word in legal})
            liked = [kind for kind in kinds if kind not in ("end", "use")]
            kind = source.choice(liked if liked and source.random() < 0.7 else kinds)
            played.append(source.choice([word for word in legal if word.split(":")[0] == kind]))
            plain.play(played[-1])
        line["actions"] = " ".join(played)
        if plain.result is None:
            break
    nodes: list[int] = []
    while not nodes or (len(nodes) < 4 and 0 < nodes[-1] <= ENOUGH):
        nodes.append(count(plain, len(nodes) + 1))
    return {**line, "nodes": nodes}


RARE: Final = ((68, 60), (458, 90), (1060, 50))
"""Seeds and actions that lead to where a sword may strike twice."""

if __name__ == "__main__":
    lengths = (0, 0, 3, 8, 15, 25, 40, 60, 80, 100, 130, 160)
    lines = [made(seed, actions) for seed, actions in (*enumerate(lengths), *RARE)]
    FILE.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
