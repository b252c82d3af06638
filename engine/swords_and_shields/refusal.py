"""Why an action is illegal, in the player's terms, from what that player may know."""

from typing import Any

from engine.game import MalformedActionError
from engine.swords_and_shields.actions import Action, Kind, parse_action
from engine.swords_and_shields.cards import Card, Suit
from engine.swords_and_shields.legal import can_lie_on, cards_to_show
from engine.swords_and_shields.payment import pays
from engine.swords_and_shields.strength import Stack
from engine.swords_and_shields.view import DuelView

_TURN_KINDS = {Kind.LAY, Kind.CLEAR, Kind.BUY, Kind.ATTACK, Kind.USE, Kind.END}


def why_illegal(view: DuelView, action: Any) -> str:
    """Return why the player to act, whose view this is, cannot play the action, which is not legal."""
    if not is_action(action):
        return f"{action!r:.80} is not an action of this game"
    if view.turn is None:
        return "the round is over"
    if (action.kind in _TURN_KINDS) is (view.pending is not None):
        if view.pending is not None:
            return f"the effect of {view.pending.card} comes first: {_listed(view)}"
        return f"no effect asks for {action}"
    match action.kind:
        case Kind.LAY:
            return _why_not_lay(view, action)
        case Kind.BUY:
            return _why_not_buy(view, action)
        case Kind.ATTACK:
            return _why_not_attack(view, action)
        case Kind.USE:
            return _why_not_use(view, action)
        case Kind.CLEAR:
            return _why_not_clear(view)
        case _:
            return f"the effect of {view.pending and view.pending.card} leaves: {_listed(view)}"


def is_action(action: object) -> bool:
    """Return whether `action` is one that the notation can write; `Duel.play` accepts any object."""
    try:
        return isinstance(action, Action) and parse_action(str(action)) == action
    except (MalformedActionError, AttributeError, TypeError):
        return False


def _listed(view: DuelView) -> str:
    words = [str(action) for action in view.legal]
    return ", ".join(words[:6]) + (", …" if len(words) > 6 else "")


def _own_display(view: DuelView) -> tuple[Stack, ...]:
    assert view.seat is not None
    return view.displays[view.seat]


def _in_hand(view: DuelView, name: str) -> Card | None:
    return next((card for card in view.hand if str(card) == name), None)


def _is_place(number: int, most: int = 3) -> bool:
    return 1 <= number <= most


def _why_not_lay(view: DuelView, action: Action) -> str:
    card = _in_hand(view, action.card)
    if card is None:
        return f"you have no {action.card} in hand"
    if not _is_place(action.number):
        return "a display has the places 1 to 3"
    stack = _own_display(view)[action.number - 1]
    if card.is_buff and stack.card is None and not can_lie_on(stack, card):
        return f"there is a buff on place {action.number} already"
    return f"place {action.number} is taken by {stack.card}"


def _why_not_buy(view: DuelView, action: Action) -> str:
    if not _is_place(action.number, 5) or (card := view.shop[action.number - 1]) is None:
        return f"there is no card on place {action.number} of the shop"
    assert card.price is not None
    stacks = []
    for number in action.numbers:
        if not _is_place(number) or _own_display(view)[number - 1].card is None:
            return f"no card of yours lies on place {number}"
        stacks.append(_own_display(view)[number - 1])
    if not stacks or pays(stacks, card.price):
        return "name each place that pays once, in order"
    return f"{card} costs exactly {price_in_words(card)}"


def price_in_words(card: Card) -> str:
    """Return a price, such as "3 stones of one colour or 4 swords"."""
    assert card.price is not None
    swords, shields, stones = card.price
    ways = []
    if stones == (1,):
        ways.append("1 stone")
    elif len(stones) == 1:
        ways.append(f"{stones[0]} stones of one colour")
    elif stones and set(stones) == {1}:
        ways.append(f"{len(stones)} stones of different colours")
    elif stones:
        first, *others = stones
        ways.append(
            " and ".join([f"{first} stones of one colour", *(f"{number} of another" for number in others)])
        )
    if swords:
        ways.append(f"{swords} sword{'s' * (swords > 1)}")
    if shields:
        ways.append(f"{shields} shield{'s' * (shields > 1)}")
    return " or ".join(ways)


def _why_not_attack(view: DuelView, action: Action) -> str:
    assert view.seat is not None
    card = _own_display(view)[action.number - 1].card if _is_place(action.number) else None
    if card is None:
        return f"no card of yours lies on place {action.number}"
    if card.suit is not Suit.SWORD:
        return f"only swords attack, and {card} is none"
    opposing = view.displays[view.seat.other]
    shields = [
        number for number, (_, shield) in enumerate(opposing, 1) if shield and shield.suit is Suit.SHIELD
    ]
    if view.has_revenge:
        return "this attack has revenge: no shield is broken"
    if unshielded := [number for number in action.numbers if number not in shields]:
        return f"there is no shield on the opponent's place {unshielded[0]}"
    if len(set(action.numbers)) < len(action.numbers):
        return "a shield is broken once"
    if not action.numbers:
        return "name the opponent's shields to break, in order"
    return f"{card} is too weak to break {'these shields' if len(action.numbers) > 1 else 'this shield'}"


def _why_not_use(view: DuelView, action: Action) -> str:
    if action.card:
        card = _in_hand(view, action.card)
        if card is None:
            return f"you have no {action.card} in hand"
    else:
        card = _own_display(view)[action.number - 1].card if _is_place(action.number) else None
        if card is None:
            return f"no card of yours lies on place {action.number}"
    if not card.effects:
        return f"{card} has no effect"
    return f"the effect of {card} cannot be carried out to the end now"


def _why_not_clear(view: DuelView) -> str:
    if not cards_to_show(view.hand):
        return "to clear the shop, you need five cards of five colours in hand; grey is any, buffs have none"
    if not any(view.shop):
        return "there is nothing in the shop"
    return "the shop is cleared right after the refill, or after an effect by which you drew a card"
