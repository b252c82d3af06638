"""Turns typed as the cards alone."""

import pytest

from engarde_tui.games.en_garde.board import EnGardeBoard
from engine.en_garde import PRESETS, Action, Match, parse_action
from engine.en_garde.stacking import stacked
from engine.game import MalformedActionError

ADVANCED = PRESETS["ferti-advanced"]


def read(opening: str, hand: str, text: str) -> Action:
    """Return what a line means to left after an opening, with this hand."""
    dealt = "".join(map(str, stacked(opening, hand, "11345", "")))
    match = Match.new(ADVANCED, dealt=dealt)
    for word in opening.split():
        match = match.play(parse_action(word))
    return EnGardeBoard().read(match.view(match.round.turn).round, text)


@pytest.mark.parametrize(("text", "action"), [("2 3", "+2A3"), ("3 2", "+3A2"), ("+2a3", "+2A3")])
def test_cards_are_laid_in_the_order_in_which_they_are_typed(text: str, action: str) -> None:
    assert str(read("+5 +5 +5 +2", "22345", text)) == action


def test_a_single_number_is_no_card() -> None:
    """It means a line of the list."""
    with pytest.raises(MalformedActionError):
        read("+5 +5", "22345", "2")
