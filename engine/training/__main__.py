"""Train a policy by self-play, or to beat an opponent, and measure it: see `--help`."""

import argparse
import json
from dataclasses import replace
from typing import Any

import torch

from engine.en_garde.rules import PRESETS
from engine.training.arguments import parser, plan_of
from engine.training.exact import MINIATURES, Tree
from engine.training.learner import Learner
from engine.training.lookahead import Search, learned_critic
from engine.training.measuring import compare, gains, mean
from engine.training.networks import like
from engine.training.opponents import fits_the_master, named, networks, odds_named, odds_of, weights_of
from engine.training.rounds import FULL
from engine.training.runs import learn


def main() -> None:
    """Run a command of the command line."""
    options = parser(_train, _respond, _search, _measure).parse_args()
    torch.set_num_threads(options.threads)
    if getattr(options, "miniature", None):
        options.preset = options.preset or "ferti-advanced"
    options.run(options)


def _train(options: argparse.Namespace) -> None:
    """Train by self-play; write the weights of the averaged policy if the master could play by them."""
    plan = plan_of(options)
    tree = Tree(PRESETS[plan.preset], plan.size) if options.miniature else None

    def exact(learner: Learner) -> dict[str, float]:
        if tree is None or learner.iteration % options.every:
            return {}
        return {
            "gain": tree.gain(odds_of(learner.average)),
            "raw_gain": tree.gain(odds_of(learner.policy, 1, 0)),
        }

    learner = learn(options.folder, plan, exact)
    if fits_the_master(learner.average):
        file = options.folder / "master.weights"
        file.write_bytes(weights_of(learner.average))
        print(f"wrote {file}; copy it to engine/en_garde/bots/ to play against it")


def _respond(options: argparse.Namespace) -> None:
    """Train to beat one opponent, and measure it in every preset that was trained."""
    plan = replace(plan_of(options), opponents=(options.opponent,), share=1.0)
    learner = learn(options.folder, plan)
    _gains(options, learner.average)


def _search(options: argparse.Namespace) -> None:
    """Measure what search on top of a policy gains, and what the policy gains alone."""
    options.folder.mkdir(parents=True, exist_ok=True)
    odds, opponent = odds_named(options.policy), odds_named(options.opponent)
    found: dict[str, Any] = {}
    for name in _presets(options):
        critic, error = learned_critic(odds, opponent, PRESETS[name], options.iterations, options.seed)
        attacker = Search(odds, opponent, critic, options.guesses, options.trust)
        pairs, seed = (options.measured + 1) // 2, options.seed + 1
        played = {
            "alone": compare(named(options.policy), named(options.opponent), PRESETS[name], pairs, seed),
            "search": attacker.results(PRESETS[name], pairs, seed),
        }
        found[name] = {"error": error, "rounds": 2 * pairs} | {
            how: dict(zip(("result", "margin"), mean(results / 2), strict=True))
            for how, results in played.items()
        }
        print(name, found[name], flush=True)
        (options.folder / "search.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


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
