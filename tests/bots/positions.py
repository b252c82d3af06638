"""Helpers of the bots' tests: states to ask bots in, and rounds between two bots."""

import random
from functools import cache
from typing import Final

from staging import FULL_DECK, by_chance

from engine import arena
from engine.arena import Meeting, Pairing, play_deals
from engine.en_garde import Round, RoundView, Rules, Seat
from engine.en_garde.bots import LEVELS, REFERENCES
from engine.en_garde.game import GAME as EN_GARDE

MIXES: Final = tuple(name for name, level in LEVELS.items() if level.mix)
BOTS: Final = (*(name for name in LEVELS if name not in MIXES), *REFERENCES)
"""Those that are no mixes."""


@cache
def states_of(rules: Rules, rounds: int) -> tuple[Round, ...]:
    """Return all states but the last of some random rounds, always the same ones.

    Half of their actions are attacks or parries where possible.
    """
    source = random.Random(f"positions {rules}")
    states: list[Round] = []
    for number in range(rounds):
        state = Round.deal(rules, source.sample(FULL_DECK, 25), Seat(number % 2))
        while state.turn is not None:
            states.append(state)
            state = state.play(by_chance(state.legal, source))
    return tuple(states)


def seen(state: Round) -> RoundView:
    """Return what the player to act sees."""
    return state.view(state.turn)


def hidden_from(state: Round, seat: Seat) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what `seat` must not know."""
    return state.hands[seat.other], state.draw_pile


def played(pairing: Pairing, start: int = 0) -> Meeting:
    """Play a chunk of a pairing in this process, from the deal number `start`."""
    bots = (arena.bot_named(EN_GARDE, pairing.first), arena.bot_named(EN_GARDE, pairing.second))
    return Meeting.of(play_deals(pairing, start, bots))
