"""The command that trains: its log, its weights, and kills at any time."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("tqdm")
from training.learners import PLAN

from engine.en_garde import PRESETS, Rules
from engine.en_garde.bots import master as master_bot
from engine.training import __main__ as command
from engine.training import opponents, selfplay
from engine.training.learner import Learner, Plan
from engine.training.networks import new_policy

pytestmark = pytest.mark.usefixtures("one_thread")

Run = Callable[..., None]


class KilledError(Exception):
    """Stands for a kill signal."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return the command line of training, with 16 rounds per iteration and a checkpoint every two."""

    def small(*plan: Any, **settings: Any) -> Plan:
        return Plan(*plan, rounds=16, batch=64, **settings)

    def call(*words: object, killed_in: tuple[str, int] | None = None) -> None:
        step = Learner.step

        def step_or_die(self: Learner) -> dict[str, float]:
            stage = "sparring" if self.plan.opponent else "self-play"
            if (stage, self.iteration + 1) == killed_in:
                raise KilledError
            return step(self)

        with monkeypatch.context() as patch:
            patch.setattr(command, "Plan", small)
            patch.setattr(command, "SAVE_EVERY", 2)
            patch.setattr(Learner, "step", step_or_die)
            patch.setattr(sys, "argv", ["engine.training", *map(str, words)])
            command.main()

    return call


def logged(folder: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]


def test_after_a_kill_the_log_and_the_weights_are_as_if_never_killed(tmp_path: Path, run: Run) -> None:
    straight, killed = tmp_path / "straight", tmp_path / "killed"
    run("train", straight, "--iterations", 30)
    assert [line["iteration"] for line in logged(straight / "self-play")] == [*range(1, 31)]
    assert [line["iteration"] for line in logged(straight / "sparring")] == [1, 2, 3]
    # Before the first checkpoint; one iteration after the checkpoint of the second; then while sparring.
    for killed_in, stage, left in (
        (2, "self-play", [1]),
        (4, "self-play", [1, 2, 3]),
        (2, "sparring", [1]),
        (3, "sparring", [1, 2]),
    ):
        with pytest.raises(KilledError):
            run("train", killed, "--iterations", 30, killed_in=(stage, killed_in))
        assert [line["iteration"] for line in logged(killed / stage)] == left
        assert not (killed / "master.weights").exists()
    run("train", killed, "--iterations", 30)
    for stage in ("self-play", "sparring"):
        assert logged(killed / stage) == logged(straight / stage)
    assert (killed / "master.weights").read_bytes() == (straight / "master.weights").read_bytes()
    assert master_bot.read((killed / "master.weights").read_bytes())


def test_a_kill_just_after_the_start_loses_no_line_of_the_log(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    lines = ['{"iteration": 1}', '{"iteration": 2}', '{"iteration": 3}']
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with command._log(file, 2):
        # A signal that cannot be caught comes here.
        assert file.read_text(encoding="utf-8").splitlines() == lines[:2]


def test_a_finished_training_writes_its_averaged_weights_again(tmp_path: Path, run: Run) -> None:
    run("train", tmp_path, "--iterations", 20)
    log, weights = logged(tmp_path / "sparring"), (tmp_path / "master.weights").read_bytes()
    learner = Learner.load(tmp_path / "sparring" / "checkpoint.pt")
    assert learner.iteration == 2
    assert weights == opponents.weights_of(learner.average) != opponents.weights_of(learner.policy)
    (tmp_path / "master.weights").unlink()
    run("train", tmp_path, "--iterations", 20)
    assert logged(tmp_path / "sparring") == log
    assert (tmp_path / "master.weights").read_bytes() == weights


def test_another_plan_needs_another_folder(tmp_path: Path, run: Run) -> None:
    run("train", tmp_path, "--iterations", 2)
    with pytest.raises(SystemExit, match=r"different plan.*choose another folder"):
        run("train", tmp_path, "--iterations", 2, "--seed", 2)
    assert [line["iteration"] for line in logged(tmp_path / "self-play")] == [1, 2]


def test_sparring_starts_where_self_play_ended(tmp_path: Path, run: Run) -> None:
    run("train", tmp_path, "--iterations", 9)
    alone = Learner.load(tmp_path / "self-play" / "checkpoint.pt")
    assert (tmp_path / "master.weights").read_bytes() == opponents.weights_of(alone.average)


def test_sparring_is_a_share_of_the_rounds_and_the_rest_is_self_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes: list[tuple[int, bool]] = []
    play = selfplay.play

    def counted(rules: list[Rules], *others: Any) -> selfplay.Decisions:
        sizes.append((len(rules), others[-1] is None))
        return play(rules, *others)

    monkeypatch.setattr(selfplay, "play", counted)
    threshold = opponents.COUNTING["threshold"]
    for share in (1.0, 0.5, 0.0):
        Learner(Plan(iterations=1, rounds=16, batch=64, share=share), threshold).step()
    Learner(PLAN).step()
    assert sizes == [(16, False), (8, True), (8, False), (16, True), (16, True)]


def test_a_best_response_is_measured_in_every_preset(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = opponents.weights_of(new_policy())
    monkeypatch.setattr(command, "weights", lambda: weights)
    run("respond", "threshold", tmp_path, "--iterations", 1, "--rounds", 6)
    found = json.loads((tmp_path / "response.json").read_text(encoding="utf-8"))
    assert (found["opponent"], found["iterations"]) == ("threshold", 1)
    for preset in PRESETS:
        assert found[preset]["rounds"] == 6
        assert -1 <= found[preset]["result"] <= 1
        assert found[preset]["margin"] >= 0
