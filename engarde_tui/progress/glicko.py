"""The Glicko-2 rating system, as Mark Glickman describes it (glicko.net/glicko/glicko2.pdf)."""

from collections.abc import Callable, Sequence
from itertools import groupby
from math import exp, log, pi, sqrt
from operator import itemgetter
from typing import Final, NamedTuple

_SCALE: Final = 173.7178
"""Points of a rating for each unit of the scale that the formulas use."""

_RESTRAINT: Final = 0.5
"""How little the volatility changes, the τ of the paper."""

_MOST_VOLATILITY: Final = 0.1
"""Results that nobody could expect would otherwise raise it, and then every later rating, without end."""

_LEAST_CHANCE: Final = 0.01
"""A result that is as good as certain still tells this much, as each has to tell something."""

_PRECISION: Final = 0.000001
"""Of the volatility's logarithm."""


class Rating(NamedTuple):
    """How strong a player is."""

    value: float
    """400 more wins ten games for each one lost."""
    deviation: float
    """The standard error of the value; 0 if it is known."""
    volatility: float = 0.06
    """How much the strength itself changes from period to period."""

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval."""
        return 1.96 * self.deviation


def rated(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return the rating of `player` after a period of games.

    Each is the opponent's rating before the period, and the result: 1 won, 0.5 drawn, 0 lost.
    """
    if not games:
        return faded(player, 1)
    deviation = player.deviation / _SCALE
    information = gain = 0.0
    for opponent, against in groupby(games, itemgetter(0)):
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (player.value - opponent.value) / _SCALE))
        chance = min(max(expected, _LEAST_CHANCE), 1 - _LEAST_CHANCE)
        information_of_game = weight**2 * chance * (1 - chance)
        for _, result in against:
            information += information_of_game
            gain += weight * (result - expected)
    variance = 1 / information
    volatility = min(
        _volatility(player.volatility, deviation**2, variance, variance * gain), _MOST_VOLATILITY
    )
    after = 1 / sqrt(1 / (deviation**2 + volatility**2) + information)
    return Rating(player.value + _SCALE * after**2 * gain, _SCALE * after, volatility)


def faded(player: Rating, periods: float) -> Rating:
    """Return the rating of `player` after so many periods without games: it tells less."""
    return player._replace(deviation=sqrt(player.deviation**2 + periods * (_SCALE * player.volatility) ** 2))


def _volatility(before: float, deviation_squared: float, variance: float, improvement: float) -> float:
    """Return the new volatility, the fifth step of the paper."""
    start = log(before**2)

    def excess(logarithm: float) -> float:
        squared = exp(logarithm)
        total = deviation_squared + variance + squared
        return squared * (improvement**2 - total) / (2 * total**2) - (logarithm - start) / _RESTRAINT**2

    other = _other_end(excess, start, improvement**2 - deviation_squared - variance)
    return exp(_root(excess, start, other) / 2)


def _other_end(excess: Callable[[float], float], start: float, surprise: float) -> float:
    """Return the other end of an interval in which `excess` changes its sign."""
    if surprise > 0:
        return log(surprise)
    steps = 1
    while excess(start - steps * _RESTRAINT) < 0:
        steps += 1
    return start - steps * _RESTRAINT


def _root(excess: Callable[[float], float], one: float, other: float) -> float:
    """Return where `excess` is 0, between two points on either side, by the Illinois algorithm."""
    at_one, at_other = excess(one), excess(other)
    while abs(other - one) > _PRECISION:
        between = one + (one - other) * at_one / (at_other - at_one)
        at_between = excess(between)
        if at_between * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = between, at_between
    return one
