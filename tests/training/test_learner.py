"""Training that is killed and continued loses nothing, and the policy learns."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")
from training.learners import PLAN, everything_in, weights_in  # noqa: E402

from engine.training.learner import Learner, Plan  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize(
    "plan",
    [PLAN, replace(PLAN, opponents=("threshold",)), replace(PLAN, magnet=0.1, wide=False)],
    ids=["itself", "threshold", "magnet"],
)
@pytest.mark.parametrize("kills", [{1}, {1, 2}])
def test_training_continues_from_its_checkpoint_as_if_never_killed(
    tmp_path: Path, kills: set[int], plan: Plan
) -> None:
    straight = Learner(plan)
    figures = [straight.step() for _ in range(3)]
    killed = Learner(plan)
    again = []
    for iteration in range(3):
        if iteration in kills:
            killed.save(tmp_path / "checkpoint.pt")
            # The global random state of the process must not matter.
            torch.manual_seed(99)
            killed = Learner.load(tmp_path / "checkpoint.pt")
            assert (killed.plan, killed.iteration) == (plan, iteration)
        again.append(killed.step())
    assert again == figures
    assert everything_in(killed) == everything_in(straight)


def test_another_seed_starts_with_another_policy_and_plays_other_rounds() -> None:
    learners = [Learner(Plan(iterations=3, seed=seed, rounds=16, batch=64)) for seed in (1, 1, 2)]
    policies = [weights_in(learner.policy) for learner in learners]
    assert policies[0] == policies[1] != policies[2]
    figures = [learner.step() for learner in learners]
    assert figures[0] == figures[1] != figures[2]


def test_a_kill_while_saving_leaves_the_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "checkpoint.pt"
    learner = Learner(PLAN)
    learner.save(file)

    def killed(_: object, unfinished: Path) -> None:
        unfinished.write_bytes(b"half a checkpo")
        raise KeyboardInterrupt

    monkeypatch.setattr(torch, "save", killed)
    learner.step()
    with pytest.raises(KeyboardInterrupt):
        learner.save(file)
    assert Learner.load(file).iteration == 0


def test_the_policy_learns_and_its_average_follows() -> None:
    learner = Learner(PLAN)
    before = everything_in(learner)
    figures = learner.step()
    policy, critic, average = everything_in(learner)
    assert policy != before[0]
    assert critic != before[1]
    # The first average is the first policy, and then it lags behind.
    assert average == policy
    learner.step()
    policy, _, average = everything_in(learner)
    assert average != policy
    assert figures["iteration"] == 1
    assert figures["decisions"] > 16 * 4
    assert -1 <= figures["result"] <= 1
    assert all(np.isfinite(value) for value in figures.values())


def test_the_learning_rate_goes_from_its_first_to_its_last_value() -> None:
    learner = Learner(Plan(iterations=3, rounds=16, batch=64, rate=(1e-2, 1e-4)))
    rates = []
    for _ in range(3):
        learner.step()
        rates.append(learner.adam.param_groups[0]["lr"])
    assert rates == pytest.approx([1e-2, 1e-3, 1e-4])


def test_the_entropy_bonus_falls_to_its_last_value_even_to_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for first, last, expected in ((0.04, 0.01, [0.04, 0.02, 0.01]), (0.04, 0.0, [0.04, 0.02, 0.0])):
        given: list[float] = []
        monkeypatch.setattr(Learner, "_learn", lambda self, played, entropy: given.append(entropy) or {})  # noqa: B023
        learner = Learner(replace(PLAN, entropy=(first, last)))
        for _ in range(3):
            learner.step()
        assert given == pytest.approx(expected)


def test_a_strong_magnet_holds_the_policy_at_its_average() -> None:
    """Without one it moves away, given the same rounds."""

    def moved(magnet: float) -> float:
        learner = Learner(replace(PLAN, rounds=64, rate=(1e-2, 1e-2), magnet=magnet))
        for _ in range(2):
            learner.step()
        return learner.step()["drift"]

    assert moved(100.0) < moved(0.0)


def test_a_training_can_start_from_another_in_its_sizes(tmp_path: Path) -> None:
    first = Learner(replace(PLAN, hidden=24, wide=False))
    first.step()
    first.save(tmp_path / "checkpoint.pt")
    second = Learner(replace(PLAN, start=str(tmp_path), preset="abacus-basic"))
    assert everything_in(second)[0] == everything_in(first)[2]
    assert everything_in(second)[1] == everything_in(first)[1]
    assert np.isfinite(second.step()["entropy"])
