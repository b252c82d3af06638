"""Train a policy by self-play, or to beat an opponent, and measure it: see `--help`."""

import argparse
from dataclasses import replace

import torch

from engine.en_garde.bots.arrays.rounds import FULL
from engine.en_garde.rules import PRESETS
from engine.training.arguments import parser, plan_of
from engine.training.exact import MINIATURES, Tree
from engine.training.learner import Learner
from engine.training.measuring import gains
from engine.training.networks import like
from engine.training.opponents import COUNTING, SHIPPED, named, networks, odds_of
from engine.training.runs import learn


def main() -> None:
    """Run a command of the command line."""
    options = parser(_train, _respond, _measure).parse_args()
    torch.set_num_threads(options.threads)
    if getattr(options, "miniature", None):
        options.preset = options.preset or "ferti-advanced"
        if {SHIPPED, *COUNTING} & {getattr(options, "opponent", ""), *getattr(options, "opponents", ())}:
            raise SystemExit("only policies can play a miniature; the bots know no game but the whole one")
    options.run(options)


def _train(options: argparse.Namespace) -> None:
    """Train by self-play, and note how far a miniature's policy can be exploited."""
    plan = plan_of(options)
    tree = Tree(PRESETS[plan.preset], plan.size) if options.miniature else None

    def exact(learner: Learner) -> dict[str, float]:
        if tree is None or learner.iteration % options.every:
            return {}
        return {
            "gain": tree.gain(odds_of(learner.average)),
            "raw_gain": tree.gain(odds_of(learner.policy, 1, 0)),
        }

    learn(options.folder, plan, exact)


def _respond(options: argparse.Namespace) -> None:
    """Train to beat one opponent, and measure it in every preset that was trained."""
    plan = replace(plan_of(options), opponents=(options.opponent,), share=1.0)
    learner = learn(options.folder, plan)
    _gains(options, learner.average)


def _measure(options: argparse.Namespace) -> None:
    """Measure a policy that is there, and print how far a miniature's can be exploited."""
    policy = like(networks(options.policy)[0])
    if options.miniature:
        tree = Tree(PRESETS[options.preset], MINIATURES[options.miniature])
        print(f"a best response to it gains {tree.gain(odds_of(policy)):+.4f}")
    options.folder.mkdir(parents=True, exist_ok=True)
    _gains(options, policy)


def _gains(options: argparse.Namespace, policy: torch.nn.Sequential) -> None:
    gains(
        policy,
        named(options.opponent),
        _presets(options),
        options.measured,
        options.seed,
        options.folder / "gains.json",
        MINIATURES[options.miniature] if options.miniature else FULL,
    )


def _presets(options: argparse.Namespace) -> list[str]:
    return [options.preset] if options.preset else [*PRESETS]


if __name__ == "__main__":
    main()
