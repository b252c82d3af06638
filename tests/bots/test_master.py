"""The master: its file of weights, the arithmetic of its network, and how it uses the outputs."""

import subprocess
import sys
from collections import Counter
from math import log
from pathlib import Path
from random import Random
from runpy import run_path

import numpy as np
import pytest
from bots.positions import seen, states_of
from numpy.typing import NDArray
from staging import ALL_RULES, NEAR, play, stage

import engine
from engine.en_garde import PRESETS, RoundView, Rules, Seat, parse_action
from engine.en_garde.bots import policy
from engine.en_garde.bots.inputs import INPUTS, OUTPUTS, inputs_of, output_of
from engine.en_garde.bots.master import Master
from engine.en_garde.bots.network import read, read_layers
from engine.en_garde.bots.policy import SHARPNESS, TO_ACT, TO_WAIT, chance, network_hint, weights

HIDDEN = 224
LAYERS = ((INPUTS, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, OUTPUTS + 1))
"""Inputs and outputs of each layer."""

NUMBERS = sum((wide + 1) * high for wide, high in LAYERS)
"""Weights and biases of the three layers."""


def made_up() -> bytes:
    """Return random weights, about as large as those of a trained network."""
    values = np.random.default_rng(1).normal(0, 0.1, NUMBERS)
    return values.astype("<f2").tobytes()


# --- the file ---


def test_the_weights_that_ship_are_small() -> None:
    assert len(weights()) == 2 * NUMBERS <= 400_000


def test_the_shipped_weights_are_finite() -> None:
    assert np.isfinite(np.frombuffer(weights(), "<f2")).all()


@pytest.mark.parametrize("data", [b"", b"\0\0", made_up()[:-1], made_up()[:-2], made_up() + b"\0\0"])
def test_a_file_of_a_size_that_no_network_has_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=f"no network has {len(data):,} bytes of weights"):
        read(data)


def test_each_layer_is_a_row_of_weights_for_each_unit_then_the_biases() -> None:
    data, start = made_up(), 0
    values = np.frombuffer(data, "<f2")
    for (rows, biases), (wide, high) in zip(read_layers(data), LAYERS, strict=True):
        assert (len(rows), {len(row) for row in rows}, len(biases)) == (high, {wide}, high)
        assert rows[0] == tuple(values[start : start + wide])
        assert rows[-1] == tuple(values[start + (high - 1) * wide : start + high * wide])
        assert biases == tuple(values[start + high * wide : start + high * wide + high])
        start += high * (wide + 1)
    assert start == len(values)


# --- the arithmetic ---


def by_numpy(layers: list[tuple[NDArray[np.float64], NDArray[np.float64]]], on: list[int]) -> list[float]:
    """Return the outputs of two layers with rectified units and a linear last one."""
    units = np.zeros(INPUTS)
    units[on] = 1
    for number, (rows, biases) in enumerate(layers):
        units = rows @ units + biases
        if number < 2:
            units = np.maximum(units, 0)
    return list(units)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("data", [made_up(), weights()], ids=["made up", "shipped"])
def test_the_network_computes_what_numpy_does(data: bytes) -> None:
    network = read(data)
    layers = [(np.array(rows), np.array(biases)) for rows, biases in read_layers(data)]
    negative = 0
    for rules in ALL_RULES[::5]:
        for state in states_of(rules, 2):
            for seat in Seat:
                on = inputs_of(state.view(seat), seat)
                outputs = network.outputs(on)
                assert len(outputs) == OUTPUTS + 1
                assert outputs == pytest.approx(by_numpy(layers, on), abs=1e-4)
                negative += sum(output < 0 for output in outputs)
    assert negative, "the last layer lets negative numbers through"


# --- the opinion ---


class Fixed:
    """A network with fixed outputs: these logits and this result."""

    def __init__(self, logits: dict[str, float], result: float = 0.0) -> None:
        self.answer = [-1000.0] * OUTPUTS + [result]
        for word, logit in logits.items():
            self.answer[output_of(parse_action(word))] = logit / SHARPNESS

    def outputs(self, on: list[int]) -> list[float]:
        """Return the fixed outputs."""
        return self.answer


