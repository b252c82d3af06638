"""What an action will do, in sentences, with the cards and strengths that the view shows."""

from collections.abc import Hashable
from typing import NamedTuple

from engarde_tui.games.swords_and_shields.effect_words import effects_in_words
from engarde_tui.games.swords_and_shields.names import (
    begun,
    card_name,
    in_a_row,
    listed,
    name_here,
    sentence,
    short_name,
)
from engarde_tui.games.swords_and_shields.offers import card_at_place, numbered_effect, own_card, owner_of
from engarde_tui.games.swords_and_shields.words import to_do
from engarde_tui.language import tr, tr_count
from engarde_tui.play.words import capital
from engine.swords_and_shields import Action, Card, DuelView, Kind, Place, Stack, Suit, Zone
from engine.swords_and_shields.board import HAND_SIZE, LIFE_FOR_A_CARD
from engine.swords_and_shields.effects import strikes_twice
from engine.swords_and_shields.strength import strength_at, strength_in_display


def preview(view: DuelView, action: Action, names: tuple[str, str]) -> str:
    """Return what an action will do, in sentences; `names` are those of left and right."""
    assert view.seat is not None
    match action.kind:
        case Kind.BUY:
            return _preview_purchase(view, action, names[view.seat.other])
        case Kind.ATTACK:
            return _preview_attack(view, action, names[view.seat.other])
        case Kind.LAY:
            return tr("Play {card} to place {number}.", card=card_name(action.card), number=action.number)
        case Kind.USE:
            card = action.card or str(own_card(view, action.number))
            effects = _effects_of(view, card)
            return tr("Destroy {card} for its effect: {effects}.", card=card_name(card), effects=effects)
        case Kind.STRIKE:
            return _preview_strike(view, action)
        case Kind.DESTROY | Kind.TRIGGER | Kind.REMOVE | Kind.MOVE:
            return _preview_choice(view, action)
        case Kind.CLEAR:
            return tr("Show five cards of five colours, and open five new cards in the shop.")
        case Kind.END:
            return f"{tr('End your turn: your display defends you.')} {_preview_refill(view)}".rstrip()
        case _:
            return sentence(numbered_effect(view, action) or to_do(action))


def _preview_purchase(view: DuelView, action: Action, opposing: str) -> str:
    """Return what a purchase costs, and where the card goes."""
    bought = view.shop[action.number - 1]
    assert bought is not None
    paying = in_a_row(card_name(own_card(view, number)) for number in action.numbers)
    card = short_name(bought)
    if bought.is_duff:
        return tr("Pay {cards}: {card} goes onto {name}'s deck.", cards=paying, card=card, name=opposing)
    return tr("Pay {cards}: {card} goes to your discard.", cards=paying, card=card)


def _preview_strike(view: DuelView, action: Action) -> str:
    """Return how strong an attack by an effect is."""
    assert action.place is not None
    card, owner = card_at_place(view, action.place), owner_of(view, action.place.zone)
    strength = strength_at(
        action.place, card, action.colour, view.shop, view.displays[owner], view.life_cards[owner]
    )
    name = card_name(card)
    if strikes_twice(action.place, card):
        twice = tr("{card} attacks twice for {strength}; shields do not help.", card=name, strength=strength)
        return capital(twice)
    return capital(tr("{card} attacks for {strength}; shields do not help.", card=name, strength=strength))


def _preview_choice(view: DuelView, action: Action) -> str:
    """Return which card an effect is about, and what that card's own effect does if it follows."""
    assert action.place is not None
    card = card_at_place(view, action.place)
    then = _effects_of(view, str(card)) if action.kind in (Kind.DESTROY, Kind.TRIGGER) else ""
    if not then:
        return sentence(tr("{action}: {card}", action=to_do(action), card=card_name(card)))
    text = tr("{action}: {card}, then {effects}", action=to_do(action), card=card_name(card), effects=then)
    return sentence(text)


