"""Plays a policy of the training: `engarde arena "python3 docs/examples/policy_bot.py FILE [STYLE]" master`.

FILE has its weights. `python docs/examples/policy_bot.py write FOLDER FILE` takes them from a folder in which
a policy was trained; only this needs PyTorch, which loads too slowly for a program that is restarted often.
STYLE says how its odds are played: learned, sharpened like the master's (the default), or likeliest.
"""

import json
import sys
from itertools import islice
from math import exp
from pathlib import Path
from random import Random
from struct import unpack

from engine.en_garde.actions import Play, parse_action
from engine.en_garde.bots.inputs import INPUTS, LATEST, OUTPUTS, inputs_of, output_of
from engine.en_garde.bots.master import RARE, SHARPNESS, Network
from engine.en_garde.legal import Phase
from engine.en_garde.rules import Rules
from engine.en_garde.view import RoundView
from engine.game import Seat

STYLES = {"learned": (1.0, 0.0), "sharpened": (SHARPNESS, RARE), "likeliest": (100.0, 0.0)}
"""The power its odds are raised to, and the lowest odds that are then played."""

SEATS = {seat.label: seat for seat in Seat}


def write(folder, file):
    """Write the weights of the policy in a folder."""
    from engine.training.opponents import networks

    parts = networks(folder)[0].values()
    Path(file).write_bytes(b"".join(part.numpy().astype("<f2").tobytes() for part in parts))


def network(file):
    """Return the network in a file of weights, and how many inputs it knows."""
    data = Path(file).read_bytes()
    values = unpack(f"<{len(data) // 2}e", data)
    outputs = OUTPUTS + 1
    # The number of weights tells the sizes: a policy sees the latest actions or not.
    for known in (INPUTS, LATEST):
        for hidden in range(1, 2000):
            sizes = ((known, hidden), (hidden, hidden), (hidden, outputs))
            if sum(wide * high + high for wide, high in sizes) == len(values):
                layers, rest = [], iter(values)
                for wide, high in sizes:
                    layers += [
                        tuple(tuple(islice(rest, wide)) for _ in range(high)),
                        tuple(islice(rest, high)),
                    ]
                return Network(tuple(zip(*layers[0], strict=True)), *layers[1:]), known
    sys.exit(f"{file} has no weights of a policy")


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


def choose(policy, known, style, message):
    """Return an action, drawn by the policy's odds in a style."""
    power, lowest = STYLES[style]
    view = view_of(message)
    outputs = policy.outputs([number for number in inputs_of(view, view.seat) if number < known])
    logits = [outputs[output_of(action)] for action in view.legal]
    odds = [exp(power * (logit - max(logits))) for logit in logits]
    odds = [each if each >= lowest * sum(odds) else 0.0 for each in odds]
    return str(Random(message["seed"]).choices(view.legal, odds)[0])


def main():
    """Answer each view."""
    policy, known = network(sys.argv[1])
    style = "".join(sys.argv[2:]) or "sharpened"
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello"}
            case "view":
                answer = {"type": "action", "action": choose(policy, known, style, message)}
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(*sys.argv[2:])
    else:
        main()
