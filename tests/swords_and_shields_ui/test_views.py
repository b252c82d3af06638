"""The law that a spectator sees the same whatever was dealt, for a game that deals some cards face up.

What is in the open differs from deal to deal; what is hidden shows in nothing else.
"""

from dataclasses import replace
from random import Random

import pytest
from swords_and_shields_ui.twins import states, twin

from engine.game import Seat
from engine.match import Match
from engine.swords_and_shields import Duel, Options


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("observer", [None, *Seat], ids=["nobody", "left", "right"])
def test_hidden_cards_change_no_view_at_any_moment(observer: Seat | None, seed: int) -> None:
    for number, match in enumerate(states(seed)):
        assert isinstance(match.round, Duel)
        other = twin(match.round, observer, Random(number))
        assert other.view(observer) == match.round.view(observer)


def test_a_spectator_sees_neither_hand_nor_what_can_be_played_also_at_the_end() -> None:
    match = None
    for match in states(1):
        view = match.view(None).round
        assert view.hands == (None, None)
        assert view.legal == ()
    assert match is not None
    assert match.round.result is not None


def test_only_what_lies_open_differs_between_two_deals_for_a_spectator() -> None:
    one, other = (Match.new(Options(life=50), seed=seed).view(None).round for seed in (1, 2))
    assert one != other
    assert one.shop != other.shop
    opened = {"shop": other.shop, "opening": other.opening, "life_cards": other.life_cards}
    assert replace(one, **opened) == other