def with_network(monkeypatch: pytest.MonkeyPatch, network: Fixed) -> None:
    monkeypatch.setattr(policy, "network", lambda: network)


def near() -> RoundView:
    """Return a view with left to act; +1 +2 -1 -2 -3 A3 A33 A333 +1A2 +2A1 are legal."""
    return stage("ferti-advanced", NEAR, left="12333").view(Seat.LEFT)


def test_odds_are_those_of_the_legal_actions_most_likely_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The output of an illegal action does not count, however large.
    with_network(monkeypatch, Fixed({"+1": log(1), "A333": log(5), "-2": log(2), "+5": 50.0}, 0.5))
    odds, won, *_ = network_hint(near())
    assert [str(action) for action in odds] == ["A333", "-2", "+1"]
    assert list(odds.values()) == pytest.approx([5 / 8, 2 / 8, 1 / 8])
    assert won == chance(near(), Seat.LEFT) > 0.7


def test_the_networks_odds_are_sharpened(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Fixed({})
    for word, logit in (("+1", log(5)), ("-2", log(4))):
        network.answer[output_of(parse_action(word))] = logit
    with_network(monkeypatch, network)
    odds = {str(action): share for action, share in network_hint(near()).odds.items()}
    assert odds == {"+1": pytest.approx(5**4 / (5**4 + 4**4)), "-2": pytest.approx(4**4 / (5**4 + 4**4))}


def test_odds_below_ten_percent_are_left_out_and_the_rest_add_up_to_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_network(monkeypatch, Fixed({"+1": log(85.1), "A333": log(9.9), "-2": log(5)}))
    assert network_hint(near()).odds == {parse_action("+1"): 1.0}
    with_network(monkeypatch, Fixed({"+1": log(84.9), "A333": log(10.1), "-2": log(5)}))
    odds = {str(action): share for action, share in network_hint(near()).odds.items()}
    assert odds == {"+1": pytest.approx(84.9 / 95), "A333": pytest.approx(10.1 / 95)}
    # Ten percent of all, not of the likeliest.
    with_network(monkeypatch, Fixed({"+1": log(46), "A333": log(8), "-2": log(46)}))
    assert set(map(str, network_hint(near()).odds)) == {"+1", "-2"}


@pytest.mark.parametrize(("logit", "result"), [(900.0, 3.0), (-900.0, -3.0)])
def test_extreme_outputs_do_no_harm(monkeypatch: pytest.MonkeyPatch, logit: float, result: float) -> None:
    with_network(monkeypatch, Fixed({"+1": logit, "A333": logit}, result))
    odds, won, *_ = network_hint(near())
    assert odds == {parse_action("+1"): 0.5, parse_action("A333"): 0.5}
    assert won == pytest.approx(1.0 if result > 0 else 0.0, abs=0.02)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_opinions_are_of_legal_actions_and_add_up(rules: Rules) -> None:
    for state in states_of(rules, 1):
        odds, won, *_ = network_hint(seen(state))
        shares = list(odds.values())
        assert set(odds) <= set(state.legal)
        assert sum(shares) == pytest.approx(1)
        assert shares == sorted(shares, reverse=True)
        assert shares[-1] > 0
        assert 0 <= won <= 1


@pytest.mark.slow
def test_it_plays_by_its_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    with_network(monkeypatch, Fixed({"+1": log(50), "A33": log(30), "-2": log(20), "-1": log(1)}))
    bot, view, source = Master(), seen(stage("ferti-advanced", NEAR, left="12335")), Random(1)
    played = Counter(str(bot.choose(view, (0, 0), source)) for _ in range(2000))
    assert played == {
        word: pytest.approx(20 * share, abs=80) for word, share in {"+1": 50, "A33": 30, "-2": 20}.items()
    }


def test_it_always_plays_an_attack_that_no_hand_can_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with_network(monkeypatch, Fixed({"+1": log(50), "A333": log(30), "-2": log(20)}))
    played = {str(Master().choose(near(), (0, 0), source)) for source in map(Random, range(20))}
    assert played == {"A333"}


def test_it_plays_an_only_action_without_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError("no weights are needed for this")

    monkeypatch.setattr(policy, "network", never)
    view = seen(stage("ferti-advanced", f"{NEAR} A33", right="11223"))
    assert Master().choose(view, (0, 0), Random(1)) == parse_action("H")


# --- the chances ---


def test_once_a_round_is_over_the_chances_are_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "network", None)
    won = play(stage("ferti-advanced", NEAR, left="12333", right="11224"), "A333 H")
    assert [chance(won.view(seat), seat) for seat in Seat] == [1.0, 0.0]


