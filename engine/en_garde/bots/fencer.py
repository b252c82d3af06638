"""A club fencer: counts cards and weighs the chances of every action."""

from random import Random
from typing import Final

from engine.bot import Bot
from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import Knowledge, knowledge
from engine.en_garde.view import RoundView

PARRIED: Final = 0.25
"""The chance of winning after a parried attack, since the opponent acts next."""

UNPARRIED: Final = 0.7
"""The chance of winning after an attack that is not parried but may be evaded, which gains ground."""

GROUND: Final = 0.012
"""The chance each square of lead adds at first; four times that when the draw pile is empty."""

THREAT: Final = 0.03
"""The chance each own card adds that could hit next turn."""

PUNISHED: Final = 0.8
"""How often an opponent who can hit for certain does so."""


class Fencer(Bot):
    """Plays the action with the best chance of winning."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return the best action, a random one of equals."""
        known = knowledge(view)
        chances = [(win_chance(known, action), source.random(), action) for action in view.legal]
        return max(chances)[2]


def win_chance(known: Knowledge, action: Action) -> float:
    """Estimate the chance of winning the round after `action`, 0 to 1."""
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
    """Weigh a hit against a parry or an evasion."""
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
    return (1 - PUNISHED * hit) * min(max(ahead, 0.1), 0.9)


def _showdown(known: Knowledge, own: int, distance: int, lead: int) -> float:
    """Estimate the chance of winning the showdown, once the last card is drawn."""
    ahead = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    if not known.rules.cards_decide:
        hit = known.chance(distance, own + 1 if known.rules.parry else 1)
        return ahead * (1 - hit * known.rules.last_chance)
    more = known.chance(distance, own + 1)
    level = known.chance(distance, own) - more
    fewer = 1 - more - level
    return fewer + level * ahead
