"""The command that trains: its log, its weights, and kills at any time."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("tqdm")

from engine.en_garde import PRESETS, Rules
from engine.en_garde.bots.arrays.rounds import Size
from engine.en_garde.bots.network import read
from engine.training import __main__ as command
from engine.training import opponents, runs, selfplay
from engine.training.exact import MINIATURES
from engine.training.learner import Learner

pytestmark = pytest.mark.usefixtures("one_thread")

Run = Callable[..., None]


class KilledError(Exception):
    """Stands for a kill signal."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return the command line of training, with 16 rounds per iteration and a checkpoint every two."""

    def call(*words: object, killed_in: int | None = None) -> None:
        step = Learner.step

        def step_or_die(self: Learner) -> dict[str, float]:
            if self.iteration + 1 == killed_in:
                raise KilledError
            return step(self)

        with monkeypatch.context() as patch:
            patch.setattr(runs, "SAVE_EVERY", 2)
            patch.setattr(Learner, "step", step_or_die)
            small = () if words[0] == "measure" else ("--rounds", "16")
            patch.setattr(sys, "argv", ["engine.training", *map(str, words), *small])
            command.main()

    return call


def logged(folder: Path) -> list[dict[str, float]]:
    """Return the lines of a log without the time they took."""
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    figures = [json.loads(line) for line in lines]
    assert all(line.pop("seconds") > 0 for line in figures)
    return figures


def test_after_a_kill_the_log_and_the_weights_are_as_if_never_killed(tmp_path: Path, run: Run) -> None:
    straight, killed = tmp_path / "straight", tmp_path / "killed"
    run("train", straight, "--iterations", 6)
    assert [line["iteration"] for line in logged(straight)] == [*range(1, 7)]
    # Before the first checkpoint; one iteration after the second checkpoint.
    for killed_in, left in ((2, [1]), (6, [1, 2, 3, 4, 5])):
        with pytest.raises(KilledError):
            run("train", killed, "--iterations", 6, killed_in=killed_in)
        assert [line["iteration"] for line in logged(killed)] == left
        assert not (killed / "policy.weights").exists()
    run("train", killed, "--iterations", 6)
    assert logged(killed) == logged(straight)
    assert (killed / "policy.weights").read_bytes() == (straight / "policy.weights").read_bytes()
    assert read((killed / "policy.weights").read_bytes())