def test_a_drawn_round_is_half_a_win_to_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "network", None)
    drawn = next(
        after
        for rules in ALL_RULES
        for state in states_of(rules, 60)
        for after in (state.play(state.legal[0]),)
        if after.result is not None and after.result.winner is None
    )
    assert [chance(drawn.view(seat), seat) for seat in Seat] == [0.5, 0.5]


def test_during_a_round_the_chances_follow_the_networks_last_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fitted apart for who is to act and who waits, never certain."""
    state = stage("ferti-advanced", NEAR)
    for seat, (slope, offset) in ((Seat.LEFT, TO_ACT), (Seat.RIGHT, TO_WAIT)):
        chances = []
        for result in (-1.25, -1.0, -0.5, 0.0, 0.5, 1.0, 1.25):
            with_network(monkeypatch, Fixed({}, result))
            chances.append(chance(state.view(seat), seat))
        assert (
            0 < chances[0] == chances[1] < chances[2] < chances[3] < chances[4] < chances[5] == chances[6] < 1
        )
        assert log(chances[3] / (1 - chances[3])) == pytest.approx(offset)
        assert log(chances[4] / (1 - chances[4])) == pytest.approx(slope * log(3) + offset)


@pytest.mark.slow
def test_the_chances_shown_are_as_often_won() -> None:
    """In rounds of the master against itself, for who is to act as for who waits; one preset takes minutes.

    docs/measurements/chances.md has the table. Where this fails with other weights, docs/calibration.py fits
    the constants to them.
    """
    calibration = run_path(str(Path(__file__).parents[2] / "docs" / "calibration.py"))
    seen = calibration["shown_by_master"](PRESETS["ferti-advanced"], 400, 5)
    for to_act in (True, False):
        part = seen.where(to_act)
        assert abs(part.chances.mean() - part.won.mean()) < 0.03
        for fifth in range(5):
            bin = (part.chances * 5).astype(int) == fifth
            assert abs(part.chances[bin].mean() - part.won[bin].mean()) < 0.1


def test_each_seat_is_judged_by_what_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[int]] = []

    class Listening(Fixed):
        def outputs(self, on: list[int]) -> list[float]:
            asked.append(on)
            return self.answer

    with_network(monkeypatch, Listening({"+1": 1.0}))
    state = stage("ferti-advanced", NEAR, left="12333", right="11224")
    network_hint(state.view(Seat.LEFT))
    for seat in Seat:
        chance(state.view(seat), seat)
    left, right = (inputs_of(state.view(seat), seat) for seat in Seat)
    assert asked == [left, left, right]


# --- what it needs ---


def loaded_by(module: str) -> set[str]:
    """Return the modules a new process has loaded after importing `module`."""
    root = str(Path(engine.__path__[0]).parent)
    code = f"import sys; sys.path.insert(0, {root!r}); import {module}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize("module", ["engarde_tui.app", "engine.bot", "engine.arena"])
def test_other_modules_do_not_load_the_master(module: str) -> None:
    loaded = loaded_by(module)
    assert module in loaded
    assert not {"engine.en_garde.bots.master", "engine.en_garde.bots.inputs", "numpy", "torch"} & loaded


def test_the_master_needs_neither_numpy_nor_torch() -> None:
    loaded = loaded_by("engine.en_garde.bots.master")
    assert "engine.en_garde.bots.master" in loaded
    assert not {"numpy", "torch", "engine.training"} & loaded


def test_its_weights_are_loaded_on_first_use() -> None:
    code = "import engine.en_garde.bots.policy as m; print(m.network.cache_info().currsize)"
    code += "; m.network(); m.network()"
    code += "; print(m.network.cache_info().currsize)"
    root = Path(engine.__path__[0]).parent
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "1"]
