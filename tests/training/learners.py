"""A small plan of training, and what is in its networks."""

from typing import Any

import pytest

pytest.importorskip("torch")

from engine.en_garde import PRESETS
from engine.training.learner import Learner, Plan

PLAN = Plan(iterations=3, rounds=16, batch=64)
RULES = PRESETS["ferti-advanced"]


def weights_in(network: Any) -> dict[str, list[Any]]:
    return {name: part.tolist() for name, part in network.state_dict().items()}


def everything_in(learner: Learner) -> list[dict[str, list[Any]]]:
    return [weights_in(network) for network in (learner.policy, learner.critic, learner.average)]
