"""A bot for `engarde play --right 'bot:python3 docs/examples/careful_bot.py'`: see docs/bots.md.

It hits when it can, parries when it must, and else stays where the other fencer cannot reach it.
"""

import json
import sys


def choose(view):
    """One of view["legal"]: the most cards first, else the move after which no single card reaches."""
    blades = [action for action in view["legal"] if "A" in action or action.startswith("P")]
    if blades:
        return max(blades, key=len)
    steps = {action: int(action[1:]) for action in view["legal"] if action.startswith("+")}
    safe = [action for action, step in steps.items() if view["distance"] - step > 5]
    back = [action for action in view["legal"] if action.startswith("-")]
    return (safe or back or view["legal"])[-1]


for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            answer = {"type": "hello"}
        case "view":
            answer = {"type": "action", "action": choose(message)}
        case _:
            continue
    print(json.dumps(answer), flush=True)
