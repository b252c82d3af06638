"""Proximal policy optimisation (PPO) on complete rounds of self-play, with checkpoints."""

import os
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from engine.en_garde.bots.arrays.rounds import FULL, Size
from engine.en_garde.rules import PRESETS
from engine.training import selfplay
from engine.training.networks import HIDDEN, floats, like, log_odds, new_critic, new_policy, outputs
from engine.training.opponents import named, networks


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that determines the outcome of a training run; saved in its checkpoints.

    The defaults are those of the shipped master, except for its seed, 21.
    """

    iterations: int
    seed: int = 1
    preset: str = ""
    """The preset that is learned; "" for all of them and house rules."""
    size: Size = FULL
    """The size of the game."""
    start: str = ""
    """The name of the policy to start from; "" for random play."""
    opponents: tuple[str, ...] = ()
    """The names of opponents that do not learn, met in turn, one an iteration."""
    share: float = 1.0
    """The share of the rounds played against an opponent, 0 to 1; the others are self-play."""
    hidden: int = HIDDEN
    """Units of each hidden layer, if it starts from random play."""
    wide: bool = True
    """Whether the policy sees the latest actions, if it starts from random play."""
    rounds: int = 2048
    """Rounds per iteration."""
    epochs: int = 2
    batch: int = 1024
    """Decisions per gradient step."""
    clip: float = 0.2
    """The PPO clip range, around 1, of the ratio of an action's new to old probability."""
    entropy: tuple[float, float] = (0.05, 0.004)
    """The entropy bonus, first and last; falls exponentially, or linearly to 0."""
    magnet: float = 0.0
    """The cost of each unit of divergence from the averaged policy."""
    rate: tuple[float, float] = (1e-3, 3e-5)
    """The learning rate, first and last; falls exponentially."""
    memory: float = 0.998
    """The share of the averaged policy that an iteration keeps, 0 to 1."""


