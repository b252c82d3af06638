"""Measuring what a policy gains: level against itself, the same from both sides, the best style."""

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
from training.learners import RULES  # noqa: E402

from engine.training import measuring, opponents  # noqa: E402
from engine.training.measuring import compare  # noqa: E402
from engine.training.networks import new_policy  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")

THRESHOLD = opponents.COUNTING["threshold"]


def test_an_opponent_against_itself_is_level_in_every_pair() -> None:
    assert compare(THRESHOLD, THRESHOLD, RULES, 40, 1).tolist() == [0] * 40


def test_the_better_opponent_has_the_better_result() -> None:
    chance = opponents.played_by(opponents.odds_of(new_policy(), 1, 0))
    results = compare(THRESHOLD, chance, RULES, 60, 1)
    assert set(results.tolist()) <= {-2, -1, 0, 1, 2}
    assert results.mean() > 0.5
    assert compare(chance, THRESHOLD, RULES, 60, 1).mean() < -0.5


def test_rounds_in_several_parts_are_all_played(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = compare(THRESHOLD, opponents.COUNTING["fencer"], RULES, 30, 1)
    monkeypatch.setattr(measuring, "AT_ONCE", 7)
    assert compare(THRESHOLD, opponents.COUNTING["fencer"], RULES, 30, 1).tolist() == whole.tolist()


def test_a_policy_is_measured_in_its_best_style(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "STYLES", {"by chance": (0.01, 0.0), "master's": (4.0, 0.1)})
    policy = opponents.like(opponents.networks("master")[0])
    file = tmp_path / "gains.json"
    found = measuring.gains(policy, THRESHOLD, ["ferti-advanced", "abacus-basic"], 401, 1, file)
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written == {name: one._asdict() for name, one in found.items()}
    assert [*written] == ["ferti-advanced", "abacus-basic"]
    for one in found.values():
        assert (one.style, one.rounds) == ("master's", 402)
        assert one.result > 0.1
        assert 0 < one.margin < 0.15
