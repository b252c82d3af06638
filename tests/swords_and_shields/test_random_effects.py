"""Games with other cards: an owner's file may give any effect to any card."""

import re
from collections import Counter
from contextlib import suppress
from random import Random

from hypothesis import given
from swords_and_shields.random_play import seeds, walk
from swords_and_shields.test_cards import TEXT
from swords_and_shields.test_properties import all_cards

from engine.swords_and_shields import CardsError, CardSet, Duel, EffectKind, Options, Seat, read_cards

NUMBERED = {"draw", "flood", "heal", "damage", "bless"}


def other_cards(source: Random) -> CardSet:
    """Return the package's cards with one or two effects of any kinds, drawn by lot, on each."""

    def effects(_: re.Match[str]) -> str:
        kinds = source.sample(list(EffectKind), source.choice([1, 2]))
        words = [f'"{kind} {source.randint(1, 9)}"' if kind in NUMBERED else f'"{kind}"' for kind in kinds]
        return f"\neffects = [{', '.join(words)}]"

    while True:
        with suppress(CardsError):  # two effects that cannot be told apart
            return read_cards(re.sub(r"\neffects = .*", effects, TEXT))


@given(seeds)
def test_a_game_with_any_effects_can_be_played(seed: int) -> None:
    source = Random(seed)
    cards = other_cards(source)
    duel = Duel.deal(Options(cards=cards), seed, source.choice(list(Seat)))
    for step in walk(duel, source, 60):
        legal = step.after.legal_actions()
        assert len(set(legal)) == len({str(action) for action in legal}) == len(legal)
        assert (legal == ()) is (step.after.result is not None)
        assert all_cards(step.after) == Counter(cards)
