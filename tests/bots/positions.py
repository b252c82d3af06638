"""What the bots' tests share: the moments in which bots are asked, and rounds between two of them."""

import random
from functools import cache
from typing import Final

from staging import FULL_DECK, by_chance

from engine.bots import arena
from engine.bots.arena import Meeting, Pairing, play_deals
from engine.en_garde import Round, RoundView, Rules, Seat
from engine.en_garde.bots import LEVELS, REFERENCES
from engine.en_garde.game import GAME as EN_GARDE

BOTS: Final = (*LEVELS, *REFERENCES)


@cache
def states_of(rules: Rules, rounds: int) -> tuple[Round, ...]:
    """Every state but the last of some rounds played by chance, half of the time with an attack or a parry.

    Always the same ones.
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
    """What the player to act sees."""
    return state.view(state.turn)


def hidden_from(state: Round, seat: Seat) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What `seat` must not know."""
    return state.hands[seat.other], state.draw_pile


def played(pairing: Pairing, start: int = 0) -> Meeting:
    """A chunk of a pairing, played in this process, from the deal `start` on."""
    bots = (arena.bot_named(EN_GARDE, pairing.first), arena.bot_named(EN_GARDE, pairing.second))
    return Meeting.of(play_deals(pairing, start, bots))
