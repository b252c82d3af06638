"""Legal actions as a player reads them, with the cards and strengths that the view shows."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engarde_tui.games.swords_and_shields.compendium import card_in_words
from engarde_tui.games.swords_and_shields.effect_words import effect_in_words, effects_in_words
from engarde_tui.games.swords_and_shields.names import card_name, listed, sentence, short_name
from engarde_tui.games.swords_and_shields.words import discard_name, place_name, place_numbers, to_do
from engine.game import Seat
from engine.swords_and_shields import (
    Action,
    Card,
    Colour,
    DuelView,
    Effect,
    EffectKind,
    Kind,
    Place,
    Stack,
    Suit,
    Zone,
)
from engine.swords_and_shields.board import HAND_SIZE, LIFE_FOR_A_CARD
from engine.swords_and_shields.cards import Price
from engine.swords_and_shields.effects import strikes_twice
from engine.swords_and_shields.payment import funds_of
from engine.swords_and_shields.strength import strength_at, strength_in_display

NARROW: Final = 23
"""Columns of a line of the list in the smallest window."""

_WIDE: Final = 30
"""Columns in which a line names cards in full."""


def offer(view: DuelView, action: Action, columns: int = NARROW) -> str:
    """Return an action as a line of the list, at most `columns` wide."""
    is_wide = columns >= _WIDE
    match action.kind:
        case Kind.LAY:
            return to_do(action) if is_wide else f"{card_name(action.card)} to {place_numbers(action.number)}"
        case Kind.USE if action.number:
            card = _on_display(view, action.number)
            text = f"destroy {card_name(card)} (place {action.number})"
            if len(text) <= columns:
                return text
            return f"destroy {short_name(card)} ({place_numbers(action.number)})"
        case Kind.BUY:
            name = _called(view.shop[action.number - 1], view.shop, is_wide=is_wide)
            text = f"buy {name} with {place_numbers(*action.numbers)}"
            return text if name and len(text) <= columns else to_do(action)
        case Kind.ATTACK:
            own = [stack.card for stack in view.displays[_viewer(view)]]
            sword = _called(own[action.number - 1], own, is_wide=is_wide)
            done = f"breaks {place_numbers(*action.numbers)}" if action.numbers else "attacks"
            text = f"{sword} {done}"
            return text if sword and len(text) <= columns else f"your {place_numbers(action.number)} {done}"
        case Kind.KEEP:
            return f"keep all {'grey' if action.colour else _life_card(view)} cards"
        case Kind.MOVE if len(to_do(action)) <= columns:
            return to_do(action)
        case Kind.MOVE:
            assert action.zone is not None
            return f"{place_name(action.place)} › {discard_name(action.zone).removesuffix(' discard')}"
        case Kind.STRIKE:
            attacks = _attacks(view, action)
            return f"{place_name(action.place)} {attacks}{f', {action.colour}' if action.colour else ''}"
        case _:
            return _numbered(view, action) or to_do(action)


def price_offered(view: DuelView, number: int) -> Price:
    """Return the price of a shop card in the currencies in which it can be bought now; empty if in none."""
    card = view.shop[number - 1]
    ways = [each.numbers for each in view.legal if each.kind is Kind.BUY and each.number == number]
    if card is None or card.price is None or not ways:
        return Price()
    display = view.displays[_viewer(view)]
    funds = [funds_of([display[place - 1] for place in way]) for way in ways]
    swords, shields, stones = card.price
    return Price(
        swords if any(each.swords == swords for each in funds) else 0,
        shields if any(each.shields == shields for each in funds) else 0,
        stones if any(stones in each.stones for each in funds) else (),
    )


def _called(card: Card | None, among: Sequence[Card | None], *, is_wide: bool) -> str:
    """Return the name of a card, in full if `is_wide`; "" if another one among these has the same name."""
    name = card_name if is_wide else short_name
    names = [name(each) for each in among if each is not None]
    assert card is not None
    return name(card) if names.count(name(card)) == 1 else ""


def _attacks(view: DuelView, action: Action) -> str:
    """Return "attacks", or "attacks twice" if it does."""
    assert action.place is not None
    is_twice = strikes_twice(action.place, card_at_place(view, action.place))
    return f"attacks{' twice' * is_twice}"


def _numbered(view: DuelView, action: Action) -> str:
    """Return what an effect with a number of cards or points will do; "" if the action is none."""
    kind = action.kind.value
    if view.pending is None or action.zone not in (None, Zone.OWN):
        return ""
    number = next((number for effect, number in view.pending.effects if effect == kind), 0)
    return effect_in_words(Effect(EffectKind(kind), number)) if number else ""


def preview(view: DuelView, action: Action, names: tuple[str, str]) -> str:
    """Return what an action will do, in sentences; `names` are those of left and right."""
    assert view.seat is not None
    match action.kind:
        case Kind.BUY:
            bought = view.shop[action.number - 1]
            paying = [card_name(_on_display(view, number)) for number in action.numbers]
            is_duff = bought is not None and bought.is_duff
            where = f"onto {names[view.seat.other]}'s deck" if is_duff else "to your discard"
            return f"Pay {', '.join(paying)}: {_name(bought)} goes {where}."
        case Kind.ATTACK:
            return _preview_attack(view, action, names[view.seat.other])
        case Kind.LAY | Kind.USE:
            card = action.card or str(_on_display(view, action.number))
            if action.kind is Kind.LAY:
                return f"Play {card_name(card)} to place {action.number}."
            return f"Destroy {card_name(card)} for its effect: {effects_of(view, card)}."
        case Kind.STRIKE:
            assert action.place is not None
            card_at = card_at_place(view, action.place)
            owner = owner_of(view, action.place.zone)
            strength = strength_at(
                action.place, card_at, action.colour, view.shop, view.displays[owner], view.life_cards[owner]
            )
            attacks = _attacks(view, action)
            return f"{card_name(card_at).capitalize()} {attacks} for {strength}; shields do not help."
        case Kind.DESTROY | Kind.TRIGGER | Kind.REMOVE | Kind.MOVE:
            assert action.place is not None
            card_at = card_at_place(view, action.place)
            then = effects_of(view, str(card_at)) if action.kind in (Kind.DESTROY, Kind.TRIGGER) else ""
            return sentence(f"{to_do(action)}: {card_name(card_at)}{then and f', then {then}'}")
        case Kind.CLEAR:
            return "Show five cards of five colours, and open five new cards in the shop."
        case Kind.END:
            return f"End your turn: your display defends you.{_preview_refill(view)}"
        case _:
            return sentence(_numbered(view, action) or to_do(action))


def _preview_refill(view: DuelView) -> str:
    """Return what the next own turn will cost before it has begun; "" if nothing."""
    assert view.seat is not None
    held = len(view.hand) + view.deck_sizes[view.seat] + view.discard_sizes[view.seat]
    missing = max(0, HAND_SIZE - held)
    toll = sum(card.toll for _, card in view.displays[view.seat] if card is not None)
    costs = [f"{LIFE_FOR_A_CARD * missing} LP for {missing} missing cards"] if missing else []
    costs += [f"{toll} LP for duffs"] if toll else []
    return f" Your next turn will cost you {' and '.join(costs)}." if costs else ""


def _preview_attack(view: DuelView, action: Action, opposing: str) -> str:
    """Return what an attack on the player called `opposing` breaks and costs, and what strikes back."""
    assert view.seat is not None
    own, opponent = view.seat, view.seat.other
    strength = left = strength_in_display(view.displays[own], action.number - 1, view.life_cards[own])
    display = list(view.displays[opponent])
    broken = []
    for number in action.numbers:
        needed = strength_in_display(display, number - 1, view.life_cards[opponent])
        broken.append(f"{_name(display[number - 1].card)} ({needed})")
        left -= needed
        display[number - 1] = Stack(display[number - 1].buff)
    attacks = f"{card_name(_on_display(view, action.number)).capitalize()} attacks for {strength}"
    attacks += f" and breaks {listed(broken)}" if broken else ""
    is_open = view.has_revenge or not any(card and card.suit is Suit.SHIELD for _, card in display)
    lost = min(left, view.life[opponent]) if is_open else 0
    sentences = [f"{attacks}: {opposing} loses {lost} LP." if lost else f"{attacks}."]
    if not view.has_attacked and not view.has_revenge and lost < view.life[opponent]:
        counter = sum(
            strength_in_display(display, number, view.life_cards[opponent])
            for number, (_, card) in enumerate(display)
            if card is not None and card.suit is Suit.SWORD
        )
        if counter:
            sentences.append(f"{opposing}'s swords strike back for {counter}.")
    return " ".join(sentences)


def owner_of(view: DuelView, zone: Zone) -> Seat:
    """Return the player whose display and discard a zone is, as the player to act calls it."""
    assert view.turn is not None
    return view.turn if zone is Zone.OWN else view.turn.other


def find_card(view: DuelView, place: Place) -> Card | None:
    """Return the open card at a place; None if there is none."""
    if place.zone is Zone.SHOP:
        return view.shop[place.number - 1] if place.number else view.shop_discard
    owner = owner_of(view, place.zone)
    if not place.number:
        return view.discards[owner]
    stack = view.displays[owner][place.number - 1]
    return stack.buff if place.is_buff else stack.card


def card_at_place(view: DuelView, place: Place) -> Card:
    """Return the open card at a place where there is one."""
    card = find_card(view, place)
    assert card is not None
    return card


def open_places(view: DuelView) -> list[Place]:
    """Return the places with open cards, the shop first."""
    places = [Place(Zone.SHOP, number) for number in range(1, len(view.shop) + 1)]
    for zone in (Zone.OPPONENT, Zone.OWN):
        places += [Place(zone, number, is_buff) for number in (1, 2, 3) for is_buff in (False, True)]
    places += [Place(zone) for zone in Zone]
    return [place for place in places if find_card(view, place) is not None]


def look(view: DuelView, place: Place) -> str:
    """Return what the card at a place does; of a shop card, also its price, or why it cannot be bought."""
    card = card_at_place(view, place)
    if place.zone is not Zone.SHOP or not place.number or view.seat is None or view.seat is not view.turn:
        return card_in_words(card)
    return f"{card_in_words(card)} {_why_not_buy(view, place.number, card)}".rstrip()


def _why_not_buy(view: DuelView, number: int, card: Card) -> str:
    """Return what the display is worth, if it cannot pay for a shop card; "" if it can."""
    assert view.seat is not None
    if card.price is None or any(a.kind is Kind.BUY and a.number == number for a in view.legal):
        return ""
    worth: Counter[Suit] = Counter()
    for buff, own in view.displays[view.seat]:
        if own is not None and own.suit is not None:
            worth[own.suit] += own.worth + (buff.bonus if buff else 0)
    laid = " and ".join(f"{worth[suit]} {suit}{'s' * (worth[suit] > 1)}" for suit in Suit if worth[suit])
    return f"Your {laid} cannot pay it exactly." if laid else "You have laid out nothing to pay with."


def effects_of(view: DuelView, name: str) -> str:
    """Return what destroying the card with this notation does, in a few words."""
    return effects_in_words(view.rules.cards.named(name))


def _viewer(view: DuelView) -> Seat:
    assert view.seat is not None
    return view.seat


def _on_display(view: DuelView, number: int) -> Card:
    card = view.displays[_viewer(view)][number - 1].card
    assert card is not None
    return card


def _name(card: Card | None) -> str:
    return "" if card is None else short_name(card)


def _life_card(view: DuelView) -> Colour:
    return view.life_cards[_viewer(view)]
