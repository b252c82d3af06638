"""Training runs in folders: a checkpoint to continue from, and a log with one line per iteration."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any

from tqdm import tqdm

from engine.en_garde.bots.arrays.rounds import FULL
from engine.training.learner import Learner, Plan
from engine.training.opponents import weights_of

SAVE_EVERY = 25
"""Iterations between checkpoints."""


def learn(folder: Path, plan: Plan, measure: Callable[[Learner], dict[str, float]] = lambda _: {}) -> Learner:
    """Learn to the end of the plan, starting from the checkpoint in the folder if there is one.

    After each iteration, `measure` can add figures to the log. In the end the weights of the averaged policy
    are written, unless it plays a miniature, for which there is no player.

    Raises SystemExit if the checkpoint is of another plan.
    """
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / "checkpoint.pt"
    if checkpoint.exists():
        learner = Learner.load(checkpoint)
        if learner.plan != plan:
            raise SystemExit(f"{checkpoint} has a different plan: {learner.plan}; choose another folder")
    else:
        learner = Learner(plan)
    with _log(folder / "log.jsonl", learner.iteration) as log:
        bar = tqdm(total=plan.iterations, initial=learner.iteration, unit="iteration", smoothing=0.05)
        while learner.iteration < plan.iterations:
            before = process_time()
            figures = {**learner.step(), "seconds": process_time() - before}
            figures |= measure(learner)
            print(
                json.dumps({name: round(value, 6) for name, value in figures.items()}), file=log, flush=True
            )
            bar.update()
            if learner.iteration % SAVE_EVERY == 0 or learner.iteration == plan.iterations:
                learner.save(checkpoint)
        bar.close()
    if plan.size == FULL:
        file = folder / "policy.weights"
        file.write_bytes(weights_of(learner.average))
        print(f"wrote {file}")
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
