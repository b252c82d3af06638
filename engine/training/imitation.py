"""A stand-in for a bot that is too slow to train against: a policy that has learned to play like it."""

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from tqdm import tqdm

from engine.en_garde.bots.arrays.policy import sharpened
from engine.en_garde.bots.inputs import INPUTS, OUTPUTS, inputs_of, output_of
from engine.en_garde.bots.judge import GRANDMASTER, MASTER, VIRTUOSO, Budget, Judge
from engine.en_garde.bots.policy import SHARPNESS
from engine.en_garde.round import FULL_DECK, Round
from engine.en_garde.rules import PRESETS
from engine.game import Seat
from engine.training.networks import floats, like, log_odds
from engine.training.opponents import networks, weights_of

BUDGETS: Final = {"master": MASTER, "virtuoso": VIRTUOSO, "grandmaster": GRANDMASTER}
"""The bots that can be imitated, by what their judge may do."""

HELD_OUT: Final = 10
"""Of one in so many rounds nothing is learned: they show how near the stand-in comes."""

DOUBT: Final = 0.02
"""How often a policy that learns is taken to play any legal action at all."""

BATCH: Final = 256
"""Choices per gradient step."""

Choice = tuple[list[int], list[int], list[float]]
"""The inputs that are on, the outputs that stand for legal actions, and the odds of each."""


class Choices(NamedTuple):
    """What a bot saw and by which odds it played, a row each."""

    seen: NDArray[np.uint8]
    legal: NDArray[np.bool_]
    odds: NDArray[np.float32]


def choices_in_a_round(budget: Budget, preset: str, key: str) -> list[Choice]:
    """Play a round of a bot against itself; return its choices between several actions."""
    source = Random(key)
    state = Round.deal(PRESETS[preset], source.sample(FULL_DECK, len(FULL_DECK)), Seat(source.randrange(2)))
    found: list[Choice] = []
    while (seat := state.turn) is not None:
        view = state.view(seat)
        odds = Judge(view, budget).hint.odds
        if len(view.legal) > 1:
            legal, shares = map(output_of, view.legal), [odds.get(action, 0.0) for action in view.legal]
            found.append((inputs_of(view, seat), [*legal], shares))
        state = state.play(source.choices([*odds], [*odds.values()])[0])
    return found


def played(bot: str, presets: list[str], rounds: int, seed: int, file: Path) -> list[list[Choice]]:
    """Return the choices of so many rounds, the presets in turn; what the file has is not played again.

    Raises SystemExit if the file is of another bot, seed or presets.
    """
    what = json.dumps([bot, presets, seed])
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else [f"{what}\n"]
    if lines[0] != f"{what}\n":
        raise SystemExit(f"{file} has other rounds: {lines[0].strip()}; choose another folder")
    # A kill can leave the last line incomplete.
    lines = [line for line in lines if line.endswith("\n")]
    unfinished = file.with_suffix(".part")
    unfinished.write_text("".join(lines), encoding="utf-8")
    unfinished.replace(file)
    with file.open("a", encoding="utf-8") as log:
        for number in tqdm(range(len(lines) - 1, rounds), unit="round"):
            found = choices_in_a_round(BUDGETS[bot], presets[number % len(presets)], f"{seed} {number}")
            lines.append(json.dumps(found) + "\n")
            print(lines[-1], end="", file=log, flush=True)
    return [json.loads(line) for line in lines[1 : rounds + 1]]


def rows_of(rounds: Iterable[list[Choice]]) -> Choices:
    """Return the choices of some rounds as arrays."""
    choices = [choice for one in rounds for choice in one]
    rows = Choices(
        np.zeros((len(choices), INPUTS), np.uint8),
        np.zeros((len(choices), OUTPUTS), np.bool_),
        np.zeros((len(choices), OUTPUTS), np.float32),
    )
    for row, (on, legal, shares) in enumerate(choices):
        rows.seen[row, on], rows.legal[row, legal], rows.odds[row, legal] = 1, True, shares
    return rows


def difference(policy: nn.Sequential, rows: Choices) -> Any:
    """Return the cross-entropy between a bot's odds and those of a policy, sharpened as it is played.

    The policy is taken to play any legal action now and then, so that no choice counts without end.
    """
    legal = torch.from_numpy(rows.legal)
    logs, _ = log_odds(policy, floats(rows.seen), legal)
    odds = torch.softmax(SHARPNESS * logs, 1) * (1 - DOUBT) + DOUBT * legal / legal.sum(1, keepdim=True)
    return -(torch.from_numpy(rows.odds) * odds.clamp_min(torch.finfo().tiny).log()).sum(1).mean()


@torch.no_grad()
def nearness(policy: nn.Sequential, rows: Choices) -> tuple[float, float]:
    """Return the cross-entropy, and how much of the odds a policy has in common with the bot, 0 to 1."""
    logs, _ = log_odds(policy, floats(rows.seen), torch.from_numpy(rows.legal))
    common = np.minimum(sharpened(logs.numpy()), rows.odds).sum(1)
    return float(difference(policy, rows)), float(common.mean())


def fit(policy: nn.Sequential, rows: Choices, epochs: int, seed: int, rate: float = 1e-4) -> None:
    """Let a policy learn a bot's odds; the learning rate falls to 0."""
    torch.manual_seed(seed)
    adam = torch.optim.Adam(policy.parameters(), lr=rate)
    steps = max(round(len(rows.seen) / BATCH), 1)
    falling = torch.optim.lr_scheduler.LinearLR(adam, 1.0, 0.0, epochs * steps)
    for _ in range(epochs):
        for part in np.array_split(torch.randperm(len(rows.seen)).numpy(), steps):
            adam.zero_grad()
            difference(policy, Choices(rows.seen[part], rows.legal[part], rows.odds[part])).backward()
            adam.step()
            falling.step()


def imitate(bot: str, presets: list[str], rounds: int, epochs: int, seed: int, folder: Path) -> None:
    """Play rounds of a bot, let a policy that starts as the master's network learn its play, and write it.

    Prints how near it comes in the rounds held out. What has been played is kept in the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = played(bot, presets, rounds, seed, folder / "rounds.jsonl")
    # The presets take turns: some rounds of each are held out.
    is_held_out = [number // len(presets) % HELD_OUT == 0 for number in range(len(found))]
    learned = rows_of(one for one, out in zip(found, is_held_out, strict=True) if not out)
    held_out = rows_of(one for one, out in zip(found, is_held_out, strict=True) if out)
    policy = like(networks("master")[0])
    print("| | cross-entropy | odds in common |\n|---|--:|--:|")
    for name in ("the master's network", "the stand-in"):
        entropy, common = nearness(policy, held_out)
        print(f"| {name} | {entropy:.3f} | {common:.1%} |", flush=True)
        if name == "the master's network":
            fit(policy, learned, epochs, seed)
    (folder / "policy.weights").write_bytes(weights_of(policy))
    print(f"wrote {folder / 'policy.weights'} from {len(learned.seen):,} choices")
