"""What the opponent's latest play tells of its hand."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import sub
from typing import Final

from engine.en_garde.actions import Action
from engine.en_garde.bots.counting import hand_of, knowledge, possible_hands, splits
from engine.en_garde.bots.solver import legal_actions
from engine.en_garde.legal import Hand, Phase
from engine.en_garde.rules import HAND_SIZE
from engine.en_garde.view import RoundView

SURPRISE: Final = 0.05
"""How often an opponent is taken to play any legal action at all."""


def likely_hands(view: RoundView, odds: Callable[[RoundView], Mapping[Action, float]]) -> dict[Hand, float]:
    """Return the hands that the opponent may hold and, in any unit, how likely each is to the player to act.

    `odds` says how the opponent is taken to have chosen its latest play, if this is what it saw. Cards must
    be left to draw. All that was played before tells only where these cards are.
    """
    seat = view.seat
    assert seat is not None
    assert view.pile
    plays = list(view.plays)
    if plays[-1].seat is seat:
        # The player to act has parried.
        plays.pop()
    other, action = plays.pop()
    last = plays[-1] if plays else None
    parried = last.action.cards if last and last.seat is other else ()
    attack = last.action if last and last.action.blades and last.seat is seat and not parried else None
    size = HAND_SIZE - len(parried)
    drawn = len(parried) + len(action.cards)
    discard = tuple(card for play in plays for card in play.action.cards)
    left, right = view.positions
    before = replace(
        view,
        seat=other,
        turn=other,
        phase=Phase.DEFENCE if attack else Phase.TURN,
        positions=(left, right + action.step) if other else (left - action.step, right),
        hand_sizes=(HAND_SIZE, size) if other else (size, HAND_SIZE),
        pile=view.pile + drawn,
        discard=discard if view.rules.open_discard else discard[-1:],
        attack=attack,
        plays=tuple(plays),
    )
    advanced, other_advanced = before.behind(other), before.behind(seat)
    unseen = list(knowledge(view).unseen)
    for card in action.cards:
        unseen[card] += 1
    found: defaultdict[Hand, float] = defaultdict(float)
    for held, ways in possible_hands(tuple(unseen), size):
        hand = hand_of(held)
        legal = legal_actions(view.rules, hand, advanced, other_advanced, attack)
        if action not in legal:
            continue
        saw = replace(before, hands=(None, hand) if other else (hand, None), legal=legal)
        chance = odds(saw).get(action, 0.0) if len(legal) > 1 else 1.0
        weight = ways * (chance * (1 - SURPRISE) + SURPRISE / len(legal))
        kept = list(hand)
        for card in action.cards:
            kept.remove(card)
        for cards, _, more in splits(hand_of(tuple(map(sub, unseen, held))), drawn):
            found[tuple(sorted((*kept, *cards)))] += weight * more
    return found
