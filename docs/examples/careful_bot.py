"""An example bot: `engarde play --right 'bot:python3 docs/examples/careful_bot.py'` (docs/bots.md).

It attacks when it can, parries when it must, and otherwise stays out of reach.
"""

import json
import sys


def choose(view):
    """Return the attack or parry with the most cards, else a move out of reach of a single card."""
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
