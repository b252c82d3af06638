"""The largest attack on the master: `engarde arena "python3 docs/examples/search_bot.py" master`.

It knows the master's network, works out from all that was played how likely each hand is, and tries its
actions on guesses of the hidden cards. It needs PyTorch, and remembers a round from its start: it cannot play
on where an action was taken back.
"""

import json
import sys

import numpy as np
import torch

from engine.en_garde.actions import parse_action
from engine.en_garde.bots.counting import counts
from engine.en_garde.bots.inputs import output_of
from engine.en_garde.bots.reading import SURPRISE
from engine.en_garde.rules import Rules
from engine.training.lookahead import Search
from engine.training.opponents import odds_named
from engine.training.rounds import FULL, Rounds

SEATS = ("left", "right")
ROW = np.zeros(1, np.int64)


class Round:
    """A round as one fencer sees it: the cards of the other hand and the pile are face down."""

    def __init__(self, message, search):
        """Begin with the first view of a fencer, who has not acted yet."""
        self.seat = SEATS.index(message["seat"])
        self.plays = []
        face_down = np.zeros((1, len(FULL.deck)), np.int64)
        rounds = Rounds([Rules(**message["rules"])], face_down, ROW + SEATS.index(message["first"]))
        rounds.hands[0, self.seat] = counts(tuple(message["hand"]))
        self.beliefs = search.begun(rounds, ROW + self.seat)

    def go_on(self, message):
        """Learn from what was played since the last view."""
        rounds, known = self.beliefs.rounds, len(self.plays)
        if message["plays"][:known] != self.plays:
            sys.exit("an action was taken back")
        for player, word in message["plays"][known:]:
            action = parse_action(word)
            if player == message["seat"]:
                # What was drawn since is in the hand now, and nothing else can have come to it.
                drawn = np.array(counts(tuple(message["hand"]))) - rounds.hands[0, self.seat]
                for card in action.cards:
                    drawn[card] += 1
                cards = np.repeat(np.arange(6), np.maximum(drawn, 0))
                place = rounds.drawn[0]
                rounds.deck[0, place : place + len(cards)] = cards
            self.beliefs.play(ROW, ROW + output_of(action))
        self.plays = message["plays"]


def main():
    """Answer each view."""
    torch.set_num_threads(1)
    master = odds_named("master")
    # The master counts the last cards, where it may do what its network would not.
    search = Search(master, master, SURPRISE)
    round_ = None
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer, round_ = {"type": "hello"}, None
            case "view":
                if round_ is None:
                    round_ = Round(message, search)
                round_.go_on(message)
                seed = message["seed"] % 2**63
                source, noise = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
                (output,) = search.best(round_.beliefs, ROW, source, noise)
                legal = {output_of(parse_action(word)): word for word in message["legal"]}
                answer = {"type": "action", "action": legal[output]}
            case _:
                round_ = None
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