def test_a_kill_just_after_the_start_loses_no_line_of_the_log(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    lines = ['{"iteration": 1}', '{"iteration": 2}', '{"iteration": 3}']
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with runs._log(file, 2):
        # A signal that cannot be caught comes here.
        assert file.read_text(encoding="utf-8").splitlines() == lines[:2]


def test_a_finished_training_writes_its_averaged_weights_again(tmp_path: Path, run: Run) -> None:
    run("train", tmp_path, "--iterations", 2)
    log, weights = logged(tmp_path), (tmp_path / "policy.weights").read_bytes()
    learner = Learner.load(tmp_path / "checkpoint.pt")
    assert learner.iteration == 2
    assert weights == opponents.weights_of(learner.average) != opponents.weights_of(learner.policy)
    (tmp_path / "policy.weights").unlink()
    run("train", tmp_path, "--iterations", 2)
    assert logged(tmp_path) == log
    assert (tmp_path / "policy.weights").read_bytes() == weights


def test_another_plan_needs_another_folder(tmp_path: Path, run: Run) -> None:
    run("train", tmp_path, "--iterations", 2)
    with pytest.raises(SystemExit, match=r"different plan.*choose another folder"):
        run("train", tmp_path, "--iterations", 2, "--seed", 2)
    assert [line["iteration"] for line in logged(tmp_path)] == [1, 2]


def test_opponents_take_turns_at_their_share_of_the_rounds_and_the_rest_is_self_play(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[tuple[int, Any]] = []
    play = selfplay.play

    def counted(rules: list[Rules], *others: Any) -> selfplay.Decisions:
        sizes.append((len(rules), others[-2]))
        return play(rules, *others)

    monkeypatch.setattr(selfplay, "play", counted)
    threshold, fencer = opponents.COUNTING["threshold"], opponents.COUNTING["fencer"]
    words = ("--iterations", 2, "--opponents", "threshold", "fencer")
    run("train", tmp_path / "half", *words, "--share", 0.5)
    assert sizes == [(8, None), (8, threshold), (8, None), (8, fencer)]
    sizes.clear()
    run("train", tmp_path / "none", *words, "--share", 0)
    assert sizes == [(16, None)] * 2
    sizes.clear()
    run("respond", "threshold", tmp_path / "all", "--iterations", 1, "--measured", 6)
    assert sizes == [(16, threshold)]


def test_a_best_response_is_measured_in_the_presets_it_learned(tmp_path: Path, run: Run) -> None:
    for words, presets in (((), [*PRESETS]), (("--preset", "abacus-basic"), ["abacus-basic"])):
        folder = tmp_path / str(len(words))
        run("respond", "threshold", folder, "--iterations", 1, "--measured", 6, *words)
        found = json.loads((folder / "gains.json").read_text(encoding="utf-8"))
        assert [*found] == presets
        for gain in found.values():
            assert gain["rounds"] == 6
            assert -1 <= gain["result"] <= 1
            assert gain["margin"] >= 0


def test_a_policy_is_measured_against_any_other(tmp_path: Path, run: Run) -> None:
    run("train", tmp_path / "one", "--iterations", 1)
    run(
        "measure", tmp_path / "one", "master", tmp_path / "two", "--measured", 400, "--preset", "abacus-basic"
    )
    found = json.loads((tmp_path / "two" / "gains.json").read_text(encoding="utf-8"))
    assert found["abacus-basic"]["result"] < -0.3


def test_a_miniature_is_trained_measured_exactly_and_attacked(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(MINIATURES, "long", Size(values=2, copies=4, hand=2, squares=7))
    victim, attacker = tmp_path / "victim", tmp_path / "attacker"
    run("train", victim, "--miniature", "long", "--iterations", 4, "--every", 2, "--hidden", 16)
    lines = logged(victim)
    assert ["gain" in line for line in lines] == [False, True, False, True]
    words = ("--miniature", "long", "--measured", 2000)
    run("respond", victim, attacker, *words, "--iterations", 2, "--start", victim)
    found = json.loads((attacker / "gains.json").read_text(encoding="utf-8"))["ferti-advanced"]
    assert found["result"] < lines[-1]["gain"] + 0.05
    run("measure", attacker, victim, tmp_path / "again", *words)
    assert "a best response to it gains +0." in capsys.readouterr().out


def test_a_miniature_is_also_measured_as_it_counts_and_searches(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(MINIATURES, "long", Size(values=2, copies=4, hand=2, squares=7))
    words = ("--miniature", "long", "--judged")
    run("train", tmp_path, *words, "--iterations", 2, "--every", 2, "--hidden", 16)
    last = logged(tmp_path)[-1]
    capsys.readouterr()
    run("measure", tmp_path, tmp_path, tmp_path / "gains", *words, "--measured", 6)
    printed = capsys.readouterr().out
    assert f"gains {last['gain']:+.4f}" in printed
    assert f"and if it counts the last three cards, {last['counting_gain']:+.4f}" in printed
    assert f"searches like the grandmaster, {last['searching_gain']:+.4f}" in printed


@pytest.mark.parametrize(
    "words",
    [
        ("respond", "threshold", "folder", "--miniature", "long"),
        ("respond", "shipped", "folder", "--miniature", "long"),
        ("train", "folder", "--miniature", "long", "--opponents", "fencer"),
    ],
)
def test_bots_cannot_play_a_miniature(words: tuple[str, ...], run: Run) -> None:
    with pytest.raises(SystemExit, match="only policies can play a miniature"):
        run(*words)


def test_only_a_miniature_is_measured_as_it_counts_and_searches(run: Run) -> None:
    with pytest.raises(SystemExit, match="--judged needs --miniature"):
        run("train", "folder", "--judged")


@pytest.mark.parametrize(
    "words",
    [("train", "folder", "--hidden", 0), ("train", "folder", "--hidden", 1001)],
)
def test_numbers_out_of_range_are_refused(
    words: tuple[object, ...], run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(*words)
    assert f"{words[-1]} is not from" in capsys.readouterr().err
