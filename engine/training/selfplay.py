"""Rounds played by policies, and what is kept of them to learn from."""

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.en_garde.rules import PRESETS, Rules
from engine.training.networks import floats, log_odds
from engine.training.rounds import DECK, Bools, Ints, Rounds

LAMBDA = 0.95
"""How far an action is credited with what comes after it, per action; 1 is the plain result of the round."""

WAITING_SHARE = 4
"""One in so many views of the seat that waits is kept, to learn its expected result too."""


class Decisions(NamedTuple):
    """What was seen and done, a row for each decision."""

    seen: NDArray[np.uint8]
    """As the critic sees it; the policy's inputs come first."""
    legal: Bools
    output: Ints
    log_odds: NDArray[np.float32]
    advantage: NDArray[np.float32]
    result: NDArray[np.float32]
    """The result of the round for who decided, -1, 0 or 1."""
    waiting: NDArray[np.uint8]
    """Views of the seat that was not to act."""
    waiting_result: NDArray[np.float32]


def all_rules() -> list[Rules]:
    """Every consistent combination of the switches that change the play."""
    combinations = []
    for bits in range(32):
        try:
            combinations.append(
                Rules(
                    parry=bool(bits & 1),
                    indirect=bool(bits & 2),
                    last_chance=bool(bits & 4),
                    cards_decide=bool(bits & 8),
                    final_evasion_skips_cards=bool(bits & 16),
                )
            )
        except ValueError:
            continue
    return combinations


def mixed_rules(number: int, source: np.random.Generator) -> list[Rules]:
    """Rules for training: four rounds in five a preset, the others any house rules."""
    presets, houses = list(PRESETS.values()), all_rules()
    return [
        presets[source.integers(len(presets))]
        if source.random() < 0.8
        else houses[source.integers(len(houses))]
        for _ in range(number)
    ]


def decks(number: int, source: np.random.Generator) -> Ints:
    """Shuffled decks, a row each."""
    return source.permuted(np.tile(np.repeat(np.arange(1, 6), 5), (number, 1)), axis=1)


def choose(logs: Any, source: torch.Generator) -> Any:
    """One action for each row, drawn by its probability."""
    noise = torch.empty_like(logs).exponential_(generator=source)
    return (logs.exp() / noise).argmax(1)


@torch.no_grad()
def play(
    rules: list[Rules],
    source: np.random.Generator,
    noise: torch.Generator,
    policy: nn.Sequential,
    critic: nn.Sequential,
    opponent: nn.Sequential | None = None,
) -> Decisions:
    """Play a round by each of `rules`; with an `opponent`, only the other seat's decisions are kept."""
    number = len(rules)
    rounds = Rounds(rules, decks(number, source), source.integers(0, 2, number))
    learner = source.integers(0, 2, number)
    steps: list[tuple[Any, ...]] = []
    waits: list[tuple[Any, ...]] = []
    while len(rows := rounds.playing):
        turn = rounds.turn[rows]
        legal = rounds.legal(rows)
        seen = rounds.inputs(rows, turn, critic=True)
        inputs = floats(seen)
        values = critic(inputs)[:, 0].numpy()
        own, mask = inputs[:, : policy[0].in_features], torch.from_numpy(legal)
        logs, _ = log_odds(policy, own, mask)
        learns = np.ones(len(rows), np.bool_)
        if opponent is not None:
            learns = turn == learner[rows]
            logs = torch.where(torch.from_numpy(learns)[:, None], logs, log_odds(opponent, own, mask)[0])
        picked = choose(logs, noise)
        chosen = logs.gather(1, picked[:, None])[:, 0].numpy()
        output = picked.numpy()
        sample = rows[(source.integers(0, WAITING_SHARE, len(rows)) == 0)]
        waits.append((rounds.inputs(sample, 1 - rounds.turn[sample]), sample, 1 - rounds.turn[sample]))
        steps.append((rows, turn, seen, legal, output, chosen, values, learns))
        rounds.play(rows, output)

    left = np.where(rounds.winner == 0, 1.0, np.where(rounds.winner == 1, -1.0, 0.0))
    following, credit = left.copy(), np.zeros(number)
    kept: list[tuple[Any, ...]] = []
    for rows, turn, seen, legal, output, chosen, values, learns in reversed(steps):
        side = 1 - 2 * turn
        value = values * side
        credit[rows] = following[rows] - value + LAMBDA * credit[rows]
        following[rows] = value
        parts = (seen, legal, output, chosen, credit[rows] * side, left[rows] * side)
        kept.append(tuple(part[learns] for part in parts))
    seen, legal, output, chosen, advantage, result = (
        np.concatenate(part) for part in zip(*kept, strict=True)
    )
    waiting, wait_rows, wait_seats = (np.concatenate(part) for part in zip(*waits, strict=True))
    return Decisions(
        seen,
        legal,
        output,
        chosen,
        advantage.astype(np.float32),
        result.astype(np.float32),
        waiting,
        (left[wait_rows] * (1 - 2 * wait_seats)).astype(np.float32),
    )


@torch.no_grad()
def compare(
    policy: nn.Sequential, opponent: nn.Sequential, rules: Rules, pairs: int, seed: int
) -> NDArray[np.float64]:
    """The policy's result for each pair of rounds, -2 to 2: the same deck and starter, seats exchanged."""
    source, noise = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    dealt, first = decks(pairs, source), source.integers(0, 2, pairs)
    results = np.zeros(pairs)
    for seat in range(2):
        rounds = Rounds([rules] * pairs, dealt, first)
        while len(rows := rounds.playing):
            turn = rounds.turn[rows]
            inputs, legal = floats(rounds.inputs(rows, turn)), torch.from_numpy(rounds.legal(rows))
            own, theirs = (log_odds(network, inputs, legal)[0] for network in (policy, opponent))
            mine = torch.from_numpy(turn == seat)[:, None]
            rounds.play(rows, choose(torch.where(mine, own, theirs), noise).numpy())
        results += np.where(rounds.winner == -1, 0, np.where(rounds.winner == seat, 1, -1))
    return results


__all__ = ["DECK", "Decisions", "all_rules", "choose", "compare", "decks", "mixed_rules", "play"]
