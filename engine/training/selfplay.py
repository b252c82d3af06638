"""Rounds played by policies, and the decisions to learn from."""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.en_garde.bots.arrays.rounds import FULL, Bools, Ints, Rounds, Size
from engine.en_garde.rules import PRESETS, Rules
from engine.training.networks import choose, floats, log_odds, outputs
from engine.training.opponents import Opponent

LAMBDA = 0.95
"""How much credit for later actions reaches an earlier one, per action; 1 credits the plain result."""

WAITING_INTERVAL = 4
"""One in this many views of the seat not to act is kept, to learn its expected result too."""


class Decisions(NamedTuple):
    """Decisions to learn from, a row each."""

    seen: NDArray[np.uint8]
    """The critic's inputs; the policy's come first."""
    legal: Bools
    output: Ints
    """The output chosen."""
    log_odds: NDArray[np.float32]
    """The log-probability with which it was chosen."""
    advantage: NDArray[np.float32]
    """How much better the round went than the critic expected."""
    result: NDArray[np.float32]
    """The result of the round for the player who decided: -1, 0 or 1."""
    waiting: NDArray[np.uint8]
    """The policy's inputs of seats not to act; the number of rows is its own."""
    waiting_result: NDArray[np.float32]
    """The results of the rounds for these seats."""


class _Step(NamedTuple):
    """One action in each of the rounds in progress."""

    rows: Ints
    turn: Ints
    seen: NDArray[np.uint8]
    legal: Bools
    output: Ints
    log_odds: NDArray[np.float32]
    values: NDArray[np.float32]
    """The result the critic expects for the player to act."""


def all_rules() -> list[Rules]:
    """Return every playable combination of the rules that change the play."""
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
    """Return `number` rules: a random preset four times in five, else random house rules.

    The presets with indirect attacks are larger games and come twice as often as the others.
    """
    presets, houses = [*PRESETS.values()], all_rules()
    presets += [rules for rules in presets if rules.indirect]
    return [
        presets[source.integers(len(presets))]
        if source.random() < 0.8
        else houses[source.integers(len(houses))]
        for _ in range(number)
    ]


def decks(number: int, source: np.random.Generator, size: Size = FULL) -> Ints:
    """Return shuffled decks, a row each."""
    return source.permuted(np.tile(size.deck, (number, 1)), axis=1)


@torch.no_grad()
def play(
    rules: list[Rules],
    source: np.random.Generator,
    noise: torch.Generator,
    policy: nn.Sequential,
    critic: nn.Sequential,
    opponent: Opponent | None = None,
    size: Size = FULL,
) -> Decisions:
    """Play one round per rules and return the policy's decisions.

    The policy plays both seats, or one, chosen at random, against `opponent`.
    """
    number = len(rules)
    rounds = Rounds(rules, decks(number, source, size), source.integers(0, 2, number), size)
    learner_seat = source.integers(0, 2, number)
    steps: list[_Step] = []
    waits: list[tuple[NDArray[np.uint8], Ints, Ints]] = []
    while len(playing := rounds.playing):
        rows = playing
        if opponent is not None:
            theirs = playing[rounds.turn[playing] != learner_seat[playing]]
            rows = playing[rounds.turn[playing] == learner_seat[playing]]
            rounds.play(theirs, opponent(rounds, theirs, rounds.legal(theirs), noise))
        turn, legal = rounds.turn[rows], rounds.legal(rows)
        seen = rounds.inputs(rows, turn, critic=True)
        critic_inputs = floats(seen)
        values = outputs(critic, critic_inputs, fast=True)[:, 0].numpy()
        logs, _ = log_odds(policy, critic_inputs, torch.from_numpy(legal), fast=True)
        picked = choose(logs.exp(), noise)
        chosen = logs.gather(1, picked[:, None])[:, 0].numpy()
        output = picked.numpy()
        steps.append(_Step(rows, turn, seen, legal, output, chosen, values))
        waiting = rows[source.integers(0, WAITING_INTERVAL, len(rows)) == 0]
        seats = 1 - rounds.turn[waiting]
        waits.append((rounds.inputs(waiting, seats), waiting, seats))
        rounds.play(rows, output)

    left_result = rounds.results(0).astype(np.float64)
    following, credit = left_result.copy(), np.zeros(number)
    advantages, results = [], []
    steps.reverse()
    for step in steps:
        side = 1 - 2 * step.turn
        value = step.values * side
        credit[step.rows] = following[step.rows] - value + LAMBDA * credit[step.rows]
        following[step.rows] = value
        advantages.append(credit[step.rows] * side)
        results.append(left_result[step.rows] * side)
    waited, rows, seats = (np.concatenate(part) for part in zip(*waits, strict=True))
    return Decisions(
        np.concatenate([step.seen for step in steps]),
        np.concatenate([step.legal for step in steps]),
        np.concatenate([step.output for step in steps]),
        np.concatenate([step.log_odds for step in steps]),
        np.concatenate(advantages).astype(np.float32),
        np.concatenate(results).astype(np.float32),
        waited,
        (left_result[rows] * (1 - 2 * seats)).astype(np.float32),
    )
