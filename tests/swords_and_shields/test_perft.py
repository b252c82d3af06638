"""All action sequences from some positions, counted against data made by perft.py with the plain rules."""

import json
from typing import Any

import pytest
from swords_and_shields import perft
from swords_and_shields.staging import LETTERS, play

from engine.swords_and_shields import Duel, Options, Seat

LINES = [json.loads(line) for line in perft.FILE.read_text(encoding="utf-8").splitlines()]


def count(duel: Duel, depth: int) -> int:
    """Do what `perft.count` does, with the engine."""
    return 1 if depth == 0 else sum(count(duel.play(action), depth - 1) for action in duel.legal_actions())


@pytest.mark.by_day(4)
@pytest.mark.parametrize(
    "line", LINES, ids=lambda line: f"{line['dealt'][:4]}-{len(line['actions'].split())}"
)
def test_the_engine_counts_as_many_sequences_as_the_plain_rules(line: dict[str, Any]) -> None:
    left, right = (LETTERS[letter] for letter in line["life_cards"])
    duel = Duel.deal(
        Options(life=line["life"], life_cards=(left, right)), int(line["dealt"], 16), Seat(line["first"])
    )
    duel = play(duel, line["actions"])
    assert [count(duel, depth) for depth in range(1, len(line["nodes"]) + 1)] == line["nodes"]


def test_the_plain_rules_still_count_the_same() -> None:
    for line in LINES:
        assert perft.count(perft.start(line), 1) == line["nodes"][0]
