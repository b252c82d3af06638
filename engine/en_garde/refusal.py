"""Why an action is illegal, in the player's terms.

The reasons come from a view, not from the round, so that no message reveals what the player may not know.
"""

from engine.en_garde.actions import TAKE_HIT, Action, Kind, count_cards, parse_action
from engine.en_garde.legal import Phase
from engine.en_garde.rules import COPIES_OF_A_VALUE
from engine.en_garde.view import RoundView
from engine.game import MalformedActionError


def why_illegal(view: RoundView, action: Action) -> str | None:
    """Return why the seat of `view` may not play `action`, in the player's terms; None for a legal one."""
    return None if action in view.legal else _first_broken_rule(view, action)


def _first_broken_rule(view: RoundView, action: Action) -> str:
    if not _has_notation(action):
        return f"{action!r:.80} is not an action of this game"
    if view.turn is None:
        return "the round is over"
    if view.seat != view.turn:
        return f"it is the {view.turn.label} fencer's turn"
    if view.attack is not None:
        return _no_defence(view, view.attack, action)
    match action.kind:
        case Kind.PARRY | Kind.EVADE | Kind.TAKE_HIT:
            return "there is no hit to take" if action == TAKE_HIT else f"there is no attack to {action.kind}"
        case Kind.NO_ATTACK:
            return "you can only pass on a last chance to attack, once the pile is empty"
        case Kind.ATTACK:
            return _no_attack(view, action)
    if view.phase is Phase.LAST_CHANCE:
        return "the pile is empty: you can only attack directly or pass"
    if action.kind is Kind.ADVANCE_AND_ATTACK and not view.rules.indirect:
        return "under these rules you either advance or attack in a turn, not both"
    no_step = _no_step(view, action.step)
    if no_step or action.kind is not Kind.ADVANCE_AND_ATTACK:
        return no_step
    return _no_attack(view, action)


def _has_notation(action: object) -> bool:
    """Return whether `action` is one that the notation can write; `Round.play` accepts any object."""
    try:
        return parse_action(str(action)) == action
    except (MalformedActionError, TypeError):
        return False


def _no_step(view: RoundView, step: int) -> str:
    """Return why the fencer cannot move by `step`; "" if it can."""
    assert view.seat is not None
    card = abs(step)
    if card not in view.hand:
        return f"there is no {card} in your hand"
    if step >= view.distance:
        where = "onto" if step == view.distance else "past"
        return (
            f"a {card} would carry you {where} the {view.seat.other.label} fencer: distance {view.distance}"
        )
    room = view.behind(view.seat)
    if -step > room:
        squares = "no square" if room == 0 else "1 square" if room == 1 else f"{room} squares"
        return f"a {card} would carry you off the piste: {squares} behind you"
    return ""


def _no_attack(view: RoundView, action: Action) -> str:
    """Return why these cards cannot attack, after the advance if there is one."""
    assert view.seat is not None
    card, distance = action.blades[0], view.distance - action.step
    held = view.hand.count(card)
    if not held:
        return f"there is no {card} in your hand"
    if action.cards.count(card) > held:
        return f"you hold {count_cards(held, card)}"
    if card != distance:
        reach = f"distance {distance} after the advance" if action.step else f"distance {distance}"
        return f"a {card} does not reach the {view.seat.other.label} fencer: {reach}"
    return "under these rules an attack is a single card"


def _no_defence(view: RoundView, attack: Action, action: Action) -> str:
    """Return why `action` is no answer to `attack`."""
    assert view.seat is not None
    card, number = attack.blades[0], len(attack.blades)
    blades = count_cards(number, card)
    match action.kind:
        case Kind.PARRY:
            if 2 * number > COPIES_OF_A_VALUE:
                return f"{blades} can never be parried: there are only five {card}s"
            held = view.hand.count(card)
            if held < number:
                verb = "parries" if number == 1 else "parry"
                return f"{blades} {verb}: you hold {count_cards(held, card)}"
            return f"the attack is {blades}: parry with exactly {blades}"
        case Kind.EVADE:
            if not view.rules.indirect:
                return "under these rules you cannot step back from an attack"
            if not attack.step:
                return "a direct attack cannot be evaded, only an advance and attack"
            return _no_step(view, action.step)
        case Kind.TAKE_HIT:
            return "you can defend, so you cannot take the hit"
    return f"you must answer the attack with {blades} first"
