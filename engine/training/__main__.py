"""Train a policy by self-play, or to beat an opponent, and measure it: see `--help`."""

import argparse
from pathlib import Path

import torch

from engine.en_garde.rules import PRESETS
from engine.training.learner import Plan
from engine.training.measuring import gains
from engine.training.networks import like
from engine.training.opponents import COUNTING, fits_the_master, named, networks, weights_of
from engine.training.runs import learn

USUAL = Plan(3000)
POLICY = 'a policy: "master", a file of weights, or the folder of a training'


def main() -> None:
    """Run a command of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.training",
        description=__doc__,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    for run, about in (
        (_train, "train a policy by self-play, some of it against opponents that do not learn"),
        (_respond, "train a best response to an opponent, and measure what it gains"),
        (_measure, "measure what a policy gains against an opponent"),
    ):
        command = commands.add_parser(
            run.__name__[1:],
            help=about,
            description=about,
            formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        )
        command.set_defaults(run=run)
        if run is _measure:
            command.add_argument("policy", help=POLICY)
        if run is not _train:
            command.add_argument("opponent", help=f"{', '.join(COUNTING)}, or {POLICY}")
            command.add_argument("--rounds", type=int, default=200_000, help="rounds to measure per preset")
        command.add_argument("folder", type=Path, help="for the results; training continues what is there")
        command.add_argument("--preset", choices=PRESETS, help="the only preset to play, instead of all")
        command.add_argument("--seed", type=int, default=1, help="makes results repeatable")
        command.add_argument("--threads", type=int, default=1, help="threads to compute with")
        if run is not _measure:
            _add_plan(command, responds=run is _respond)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    options.run(options)


def _add_plan(command: argparse.ArgumentParser, *, responds: bool) -> None:
    command.add_argument(
        "--iterations", type=int, default=USUAL.iterations, help="iterations of 2,048 rounds"
    )
    command.add_argument("--start", default="", metavar="POLICY", help=f"{POLICY}; else random play")
    if not responds:
        command.add_argument(
            "--against", nargs="*", default=[], metavar="OPPONENT", help="opponents to meet in turn"
        )
        command.add_argument("--share", type=float, default=0.3, help="share of the rounds against them")
    command.add_argument("--hidden", type=int, default=USUAL.hidden, help="units per layer of a new policy")
    command.add_argument("--wide", action="store_true", help="let a new policy see the latest plays")
    pairs: dict[str, tuple[tuple[float, float], str]] = {
        "--entropy": ((0.02, 0.0) if responds else USUAL.entropy, "entropy bonus, first and last"),
        "--rate": ((5e-4, 5e-5) if responds else USUAL.rate, "learning rate, first and last"),
    }
    for name, (default, about) in pairs.items():
        command.add_argument(name, type=float, nargs=2, default=default, metavar=("A", "B"), help=about)
    command.add_argument("--memory", type=float, default=USUAL.memory, help="what the average keeps")
    command.add_argument("--magnet", type=float, default=USUAL.magnet, help="cost of leaving the average")


def _plan(options: argparse.Namespace, against: list[str], share: float) -> Plan:
    return Plan(
        options.iterations,
        options.seed,
        options.preset or "",
        options.start,
        tuple(against),
        share,
        options.hidden,
        options.wide,
        entropy=tuple(options.entropy),
        rate=tuple(options.rate),
        memory=options.memory,
        magnet=options.magnet,
    )


def _train(options: argparse.Namespace) -> None:
    """Train by self-play; write the weights of the averaged policy if the master could play by them."""
    learner = learn(options.folder, _plan(options, options.against, options.share))
    if fits_the_master(learner.average):
        file = options.folder / "master.weights"
        file.write_bytes(weights_of(learner.average))
        print(f"wrote {file}; copy it to engine/en_garde/bots/ to play against it")


def _respond(options: argparse.Namespace) -> None:
    """Train to beat one opponent, and measure it in every preset that was trained."""
    learner = learn(options.folder, _plan(options, [options.opponent], 1.0))
    file = options.folder / "gains.json"
    gains(learner.average, named(options.opponent), _presets(options), options.rounds, options.seed, file)


def _measure(options: argparse.Namespace) -> None:
    """Measure a policy that is there."""
    options.folder.mkdir(parents=True, exist_ok=True)
    policy, file = like(networks(options.policy)[0]), options.folder / "gains.json"
    gains(policy, named(options.opponent), _presets(options), options.rounds, options.seed, file)


def _presets(options: argparse.Namespace) -> list[str]:
    return [options.preset] if options.preset else [*PRESETS]


if __name__ == "__main__":
    main()
