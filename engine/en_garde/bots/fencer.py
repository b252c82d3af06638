"""A club fencer: counts the cards and weighs the odds of every action, as a good player does at the table."""

from random import Random
from typing import Final

from engine.bots.bot import Bot
from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import Knowledge, knowledge
from engine.en_garde.view import RoundView

PARRIED: Final = 0.25
"""What is left of a round after an own attack has been parried: the answer comes at once."""

UNPARRIED: Final = 0.7
"""An attack that is not parried but might be evaded: if it is, some ground has been gained."""

GROUND: Final = 0.012
"""What a square of lead is worth at first; it grows up to four times that while the pile runs out."""

THREAT: Final = 0.03
"""What each own card that would hit next is worth."""

SEEN: Final = 0.8
"""How often a fencer who can hit for certain does so."""


class Fencer(Bot):
    """Plays what promises most."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """The action with the best odds; chance only decides between equals."""
        known = knowledge(view)
        odds = [(promise(known, action), source.random(), action) for action in view.legal]
        return max(odds)[2]


def promise(known: Knowledge, action: Action) -> float:
    """About how likely the round is won after `action`."""
    match action.kind:
        case Kind.ATTACK | Kind.ADVANCE_AND_ATTACK:
            return _attack(known, action)
        case Kind.PARRY:
            return 0.6
        case Kind.NO_ATTACK | Kind.TAKE_HIT:
            return 0.0
        case _:
            return _move(known, action)


def _attack(known: Knowledge, action: Action) -> float:
    """A hit wins, unless the other hand holds as many cards, or steps back in time."""
    if not known.rules.parry:
        return 1.0
    parried = known.chance(action.blades[0], len(action.blades))
    evadable = action.step and known.other_behind
    return parried * PARRIED + (1 - parried) * (UNPARRIED if evadable else 1.0)


def _move(known: Knowledge, action: Action) -> float:
    distance = known.distance - action.step
    lead = known.lead + action.step
    own = known.after(action, distance)
    hit = known.chance(distance, own + 1 if known.rules.parry else 1)
    if known.pile <= 1:
        return _showdown(known, own, distance, lead)
    ahead = 0.5 + GROUND * lead * (1 + 3 * (15 - known.pile) / 15) + THREAT * min(own, 3)
    return (1 - SEEN * hit) * min(max(ahead, 0.1), 0.9)


def _showdown(known: Knowledge, own: int, distance: int, lead: int) -> float:
    """The last card is drawn: where cards count, more of the distance win, then more squares."""
    ahead = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    if not known.rules.cards_decide:
        hit = known.chance(distance, own + 1 if known.rules.parry else 1)
        return ahead * (1 - hit * known.rules.last_chance)
    more = known.chance(distance, own + 1)
    level = known.chance(distance, own) - more
    fewer = 1 - more - level
    return fewer + level * ahead
