"""Helpers of the bots' tests: duels to ask bots in, always the same ones."""

from collections.abc import Iterator
from functools import cache
from random import Random

from engine.bot import Bot
from engine.game import Seat
from engine.swords_and_shields import PRESETS, Action, Duel, DuelView, Kind, Options


def seen(duel: Duel) -> DuelView:
    """Return what the player to act sees."""
    return duel.view(duel.turn)


def by_chance(duel: Duel, source: Random) -> Action:
    """Return a random action: of a random kind, but seldom the end of the turn."""
    kinds = sorted({action.kind for action in duel.legal_actions()})
    kind = source.choices(kinds, [0.3 if kind is Kind.END else 1 for kind in kinds])[0]
    return source.choice([action for action in duel.legal_actions() if action.kind is kind])


@cache
def duels(number: int, every: int = 1, most: int = 400) -> tuple[Duel, ...]:
    """Return every so-many-th state of random duels that lasted `most` actions at most, ended ones too."""
    return tuple(
        duel for seed in range(number) for duel in _states(seed, most) if len(duel.plays) % every == 0
    )


def _states(seed: int, most: int) -> Iterator[Duel]:
    source = Random(f"duel {seed}")
    duel = Duel.deal(PRESETS["full-duel"], seed, Seat(seed % 2))
    yield duel
    while duel.turn is not None and len(duel.plays) < most:
        duel = duel.play(by_chance(duel, source))
        yield duel


def played(bots: tuple[Bot, Bot], rules: Options, seed: int, first: Seat = Seat.LEFT) -> Duel:
    """Return the end of a game between left and right."""
    duel = Duel.deal(rules, seed, first)
    sources = Random(f"left {seed}"), Random(f"right {seed}")
    while duel.turn is not None:
        duel = duel.play(bots[duel.turn].choose(seen(duel), (0, 0), sources[duel.turn]))
    return duel
