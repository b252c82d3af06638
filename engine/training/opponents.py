"""Opponents that do not learn: the shipped master, and bots that count cards."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
import torch
from torch import nn

from engine.en_garde.actions import (
    NO_ATTACK,
    TAKE_HIT,
    Action,
    advance,
    advance_and_attack,
    attack,
    evade,
    parry,
    step_back,
)
from engine.en_garde.bots import fencer, inputs, threshold
from engine.en_garde.bots.counting import Knowledge
from engine.en_garde.bots.master import LAYERS, RARE, SHARPNESS, read_layers
from engine.en_garde.rules import Rules
from engine.training.networks import choose, floats, log_odds, new_policy
from engine.training.rounds import DECK, Bools, Ints, Rounds

Opponent = Callable[[Rounds, Ints, Bools, torch.Generator], Ints]
"""Chooses an output for each row, given the legal ones and a source of noise."""


def of_policy(policy: nn.Sequential, sharpness: float = 1.0, rare: float = 0.0) -> Opponent:
    """Return an opponent that plays by a policy.

    Its odds are raised to the power `sharpness`; actions whose odds are then below `rare` are not played.
    """

    def play(rounds: Rounds, rows: Ints, legal: Bools, noise: torch.Generator) -> Ints:
        seen = floats(rounds.inputs(rows, rounds.turn[rows]))
        logs, _ = log_odds(policy, seen, torch.from_numpy(legal))
        logs = torch.log_softmax(sharpness * logs, 1)
        outputs: Ints = choose(logs.masked_fill(logs.exp() < rare, -torch.inf), noise).numpy()
        return outputs

    return play


def master(data: bytes) -> tuple[nn.Sequential, Opponent]:
    """Return the policy in a file of weights and the master that plays by it.

    Raises ValueError if the file has the wrong size.
    """
    policy = new_policy()
    state: dict[str, Any] = {}
    for layer, (weights, biases) in zip((0, 2, 4), read_layers(data), strict=True):
        state[f"{layer}.weight"], state[f"{layer}.bias"] = torch.tensor(weights), torch.tensor(biases)
    policy.load_state_dict(state)
    return policy, of_policy(policy, SHARPNESS, RARE)


def weights_of(policy: nn.Sequential) -> bytes:
    """Return a policy as a file of weights for the master."""
    assert [tuple(layer.weight.shape[::-1]) for layer in policy[::2]] == list(LAYERS)
    return b"".join(part.detach().numpy().astype("<f2").tobytes() for part in policy.parameters())


def _counting(decide: Callable[[Knowledge], Action]) -> Opponent:
    def play(rounds: Rounds, rows: Ints, legal: Bools, noise: torch.Generator) -> Ints:
        return np.array(
            [inputs.output_of(decide(known)) for known in knowledge_in(rounds, rows, legal)], np.int64
        )

    return play


def knowledge_in(rounds: Rounds, rows: Ints, legal: Bools) -> list[Knowledge]:
    """Return what the player to act can count in each of the rows."""
    turn = rounds.turn[rows]
    own = rounds.hands[rows, turn]
    unseen = 5 - own - rounds.played[rows]
    unseen[:, 0] = 0
    behind, other_behind = rounds.advanced[rows, turn], rounds.advanced[rows, 1 - turn]
    columns = (
        own.tolist(),
        unseen.tolist(),
        rounds.hands[rows, 1 - turn, 1:].sum(1).tolist(),
        (DECK - rounds.drawn[rows]).tolist(),
        rounds.distance(rows).tolist(),
        (behind - other_behind).tolist(),
        other_behind.tolist(),
        map(_rules, map(tuple, rounds.rules[rows].tolist())),
        rounds.attack[rows].tolist(),
    )
    known = []
    for row, (own_, unseen_, hand, pile, distance, lead, room, rules, pending) in enumerate(
        zip(*columns, strict=True)
    ):
        actions = tuple(_action(output, distance, pending) for output in np.flatnonzero(legal[row]).tolist())
        against = _attack(pending) if pending[1] else None
        known.append(
            Knowledge(actions, tuple(own_), tuple(unseen_), hand, pile, distance, lead, room, rules, against)
        )
    return known


@cache
def _rules(switches: tuple[bool, ...]) -> Rules:
    parry, indirect, last_chance, cards_decide, final_evasion_skips_cards = switches
    return Rules(
        parry=parry,
        indirect=indirect,
        last_chance=last_chance,
        cards_decide=cards_decide,
        final_evasion_skips_cards=final_evasion_skips_cards,
    )


def _action(output: int, distance: int, pending: list[int]) -> Action:
    """Return the action an output stands for; `pending` is the attack to answer: card, number, indirect."""
    if output < inputs.STEPS_BACK:
        return advance(output + 1)
    if output < inputs.ATTACKS:
        return step_back(output - inputs.STEPS_BACK + 1)
    if output < inputs.INDIRECT_ATTACKS:
        return attack(distance, output - inputs.ATTACKS + 1)
    if output < inputs.PARRY:
        step, number = divmod(output - inputs.INDIRECT_ATTACKS, 4)
        return advance_and_attack(step + 1, distance - step - 1, number + 1)
    if output == inputs.PARRY:
        return parry(pending[0], pending[1])
    if output < inputs.TAKE_HIT:
        return evade(output - inputs.EVASIONS + 1)
    return TAKE_HIT if output == inputs.TAKE_HIT else NO_ATTACK


def _attack(pending: list[int]) -> Action:
    card, number, indirect = pending
    # The advance of an indirect attack makes no difference to the defender.
    return advance_and_attack(1, card, number) if indirect else attack(card, number)


COUNTING: Final[dict[str, Opponent]] = {
    "fencer": _counting(lambda known: max(known.legal, key=lambda action: fencer.win_chance(known, action))),
    "threshold": _counting(threshold.decide),
}
