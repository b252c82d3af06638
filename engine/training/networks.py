"""The policy network, which becomes the master, and the critic network, used only for training."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.en_garde.bots import inputs
from engine.en_garde.bots.master import HIDDEN
from engine.training.rounds import CRITIC_INPUTS, Bools


def layers(inputs: int, outputs: int) -> nn.Sequential:
    """Return a network with two hidden layers whose outputs start near zero, so that play starts random."""
    network = nn.Sequential(
        nn.Linear(inputs, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, outputs),
    )
    with torch.no_grad():
        network[-1].weight.mul_(0.1)
    return network


def new_policy() -> nn.Sequential:
    """Return a network for a logit per action and the expected result, -1 to 1, of the observing seat."""
    return layers(inputs.INPUTS, inputs.OUTPUTS + 1)


def new_critic() -> nn.Sequential:
    """Return a network for the expected result of the seat to act, given both hands and the next cards.

    Knowing the cards, it explains away luck, so that what is left to learn from is the play.
    """
    return layers(CRITIC_INPUTS, 1)


def log_odds(policy: nn.Sequential, seen: Any, legal: Bools | Any) -> tuple[Any, Any]:
    """Return log-probabilities of the actions, minus infinity for illegal ones, and the expected results."""
    out = policy(seen)
    logits = out[:, :-1].masked_fill(~legal, -torch.inf)
    return torch.log_softmax(logits, 1), out[:, -1]


def choose(logs: Any, source: torch.Generator) -> Any:
    """Return one action per row, drawn by its probability."""
    noise = torch.empty_like(logs).exponential_(generator=source)
    return (logs.exp() / noise).argmax(1)


def floats(rows: NDArray[np.uint8]) -> Any:
    """Return inputs as the float tensor that the networks take."""
    return torch.from_numpy(rows).float()
