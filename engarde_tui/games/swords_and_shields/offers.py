"""Legal actions as a player reads them, with the cards and strengths that the view shows."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len

from engarde_tui.games.swords_and_shields.compendium import card_in_words
from engarde_tui.games.swords_and_shields.effect_words import effect_in_words
from engarde_tui.games.swords_and_shields.names import (
    card_name,
    colour_name,
    listed,
    short_name,
    small_colour,
    small_name,
    small_whole_name,
)
from engarde_tui.games.swords_and_shields.words import place_name, place_numbers, to_do
from engarde_tui.language import put, tr, tr_as
from engarde_tui.play.words import cut
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
    Suit,
    Zone,
)
from engine.swords_and_shields.cards import Price
from engine.swords_and_shields.effects import strikes_twice
from engine.swords_and_shields.payment import funds_of
from engine.swords_and_shields.refusal import amount_in_words

NARROW: Final = 23
"""Columns of a line of the list in the smallest window."""

_WIDE: Final = 30
"""Columns in which a line names cards in full."""


def offer(view: DuelView, action: Action, columns: int = NARROW) -> str:
    """Return an action as a line of the list, at most `columns` wide."""
    return offers(view, [action], columns)[0]


def offers(view: DuelView, actions: Sequence[Action], columns: int = NARROW) -> list[str]:
    """Return actions as lines of one list, at most `columns` wide; those of one kind are shortened alike."""
    lines: dict[tuple[Kind, bool], list[Sequence[str]]] = {}
    forms = [(_kind(action), _forms(view, action, is_wide=columns >= _WIDE)) for action in actions]
    for kind, each in forms:
        lines.setdefault(kind, []).append(each)
    steps = {kind: _step(several, columns) for kind, several in lines.items()}
    return [cut(_shortened(each, steps[kind]), columns) for kind, each in forms]


def _kind(action: Action) -> tuple[Kind, bool]:
    """Return what lines that look alike share: a card in hand is called otherwise than one at a place."""
    return action.kind, bool(action.card)


def _step(lines: Sequence[Sequence[str]], columns: int) -> int:
    """Return the first of the ways to write lines in which all of them fit, else the last, the shortest."""
    steps = range(max(map(len, lines)))
    return next(
        (step for step in steps if all(cell_len(_shortened(each, step)) <= columns for each in lines)),
        steps[-1],
    )


def _shortened(forms: Sequence[str], step: int) -> str:
    """Return a line as short as in a step; one that cannot be as short stays as short as it can be."""
    return forms[min(step, len(forms) - 1)]


def _forms(view: DuelView, action: Action, *, is_wide: bool) -> tuple[str, ...]:
    """Return the ways to write an action, the longest first."""
    match action.kind:
        case Kind.LAY:
            place, names = (
                place_numbers(action.number),
                (card_name(action.card), small_whole_name(action.card)),
            )
            in_short = (tr("{card} to {place}", card=name, place=place) for name in names)
            return (*[to_do(action)] * is_wide, *in_short)
        case Kind.USE if action.card:
            small = small_whole_name(action.card)
            return to_do(action), tr_as("list", "destroy {card}", card=small)
        case Kind.USE:
            card, number = own_card(view, action.number), action.number
            return (
                tr("destroy {card} (place {number})", card=card_name(card), number=number),
                *(
                    tr("destroy {card} ({place})", card=name(card), place=place_numbers(number))
                    for name in (short_name, small_name)
                ),
            )
        case Kind.BUY:
            name = _called(view.shop[action.number - 1], view.shop, is_wide=is_wide)
            named, by_number = (
                tr("buy {card} with {paying}", card=card, paying=place_numbers(*action.numbers))
                for card in (name, place_numbers(action.number))
            )
            return (*[named] * bool(name), to_do(action), by_number)
        case Kind.ATTACK:
            own = [stack.card for stack in view.displays[_viewer(view)]]
            sword = _called(own[action.number - 1], own, is_wide=is_wide)
            places = place_name(Place(Zone.OWN, action.number)), place_numbers(action.number)
            return tuple(_attack(card, action.numbers) for card in (sword, *places) if card)
        case Kind.KEEP:
            colour = _life_card(view) if action.colour is None else action.colour
            return (tr("keep all {colour} cards", colour=colour_name(colour)),)
        case Kind.MOVE:
            return to_do(action), _move_in_short(action)
        case Kind.STRIKE:
            return (
                _strike(view, action, place_name, colour_name),
                _strike(view, action, _place_in_short, small_colour),
            )
        case Kind.REMOVE if action.place is not None:
            return to_do(action), tr("discard {card}", card=_place_in_short(action.place))
        case Kind.DESTROY if action.place is not None:
            return to_do(action), tr("destroy {card}", card=_place_in_short(action.place))
        case Kind.TRIGGER if action.place is not None:
            return to_do(action), tr("trigger {card}", card=_place_in_short(action.place))
        case _:
            return (numbered_effect(view, action) or to_do(action),)


def offer_by_name(view: DuelView, action: Action) -> str:
    """Return an action with the names of the cards in the places that it is about."""
    match action.kind:
        case Kind.BUY:
            bought = find_card(view, Place(Zone.SHOP, action.number))
            paying = listed(card_name(own_card(view, number)) for number in action.numbers)
            return tr("buy {card} with {paying}", card=card_name(str(bought)), paying=paying)
        case Kind.ATTACK if action.numbers:
            places = (Place(Zone.OPPONENT, number) for number in action.numbers)
            broken = listed(card_name(card_at_place(view, place)) for place in places)
            return tr("{card} breaks {broken}", card=card_name(own_card(view, action.number)), broken=broken)
        case Kind.ATTACK:
            return tr("{card} attacks", card=card_name(own_card(view, action.number)))
        case _ if action.place is not None:
            return to_do(action, lambda place: card_name(card_at_place(view, place)))
        case _:
            return _forms(view, action, is_wide=True)[0]


def _attack(sword: str, broken: Sequence[int]) -> str:
    """Return what a sword, called by its name or its place, does."""
    if not broken:
        return tr("{card} attacks", card=sword)
    return tr_as("list", "{card} breaks {broken}", card=sword, broken=place_numbers(*broken))


def _place_in_short(place: Place) -> str:
    """Return a place as `place_name` does, in at most 14 columns."""
    number = place_numbers(place.number)
    match place:
        case Place(number=0, zone=Zone.OWN):
            return tr_as("list", "your discard")
        case Place(number=0, zone=Zone.OPPONENT):
            return tr_as("list", "their discard")
        case Place(number=0):
            return tr_as("list", "shop discard")
        case Place(is_buff=True, zone=Zone.OWN):
            return tr_as("list", "your {place} buff", place=number)
        case Place(is_buff=True):
            return tr_as("list", "their {place} buff", place=number)
        case _:
            return place_name(place)


def _move_in_short(action: Action) -> str:
    assert action.place is not None
    card = _place_in_short(action.place)
    match action.zone:
        case Zone.OWN:
            return tr("{card} › your", card=card)
        case Zone.OPPONENT:
            return tr("{card} › their", card=card)
        case _:
            return tr("{card} › shop", card=card)


def _strike(
    view: DuelView, action: Action, name_of: Callable[[Place], str], colour_of: Callable[[Colour], str]
) -> str:
    assert action.place is not None
    card = name_of(action.place)
    if strikes_twice(action.place, card_at_place(view, action.place)):
        return tr("{card} attacks twice", card=card)
    if action.colour is not None:
        return tr("{card} as {colour}", card=card, colour=colour_of(action.colour))
    return tr("{card} attacks", card=card)


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


def numbered_effect(view: DuelView, action: Action) -> str:
    """Return what an effect with a number of cards or points will do; "" if the action is none."""
    kind = action.kind.value
    if view.pending is None or action.zone not in (None, Zone.OWN):
        return ""
    number = next((number for effect, number in view.pending.effects if effect == kind), 0)
    return effect_in_words(Effect(EffectKind(kind), number)) if number else ""


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
    laid = listed(put(amount_in_words(worth[suit], suit)) for suit in Suit if worth[suit])
    if not laid:
        return tr("You have laid out nothing to pay with.")
    return tr("Your {amounts} cannot pay it exactly.", amounts=laid)


def _viewer(view: DuelView) -> Seat:
    assert view.seat is not None
    return view.seat


def own_card(view: DuelView, number: int) -> Card:
    card = view.displays[_viewer(view)][number - 1].card
    assert card is not None
    return card


def _life_card(view: DuelView) -> Colour:
    return view.life_cards[_viewer(view)]
