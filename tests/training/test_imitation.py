"""A policy that learns to play like a bot, from rounds that a kill does not lose."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")
from engine.en_garde import PRESETS  # noqa: E402
from engine.en_garde.bots.inputs import OUTPUTS, inputs_of, output_of  # noqa: E402
from engine.en_garde.bots.judge import MASTER, NETWORK, Budget, Judge  # noqa: E402
from engine.en_garde.bots.network import read  # noqa: E402
from engine.en_garde.view import RoundView  # noqa: E402
from engine.training import __main__ as command  # noqa: E402
from engine.training import imitation  # noqa: E402
from engine.training.networks import like, new_policy  # noqa: E402
from engine.training.opponents import networks  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")

BASIC = "abacus-basic"


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: object) -> None:
    every = ["engine.training", "imitate", "master", str(folder), *map(str, words)]
    monkeypatch.setattr(sys, "argv", every)
    command.main()


def test_the_choices_of_a_round_are_the_odds_by_which_the_judge_plays() -> None:
    choices = imitation.choices_in_a_round(MASTER, "ferti-advanced", "1 1")
    assert choices == imitation.choices_in_a_round(MASTER, "ferti-advanced", "1 1")
    assert choices != imitation.choices_in_a_round(MASTER, "ferti-advanced", "1 2")
    assert len(choices) > 2
    assert all(len(legal) > 1 and sum(shares) == pytest.approx(1) for _, legal, shares in choices)


def test_a_choice_has_what_was_seen_and_the_odds_of_all_that_was_legal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    views = []

    class Noted(Judge):
        def __init__(self, view: RoundView, budget: Budget) -> None:
            views.append(view)
            super().__init__(view, budget)

    monkeypatch.setattr(imitation, "Judge", Noted)
    choices = imitation.choices_in_a_round(MASTER, BASIC, "2")
    several = [(view, Judge(view, MASTER).hint.odds) for view in views if len(view.legal) > 1]
    assert choices == [
        (
            inputs_of(view, view.turn),
            [output_of(action) for action in view.legal],
            [odds.get(action, 0.0) for action in view.legal],
        )
        for view, odds in several
    ]


def test_a_policy_learns_to_play_like_another_and_not_from_what_it_did_not_see() -> None:
    # The network plays itself: a policy that knows nothing comes nearer to it.
    rounds = [imitation.choices_in_a_round(NETWORK, BASIC, str(number)) for number in range(60)]
    rows, others = imitation.rows_of(rounds[:50]), imitation.rows_of(rounds[50:])
    torch.manual_seed(1)
    policy = new_policy(32)
    before, by_luck = imitation.nearness(policy, others)
    imitation.fit(policy, rows, epochs=30, seed=1, rate=2e-3)
    after, common = imitation.nearness(policy, others)
    assert after < before - 0.3
    assert common > by_luck + 0.1
    # That it is the same network shows but for half precision.
    assert imitation.nearness(like(networks("master")[0]), others)[1] > 0.98


def test_the_rows_are_the_choices_side_by_side() -> None:
    rows = imitation.rows_of([[([0, 7], [1, 4], [0.25, 0.75])], [], [([3], [2, 5], [1.0, 0.0])]])
    assert [np.flatnonzero(row).tolist() for row in rows.seen] == [[0, 7], [3]]
    assert [np.flatnonzero(row).tolist() for row in rows.legal] == [[1, 4], [2, 5]]
    assert rows.odds.shape == (2, OUTPUTS)
    assert rows.odds[0, [1, 4]].tolist() == [0.25, 0.75]
    assert rows.odds.sum(1).tolist() == [1, 1]


def test_rounds_are_played_once_and_a_line_that_a_kill_left_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    straight, killed = tmp_path / "straight", tmp_path / "killed"
    words = ("--preset", BASIC, "--epochs", 1)
    run(monkeypatch, straight, *words, "--rounds", 12)
    assert "| the stand-in |" in capsys.readouterr().out
    run(monkeypatch, killed, *words, "--rounds", 5)
    file = killed / "rounds.jsonl"
    file.write_text(file.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    run(monkeypatch, killed, *words, "--rounds", 12)
    assert file.read_text(encoding="utf-8") == (straight / "rounds.jsonl").read_text(encoding="utf-8")
    weights = (killed / "policy.weights").read_bytes()
    assert weights == (straight / "policy.weights").read_bytes()
    assert read(weights)


def test_the_presets_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    play = imitation.choices_in_a_round
    monkeypatch.setattr(
        imitation, "choices_in_a_round", lambda *given: asked.append(given[1]) or play(*given)
    )
    run(monkeypatch, tmp_path, "--rounds", 11, "--epochs", 1)
    assert asked == [*PRESETS, *PRESETS, *PRESETS][:11]


def test_rounds_of_another_seed_need_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--preset", BASIC, "--epochs", 1, "--rounds", 11)
    run(monkeypatch, tmp_path, *words)
    lines = (tmp_path / "rounds.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0]) == ["master", [BASIC], 1]
    with pytest.raises(SystemExit, match=r"other rounds.*choose another folder"):
        run(monkeypatch, tmp_path, *words, "--seed", 2)
