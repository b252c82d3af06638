"""Training: kills lose nothing, decisions are recorded correctly, and the result is the master."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from staging import FULL_DECK
from training.side_by_side import HOUSES, dealt_and_played

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")

from engine.bots.seating import bot_named  # noqa: E402
from engine.en_garde import PRESETS, Rules, Seat  # noqa: E402
from engine.en_garde.actions import Action, advance_and_attack  # noqa: E402
from engine.en_garde.bots import inputs  # noqa: E402
from engine.en_garde.bots import master as master_bot  # noqa: E402
from engine.en_garde.bots.counting import knowledge  # noqa: E402
from engine.en_garde.bots.fencer import win_chance  # noqa: E402
from engine.en_garde.bots.inputs import INPUTS, OUTPUTS, inputs_of, output_of  # noqa: E402
from engine.en_garde.game import GAME as EN_GARDE  # noqa: E402
from engine.training import __main__ as command  # noqa: E402
from engine.training import opponents, selfplay  # noqa: E402
from engine.training.learner import Learner, Plan  # noqa: E402
from engine.training.networks import choose, floats, log_odds, new_critic, new_policy  # noqa: E402
from engine.training.rounds import Rounds  # noqa: E402

PLAN = Plan(iterations=3, rounds=16, batch=64)
RULES = PRESETS["ferti-advanced"]


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Use one thread: with more, sums in another order give other results."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def weights_in(network: Any) -> dict[str, list[Any]]:
    return {name: part.tolist() for name, part in network.state_dict().items()}


def everything_in(learner: Learner) -> list[dict[str, list[Any]]]:
    return [weights_in(network) for network in (learner.policy, learner.critic, learner.average)]


# --- killed and continued ---


@pytest.mark.parametrize("opponent", [None, opponents.COUNTING["threshold"]], ids=["itself", "threshold"])
@pytest.mark.parametrize("kills", [{1}, {1, 2}])
def test_training_continues_from_its_checkpoint_as_if_never_killed(
    tmp_path: Path, kills: set[int], opponent: opponents.Opponent | None
) -> None:
    straight = Learner(PLAN, opponent=opponent)
    figures = [straight.step() for _ in range(3)]
    killed = Learner(PLAN, opponent=opponent)
    again = []
    for iteration in range(3):
        if iteration in kills:
            killed.save(tmp_path / "checkpoint.pt")
            # The global random state of the process must not matter.
            torch.manual_seed(99)
            killed = Learner.load(tmp_path / "checkpoint.pt", opponent)
            assert (killed.plan, killed.iteration) == (PLAN, iteration)
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


# --- the command ---

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


# --- the policy and the master that plays by it ---


@cache
def learned() -> Any:
    """Return a policy that has learned a little."""
    learner = Learner(PLAN)
    learner.step()
    return learner.policy


def test_the_policy_comes_back_from_its_weights_at_half_precision() -> None:
    policy = learned()
    back, _ = opponents.master(opponents.weights_of(policy))
    for name, part in policy.state_dict().items():
        assert back.state_dict()[name].tolist() == part.half().float().tolist()


def test_the_master_computes_what_the_trained_network_does() -> None:
    weights = opponents.weights_of(learned())
    policy, network = opponents.master(weights)[0], master_bot.read(weights)
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


def test_weights_of_another_shape_are_not_written() -> None:
    with pytest.raises(AssertionError):
        opponents.weights_of(new_critic())


def test_the_master_in_training_plays_with_the_odds_of_the_real_one() -> None:
    """Asked many times in one state, it plays each action as often as the opinion says, and no rare one."""
    weights = opponents.weights_of(learned())
    _, play = opponents.master(weights)
    state = next(
        states[number]
        for _, states, playing in dealt_and_played([RULES] * 30, seed=1)
        for number in playing
        if len(states[number].legal) > 6
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(master_bot, "network", lambda: master_bot.read(weights))
        assert state.turn is not None
        odds = master_bot.opinion(state.view(state.turn)).odds
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


def chosen_by(opponent: opponents.Opponent, choices: int, times: int) -> Counter[int]:
    """Return how often each of the first actions is chosen at the start of a round."""
    rounds = Rounds([RULES] * times, np.array([FULL_DECK] * times), np.zeros(times, np.int64))
    legal = np.zeros((times, OUTPUTS), np.bool_)
    legal[:, :choices] = True
    return Counter(opponent(rounds, np.arange(times), legal, torch.Generator().manual_seed(1)).tolist())


def test_rare_actions_are_never_played() -> None:
    policy = with_weights(97, 1, 1)
    assert set(chosen_by(opponents.of_policy(policy), 3, 2000)) == {0, 1, 2}
    assert set(chosen_by(opponents.of_policy(policy, rare=0.02), 3, 2000)) == {0}


def test_sharpened_odds_are_a_power_of_the_odds() -> None:
    played = chosen_by(opponents.of_policy(with_weights(2, 1), 4), 2, 3400)
    assert played[0] == pytest.approx(3200, abs=60)
    assert played[1] == pytest.approx(200, abs=60)


def test_actions_are_chosen_by_their_odds_and_never_an_illegal_one() -> None:
    policy = with_weights(6, 3, 1, exp(50))
    legal = torch.zeros((4000, OUTPUTS), dtype=torch.bool)
    legal[:, :3] = True
    logs, _ = log_odds(policy, torch.zeros((4000, INPUTS)), legal)
    assert logs[0, :3].exp().tolist() == pytest.approx([0.6, 0.3, 0.1], rel=1e-5)
    assert logs[:, 3:].exp().max() == 0
    chosen = Counter(choose(logs, torch.Generator().manual_seed(1)).tolist())
    assert chosen == {index: pytest.approx(400 * share, abs=150) for index, share in ((0, 6), (1, 3), (2, 1))}


# --- opponents that count ---


def seen_by_who_answers(attack: Action | None) -> Action | None:
    """Return an attack without the card of its advance, which the arrays do not keep."""
    return advance_and_attack(1, attack.blades[0], len(attack.blades)) if attack and attack.step else attack


@pytest.mark.parametrize("rules", HOUSES)
def test_opponents_know_what_the_views_show(rules: Any) -> None:
    for rounds, states, playing in dealt_and_played([rules] * 60, seed=1):
        for number, known in zip(
            playing, opponents.knowledge_in(rounds, playing, rounds.legal(playing)), strict=True
        ):
            view = states[number].view(states[number].turn)
            expected = knowledge(view)
            assert known == expected._replace(attack=seen_by_who_answers(view.attack))


@pytest.mark.parametrize("preset", PRESETS)
def test_opponents_that_count_play_like_the_bots(preset: str) -> None:
    noise = torch.Generator()
    for rounds, states, playing in dealt_and_played([PRESETS[preset]] * 20, seed=7):
        legal = rounds.legal(playing)
        answers = {
            name: play(rounds, playing, legal, noise).tolist() for name, play in opponents.COUNTING.items()
        }
        for row, number in enumerate(playing):
            view = states[number].view(states[number].turn)
            threshold = bot_named(EN_GARDE, "threshold").choose(view, (0, 0), Random(1))
            assert answers["threshold"][row] == output_of(threshold)
            known = knowledge(view)
            chances = {output_of(action): win_chance(known, action) for action in view.legal}
            assert chances[answers["fencer"][row]] == max(chances.values())


# --- the recorded decisions ---


def kept_of_one_round(
    seed: int, opponent: opponents.Opponent | None = None
) -> tuple[selfplay.Decisions, Any, Any]:
    """Play one round; return its decisions and the two networks that made them."""
    torch.manual_seed(seed)
    policy, critic = new_policy(), new_critic()
    played = selfplay.play(
        [RULES], np.random.default_rng(seed), torch.Generator().manual_seed(seed), policy, critic, opponent
    )
    return played, policy, critic


def in_order(played: selfplay.Decisions) -> list[int]:
    """Return the rows of one round in the order of play: the unseen cards become fewer."""
    own_or_unseen = played.seen[:, : inputs.DISTANCE].reshape(-1, 10, 6) @ np.arange(6)
    return sorted(range(len(own_or_unseen)), key=lambda row: -int(own_or_unseen[row].sum()))


@pytest.mark.parametrize("seed", range(6))
def test_the_decisions_are_what_was_seen_and_done(seed: int) -> None:
    played, policy, critic = kept_of_one_round(seed)
    # The source first gives the deck and the starter of the round.
    source = np.random.default_rng(seed)
    deck, first = selfplay.decks(1, source), source.integers(0, 2, 1)
    rounds, row = Rounds([RULES], deck, first), np.array([0])
    turns, order = [], in_order(played)
    for decision in order:
        turns.append(int(rounds.turn[0]))
        assert (played.seen[decision] == rounds.inputs(row, rounds.turn[row], critic=True)[0]).all()
        assert (played.legal[decision] == rounds.legal(row)[0]).all()
        assert played.legal[decision, played.output[decision]]
        rounds.play(row, played.output[[decision]])
    assert not len(rounds.playing)
    left = {0: 1.0, 1: -1.0, -1: 0.0}[int(rounds.winner[0])]
    signs = [1 - 2 * turn for turn in turns]
    assert played.result[order].tolist() == [left * sign for sign in signs]
    with torch.no_grad():
        logs, _ = log_odds(policy, floats(played.seen[:, :INPUTS]), torch.from_numpy(played.legal))
        values = critic(floats(played.seen))[order, 0].tolist()
    chosen = logs[torch.arange(len(order)), torch.from_numpy(played.output)]
    assert played.log_odds.tolist() == pytest.approx(chosen.tolist(), abs=1e-5)
    # Generalised advantages: the result beyond what was expected, from left's side.
    expected = [value * sign for value, sign in zip(values, signs, strict=True)]
    surprise = [after - before for before, after in zip(expected, [*expected[1:], left], strict=True)]
    for number, decision in enumerate(order):
        credit = sum(selfplay.LAMBDA**later * gain for later, gain in enumerate(surprise[number:]))
        assert played.advantage[decision] == pytest.approx(credit * signs[number], abs=1e-5)


def test_some_views_of_the_waiting_seat_are_kept_with_its_result() -> None:
    torch.manual_seed(1)
    played = selfplay.play(
        [RULES] * 64, np.random.default_rng(1), torch.Generator().manual_seed(1), new_policy(), new_critic()
    )
    assert played.waiting[:, inputs.WAITING].all()
    assert not played.seen[:, inputs.WAITING].any()
    assert len(played.waiting) == pytest.approx(len(played.seen) / selfplay.WAITING_INTERVAL, rel=0.2)
    assert len(played.waiting) == len(played.waiting_result)
    assert set(played.waiting_result.tolist()) >= {-1.0, 1.0}
    for seed in range(20):
        one, _, _ = kept_of_one_round(seed)
        acting = {
            (tuple(row[inputs.ADVANCED : inputs.PILE + 16]), float(result))
            for row, result in zip(one.seen, one.result, strict=True)
        }
        for row, result in zip(one.waiting, one.waiting_result, strict=True):
            # The player to act sees the squares, and the result, from the other side.
            own, other = np.split(row[inputs.ADVANCED : inputs.PILE], 2)
            pile = row[inputs.PILE : inputs.PILE + 16]
            assert ((*other, *own, *pile), -float(result)) in acting


def test_against_an_opponent_only_the_learners_decisions_are_kept() -> None:
    asked: list[int] = []
    answered = kept = 0
    threshold = opponents.COUNTING["threshold"]

    def counted(rounds: Rounds, rows: Any, legal: Any, noise: Any) -> Any:
        asked.extend(rounds.turn[rows].tolist())
        return threshold(rounds, rows, legal, noise)

    for seed in range(12):
        asked.clear()
        played, _, _ = kept_of_one_round(seed, counted)
        source = np.random.default_rng(seed)
        selfplay.decks(1, source)
        source.integers(0, 2, 1)
        learner = int(source.integers(0, 2, 1)[0])
        assert set(asked) <= {1 - learner}
        assert len(set(played.result.tolist())) <= 1
        answered += len(asked)
        kept += len(played.output)
    assert answered > 12
    assert kept > 12


def test_rules_for_training_are_a_preset_four_times_in_five() -> None:
    assert set(selfplay.all_rules()) == set(HOUSES)
    assert len(selfplay.all_rules()) == len(HOUSES)
    rules = selfplay.mixed_rules(4000, np.random.default_rng(1))
    assert set(rules) == set(HOUSES)
    published = sum(house in PRESETS.values() for house in rules)
    # Four in five, and five in fourteen of the rest.
    assert published == pytest.approx(4000 * (0.8 + 0.2 * 5 / 14), abs=100)


def test_decks_are_decks() -> None:
    dealt = selfplay.decks(50, np.random.default_rng(1))
    assert {tuple(sorted(deck)) for deck in dealt.tolist()} == {FULL_DECK}
    assert len(set(map(tuple, dealt.tolist()))) == 50


# --- comparing ---


def test_an_opponent_against_itself_is_level_in_every_pair() -> None:
    threshold = opponents.COUNTING["threshold"]
    assert selfplay.compare(threshold, threshold, RULES, 40, 1).tolist() == [0] * 40


def test_the_better_opponent_has_the_better_result() -> None:
    threshold, chance = opponents.COUNTING["threshold"], opponents.of_policy(new_policy())
    results = selfplay.compare(threshold, chance, RULES, 60, 1)
    assert set(results.tolist()) <= {-2, -1, 0, 1, 2}
    assert results.mean() > 0.5
    assert selfplay.compare(chance, threshold, RULES, 60, 1).mean() < -0.5
