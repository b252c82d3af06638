"""Measure what is lost by leaving out rare hands and deals where the last cards are counted.

    python docs/left_out.py [--cards N] [--preset P] [--positions N] [--seed S]

The positions are those with a choice and so many cards left to draw, in rounds of the master against itself.
"""

import argparse
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from statistics import fmean
from typing import Final

from engine.en_garde import PRESETS, Round, RoundView, Rules
from engine.en_garde.bots.master import Master
from engine.en_garde.bots.policy import network_odds
from engine.en_garde.bots.reading import likely_hands
from engine.en_garde.bots.solver import CLOSE, results
from engine.en_garde.round import FULL_DECK
from engine.en_garde.rules import DEFAULT_PRESET
from engine.game import Seat

MASTER: Final = Master()


def positions(rules: Rules, cards: int, seed: int) -> Iterator[RoundView]:
    """Yield views with a choice and so many cards left to draw, without end."""
    for number in count():
        deck, source = (Random(f"{seed} {number} {what}") for what in ("deck", "play"))
        state = Round.deal(rules, deck.sample(FULL_DECK, len(FULL_DECK)), Seat(number % 2))
        while state.turn is not None and len(state.draw_pile) >= cards:
            view = state.view(state.turn)
            if len(view.legal) > 1 and view.pile == cards:
                yield view
            state = state.play(MASTER.choose(view, (0, 0), source))


def main() -> None:
    """Print a table; chances to win are in percentage points."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", type=int, default=4, help="left to draw (default: %(default)s)")
    parser.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET, help="(default: %(default)s)")
    parser.add_argument("--positions", type=int, default=200, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    options = parser.parse_args()
    changes, losses = [], []
    for view in islice(positions(PRESETS[options.preset], options.cards, options.seed), options.positions):
        hands = likely_hands(view, network_odds)
        found, true = results(view, hands), results(view, hands, leaves_out=False)
        changes += [50 * abs(found[action] - true[action]) for action in view.legal]
        losses.append(50 * (max(true.values()) - true[max(found, key=found.__getitem__)]))
    same = fmean(loss <= 50 * CLOSE for loss in losses)
    print("| positions | actions | mean change | largest | still the best | mean loss | largest |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    print(
        f"| {len(losses):,} | {len(changes):,} | {fmean(changes):.2f} | {max(changes):.1f} "
        f"| {same:.0%} | {fmean(losses):.2f} | {max(losses):.1f} |"
    )


if __name__ == "__main__":
    main()
