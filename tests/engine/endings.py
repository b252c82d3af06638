"""A round for each way to end under each preset, found by random play of the plain rules.

`PYTHONPATH=. python tests/engine/endings.py` rewrites tests/data/endings.jsonl in about a minute.
"""

import json
import random
from typing import NamedTuple

from plain import PlainRound
from staging import DATA, FULL_DECK, PRESET_NAMES

from engine.en_garde import PRESETS, Seat

FILE = DATA / "endings.jsonl"
ROUNDS = 100_000
"""Rounds played under each preset."""
KINDS = {
    "+": "advance",
    "-": "step back",
    "A": "attack",
    "P": "parry",
    "R": "evasion",
    "H": "hit",
    "N": "pass",
}


class Ending(NamedTuple):
    """One line of the file."""

    preset: str
    way: str
    reason: str
    winner: str
    first: str
    deck: str
    actions: str


def way(plain: PlainRound, word: str) -> str:
    """Return in which situation `word` is played."""
    if plain.attack is not None:
        kind = "an indirect" if plain.attack.indirect else "a direct"
        situation = "last defence" if plain.last_chance else f"defence against {kind} attack"
    else:
        situation = "last chance" if plain.last_chance else "own turn"
    kind = "indirect attack" if word[0] == "+" and "A" in word else KINDS[word[0]]
    pile = "pile already empty" if not plain.pile else "cards in the pile"
    return f"{kind}, {situation}, {pile}"


def random_ending(preset: str, source: random.Random) -> Ending:
    """Play a random round; return how it ended."""
    deck, first = source.sample(FULL_DECK, 25), source.choice(list(Seat))
    plain, words, last_way = PlainRound(PRESETS[preset], deck, first), [], ""
    while plain.turn is not None:
        words.append(source.choice(plain.legal_actions()))
        last_way = way(plain, words[-1])
        plain.play(words[-1])
    assert plain.result is not None
    winner, reason = plain.result
    return Ending(
        preset,
        last_way,
        reason,
        "nobody" if winner is None else winner.label,
        first.label,
        "".join(map(str, deck)),
        " ".join(words),
    )


def shortest_of_each(preset: str) -> list[Ending]:
    """Return the shortest round found for each combination of situation, last action, reason and winner."""
    source = random.Random(f"endings {preset}")
    found: dict[tuple[str, ...], Ending] = {}
    for _ in range(ROUNDS):
        ending = random_ending(preset, source)
        key = ending[1:4]
        if key not in found or len(ending.actions) < len(found[key].actions):
            found[key] = ending
    return [found[key] for key in sorted(found)]


if __name__ == "__main__":
    lines = [ending for preset in PRESET_NAMES for ending in shortest_of_each(preset)]
    FILE.write_text("".join(json.dumps(line._asdict()) + "\n" for line in lines), encoding="utf-8")