def _preview_refill(view: DuelView) -> str:
    """Return what the next own turn will cost before it has begun; "" if nothing."""
    assert view.seat is not None
    held = len(view.hand) + view.deck_sizes[view.seat] + view.discard_sizes[view.seat]
    missing = max(0, HAND_SIZE - held)
    toll = sum(card.toll for _, card in view.displays[view.seat] if card is not None)
    cost = LIFE_FOR_A_CARD * missing
    if missing and toll:
        return tr_count(
            "Your next turn will cost you {cost} LP for {number} missing card and {toll} LP for duffs.",
            "Your next turn will cost you {cost} LP for {number} missing cards and {toll} LP for duffs.",
            missing,
            cost=cost,
            toll=toll,
        )
    if missing:
        return tr_count(
            "Your next turn will cost you {cost} LP for {number} missing card.",
            "Your next turn will cost you {cost} LP for {number} missing cards.",
            missing,
            cost=cost,
        )
    return tr("Your next turn will cost you {toll} LP for duffs.", toll=toll) if toll else ""


class Blow(NamedTuple):
    """What an attack from the own display does."""

    strength: int
    broken: list[tuple[Card, int]]
    """The shields and the strength that each has as it breaks."""
    lost: int
    """The life points that the opponent loses."""
    counter: int
    """The strength that strikes back."""


def _blow(view: DuelView, action: Action) -> Blow:
    """Return what an attack does, by what lies open."""
    assert view.seat is not None
    own, opponent = view.seat, view.seat.other
    colour, display = view.life_cards[opponent], list(view.displays[opponent])
    strength = left = strength_in_display(view.displays[own], action.number - 1, view.life_cards[own])
    broken = []
    for number in action.numbers:
        shield = card_at_place(view, Place(Zone.OPPONENT, number))
        needed = strength_in_display(display, number - 1, colour)
        broken.append((shield, needed))
        left -= needed
        display[number - 1] = Stack(display[number - 1].buff)
    is_open = view.has_revenge or not any(card and card.suit is Suit.SHIELD for _, card in display)
    lost = min(left, view.life[opponent]) if is_open else 0
    is_countered = not view.has_attacked and not view.has_revenge and lost < view.life[opponent]
    swords = (
        strength_in_display(display, number, colour)
        for number, (_, card) in enumerate(display)
        if card is not None and card.suit is Suit.SWORD
    )
    return Blow(strength, broken, lost, sum(swords) if is_countered else 0)


def meaning(view: DuelView, action: Action) -> Hashable:
    """Return the same for attacks that differ only in the order of the shields that they break."""
    if action.kind is not Kind.ATTACK:
        return action
    return action.number, frozenset(action.numbers), _blow(view, action).lost


def distinct(view: DuelView) -> tuple[Action, ...]:
    """Return the legal actions, of those that mean the same the first one."""
    found: dict[Hashable, Action] = {}
    for action in view.legal:
        found.setdefault(meaning(view, action), action)
    return tuple(found.values())


def _preview_attack(view: DuelView, action: Action, opposing: str) -> str:
    """Return what an attack on the player called `opposing` breaks and costs, and what strikes back."""
    strength, broken, lost, counter = _blow(view, action)
    shields = listed(name_here(shield, needed) for shield, needed in broken)
    sword = card_name(own_card(view, action.number))
    told = begun(_attack_in_words(sword, strength, shields, opposing, lost), [opposing])
    if not counter:
        return told
    back = tr("{name}'s swords strike back for {strength}.", name=opposing, strength=counter)
    return f"{told} {back}"


def _attack_in_words(sword: str, strength: int, shields: str, opposing: str, lost: int) -> str:
    """Return an attack with the shields that it breaks, "" if none, and what the player `opposing` loses."""
    if shields and lost:
        return tr(
            "{card} attacks for {strength} and breaks {shields}: {name} loses {number} LP.",
            card=sword,
            strength=strength,
            shields=shields,
            name=opposing,
            number=lost,
        )
    if shields:
        return tr(
            "{card} attacks for {strength} and breaks {shields}.",
            card=sword,
            strength=strength,
            shields=shields,
        )
    if lost:
        return tr(
            "{card} attacks for {strength}: {name} loses {number} LP.",
            card=sword,
            strength=strength,
            name=opposing,
            number=lost,
        )
    return tr("{card} attacks for {strength}.", card=sword, strength=strength)


def _effects_of(view: DuelView, name: str) -> str:
    """Return what destroying the card with this notation does, in a few words."""
    return effects_in_words(view.rules.cards.named(name))
