"""What docs/gains.py measures: the same rounds with a small and a larger budget, and policies in files."""

import sys
from pathlib import Path
from random import Random
from runpy import run_path

import pytest
from bots.positions import seen, states_of

from engine.en_garde import PRESETS, Rules
from engine.en_garde.bots.fencer import Fencer
from engine.en_garde.bots.judge import MASTER, NETWORK, Budget
from engine.en_garde.bots.policy import network_hint, weights

FILE = Path(__file__).parents[2] / "docs" / "gains.py"
GAINS = run_path(str(FILE))


@pytest.mark.by_day(1)
@pytest.mark.parametrize("rules", reversed(PRESETS.values()), ids=reversed(PRESETS))
def test_a_policy_at_the_table_plays_by_the_odds_of_its_network(rules: Rules, tmp_path: Path) -> None:
    (tmp_path / "copy.weights").write_bytes(weights())
    learned = GAINS["Learned"](tmp_path / "copy.weights")
    for state in states_of(rules, 3):
        assert learned.choose(seen(state), (0, 0), Random(1)) in network_hint(seen(state)).odds


@pytest.mark.slow
def test_only_the_budget_makes_a_difference() -> None:
    rules = PRESETS["ferti-advanced"]
    for pair in GAINS["pairs"](rules, range(4), 1, (NETWORK, NETWORK), Fencer()):
        assert (pair.less, pair.differ) == (pair.more, 0)
    counted = list(GAINS["pairs"](rules, range(12), 1, (NETWORK, MASTER), Fencer()))
    assert any(pair.differ for pair in counted)
    assert all(pair.times for pair in counted[:4])


def test_a_pair_depends_on_its_number_and_the_seed_only() -> None:
    def some(numbers: range) -> list[object]:
        budgets = (NETWORK, Budget(2))
        found = GAINS["pairs"](PRESETS["ferti-advanced"], numbers, 3, budgets, Fencer())
        return [pair[:-1] for pair in found]

    assert some(range(4))[2:] == some(range(2, 4))


def test_the_same_command_goes_on_where_its_file_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(rounds: int, *words: str) -> list[str]:
        given = ["gains.py", "master", "--against", "fencer", "--rounds", str(rounds), *words]
        monkeypatch.setattr(sys, "argv", given)
        GAINS["main"]()
        # All but the times.
        return capsys.readouterr().out.splitlines()[:3]

    kept = ("--save", str(tmp_path / "kept.jsonl"))
    run(4, *kept)
    assert run(12, *kept) == run(12)
    assert len((tmp_path / "kept.jsonl").read_text(encoding="utf-8").splitlines()) == 6


def test_too_few_rounds_for_a_margin_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["gains.py", "master", "--rounds", "2"])
    with pytest.raises(SystemExit):
        GAINS["main"]()
    assert "--rounds 2 is too few" in capsys.readouterr().err
