"""The decisions recorded in self-play, and the rules and decks it plays with."""

from typing import Any

import numpy as np
import pytest
from staging import FULL_DECK
from training.side_by_side import HOUSES

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")
from training.learners import RULES  # noqa: E402

from engine.en_garde import PRESETS  # noqa: E402
from engine.en_garde.bots import inputs  # noqa: E402
from engine.en_garde.bots.arrays.rounds import Rounds  # noqa: E402
from engine.training import networks, opponents, selfplay  # noqa: E402
from engine.training.networks import floats, log_odds, new_critic, new_policy  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


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
def test_the_decisions_are_what_was_seen_and_done(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # In half precision, the numbers of one row depend a little on those computed with it.
    monkeypatch.setattr(networks, "FAST", False)
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
        logs, _ = log_odds(policy, floats(played.seen), torch.from_numpy(played.legal))
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
