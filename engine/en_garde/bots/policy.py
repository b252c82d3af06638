"""What the master's network thinks: by which odds to play, and the chance to win.

It is a small network trained by self-play in `engine.training`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Final

from engine.bot import Hint
from engine.en_garde.actions import Action
from engine.en_garde.bots.inputs import inputs_of, output_of
from engine.en_garde.bots.network import Network, read
from engine.en_garde.view import RoundView
from engine.game import Seat

SHARPNESS: Final = 4
"""The power that the network's odds are raised to: training leaves them too even for the best play."""

RARE: Final = 0.1
"""Actions with lower odds than this are training noise and not played."""

STEP: Final = 40
"""How far the odds lean to what is worth more: e to this power for a result better by 1, of -1 to 1."""

STYLES: Final = {"learned": (1.0, 0.0), "sharpened": (SHARPNESS, RARE), "likeliest": (100.0, 0.0)}
"""How a policy can be played: the power its odds are raised to, and the lowest odds that are then played."""

CERTAIN: Final = 0.99
"""The network's chances are taken for no higher than this, and for no lower than the rest of 1."""

TO_ACT: Final = (1.10, 0.00)
"""Slope and offset, in log-odds, from the network's chance of who is to act to how often such rounds are won.

Fitted to rounds of the network against itself by `docs/calibration.py`; the play does not depend on them.
"""

TO_WAIT: Final = (1.06, 0.00)
"""The same for the other player."""


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
    outputs = _outputs(view)
    return Hint(sharpened(outputs, view.legal), calibrated(outputs[-1], to_act=True))


def network_odds(view: RoundView) -> dict[Action, float]:
    """Return by what odds the player to act, whose view it must be, would play if it did not count."""
    return sharpened(_outputs(view), view.legal)


def likeliest(view: RoundView) -> list[Action]:
    """Return all legal actions of the player to act, the likeliest by the network's odds first."""
    return list(sharpened(_outputs(view), view.legal, *STYLES["learned"]))


def improved_odds(view: RoundView, worth: Mapping[Action, float]) -> dict[Action, float]:
    """Return the network's odds of some actions, leaning to those that are worth more, likeliest first.

    That is a step of mirror descent: where values are close, the odds still count. `worth` is the chance to
    win after each of these actions, 0 to 1.
    """
    outputs = _outputs(view)
    for action, chance in worth.items():
        outputs[output_of(action)] += STEP * (2 * chance - 1)
    return sharpened(outputs, tuple(worth), power=1)


def _outputs(view: RoundView) -> list[float]:
    """Return what the network says to what the player to act sees."""
    assert view.turn is not None
    return network().outputs(inputs_of(view, view.turn))


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
