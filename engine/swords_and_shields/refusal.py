"""Why an action is illegal, in the player's terms, from what that player may know."""

from functools import reduce
from typing import Any

from engine.game import MalformedActionError
from engine.message import Message, counted, message
from engine.swords_and_shields.actions import Action, Kind, parse_action
from engine.swords_and_shields.cards import Card, Suit
from engine.swords_and_shields.legal import can_lie_on, cards_to_show
from engine.swords_and_shields.payment import pays
from engine.swords_and_shields.strength import Stack
from engine.swords_and_shields.view import DuelView

_TURN_KINDS = {Kind.LAY, Kind.CLEAR, Kind.BUY, Kind.ATTACK, Kind.USE, Kind.END}


def why_illegal(view: DuelView, action: Any) -> Message:
    """Return why the player to act, whose view this is, cannot play the action, which is not legal."""
    if not _is_action(action):
        return message("{action} is not an action of this game", action=f"{action!r:.80}")
    if view.turn is None:
        return message("the round is over")
    if (action.kind in _TURN_KINDS) is (view.pending is not None):
        if view.pending is not None:
            return message(
                "the effect of {card} comes first: {actions}",
                card=str(view.pending.card),
                actions=_listed(view),
            )
        return message("no effect asks for {action}", action=str(action))
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
            card = str(view.pending and view.pending.card)
            return message("the effect of {card} leaves: {actions}", card=card, actions=_listed(view))


def _is_action(action: object) -> bool:
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


def _why_not_lay(view: DuelView, action: Action) -> Message:
    card = _in_hand(view, action.card)
    if card is None:
        return message("you have no {card} in hand", card=action.card)
    if not _is_place(action.number):
        return message("a display has the places 1 to 3")
    stack = _own_display(view)[action.number - 1]
    if card.is_buff and stack.card is None and not can_lie_on(stack, card):
        return message("there is a buff on place {place} already", place=action.number)
    return message("place {place} is taken by {card}", place=action.number, card=str(stack.card))


def _why_not_buy(view: DuelView, action: Action) -> Message:
    if not _is_place(action.number, 5) or (card := view.shop[action.number - 1]) is None:
        return message("there is no card on place {place} of the shop", place=action.number)
    assert card.price is not None
    stacks = []
    for number in action.numbers:
        if not _is_place(number) or _own_display(view)[number - 1].card is None:
            return message("no card of yours lies on place {place}", place=number)
        stacks.append(_own_display(view)[number - 1])
    if not stacks or pays(stacks, card.price):
        return message("name each place that pays once, in order")
    return message("{card} costs exactly {price}", card=str(card), price=price_in_words(card))


def price_in_words(card: Card) -> Message:
    """Return a price, such as "3 stones of one colour or 4 swords"."""
    assert card.price is not None
    swords, shields, stones = card.price
    ways = [_stones_in_words(stones)] if stones else []
    ways += [amount_in_words(swords, Suit.SWORD)] if swords else []
    ways += [amount_in_words(shields, Suit.SHIELD)] if shields else []
    return reduce(lambda one, other: message("{one} or {other}", one=one, other=other), ways)


def amount_in_words(number: int, currency: Suit | None) -> Message:
    """Return an amount in swords, shields or, without a suit, stones: "4 swords"."""
    match currency:
        case Suit.SWORD:
            return counted("{number} sword", "{number} swords", number)
        case Suit.SHIELD:
            return counted("{number} shield", "{number} shields", number)
        case None:
            return counted("{number} stone", "{number} stones", number)


def _stones_in_words(stones: tuple[int, ...]) -> Message:
    """Return the numbers of stones of each colour, the most first, one to three colours."""
    if stones == (1,):
        return amount_in_words(1, None)
    if set(stones) == {1}:
        return message("{number} stones of different colours", number=len(stones))
    match stones:
        case (first,):
            return message("{number} stones of one colour", number=first)
        case (first, second):
            return message("{first} stones of one colour and {second} of another", first=first, second=second)
        case _:
            first, second, third = stones
            return message(
                "{first} stones of one colour, {second} of another and {third} of a third",
                first=first,
                second=second,
                third=third,
            )


def _why_not_attack(view: DuelView, action: Action) -> Message:
    assert view.seat is not None
    card = _own_display(view)[action.number - 1].card if _is_place(action.number) else None
    if card is None:
        return message("no card of yours lies on place {place}", place=action.number)
    if card.suit is not Suit.SWORD:
        return message("only swords attack, and {card} is none", card=str(card))
    opposing = view.displays[view.seat.other]
    shields = [
        number for number, (_, shield) in enumerate(opposing, 1) if shield and shield.suit is Suit.SHIELD
    ]
    if view.has_revenge:
        return message("this attack has revenge: no shield is broken")
    if unshielded := [number for number in action.numbers if number not in shields]:
        return message("there is no shield on the opponent's place {place}", place=unshielded[0])
    if len(set(action.numbers)) < len(action.numbers):
        return message("a shield is broken once")
    if not action.numbers:
        return message("name the opponent's shields to break, in order")
    return counted(
        "{card} is too weak to break this shield",
        "{card} is too weak to break these shields",
        len(action.numbers),
        card=str(card),
    )


def _why_not_use(view: DuelView, action: Action) -> Message:
    if action.card:
        card = _in_hand(view, action.card)
        if card is None:
            return message("you have no {card} in hand", card=action.card)
    else:
        card = _own_display(view)[action.number - 1].card if _is_place(action.number) else None
        if card is None:
            return message("no card of yours lies on place {place}", place=action.number)
    if not card.effects:
        return message("{card} has no effect", card=str(card))
    return message("the effect of {card} cannot be carried out to the end now", card=str(card))


def _why_not_clear(view: DuelView) -> Message:
    if not cards_to_show(view.hand):
        return message(
            "to clear the shop, you need five cards of five colours in hand; grey counts as every colour, "
            "buffs have none"
        )
    if not any(view.shop):
        return message("there is nothing in the shop")
    return message("the shop is cleared right after the refill, or after an effect by which you drew a card")