class Learner:
    """The state of a training run; each `step` is one iteration of its plan."""

    def __init__(self, plan: Plan, policy: Any = None, critic: Any = None) -> None:
        """Begin with the given state dicts, or else as the plan says."""
        self.plan = plan
        self.iteration = 0
        torch.manual_seed(plan.seed)
        if policy is None and plan.start:
            policy, critic = networks(plan.start)
        self.policy = new_policy(plan.hidden, wide=plan.wide) if policy is None else like(policy)
        self.critic = new_critic(plan.hidden) if critic is None else like(critic)
        self.opponents = [named(name) for name in plan.opponents]
        self.average = deepcopy(self.policy)
        self.parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.adam = torch.optim.Adam(self.parameters, lr=plan.rate[0], eps=1e-5, fused=True)
        self.source = np.random.default_rng(plan.seed)
        self.noise = torch.Generator().manual_seed(plan.seed)

    def step(self) -> dict[str, float]:
        """Play and learn for one iteration; return its figures for the training log."""
        plan = self.plan
        done = self.iteration / max(plan.iterations - 1, 1)
        first, last = plan.entropy
        entropy = first * (last / first) ** done if last else first * (1 - done)
        rate = plan.rate[0] * (plan.rate[1] / plan.rate[0]) ** done
        for group in self.adam.param_groups:
            group["lr"] = rate
        played = self._play()
        figures = self._learn(played, entropy)
        with torch.no_grad():
            keep = min(plan.memory, self.iteration / (self.iteration + 10))
            for mean, now in zip(self.average.parameters(), self.policy.parameters(), strict=True):
                mean.lerp_(now, 1 - keep)
        self.iteration += 1
        return {"iteration": self.iteration, "decisions": len(played.output), **figures}

    def _play(self) -> selfplay.Decisions:
        plan = self.plan
        if plan.preset:
            rules = [PRESETS[plan.preset]] * plan.rounds
        else:
            rules = selfplay.mixed_rules(plan.rounds, self.source)
        others = int(plan.share * len(rules)) if self.opponents else 0
        opponent = self.opponents[self.iteration % len(self.opponents)] if others else None
        played = [
            selfplay.play(part, self.source, self.noise, self.policy, self.critic, against, plan.size)
            for part, against in ((rules[others:], None), (rules[:others], opponent))
            if part
        ]
        return selfplay.Decisions(*map(np.concatenate, zip(*played, strict=True)))

    def _learn(self, played: selfplay.Decisions, entropy: float) -> dict[str, float]:
        plan, number = self.plan, len(played.output)
        scale = 1 / (float(played.advantage.std()) + 1e-8)
        magnet = self._magnet(played) if plan.magnet else None
        sums = np.zeros(5)
        steps = max(round(number / plan.batch), 1)
        for _ in range(plan.epochs):
            order = np.array_split(self.source.permutation(number), steps)
            waits = np.array_split(self.source.permutation(len(played.waiting_result)), steps)
            for rows, waiting in zip(order, waits, strict=True):
                seen = floats(played.seen[rows])
                advantage = torch.from_numpy(played.advantage[rows]) * scale
                result = torch.from_numpy(played.result[rows])
                logs, value = log_odds(self.policy, seen, torch.from_numpy(played.legal[rows]), fast=True)
                chosen = logs.gather(1, torch.from_numpy(played.output[rows])[:, None])[:, 0]
                ratio = (chosen - torch.from_numpy(played.log_odds[rows])).exp()
                clipped = ratio.clamp(1 - plan.clip, 1 + plan.clip)
                gain = torch.minimum(ratio * advantage, clipped * advantage).mean()
                odds = logs.exp()
                spread = -(odds * logs.masked_fill(odds == 0, 0)).sum(1).mean()
                pull = (
                    0.0
                    if magnet is None
                    else (odds * (logs - magnet[rows]).masked_fill(odds == 0, 0)).sum(1).mean()
                )
                waited = outputs(self.policy, floats(played.waiting[waiting]), fast=True)[:, -1]
                error = ((value - result) ** 2).mean()
                wait_error = ((waited - torch.from_numpy(played.waiting_result[waiting])) ** 2).mean()
                critic_error = ((outputs(self.critic, seen, fast=True)[:, 0] - result) ** 2).mean()
                loss = 0.5 * critic_error + 0.25 * error + 0.1 * wait_error - gain
                loss = loss - entropy * spread + plan.magnet * pull
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.parameters, 1.0)
                self.adam.step()
                with torch.no_grad():
                    drift = float((ratio - 1).abs().mean())
                sums += float(spread.detach()), float(error.detach()), float(critic_error.detach()), drift, 1
        names = ("entropy", "value_error", "critic_error", "drift")
        figures = dict(zip(names, sums[:4] / sums[4], strict=True))
        return {**figures, "result": float(played.result.mean())}

    @torch.no_grad()
    def _magnet(self, played: selfplay.Decisions) -> Any:
        """Return the log-probabilities of the averaged policy for all decisions."""
        number, batch = len(played.seen), self.plan.batch
        parts = [slice(start, start + batch) for start in range(0, number, batch)]
        return torch.cat(
            [
                log_odds(
                    self.average, floats(played.seen[part]), torch.from_numpy(played.legal[part]), fast=True
                )[0]
                for part in parts
            ]
        )

    def save(self, file: Path) -> None:
        """Write a checkpoint atomically: a kill leaves the old or the new one."""
        unfinished = file.with_suffix(".part")
        torch.save(
            {
                "plan": self.plan,
                "iteration": self.iteration,
                "policy": self.policy.state_dict(),
                "critic": self.critic.state_dict(),
                "average": self.average.state_dict(),
                "adam": self.adam.state_dict(),
                "source": self.source.bit_generator.state,
                "noise": self.noise.get_state(),
            },
            unfinished,
        )
        os.replace(unfinished, file)

    @classmethod
    def load(cls, file: Path) -> "Learner":
        """Return the learner of a checkpoint; it continues exactly as the saved one would have."""
        # Unpickling is safe: the file is this program's own. `Plan` needs it.
        saved = torch.load(file, weights_only=False)
        learner = cls(saved["plan"], saved["policy"], saved["critic"])
        learner.iteration = saved["iteration"]
        learner.average.load_state_dict(saved["average"])
        learner.adam.load_state_dict(saved["adam"])
        learner.source.bit_generator.state = saved["source"]
        learner.noise.set_state(saved["noise"])
        return learner
