"""A yardstick for the arena: fixed limits of risk, as strong as the fair bots published so far."""

from random import Random
from typing import Final

from engine.bot import Bot
from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import Knowledge, knowledge
from engine.en_garde.view import RoundView

CAREFUL: Final = 0.17
"""The highest risk accepted in an attack, an evasion or a step back."""

DARING: Final = 0.30
"""The highest risk accepted in an advance."""


class Threshold(Bot):
    """Plays deterministically."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """Return what `decide` does; `source` is not used."""
        return decide(knowledge(view))


def risk(known: Knowledge, own: int, distance: int) -> float:
    """Return the probability that the other hand holds more than `own` cards equal to `distance`.

    If nothing can be parried, own cards give no cover and one card is enough.
    """
    return known.chance(distance, own + 1 if known.rules.parry else 1)


def decide(known: Knowledge) -> Action:
    """Return the first within the limits: a defence, an attack, an indirect attack, a move."""
    legal = known.legal
    if len(legal) == 1:
        return legal[0]
    if known.attack is not None:
        return legal[0] if legal[0].kind is Kind.PARRY else _first_within(known, legal, CAREFUL)
    advances: list[Action] = []
    steps_back: list[Action] = []
    direct: Action | None = None
    indirect: dict[int, Action] = {}
    # Playouts spend their time here, and the parts of an action are quicker to compare than its kind.
    for action in legal:
        _, step, blades = action
        if blades:
            if step:
                indirect[step] = action
            else:
                direct = action
        elif step > 0:
            advances.append(action)
        elif step < 0:
            steps_back.append(action)
    if direct is not None and (not known.rules.parry or _counter_risk(known, direct) <= CAREFUL):
        return direct
    for step in sorted(indirect, reverse=True):
        if _is_worthwhile(known, indirect[step]):
            return indirect[step]
    if not advances and not steps_back:
        return legal[-1]
    if known.pile == 1:
        for action in steps_back:
            if known.distance - action.step >= 6 and known.lead + action.step >= 0:
                return action
    if known.distance > 12 and advances:
        return max(advances, key=lambda action: _opening_preference(known, action.step))
    for action in reversed(advances):
        if _risk_after(known, action) <= DARING:
            return action
    for action in steps_back:
        if _risk_after(known, action) <= CAREFUL:
            return action
    return min((*advances, *steps_back), key=lambda action: _risk_after(known, action))


def _counter_risk(known: Knowledge, attack: Action) -> float:
    return risk(known, len(attack.blades), attack.blades[0])


def _is_worthwhile(known: Knowledge, attack: Action) -> bool:
    if known.pile > 7:
        return _counter_risk(known, attack) <= CAREFUL
    return known.chance(attack.blades[0], len(attack.blades)) <= 0.5


def _risk_after(known: Knowledge, action: Action) -> float:
    distance = known.distance - action.step
    return risk(known, known.after(action, distance), distance)


def _first_within(known: Knowledge, actions: tuple[Action, ...], limit: float) -> Action:
    """Return the first action whose risk is within `limit`, else the least risky one."""
    for action in actions:
        if _risk_after(known, action) <= limit:
            return action
    return min(actions, key=lambda action: _risk_after(known, action))


def _opening_preference(known: Knowledge, card: int) -> tuple[bool, bool, int]:
    """Return a sort key for advances while far apart."""
    held = known.own[card]
    return held >= 4, held >= 2 and card >= 4, card
