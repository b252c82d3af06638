"""Why an action is illegal, in the player's terms.

The reasons come from a view, not from the round, so that no message reveals what the player may not know.
"""

from typing import Final

from engine.en_garde.actions import Action, Kind, count_cards, parse_action, with_cards
from engine.en_garde.legal import Phase
from engine.en_garde.rules import COPIES_OF_A_VALUE
from engine.en_garde.view import RoundView
from engine.game import MalformedActionError
from engine.message import Message, counted, message

Names = tuple[str | Message, str | Message]
"""What left and right are called in a refusal."""

FENCERS: Final[Names] = (message("the left fencer"), message("the right fencer"))
"""What they are called where nobody knows their names; a sentence has these in the place of a name."""


def why_illegal(view: RoundView, action: Action, names: Names = FENCERS) -> Message | None:
    """Return why the seat of `view` may not play `action`, in the player's terms; None for a legal one."""
    return None if action in view.legal else _first_broken_rule(view, action, names)


def _first_broken_rule(view: RoundView, action: Action, names: Names) -> Message | None:
    if not _has_notation(action):
        return message("{thing} is not an action of this game", thing=f"{action!r:.80}")
    if view.turn is None:
        return message("the round is over")
    if view.seat != view.turn:
        return message("it is {fencer}'s turn", fencer=names[view.turn])
    if view.attack is not None:
        return _no_defence(view, view.attack, action, names)
    match action.kind:
        case Kind.PARRY:
            return message("there is no attack to parry")
        case Kind.EVADE:
            return message("there is no attack to evade")
        case Kind.TAKE_HIT:
            return message("there is no hit to take")
        case Kind.NO_ATTACK:
            return message("you can only pass on a last chance to attack, once the pile is empty")
        case Kind.ATTACK:
            return _no_attack(view, action, names)
    if view.phase is Phase.LAST_CHANCE:
        return message("the pile is empty: you can only attack directly or pass")
    if action.kind is Kind.ADVANCE_AND_ATTACK and not view.rules.indirect:
        return message("under these rules you either advance or attack in a turn, not both")
    no_step = _no_step(view, action.step, names)
    if no_step or action.kind is not Kind.ADVANCE_AND_ATTACK:
        return no_step
    return _no_attack(view, action, names)


def _has_notation(action: object) -> bool:
    """Return whether `action` is one that the notation can write; `Round.play` accepts any object."""
    try:
        return parse_action(str(action)) == action
    except (MalformedActionError, TypeError):
        return False


def _no_step(view: RoundView, step: int, names: Names) -> Message | None:
    """Return why the fencer cannot move by `step`; None if it can."""
    assert view.seat is not None
    card, distance = abs(step), view.distance
    if card not in view.hand:
        return message("there is no {card} in your hand", card=card)
    fencer = names[view.seat.other]
    if step == distance:
        return message(
            "a {card} would carry you onto {fencer}: distance {distance}",
            card=card,
            fencer=fencer,
            distance=distance,
        )
    if step > distance:
        return message(
            "a {card} would carry you past {fencer}: distance {distance}",
            card=card,
            fencer=fencer,
            distance=distance,
        )
    room = view.behind(view.seat)
    if -step <= room:
        return None
    if not room:
        return message("a {card} would carry you off the piste: no square behind you", card=card)
    return counted(
        "a {card} would carry you off the piste: {number} square behind you",
        "a {card} would carry you off the piste: {number} squares behind you",
        room,
        card=card,
    )


def _no_attack(view: RoundView, action: Action, names: Names) -> Message:
    """Return why these cards cannot attack, after the advance if there is one."""
    assert view.seat is not None
    card, distance = action.blades[0], view.distance - action.step
    held = view.hand.count(card)
    if not held:
        return message("there is no {card} in your hand", card=card)
    if action.cards.count(card) > held:
        return message("you hold {cards}", cards=count_cards(held, card))
    if card == distance:
        return message("under these rules an attack is a single card")
    fencer = names[view.seat.other]
    if action.step:
        return message(
            "a {card} does not reach {fencer}: distance {distance} after the advance",
            card=card,
            fencer=fencer,
            distance=distance,
        )
    return message(
        "a {card} does not reach {fencer}: distance {distance}", card=card, fencer=fencer, distance=distance
    )


def _no_defence(view: RoundView, attack: Action, action: Action, names: Names) -> Message | None:
    """Return why `action` is no answer to `attack`."""
    card, number = attack.blades[0], len(attack.blades)
    cards = count_cards(number, card)
    match action.kind:
        case Kind.PARRY:
            held = view.hand.count(card)
            if 2 * number > COPIES_OF_A_VALUE:
                return message(
                    "{cards} can never be parried: there are only five {card}s", cards=cards, card=card
                )
            if held >= number:
                return message("the attack is {cards}: parry with exactly {cards}", cards=cards)
            if number == 1:
                return message("one {card} parries: you hold no {card}", card=card)
            return message("{cards} parry: you hold {held}", cards=cards, held=count_cards(held, card))
        case Kind.EVADE:
            if not view.rules.indirect:
                return message("under these rules you cannot step back from an attack")
            if not attack.step:
                return message("a direct attack cannot be evaded, only an advance and attack")
            return _no_step(view, action.step, names)
        case Kind.TAKE_HIT:
            return message("you can defend, so you cannot take the hit")
    return message("you must answer the attack {with_cards} first", with_cards=with_cards(number, card))
