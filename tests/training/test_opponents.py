"""Opponents in training: those that count play like the bots, and the better one wins."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from training.side_by_side import HOUSES, dealt_and_played

torch = pytest.importorskip("torch")
pytest.importorskip("tqdm")

from engine.en_garde import PRESETS  # noqa: E402
from engine.en_garde.actions import Action, advance_and_attack  # noqa: E402
from engine.en_garde.bots import policy  # noqa: E402
from engine.en_garde.bots.counting import knowledge  # noqa: E402
from engine.en_garde.bots.fencer import win_chance  # noqa: E402
from engine.en_garde.bots.inputs import output_of  # noqa: E402
from engine.en_garde.bots.judge import Judge  # noqa: E402
from engine.en_garde.game import GAME as EN_GARDE  # noqa: E402
from engine.seating import bot_named  # noqa: E402
from engine.training import opponents  # noqa: E402
from engine.training.networks import like  # noqa: E402

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


def test_the_shipped_network_is_an_opponent_by_its_name_and_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "copy.weights"
    file.write_bytes(policy.weights())
    policies = [like(opponents.networks(name)[0]) for name in ("master", str(file))]
    assert [opponents.weights_of(policy) for policy in policies] == [policy.weights()] * 2
    assert opponents.named("threshold") is opponents.COUNTING["threshold"]


def test_the_state_of_a_round_is_what_was_played() -> None:
    for rounds, states, playing in dealt_and_played([PRESETS["ferti-advanced"]] * 20, seed=3):
        for number in playing:
            assert opponents.state_of(rounds, number) == states[number]


def test_the_shipped_master_plays_as_its_judge_says() -> None:
    noise, network, counted = torch.Generator(), opponents.odds_named("master"), 0
    for rounds, states, playing in dealt_and_played([PRESETS["ferti-advanced"]] * 20, seed=4):
        legal = rounds.legal(playing)
        if not len(playing):
            continue
        answers = opponents.named("shipped")(rounds, playing, legal, noise)
        odds = network(rounds, playing, legal)
        for place, number in enumerate(playing):
            state = states[number]
            assert answers[place] in map(output_of, Judge(state.view(state.turn)).hint.odds)
            counted += odds[place, answers[place]] == 0
    assert counted, "not all is as the network plays"


def test_the_shipped_master_is_no_policy() -> None:
    for take in (opponents.networks, opponents.odds_named):
        with pytest.raises(SystemExit, match='"master" is its network'):
            take("shipped")
