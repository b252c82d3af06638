"""The master: a small network trained by self-play in `engine.training`, which counts the last cards."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from random import Random
from typing import Final

from engine.bot import Bot, Hint
from engine.en_garde.actions import Action
from engine.en_garde.bots.inputs import inputs_of, output_of
from engine.en_garde.bots.last_move import ending_of
from engine.en_garde.bots.network import Network, read
from engine.en_garde.bots.reading import likely_hands
from engine.en_garde.bots.solver import results
from engine.en_garde.view import RoundView
from engine.game import Seat

SHARPNESS: Final = 4
"""The power that the network's odds are raised to: training leaves them too even for the best play."""

RARE: Final = 0.1
"""Actions with lower odds than this are training noise and not played."""

STYLES: Final = {"learned": (1.0, 0.0), "sharpened": (SHARPNESS, RARE), "likeliest": (100.0, 0.0)}
"""How a policy can be played: the power its odds are raised to, and the lowest odds that are then played."""

CERTAIN: Final = 0.99
"""The network's chances are taken for no higher than this, and for no lower than the rest of 1."""

TO_ACT: Final = (1.10, 0.00)
"""Slope and offset, in log-odds, from the network's chance of who is to act to how often such rounds are won.

Fitted to rounds of the master against itself by `docs/calibration.py`; the play does not depend on them.
"""

TO_WAIT: Final = (1.06, 0.00)
"""The same for the other player."""

LAST: Final = 3
"""With so many cards left to draw or fewer, the master counts on to the end."""

MARGIN: Final = 0.05
"""How much more of the chance to win the best counted action must be worth than what the network chose."""


def weights() -> bytes:
    """Return the contents of the shipped file of weights."""
    return (files("engine.en_garde.bots") / "master.weights").read_bytes()


@cache
def network() -> Network:
    """Return the shipped network, loaded on first use."""
    return read(weights())


def chance(view: RoundView, seat: Seat) -> float:
    """Estimate the chance that `seat` wins the round, 0 to 1, if both play on like the master.

    A draw counts as half a win. Exact once the round is over.
    """
    if view.result is not None:
        return 0.5 if view.result.winner is None else float(view.result.winner is seat)
    return calibrated(network().outputs(inputs_of(view, seat))[-1], to_act=view.turn is seat)


def calibrated(result: float, *, to_act: bool) -> float:
    """Return the chance to win, 0 to 1, that the network's expected result stands for, -1 to 1."""
    shown = min(max((1 + result) / 2, 1 - CERTAIN), CERTAIN)
    slope, offset = TO_ACT if to_act else TO_WAIT
    return 1 / (1 + exp(-slope * log(shown / (1 - shown)) - offset))


def network_hint(view: RoundView) -> Hint:
    """Return what the master would play, were it the player to act; the view must be that player's."""
    assert view.turn is not None
    outputs = network().outputs(inputs_of(view, view.turn))
    return Hint(sharpened(outputs, view.legal), calibrated(outputs[-1], to_act=True))


def sharpened(
    outputs: Sequence[float], legal: Sequence[Action], power: float = SHARPNESS, lowest: float = RARE
) -> dict[Action, float]:
    """Return the odds of the actions that are played, likeliest first.

    The odds that the outputs stand for are raised to a power; what is then below `lowest` is left out.
    """
    logits = {action: outputs[output_of(action)] for action in legal}
    highest = max(logits.values())
    powers = {action: exp(power * (logit - highest)) for action, logit in logits.items()}
    total = sum(powers.values())
    odds = {action: power / total for action, power in powers.items() if power >= lowest * total}
    total = sum(odds.values())
    return {action: odds[action] / total for action in sorted(odds, key=odds.__getitem__, reverse=True)}


def counted(view: RoundView) -> dict[Action, float]:
    """Return the chance to win after each action of the player to act, 0 to 1, counted on to the end.

    With no card left to draw the chances are exact. Else they rest on what the opponent's latest play tells
    of its hand, if it plays like the master.
    """
    if view.pile:
        hands = likely_hands(view, lambda seen: network_hint(seen).odds)
        return {action: (1 + result) / 2 for action, result in results(view, hands).items()}
    endings = {action: ending_of(view, action) for action in view.legal}
    return {action: ending.chance for action, ending in endings.items() if ending is not None}


def play(view: RoundView, last: int = LAST) -> Hint:
    """Return what the master plays, were it the player to act; the view must be that player's.

    It keeps to the odds of `network_hint`, as a player who always did the same could be exploited. With
    `last` or fewer cards left to draw, an action gives way to the best counted one if that is worth much
    more.
    """
    thought = network_hint(view)
    if view.pile > last or len(view.legal) == 1:
        return thought
    chances = counted(view)
    odds: dict[Action, float] = thought.odds
    best = max(chances, key=lambda action: (chances[action], odds.get(action, 0.0)))
    kept = {action: share for action, share in odds.items() if chances[best] <= chances[action] + MARGIN}
    kept[best] = kept.get(best, 0.0) + 1 - sum(kept.values())
    return thought._replace(odds=dict(sorted(kept.items(), key=lambda item: item[1], reverse=True)))


class Master(Bot):
    """Plays by the network's odds, but counts the last cards."""

    def __init__(self, last: int = LAST) -> None:
        """Count when `last` or fewer cards are left to draw; never if it is -1."""
        self._last = last

    def get_ready(self) -> None:
        """Read the network."""
        network()

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return an action drawn by the odds of `play`."""
        if len(view.legal) == 1:
            return view.legal[0]
        odds: dict[Action, float] = play(view, self._last).odds
        return source.choices(list(odds), list(odds.values()))[0]


def hint(view: RoundView) -> Hint:
    """Return what to play, were it the player to act; the view must be that player's.

    It is what the master plays unless a counted ending is as good as the master takes the round to be, or the
    master would end it: then it is the action that ends best, and its exact chance.
    """
    thought = play(view)
    endings = {
        action: ending.chance for action in view.legal if (ending := ending_of(view, action)) is not None
    }
    if not endings:
        return thought
    best = max(endings, key=lambda action: (endings[action], thought.odds.get(action, 0.0)))
    is_end = next(iter(thought.odds)) in endings or len(endings) == len(view.legal)
    if is_end or endings[best] >= thought.chance:
        return Hint({best: 1.0}, endings[best], is_counted=True)
    return thought
