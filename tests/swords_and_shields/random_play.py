"""Random games for properties: whole states of play by chance."""

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st
from swords_and_shields.staging import scattered

from engine.swords_and_shields import Action, Duel, Kind, Options, Seat

observers = st.sampled_from([*Seat, None])


class Step(NamedTuple):
    """A state, the action played in it, and the state after that."""

    before: Duel
    action: Action
    after: Duel


def choose(duel: Duel, source: Random) -> Action:
    """Return a random action: first its kind, so that rare kinds come up, and seldom an end or an effect."""
    legal = duel.legal_actions()
    kinds = sorted({action.kind for action in legal})
    liked = [kind for kind in kinds if kind not in (Kind.END, Kind.USE)]
    kind = source.choice(liked if liked and source.random() < 0.7 else kinds)
    return source.choice([action for action in legal if action.kind is kind])


def walk(duel: Duel, source: Random, most: int) -> list[Step]:
    """Play at random, at most so many actions."""
    steps: list[Step] = []
    while duel.turn is not None and len(steps) < most:
        action = choose(duel, source)
        steps.append(Step(duel, action, duel.play(action)))
        duel = steps[-1].after
    return steps


def from_a_deal(seed: int, most: int = 40) -> list[Step]:
    """Play from a random deal."""
    source = Random(seed)
    options = Options(life=source.choice([99, 50, 12]))
    return walk(Duel.deal(options, source.getrandbits(128), source.choice(list(Seat))), source, most)


def from_anywhere(seed: int, most: int = 8) -> list[Step]:
    """Play from a random position, which has more to choose than most."""
    source = Random(seed)
    return walk(scattered(source), source, most)


seeds = st.integers(0, 2**64 - 1)
games = seeds.map(from_a_deal)
endings = seeds.map(from_anywhere)
steps = games | endings
