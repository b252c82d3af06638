"""What a policy gains against another, over many rounds with each deck played from both sides."""

import json
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.arena import CERTAINTY
from engine.en_garde.bots.arrays.rounds import FULL, Ints, Rounds, Size
from engine.en_garde.bots.policy import STYLES
from engine.en_garde.rules import PRESETS, Rules
from engine.training.opponents import Opponent, odds_of, played_by
from engine.training.selfplay import decks

AT_ONCE: Final = 4096
"""Pairs of rounds that are played at the same time."""


class Gain(NamedTuple):
    """What a player gains against an opponent."""

    style: str
    """How the policy was played, of `STYLES`."""
    rounds: int
    result: float
    """The mean result of a round: won 1, drawn 0, lost -1."""
    margin: float
    """The 95% margin of the result, with a pair of rounds as one sample."""


def compare(
    player: Opponent, opponent: Opponent, rules: Rules, pairs: int, seed: int, size: Size = FULL
) -> NDArray[np.float64]:
    """Return the player's result of each pair of rounds, -2 to 2.

    A pair has one deck and one starter, with seats swapped.
    """
    source, noise = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    dealt, first = decks(pairs, source, size), source.integers(0, 2, pairs)
    parts = [slice(start, start + AT_ONCE) for start in range(0, pairs, AT_ONCE)]
    return np.concatenate(
        [_compare(player, opponent, rules, dealt[part], first[part], noise, size) for part in parts]
    )


def _compare(
    player: Opponent,
    opponent: Opponent,
    rules: Rules,
    dealt: Ints,
    first: Ints,
    noise: torch.Generator,
    size: Size,
) -> NDArray[np.float64]:
    results = np.zeros(len(dealt))
    for seat in range(2):
        rounds = Rounds([rules] * len(dealt), dealt, first, size)
        while len(playing := rounds.playing):
            own = rounds.turn[playing] == seat
            for rows, who in ((playing[own], player), (playing[~own], opponent)):
                if len(rows):
                    rounds.play(rows, who(rounds, rows, rounds.legal(rows), noise))
        results += rounds.results(seat)
    return results


def gain(
    policy: nn.Sequential, opponent: Opponent, rules: Rules, rounds: int, seed: int, size: Size = FULL
) -> Gain:
    """Measure a policy in the style that does best in a tenth of the rounds, with other decks."""

    def played(style: str, pairs: int, seed: int) -> NDArray[np.float64]:
        return compare(played_by(odds_of(policy, *STYLES[style])), opponent, rules, pairs, seed, size) / 2

    pairs = (rounds + 1) // 2
    trial = (pairs + 9) // 10
    style = max(STYLES, key=lambda style: played(style, trial, seed).mean())
    return Gain(style, 2 * pairs, *mean(played(style, pairs, seed + 1)))


def mean(results: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of the results of pairs, and its 95% margin."""
    return float(results.mean()), float(CERTAINTY * results.std(ddof=1) / np.sqrt(len(results)))


def gains(
    policy: nn.Sequential,
    opponent: Opponent,
    presets: list[str],
    rounds: int,
    seed: int,
    file: Path,
    size: Size = FULL,
) -> dict[str, Gain]:
    """Measure a policy in each preset, print what it gains and write it to a file."""
    measured = {}
    for name in presets:
        measured[name] = one = gain(policy, opponent, PRESETS[name], rounds, seed, size)
        print(f"{name:<17}{one.result:+.4f} ± {one.margin:.4f} {one.style}", flush=True)
        text = json.dumps({name: one._asdict() for name, one in measured.items()}, indent=2)
        file.write_text(text + "\n", encoding="utf-8")
    return measured
