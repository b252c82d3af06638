"""The policy, and the master that plays by it."""

from collections import Counter
from functools import cache
from math import exp
from typing import Any

import numpy as np
import pytest
from staging import FULL_DECK
from training.side_by_side import HOUSES, dealt_and_played

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")
from training.learners import PLAN, RULES  # noqa: E402

from engine.en_garde import Seat  # noqa: E402
from engine.en_garde.bots import policy as shipped  # noqa: E402
from engine.en_garde.bots.arrays.rounds import Rounds  # noqa: E402
from engine.en_garde.bots.inputs import INPUTS, OUTPUTS, inputs_of, output_of  # noqa: E402
from engine.en_garde.bots.network import read  # noqa: E402
from engine.training import opponents  # noqa: E402
from engine.training.learner import Learner  # noqa: E402
from engine.training.networks import choose, floats, log_odds, new_policy  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


@cache
def learned() -> Any:
    """Return a policy that has learned a little."""
    learner = Learner(PLAN)
    learner.step()
    return learner.policy


def test_the_policy_comes_back_from_its_weights_at_half_precision() -> None:
    policy = learned()
    back = opponents.policy_in(opponents.weights_of(policy))
    for name, part in policy.state_dict().items():
        assert back.state_dict()[name].tolist() == part.half().float().tolist()


def test_the_master_computes_what_the_trained_network_does() -> None:
    weights = opponents.weights_of(learned())
    policy, network = opponents.policy_in(weights), read(weights)
    for rounds, states, playing in dealt_and_played(list(HOUSES)[::3], seed=1):
        if not len(playing):
            continue
        for seats in (rounds.turn[playing], 1 - rounds.turn[playing]):
            with torch.no_grad():
                outputs = policy(floats(rounds.inputs(playing, seats))).tolist()
            for row, number in enumerate(playing):
                seat = Seat(seats[row])
                on = inputs_of(states[number].view(seat), seat)
                assert network.outputs(on) == pytest.approx(outputs[row], abs=1e-4)


def test_the_master_in_training_plays_with_the_odds_of_the_real_one() -> None:
    """Asked many times in one state, it plays each action as often as the opinion says, and no rare one."""
    weights = opponents.weights_of(learned())
    play = opponents.played_by(opponents.odds_of(opponents.policy_in(weights)))
    state = next(
        states[number]
        for _, states, playing in dealt_and_played([RULES] * 30, seed=1)
        for number in playing
        if len(states[number].legal) > 6
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipped, "network", lambda: read(weights))
        assert state.turn is not None
        odds = shipped.network_hint(state.view(state.turn)).odds
    times = 3000
    rounds = Rounds([RULES] * times, np.array([state.deck] * times), np.full(times, int(state.first)))
    everyone = np.arange(times)
    for action in state.actions:
        rounds.play(everyone, np.full(times, output_of(action)))
    outputs = play(rounds, everyone, rounds.legal(everyone), torch.Generator().manual_seed(1))
    expected = {output_of(action): pytest.approx(times * share, abs=150) for action, share in odds.items()}
    assert Counter(outputs.tolist()) == expected


def with_weights(*shares: float) -> Any:
    """Return a policy that always plays the first actions in these proportions."""
    policy = new_policy()
    with torch.no_grad():
        for part in policy.parameters():
            part.zero_()
        policy[-1].bias[: len(shares)] = torch.tensor(shares).log()
    return policy


def chosen_by(odds: opponents.Odds, choices: int, times: int) -> Counter[int]:
    """Return how often each of the first actions is chosen at the start of a round."""
    rounds = Rounds([RULES] * times, np.array([FULL_DECK] * times), np.zeros(times, np.int64))
    legal = np.zeros((times, OUTPUTS), np.bool_)
    legal[:, :choices] = True
    noise = torch.Generator().manual_seed(1)
    return Counter(opponents.played_by(odds)(rounds, np.arange(times), legal, noise).tolist())


def test_rare_actions_are_never_played() -> None:
    policy = with_weights(97, 1, 1)
    assert set(chosen_by(opponents.odds_of(policy, 1, 0), 3, 2000)) == {0, 1, 2}
    assert set(chosen_by(opponents.odds_of(policy, 1, 0.02), 3, 2000)) == {0}


def test_sharpened_odds_are_a_power_of_the_odds() -> None:
    played = chosen_by(opponents.odds_of(with_weights(2, 1), 4, 0), 2, 3400)
    assert played[0] == pytest.approx(3200, abs=60)
    assert played[1] == pytest.approx(200, abs=60)


def test_actions_are_chosen_by_their_odds_and_never_an_illegal_one() -> None:
    policy = with_weights(6, 3, 1, exp(50))
    legal = torch.zeros((4000, OUTPUTS), dtype=torch.bool)
    legal[:, :3] = True
    logs, _ = log_odds(policy, torch.zeros((4000, INPUTS)), legal)
    assert logs[0, :3].exp().tolist() == pytest.approx([0.6, 0.3, 0.1], rel=1e-5)
    assert logs[:, 3:].exp().max() == 0
    chosen = Counter(choose(logs.exp(), torch.Generator().manual_seed(1)).tolist())
    assert chosen == {index: pytest.approx(400 * share, abs=150) for index, share in ((0, 6), (1, 3), (2, 1))}
