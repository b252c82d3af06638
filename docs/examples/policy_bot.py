"""Plays a policy of the training: `engarde arena "python3 docs/examples/policy_bot.py FILE [STYLE]" master`.

FILE has its weights: `policy.weights` in the folder of a training.
STYLE says how its odds are played: learned, sharpened like the master's (the default), or likeliest.
"""

import json
import sys
from pathlib import Path
from random import Random

from engine.en_garde.actions import Play, parse_action
from engine.en_garde.bots.inputs import inputs_of
from engine.en_garde.bots.network import read
from engine.en_garde.bots.policy import STYLES, sharpened
from engine.en_garde.legal import Phase
from engine.en_garde.rules import Rules
from engine.en_garde.view import RoundView
from engine.game import Seat

SEATS = {seat.label: seat for seat in Seat}


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


def choose(policy, style, message):
    """Return an action, drawn by the policy's odds in a style."""
    view = view_of(message)
    odds = sharpened(policy.outputs(inputs_of(view, view.seat)), view.legal, *STYLES[style])
    return str(Random(message["seed"]).choices(list(odds), list(odds.values()))[0])


def main():
    """Answer each view."""
    file, style = [*sys.argv[1:], "sharpened"][:2] if sys.argv[1:] else ("", "")
    if style not in STYLES:
        sys.exit(f"give a file of weights and a style: {', '.join(STYLES)}")
    try:
        policy = read(Path(file).read_bytes())
    except (OSError, ValueError) as error:
        sys.exit(f"no policy in {file}: {getattr(error, 'strerror', None) or error}")
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello"}
            case "view":
                answer = {"type": "action", "action": choose(policy, style, message)}
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
