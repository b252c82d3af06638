"""Everything that a view shows can be asked for in words; what it hides cannot."""

from dataclasses import fields, replace
from typing import Any

import pytest

from engarde_tui.presentation import presentation_of
from engine.en_garde import PRESETS, RoundView, parse_action
from engine.game import Seat, games
from engine.match import Match
from engine.swords_and_shields import DuelView

TOLD_OTHERWISE = {
    "rules": "the word rules",
    "seat": "whose view it is",
    "first": "who begins, at the deal and in the log",
    "phase": "the turn",
    "plays": "each as it is played, and the log",
    "opening": "the log",
    "legal": "the word list",
    "result": "the end of the round",
    "showdown": "the end of the round",
    "hand_sizes": "five, or what was drawn is told",
}
"""Fields that no fact tells, and what does."""


def told(view: Any) -> str:
    """Return all that can be asked for of a view."""
    words = presentation_of(view.round.rules)
    return "\n".join([*words.facts(view).values(), *words.hands(view)])


def view_of(game: str, actions: int) -> Any:
    """Return the view of the player to act after some actions."""
    found = games()[game]
    match = Match.new(found.presets[found.default], seed=5)
    for _ in range(actions):
        match = match.play(match.round.legal_actions()[0])
    return match.view(match.round.turn)


def others(name: str, view: Any) -> Any:
    """Return another value for a field of a view."""
    state = view.round
    value = getattr(state, name)
    if name == "attack":
        return parse_action("A55")
    if name == "discard":
        return (5,) if value != (5,) else (4,)
    if name == "hands":
        return tuple(hand and hand[:-1] for hand in value)
    if name in ("turn",):
        return value.other
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return next(card for card in state.shop if card)
    if isinstance(value, tuple) and isinstance(value[0], int):
        return (value[0] + 1, value[1])
    return tuple(reversed(value))


EN_GARDE = [field.name for field in fields(RoundView) if field.name not in TOLD_OTHERWISE]
SWORDS = [
    field.name for field in fields(DuelView) if field.name not in TOLD_OTHERWISE or field.name == "hand_sizes"
]


@pytest.mark.parametrize("name", EN_GARDE)
def test_each_field_of_a_view_of_en_garde_is_told(name: str) -> None:
    view = view_of("en-garde", 3)
    assert told(replace(view, round=replace(view.round, **{name: others(name, view)}))) != told(view)


@pytest.mark.parametrize("name", [name for name in SWORDS if name not in ("pending",)])
def test_each_field_of_a_view_of_swords_and_shields_is_told(name: str) -> None:
    view = view_of("swords-and-shields", 4)
    assert told(replace(view, round=replace(view.round, **{name: others(name, view)}))) != told(view)


def test_an_effect_that_waits_for_a_choice_is_told() -> None:
    match = Match.new(games()["swords-and-shields"].presets["quick-duel"], seed=5)
    while match.view(None).round.pending is None:
        actions = match.round.legal_actions()
        uses = [action for action in actions if str(action).startswith("use")]
        match = match.play(uses[0] if uses else actions[-1])
    view = match.view(match.round.turn)
    assert "choose what its effect does" in told(view)


@pytest.mark.parametrize("name", list(PRESETS))
def test_words_of_a_spectator_and_behind_the_curtain_tell_no_hand(name: str) -> None:
    match = Match.new(PRESETS[name], seed=5)
    other = Match.new(PRESETS[name], seed=6)
    assert told(match.view(None)) == told(other.view(None))
    seen = told(match.view(Seat.LEFT))
    assert seen.count(" holds ") == 1
