"""The command line's arguments and the plan that they make."""

import argparse
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.en_garde.bots.arrays.rounds import FULL
from engine.en_garde.bots.network import MOST_UNITS
from engine.en_garde.rules import PRESETS
from engine.training.exact import MINIATURES
from engine.training.imitation import BUDGETS
from engine.training.learner import Plan
from engine.training.opponents import COUNTING, POLICY, SHIPPED

Command = Callable[[argparse.Namespace], None]

USUAL = Plan(3300)


class _Help(argparse.ArgumentDefaultsHelpFormatter):
    """Says the defaults of all options that have one."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return super()._get_help_string(action) if action.default else action.help


def parser(train: Command, respond: Command, measure: Command, imitate: Command) -> argparse.ArgumentParser:
    """Return the parser whose options have the command to run as `run`."""
    whole = argparse.ArgumentParser(prog="python -m engine.training")
    commands = whole.add_subparsers(required=True)
    for name, run, about in (
        ("train", train, "train a policy by self-play, some of it against opponents that do not learn"),
        ("respond", respond, "train a best response to an opponent, and measure what it gains"),
        ("measure", measure, "measure what a policy gains against an opponent"),
        ("imitate", imitate, "train a policy that plays like a bot, to train against in its stead"),
    ):
        command = commands.add_parser(name, help=about, description=about, formatter_class=_Help)
        command.set_defaults(run=run)
        if run is measure:
            command.add_argument("policy", help=POLICY)
        if run is imitate:
            command.add_argument("bot", choices=BUDGETS, help="the bot, which plays against itself")
            command.add_argument("--rounds", type=int, default=3000, help="rounds to learn from")
            command.add_argument("--epochs", type=int, default=4, help="how often to learn from each choice")
        if run in (respond, measure):
            command.add_argument("opponent", help=f"{', '.join(COUNTING)}, {SHIPPED}, {POLICY}")
            command.add_argument("--measured", type=int, default=200_000, help="rounds to measure per preset")
        results = "for the results" + ("; continues what is there" if run is not measure else "")
        command.add_argument("folder", type=Path, help=results)
        command.add_argument("--preset", choices=PRESETS, default="", help="the only preset, instead of all")
        if run is not imitate:
            command.add_argument("--miniature", choices=MINIATURES, help="a smaller game, with Ferti's rules")
        if run in (train, measure):
            command.add_argument(
                "--judged",
                action="store_true",
                help="measure a miniature's policy also as it counts and searches",
            )
        command.add_argument("--seed", type=int, default=USUAL.seed, help="makes results repeatable")
        command.add_argument("--threads", type=int, default=1, help="threads to compute with")
        if run in (train, respond):
            _add_plan(command, responds=run is respond)
        if run is train:
            command.add_argument(
                "--every", type=int, default=50, help="iterations between exact measures of a miniature"
            )
    return whole


def _between(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not from {least} to {most}")
        return int(text)

    return number


def _add_plan(command: argparse.ArgumentParser, *, responds: bool) -> None:
    def add(name: str, default: Any, about: str, **settings: Any) -> None:
        command.add_argument(f"--{name}", default=default, help=about, **settings)

    add("iterations", USUAL.iterations, "iterations to learn for", type=int)
    add("rounds", USUAL.rounds, "rounds per iteration", type=int)
    add("batch", USUAL.batch, "decisions per gradient step", type=int)
    add("start", USUAL.start, f"{POLICY}; else random play", metavar="POLICY")
    if not responds:
        add("opponents", USUAL.opponents, "whom to meet in turn", nargs="*", metavar="OPPONENT")
        add("share", 0.3, "share of the rounds against opponents", type=float)
    add("hidden", USUAL.hidden, "units per layer of a new policy", type=_between(1, MOST_UNITS))
    add("wide", USUAL.wide, "let a new policy see the latest actions", action=argparse.BooleanOptionalAction)
    pair: dict[str, Any] = {"type": float, "nargs": 2, "metavar": ("FIRST", "LAST")}
    add("entropy", (0.02, 0.0) if responds else USUAL.entropy, "entropy bonus", **pair)
    add("rate", (5e-4, 5e-5) if responds else USUAL.rate, "learning rate", **pair)
    add("memory", 0.995 if responds else USUAL.memory, "what the average keeps in an iteration", type=float)
    add("magnet", USUAL.magnet, "cost of leaving the average", type=float)


def plan_of(options: argparse.Namespace) -> Plan:
    """Return the plan that the options of a training make."""
    given: dict[str, Any] = {
        field.name: getattr(options, field.name) for field in fields(Plan) if hasattr(options, field.name)
    }
    given |= {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
    return Plan(**given, size=MINIATURES[options.miniature] if options.miniature else FULL)
