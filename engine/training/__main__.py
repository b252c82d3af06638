"""Train the master, or a best response to a bot: `python -m engine.training --help`."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from tqdm import tqdm

from engine.bots.arena import CERTAINTY
from engine.en_garde.bots.master import weights
from engine.en_garde.rules import PRESETS
from engine.training import opponents
from engine.training.learner import Learner, Plan
from engine.training.selfplay import compare

SAVE_EVERY = 25
"""Iterations between checkpoints."""

SPARRING: Final[dict[str, Any]] = {
    "opponent": "threshold",
    "share": 0.3,
    "entropy": (0.005, 0.003),
    "rate": (2e-4, 5e-5),
    "memory": 0.98,
}
"""The plan after self-play, in which the mistakes of bold bots are too rare to learn from."""


def main() -> None:
    """Run a command of the command line."""
    parser = argparse.ArgumentParser(prog="python -m engine.training", description=__doc__)
    commands = parser.add_subparsers(required=True)

    train = commands.add_parser("train", help="train the master by self-play, then sparring")
    train.set_defaults(run=_train)
    respond = commands.add_parser("respond", help="train a best response and measure what it gains")
    respond.set_defaults(run=_respond)
    respond.add_argument("opponent", choices=["master", *opponents.COUNTING])
    respond.add_argument(
        "--rounds", type=int, default=20_000, help="rounds to measure per preset (default: %(default)s)"
    )
    for command in (train, respond):
        command.add_argument(
            "folder", type=Path, help="for checkpoints, log and result; continues from a checkpoint there"
        )
        command.add_argument(
            "--iterations",
            type=int,
            default=3000,
            help="iterations of self-play; sparring adds a tenth (default: %(default)s)"
            if command is train
            else "(default: %(default)s)",
        )
        command.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
        command.add_argument(
            "--threads", type=int, default=1, help="threads to learn with (default: %(default)s)"
        )
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    options.run(options)


def _train(options: argparse.Namespace) -> None:
    """Train by self-play, then by sparring; write the weights of the averaged policy."""
    plan = Plan(options.iterations, options.seed)
    alone = _learn(options.folder / "self-play", plan)
    # Another seed, so that sparring does not repeat the deals of self-play.
    plan = Plan(options.iterations // 10, 7 * options.seed, **SPARRING)
    learner = _learn(
        options.folder / "sparring",
        plan,
        opponents.COUNTING[plan.opponent],
        alone.average.state_dict(),
        alone.critic.state_dict(),
    )
    file = options.folder / "master.weights"
    file.write_bytes(opponents.weights_of(learner.average))
    print(f"wrote {file}; copy it to engine/en_garde/bots/ to play against it")


def _respond(options: argparse.Namespace) -> None:
    """Train a copy of the master to beat one opponent, and measure it in every preset."""
    policy, opponent = opponents.master(weights())
    if options.opponent != "master":
        opponent = opponents.COUNTING[options.opponent]
    plan = Plan(options.iterations, options.seed, options.opponent, entropy=(0.02, 0.0), rate=(5e-4, 5e-5))
    learner = _learn(options.folder, plan, opponent, policy.state_dict())
    measured: dict[str, Any] = {"opponent": options.opponent, "iterations": options.iterations}
    for name, rules in PRESETS.items():
        pairs = (options.rounds + 1) // 2
        results = compare(opponents.of_policy(learner.average), opponent, rules, pairs, options.seed + 1) / 2
        margin = CERTAINTY * results.std(ddof=1) / np.sqrt(pairs)
        measured[name] = {"rounds": 2 * pairs, "result": float(results.mean()), "margin": float(margin)}
        print(f"{name:<17}{results.mean():+.4f} ± {margin:.4f}")
    (options.folder / "response.json").write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")


def _learn(
    folder: Path,
    plan: Plan,
    opponent: opponents.Opponent | None = None,
    policy: Any = None,
    critic: Any = None,
) -> Learner:
    """Learn to the end of the plan, starting from the checkpoint in the folder if there is one.

    Raises SystemExit if the checkpoint is of another plan.
    """
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / "checkpoint.pt"
    if checkpoint.exists():
        learner = Learner.load(checkpoint, opponent)
        if learner.plan != plan:
            raise SystemExit(f"{checkpoint} has a different plan: {learner.plan}; choose another folder")
    else:
        learner = Learner(plan, opponent, policy, critic)
    with _log(folder / "log.jsonl", learner.iteration) as log:
        bar = tqdm(total=plan.iterations, initial=learner.iteration, unit="iteration", smoothing=0.05)
        while learner.iteration < plan.iterations:
            figures = learner.step()
            print(
                json.dumps({name: round(value, 6) for name, value in figures.items()}), file=log, flush=True
            )
            bar.update()
            if learner.iteration % SAVE_EVERY == 0 or learner.iteration == plan.iterations:
                learner.save(checkpoint)
        bar.close()
    return learner


@contextmanager
def _log(file: Path, iteration: int) -> Iterator[Any]:
    """Open the training log, one line per iteration, for the lines after `iteration`."""
    # A kill can leave lines after the last checkpoint, the last one incomplete.
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)[:iteration] if file.exists() else []
    unfinished = file.with_suffix(".part")
    unfinished.write_text("".join(lines), encoding="utf-8")
    unfinished.replace(file)
    with file.open("a", encoding="utf-8") as log:
        yield log


if __name__ == "__main__":
    main()
