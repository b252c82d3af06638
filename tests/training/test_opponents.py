"""Opponents in training: those that count play like the bots, and the better one wins."""

from random import Random
from typing import Any

import pytest
from training.side_by_side import HOUSES, dealt_and_played

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")
from training.learners import RULES  # noqa: E402

from engine.bots.seating import bot_named  # noqa: E402
from engine.en_garde import PRESETS  # noqa: E402
from engine.en_garde.actions import Action, advance_and_attack  # noqa: E402
from engine.en_garde.bots.counting import knowledge  # noqa: E402
from engine.en_garde.bots.fencer import win_chance  # noqa: E402
from engine.en_garde.bots.inputs import output_of  # noqa: E402
from engine.en_garde.game import GAME as EN_GARDE  # noqa: E402
from engine.training import opponents, selfplay  # noqa: E402
from engine.training.networks import new_policy  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")


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
