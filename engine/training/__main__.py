"""Train a policy by self-play, or to beat an opponent, and measure it: see `--help`."""

import argparse
from dataclasses import replace
from typing import Final

import torch

from engine.en_garde.bots.arrays.rounds import FULL
from engine.en_garde.bots.judge import GRANDMASTER, MASTER, Budget
from engine.en_garde.drawing import PILE_SIZE
from engine.en_garde.rules import PRESETS
from engine.training.arguments import parser, plan_of
from engine.training.exact import MINIATURES, Tree
from engine.training.imitation import imitate
from engine.training.judged import gains as judged_gains
from engine.training.learner import Learner
from engine.training.measuring import gains
from engine.training.networks import like
from engine.training.opponents import COUNTING, SHIPPED, named, networks, odds_of
from engine.training.runs import learn

JUDGED: Final = {
    "counts the last card": Budget(1),
    "counts the last two cards": Budget(2),
    "counts the last three cards": Budget(3),
    "counts like the master": MASTER,
    "counts from the deal on": Budget(PILE_SIZE),
    "counts and searches like the grandmaster": GRANDMASTER,
}
"""With what budgets a miniature's policy is measured, by what it then does."""


def main() -> None:
    """Run a command of the command line."""
    options = parser(_train, _respond, _measure, _imitate).parse_args()
    torch.set_num_threads(options.threads)
    if getattr(options, "miniature", None):
        options.preset = options.preset or "ferti-advanced"
        if {SHIPPED, *COUNTING} & {getattr(options, "opponent", ""), *getattr(options, "opponents", ())}:
            raise SystemExit("only policies can play a miniature; the bots know no game but the whole one")
    if getattr(options, "judged", False) and not options.miniature:
        raise SystemExit("--judged needs --miniature; the whole game is too large")
    options.run(options)


def _train(options: argparse.Namespace) -> None:
    """Train by self-play, and note how far a miniature's policy can be exploited."""
    plan = plan_of(options)
    tree = Tree(PRESETS[plan.preset], plan.size) if options.miniature else None

    def exact(learner: Learner) -> dict[str, float]:
        if tree is None or learner.iteration % options.every:
            return {}
        found = {
            "gain": tree.gain(odds_of(learner.average)),
            "raw_gain": tree.gain(odds_of(learner.policy, 1, 0)),
        }
        if options.judged:
            names = ("counting_gain", "searching_gain")
            judged = judged_gains(
                tree, odds_of(learner.average, 1, 0), [Budget(GRANDMASTER.counts), GRANDMASTER]
            )
            found |= {name: one.best for name, one in zip(names, judged, strict=True)}
        return found

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
        print(f"a best response to it gains {tree.gain(odds_of(policy)):+.4f}", flush=True)
        if options.judged:
            found = judged_gains(tree, odds_of(policy, 1, 0), [*JUDGED.values()])
            for name, gain in zip(JUDGED, found, strict=True):
                print(f"and if it {name}, {gain.best:+.4f}; the policy alone {gain.network:+.4f}", flush=True)
    options.folder.mkdir(parents=True, exist_ok=True)
    _gains(options, policy)


def _imitate(options: argparse.Namespace) -> None:
    """Train a policy that plays like a bot, and print how near it comes."""
    imitate(options.bot, _presets(options), options.rounds, options.epochs, options.seed, options.folder)


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
