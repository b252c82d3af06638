"""What each action wins on guesses of the hidden cards, in plain Python.

As `engine.en_garde.bots.arrays.search`, but the hands guessed follow the opponent's latest play only.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import sub
from random import Random
from statistics import fmean

from engine.en_garde.actions import Action
from engine.en_garde.bots.counting import counts, hand_of, knowledge
from engine.en_garde.bots.playout import imagined
from engine.en_garde.bots.policy import network_odds
from engine.en_garde.bots.reading import likely_hands
from engine.en_garde.bots.solver import Counting
from engine.en_garde.legal import Hand
from engine.en_garde.round import Round
from engine.en_garde.rules import PISTE_SQUARES
from engine.en_garde.view import RoundView
from engine.game import Seat


def searched(view: RoundView, actions: Iterable[Action], guesses: int) -> dict[Action, float]:
    """Return for each of the `actions` of the player to act its mean result on the same guesses, -1 to 1.

    Cards must be left to draw.
    """
    seat = view.seat
    assert seat is not None
    assert view.pile
    source = Random(repr((view.rules, view.first, view.hand, view.plays)))
    # Guesses often lead to the same views.
    odds = cache(network_odds)
    hands = likely_hands(view, odds)
    unseen, played = knowledge(view).unseen, tuple(play.action for play in view.plays)
    rounds = []
    for hand in sampled(hands, guesses, source):
        pile = list(hand_of(tuple(map(sub, unseen, counts(hand)))))
        source.shuffle(pile)
        rounds.append(imagined(view, hand, tuple(pile))._replace(actions=played))
    counting, chance = Counting(view.rules), source.getrandbits(32)
    return {
        action: fmean(
            _result(state.play(action), seat, odds, counting, Random(f"{chance} {number}"))
            for number, state in enumerate(rounds)
        )
        for action in actions
    }


def sampled(hands: Mapping[Hand, float], number: int, source: Random) -> list[Hand]:
    """Return so many of the hands, each as often as it is likely, give or take one."""
    step = sum(hands.values()) / number
    found: list[Hand] = []
    place, reached = source.random() * step, 0.0
    for hand, weight in hands.items():
        reached += weight
        while place < reached and len(found) < number:
            found.append(hand)
            place += step
    return found


def _result(
    state: Round,
    seat: Seat,
    odds: Callable[[RoundView], Mapping[Action, float]],
    counting: Counting,
    source: Random,
) -> float:
    """Play on by these odds until one card is left to draw, then count; return what `seat` gets."""
    while state.turn is not None:
        turn = state.turn
        if len(state.draw_pile) == 1:
            left, right = state.positions
            advanced = left - 1, PISTE_SQUARES - right
            own, other = state.hands[turn], state.hands[turn.other]
            result = counting.expected(
                own, other, state.draw_pile, advanced[turn], advanced[turn.other], state.attack
            )
            return result if turn is seat else -result
        action = state.legal[0]
        if len(state.legal) > 1:
            likely = odds(state.view(turn))
            action = source.choices(list(likely), list(likely.values()))[0]
        state = state.play(action)
    assert state.result is not None
    winner = state.result.winner
    return 0 if winner is None else 1 if winner is seat else -1
