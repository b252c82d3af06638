"""All action sequences from some positions, counted against tests/data/perft.jsonl (made by perft.py)."""

import json
from collections import Counter
from typing import Any

import perft
import pytest
from plain import PlainRound
from staging import PRESET_NAMES, SEATS, cards, play

from engine.en_garde import PRESETS, Round, parse_action

LINES = [json.loads(line) for line in perft.FILE.read_text(encoding="utf-8").splitlines()]


def count(state: Round, depth: int, ends: Counter[str]) -> int:
    """Do what `perft.count` does, with the engine."""
    if depth == 0:
        if state.result is not None:
            ends[perft.end(*state.result)] += 1
        return 1
    return sum(count(state.play(action), depth - 1, ends) for action in state.legal_actions())


def split(state: Round, plain: PlainRound, depth: int) -> str:
    """Return a line per action with the counts below it by the engine and by the plain rules."""
    words = sorted({*map(str, state.legal_actions()), *plain.legal_actions()})
    return "\n".join(
        f"{word}: {ours(state, word, depth)}, plain {theirs(plain, word, depth)}" for word in words
    )


def ours(state: Round, word: str, depth: int) -> str:
    if parse_action(word) not in state.legal_actions():
        return "illegal"
    ends: Counter[str] = Counter()
    return f"{count(play(state, word), depth - 1, ends)} {dict(sorted(ends.items()))}"


def theirs(plain: PlainRound, word: str, depth: int) -> str:
    if word not in plain.legal_actions():
        return "illegal"
    after = perft.fork(plain)
    after.play(word)
    ends: Counter[str] = Counter()
    return f"{perft.count(after, depth - 1, ends)} {dict(sorted(ends.items()))}"


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line['preset']}-{len(line['prefix'].split())}")
def test_the_engine_counts_as_many_sequences_as_the_plain_rules(line: dict[str, Any]) -> None:
    state = Round.deal(PRESETS[line["preset"]], cards(line["deck"]), SEATS[line["first"]])
    state = play(state, line["prefix"])
    for depth, expected in enumerate(zip(line["nodes"], line["ends"], strict=True), 1):
        ends: Counter[str] = Counter()
        nodes = count(state, depth, ends)
        if (nodes, ends) != expected:
            plain = perft.start(*(line[key] for key in ("preset", "deck", "first", "prefix")))
            pytest.fail(f"depth {depth}: {nodes} {ends}, not {expected}\n{split(state, plain, depth)}")


def test_every_preset_is_counted() -> None:
    assert {line["preset"] for line in LINES} == set(PRESET_NAMES)
