"""The policy network, which becomes the master, and the critic network, used only for training."""

from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.en_garde.bots import inputs
from engine.en_garde.bots.arrays.rounds import CRITIC_INPUTS, Bools

HIDDEN: Final = 224
"""Units of each hidden layer of the master."""

FAST: Final = torch.cpu._is_avx512_bf16_supported()
"""Whether the processor multiplies half-precision numbers, several times faster than others."""


def layers(inputs: int, hidden: int, outputs: int) -> nn.Sequential:
    """Return a network with two hidden layers whose outputs start near zero, so that play starts random."""
    network = nn.Sequential(
        nn.Linear(inputs, hidden),
        nn.ReLU(),
        nn.Linear(hidden, hidden),
        nn.ReLU(),
        nn.Linear(hidden, outputs),
    )
    with torch.no_grad():
        network[-1].weight.mul_(0.1)
    return network


def new_policy(hidden: int = HIDDEN, *, wide: bool = True) -> nn.Sequential:
    """Return a network for a logit per action and the expected result, -1 to 1, of the observing seat.

    One that is not wide does not see the latest actions.
    """
    return layers(inputs.INPUTS if wide else inputs.LATEST, hidden, inputs.OUTPUTS + 1)


def new_critic(hidden: int = HIDDEN) -> nn.Sequential:
    """Return a network for the expected result of the seat to act, given both hands and the next cards.

    Knowing the cards, it explains away luck, so that what is left to learn from is the play.
    """
    return layers(CRITIC_INPUTS, hidden, 1)


def like(state: dict[str, Any]) -> nn.Sequential:
    """Return a network of the sizes in a state dict, with its weights."""
    first, last = state["0.weight"], state["4.weight"]
    network = layers(first.shape[1], first.shape[0], last.shape[0])
    network.load_state_dict(state)
    return network


def outputs(network: nn.Sequential, seen: Any, *, fast: bool = False) -> Any:
    """Return the outputs for as many of the inputs as the network has; `fast` ones are a little rough."""
    with torch.autocast("cpu", torch.bfloat16, enabled=fast and FAST):
        hidden = network[:4](seen[:, : network[0].in_features])
    # The last layer is small, and its rounding would show in the odds.
    return network[4](hidden.float())


def log_odds(policy: nn.Sequential, seen: Any, legal: Bools | Any, *, fast: bool = False) -> tuple[Any, Any]:
    """Return log-probabilities of the actions, minus infinity for illegal ones, and the expected results."""
    out = outputs(policy, seen, fast=fast)
    logits = out[:, :-1].masked_fill(~legal, -torch.inf)
    return torch.log_softmax(logits, 1), out[:, -1]


def choose(odds: Any, source: torch.Generator) -> Any:
    """Return one action per row, drawn by its probability."""
    noise = torch.empty_like(odds).exponential_(generator=source)
    return (odds / noise).argmax(1)


def floats(rows: NDArray[np.uint8]) -> Any:
    """Return inputs as the float tensor that the networks take."""
    return torch.from_numpy(rows).float()
