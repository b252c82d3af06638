"""A reference opponent, for measuring only: fixed thresholds of risk, as strong as fair bots got so far."""

from random import Random
from typing import Final

from engine.bots.bot import Bot
from engine.en_garde.actions import Action, Kind
from engine.en_garde.bots.counting import Knowledge, knowledge
from engine.en_garde.view import RoundView

CAREFUL: Final = 0.17
"""The risk taken in an attack, an evasion or a step back."""

DARING: Final = 0.30
"""The risk taken to get ahead."""


class Threshold(Bot):
    """Chance plays no part in what it does."""

    def choose(self, view: RoundView, score: tuple[int, int], source: Random) -> Action:
        """The same action for the same view: chance plays no part."""
        return decide(knowledge(view))


def risk(known: Knowledge, own: int, distance: int) -> float:
    """How likely the other hand holds more cards of the distance than the `own` ones; 0 beyond 5.

    Where nothing can be parried, own cards are no shelter.
    """
    return known.chance(distance, own + 1 if known.rules.parry else 1)


def decide(known: Knowledge) -> Action:
    """Defend, attack, advance and attack, or move: the first that the thresholds allow."""
    legal = known.legal
    if len(legal) == 1:
        return legal[0]
    if known.attack is not None:
        return legal[0] if legal[0].kind is Kind.PARRY else _least(known, legal, CAREFUL)
    advances: list[Action] = []
    steps_back: list[Action] = []
    direct: Action | None = None
    indirect: dict[int, Action] = {}
    # Playouts spend their time here: an action's kind can be told from its parts, which is quicker to ask.
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
    if direct is not None and (not known.rules.parry or _risk_of(known, direct) <= CAREFUL):
        return direct
    for step in sorted(indirect, reverse=True):
        if _worth_it(known, indirect[step]):
            return indirect[step]
    if not advances and not steps_back:
        return legal[-1]
    if known.pile == 1:
        for action in steps_back:
            if known.distance - action.step >= 6 and known.lead + action.step >= 0:
                return action
    if known.distance > 12 and advances:
        return max(advances, key=lambda action: _opening(known, action.step))
    for action in reversed(advances):
        if _risk_after(known, action) <= DARING:
            return action
    for action in steps_back:
        if _risk_after(known, action) <= CAREFUL:
            return action
    return min((*advances, *steps_back), key=lambda action: _risk_after(known, action))


def _risk_of(known: Knowledge, attack: Action) -> float:
    return risk(known, len(attack.blades), attack.blades[0])


def _worth_it(known: Knowledge, attack: Action) -> bool:
    if known.pile > 7:
        return _risk_of(known, attack) <= CAREFUL
    return known.chance(attack.blades[0], len(attack.blades)) <= 0.5


def _risk_after(known: Knowledge, action: Action) -> float:
    distance = known.distance - action.step
    return risk(known, known.after(action, distance), distance)


def _least(known: Knowledge, actions: tuple[Action, ...], limit: float) -> Action:
    for action in actions:
        if _risk_after(known, action) <= limit:
            return action
    return min(actions, key=lambda action: _risk_after(known, action))


def _opening(known: Knowledge, card: int) -> tuple[bool, bool, int]:
    held = known.own[card]
    return held >= 4, held >= 2 and card >= 4, card
