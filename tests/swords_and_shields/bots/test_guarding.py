"""The master guards itself: swords come from hands, so an empty display is no safe one."""

from random import Random

import pytest
from swords_and_shields.bots.duels import seen
from swords_and_shields.staging import play

from engine.game import Seat
from engine.match import Match
from engine.swords_and_shields import PRESETS, Card, Duel, Kind, Suit
from engine.swords_and_shields.board import HAND_SIZE
from engine.swords_and_shields.bots.figures import Ending
from engine.swords_and_shields.bots.motives import motive_of
from engine.swords_and_shields.game import GAME

HOARD = """
lay:h1r:1 lay:h1x:2 lay:s1x:3 buy:3:123 use:h1v draw use:h1y draw use:s1r draw use:h1b draw lay:s1v:1
lay:s1y:2 attack:2 use:1 draw lay:s1g:1 buy:4:1 end lay:h1r:1 lay:h1x:2 lay:s1r:3 attack:3 lay:s1g:3
attack:3 lay:h1b:3 end lay:h2b:1 buy:3:1 lay:h1g:1 lay:s1g:2 buy:3:12 use:h1r draw use:s1x recover use:s3b
move:shop1:own use:s1b draw use:s1y draw use:h1x recover lay:h8y:1 buy:1:1 end use:h1g draw use:h1v draw
use:h1y draw use:s1b draw buy:2:13 lay:s1x:1 lay:s1r:3 attack:3 lay:s1g:3 attack:3 lay:s1v:3 attack:3
lay:s1y:3 attack:3 attack:1 end use:s3r move:shop1:opp lay:h4b:1 buy:3:1 lay:h8y:1 buy:4:1 use:h1g draw
use:s1g draw end lay:dh-3:1 lay:h1r:3 buy:3:1 lay:s1r:1 attack:1 lay:b+1:1 lay:s1y:1 buy:2:1 buy:2:23 end
lay:ds-2:1 attack:1 use:h2b keep:grey
"""
"""A duel up to where left holds three shields of 8, has nothing in the display, and two cards besides."""

STRONG = 8
"""The strength of a shield that is worth a place, even if it costs a card at the next refill."""

THREAT = 3
"""The strength that the swords of an average hand have together, from which an attack is to be expected."""


def test_a_hint_lays_out_a_hoarded_shield() -> None:
    duel = play(Duel.deal(PRESETS["full-duel"], 11, Seat.LEFT), HOARD)
    assert [str(card) for card in duel.hands[Seat.LEFT]] == ["h8g", "h8v", "h8y"]
    assert not any(card for stack in duel.displays[Seat.LEFT] for card in stack)
    hint = GAME.hint(seen(duel))
    assert hint.plan[0].kind is Kind.LAY
    assert hint.plan[0].card.startswith("h8")
    assert hint.chance < 0.6, "63 LP against 90, and no sword to win with"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [10, 1, 2, 4, 11, 16])
def test_whoever_follows_the_hints_keeps_no_shield_back_from_an_attack(seed: int) -> None:
    duel, source = Match.new(PRESETS["full-duel"], seed=seed).round, Random(seed)
    knight, ended = GAME.bot("knight"), 0
    while duel.turn is not None:
        if duel.turn is Seat.LEFT:
            action = GAME.hint(seen(duel)).plan[0]
            if action.kind is Kind.END:
                ended += 1
                assert not holds_back(duel), f"turn {duel.number}"
        else:
            action = knight.choose(seen(duel), (0, 0), source)
        duel = duel.play(action)
    assert ended


def holds_back(duel: Duel) -> bool:
    """Return whether the display is empty, though a strong shield is in hand and the opponent a threat."""
    me = duel.player
    if any(card for stack in duel.displays[me] for card in stack):
        return False
    theirs = owned(duel, me.other)
    swords = sum(card.strength for card in theirs if card.suit is Suit.SWORD)
    is_threat = HAND_SIZE * swords / max(HAND_SIZE, len(theirs)) >= THREAT
    return is_threat and any(is_shield(card) and card.strength >= STRONG for card in duel.hands[me])


def is_shield(card: Card) -> bool:
    """Return whether a card is a shield, and no duff."""
    return card.suit is Suit.SHIELD and not card.is_duff


def owned(duel: Duel, seat: Seat) -> list[Card]:
    """Return every card of a player, wherever it is."""
    laid = [card for stack in duel.displays[seat] for card in stack if card is not None]
    return [*duel.hands[seat], *duel.decks[seat], *duel.discards[seat], *laid]


def test_the_end_of_a_turn_is_judged_by_swords_in_hands_too() -> None:
    duel = Duel.deal(PRESETS["full-duel"], 1, Seat.LEFT)
    figures = motive_of(seen(duel), [duel.legal_actions()[-1]]).figures
    assert isinstance(figures, Ending)
    assert figures.danger == 0
    # A starter deck: six swords of 1, of which the grey one and that of the life card's colour count 3.
    assert (figures.swords, figures.hidden) == ((6, 3), 12)
