"""Why an action is illegal, in the player's terms.

It reads a view, not the round, so that no message can tell more than the player may know.
"""

from typing import TYPE_CHECKING

from engine.en_garde.actions import Action, Kind, count_cards, parse_action
from engine.en_garde.legal import Phase
from engine.en_garde.rules import COPIES_OF_A_VALUE
from engine.game import MalformedActionError

if TYPE_CHECKING:
    from engine.en_garde.view import RoundView


def why_illegal(view: "RoundView", action: Action) -> str:
    """The first rule that `action` breaks for the seat of `view`; only asked for illegal actions."""
    if not _is_written(action):
        return f"{action!r:.80} is not an action of this game"
    if view.turn is None:
        return "the round is over"
    if view.seat != view.turn:
        return f"it is the {view.turn.label} fencer's turn"
    if view.attack is not None:
        return _no_defence(view, view.attack, action)
    match action.kind:
        case Kind.PARRY | Kind.EVADE | Kind.TAKE_HIT:
            return f"there is no attack to {action.kind if action.blades or action.step else 'take'}"
        case Kind.NO_ATTACK:
            return "only a last chance to attack can be let pass, and the pile is not empty"
        case Kind.ATTACK:
            return _no_attack(view, action)
    if view.phase is Phase.LAST_CHANCE:
        return "the pile is empty: nobody moves any more, only a direct attack is left"
    if action.kind is Kind.ADVANCE_AND_ATTACK and not view.rules.indirect:
        return "this game has no advance and attack: do one or the other"
    moved = _no_step(view, action.step)
    if moved or action.kind is not Kind.ADVANCE_AND_ATTACK:
        return moved
    return _no_attack(view, action)


def _is_written(action: object) -> bool:
    """It is one of the actions that the notation can write; anything can be handed to `Round.play`."""
    try:
        return parse_action(str(action)) == action
    except (MalformedActionError, TypeError):
        return False


def _no_step(view: "RoundView", step: int) -> str:
    """Why the fencer cannot move, or nothing where it can."""
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


def _no_attack(view: "RoundView", action: Action) -> str:
    """Why these cards cannot attack, after the advance where there is one."""
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
    return "in this game an attack is a single card"


def _no_defence(view: "RoundView", attack: Action, action: Action) -> str:
    """Why `action` does not answer `attack`."""
    assert view.seat is not None
    card, number = attack.blades[0], len(attack.blades)
    came = count_cards(number, card)
    match action.kind:
        case Kind.PARRY:
            if 2 * number > COPIES_OF_A_VALUE:
                return f"{came} can never be parried: there are only five {card}s"
            held = view.hand.count(card)
            if held < number:
                return f"the parry needs {came}, you hold {count_cards(held, card)}"
            return f"the attack came with {came}: parry with exactly as many"
        case Kind.EVADE:
            if not attack.step:
                return "a direct attack cannot be evaded, only an advance and attack"
            return _no_step(view, action.step)
        case Kind.TAKE_HIT:
            return "a defence that is possible must be used"
    return f"the attack with {came} must be answered first"
