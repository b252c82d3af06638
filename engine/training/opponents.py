"""Opponents that do not learn: the shipped master, policies in files, and bots that count cards."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
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
from engine.en_garde.bots.arrays.policy import Odds, sharpened
from engine.en_garde.bots.arrays.rounds import Bools, Ints, Rounds
from engine.en_garde.bots.counting import Knowledge
from engine.en_garde.bots.judge import MASTER, Judge
from engine.en_garde.bots.network import read_layers
from engine.en_garde.bots.policy import RARE, SHARPNESS, weights
from engine.en_garde.round import Round
from engine.en_garde.rules import Rules
from engine.game import Seat
from engine.training.networks import choose, floats, like, log_odds

POLICY: Final = '"master" (its network alone), a file of weights, or the folder of a training'
"""What names a policy."""

SHIPPED: Final = "shipped"
"""The name of the master as it plays at the table; "master" is its network alone."""

Opponent = Callable[[Rounds, Ints, Bools, torch.Generator], Ints]
"""Chooses an output for each row, given the legal ones and a source of noise."""


def odds_of(policy: nn.Sequential, sharpness: float = SHARPNESS, rare: float = RARE) -> Odds:
    """Return the odds that a policy is played by.

    Its odds are raised to the power `sharpness`; actions whose odds are then below `rare` are not played.
    """

    @torch.no_grad()
    def odds(rounds: Rounds, rows: Ints, legal: Bools) -> NDArray[np.float32]:
        seen = floats(rounds.inputs(rows, rounds.turn[rows]))
        logs, _ = log_odds(policy, seen, torch.from_numpy(legal))
        return sharpened(logs.numpy(), sharpness, rare)

    return odds


def played_by(odds: Odds) -> Opponent:
    """Return an opponent that plays by these odds."""

    def play(rounds: Rounds, rows: Ints, legal: Bools, noise: torch.Generator) -> Ints:
        outputs: Ints = choose(torch.from_numpy(odds(rounds, rows, legal)), noise).numpy()
        return outputs

    return play


def policy_in(data: bytes) -> nn.Sequential:
    """Return the policy in a file of weights; raises ValueError if there is none of such a size."""
    state: dict[str, Any] = {}
    for layer, (rows, biases) in zip((0, 2, 4), read_layers(data), strict=True):
        state[f"{layer}.weight"], state[f"{layer}.bias"] = torch.tensor(rows), torch.tensor(biases)
    return like(state)


def networks(name: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return the state dicts of a policy and of its critic, if that was kept.

    `name` is "master", a file of weights, or a folder with a checkpoint, whose averaged policy counts.

    Raises SystemExit if there is no policy, and for the shipped master, which is more than a policy.
    """
    if name == SHIPPED:
        raise SystemExit('the shipped master counts, and so can be an opponent only; "master" is its network')
    file = Path(name)
    try:
        if name == "master" or file.suffix == ".weights":
            return policy_in(weights() if name == "master" else file.read_bytes()).state_dict(), None
        # Unpickling is safe: the file is this program's own.
        saved = torch.load(file / "checkpoint.pt", weights_only=False)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise SystemExit(f"no policy in {name}: {why}; give {POLICY}") from error
    return saved["average"], saved["critic"]


def named(name: str) -> Opponent:
    """Return a bot that counts cards, the shipped master, or a policy that plays with the master's odds."""
    if name in COUNTING:
        return COUNTING[name]
    if name == SHIPPED:
        return shipped
    return played_by(odds_named(name))


def odds_named(name: str) -> Odds:
    """Return the odds of a policy or of a bot that counts cards, which knows no doubt."""
    if name not in COUNTING:
        return odds_of(like(networks(name)[0]))

    def odds(rounds: Rounds, rows: Ints, legal: Bools) -> NDArray[np.float32]:
        shares = np.zeros(legal.shape, np.float32)
        shares[np.arange(len(rows)), COUNTING[name](rounds, rows, legal, torch.Generator())] = 1
        return shares

    return odds


def _shipped_odds(rounds: Rounds, rows: Ints, legal: Bools) -> NDArray[np.float32]:
    """Return the odds that the master plays by at the table, where it counts the last cards and sure hits."""
    odds = _network()(rounds, rows, legal)
    attacks = legal[:, inputs.ATTACKS : inputs.PARRY].any(1)
    for place in np.flatnonzero(((rounds.pile(rows) <= MASTER.counts) | attacks) & (legal.sum(1) > 1)):
        state = state_of(rounds, rows[place])
        assert state.turn is not None
        odds[place] = 0
        for action, share in Judge(state.view(state.turn)).hint.odds.items():
            odds[place, inputs.output_of(action)] = share
    return odds


shipped: Final = played_by(_shipped_odds)
"""The master as it plays at the table."""


@cache
def _network() -> Odds:
    return odds_named("master")


def state_of(rounds: Rounds, row: int) -> Round:
    """Return the state of a round in the engine, in which it is played again."""
    rules = _rules(tuple(rounds.rules[row].tolist()))
    state = Round.deal(rules, rounds.deck[row].tolist(), Seat(rounds.first[row]))
    for output in rounds.actions[row, : rounds.length[row]]:
        state = state.play(next(action for action in state.legal if inputs.output_of(action) == output))
    return state


def weights_of(policy: nn.Sequential) -> bytes:
    """Return a policy as a file of weights."""
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
        rounds.pile(rows).tolist(),
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
        actions = tuple(
            action_of(output, distance, pending) for output in np.flatnonzero(legal[row]).tolist()
        )
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


def action_of(output: int, distance: int, pending: list[int]) -> Action:
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
