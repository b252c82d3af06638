"""Plays a policy of the training: `engarde arena "python docs/examples/policy_bot.py POLICY STYLE" master`.

POLICY is a folder in which one was trained (this needs PyTorch), or a file of weights of the master's sizes.
STYLE says how its odds are played: learned, sharpened like the master's (the default), or likeliest.
"""

import json
import sys
from math import exp
from pathlib import Path
from random import Random

from engine.en_garde.actions import Play, parse_action
from engine.en_garde.bots.inputs import inputs_of, output_of
from engine.en_garde.bots.master import RARE, SHARPNESS, read
from engine.en_garde.legal import Phase
from engine.en_garde.rules import Rules
from engine.en_garde.view import RoundView
from engine.game import Seat

STYLES = {"learned": (1.0, 0.0), "sharpened": (SHARPNESS, RARE), "likeliest": (100.0, 0.0)}
"""The power its odds are raised to, and the lowest odds that are then played."""

SEATS = {seat.label: seat for seat in Seat}


def network(path):
    """Return a function from the inputs that are on to the outputs."""
    if Path(path).is_file():
        return read(Path(path).read_bytes()).outputs
    import torch

    from engine.training.networks import like, outputs
    from engine.training.opponents import networks

    torch.set_num_threads(1)
    policy = like(networks(path)[0])
    known = policy[0].in_features

    @torch.no_grad()
    def run(on):
        # A policy that sees less knows the first inputs only.
        seen = torch.zeros(1, known)
        seen[0, [number for number in on if number < known]] = 1
        return outputs(policy, seen)[0].tolist()

    return run


def view_of(message):
    """Return the view that a message describes."""
    seat = SEATS[message["seat"]]
    hands = [None, None]
    hands[seat] = tuple(message["hand"])
    return RoundView(
        rules=Rules(**message["rules"]),
        seat=seat,
        first=SEATS[message["first"]],
        phase=Phase(message["phase"]),
        turn=seat,
        positions=tuple(message["positions"]),
        hands=tuple(hands),
        hand_sizes=tuple(message["hand_sizes"]),
        pile=message["pile"],
        discard=tuple(message["discard"]),
        attack=None if message["attack"] is None else parse_action(message["attack"]),
        plays=tuple(Play(SEATS[player], parse_action(action)) for player, action in message["plays"]),
        legal=tuple(parse_action(action) for action in message["legal"]),
        result=None,
        showdown=None,
    )


def choose(run, style, message):
    """Return an action, drawn by the policy's odds in a style."""
    power, lowest = STYLES[style]
    view = view_of(message)
    outputs = run(inputs_of(view, view.seat))
    logits = [outputs[output_of(action)] for action in view.legal]
    odds = [exp(power * (logit - max(logits))) for logit in logits]
    odds = [each if each >= lowest * sum(odds) else 0.0 for each in odds]
    return str(Random(message["seed"]).choices(view.legal, odds)[0])


def main():
    """Answer each view."""
    run, style = network(sys.argv[1]), "".join(sys.argv[2:]) or "sharpened"
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello"}
            case "view":
                answer = {"type": "action", "action": choose(run, style, message)}
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
