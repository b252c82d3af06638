"""Legal actions as a player reads them, with the cards and strengths that the view shows."""

from engarde_tui.games.swords_and_shields.names import card_name, sentence, short_name
from engarde_tui.games.swords_and_shields.words import discard_name, place_name, to_do
from engine.game import Seat
from engine.swords_and_shields import (
    Action,
    Card,
    Colour,
    DuelView,
    EffectKind,
    Kind,
    Place,
    Stack,
    Suit,
    Zone,
)
from engine.swords_and_shields.strength import strength_in_display, strength_in_shop


def offer(view: DuelView, action: Action) -> str:
    """Return an action as a line of the list, at most 22 columns wide."""
    match action.kind:
        case Kind.LAY:
            return f"lay {card_name(action.card)} ›{action.number}"
        case Kind.USE if action.number:
            return f"use {card_name(_on_display(view, action.number))}"
        case Kind.BUY:
            card, paying = _name(view.shop[action.number - 1]), "+".join(map(str, action.numbers))
            return f"buy {action.number} {card}: {paying}"
        case Kind.ATTACK:
            done = f"breaks {','.join(map(str, action.numbers))}" if action.numbers else "attacks"
            return f"{_name(_on_display(view, action.number))} {done}"
        case Kind.KEEP:
            return f"keep all {'grey' if action.colour else _life_card(view)} cards"
        case Kind.MOVE:
            assert action.zone is not None
            return f"{place_name(action.place)} › {discard_name(action.zone).removesuffix(' discard')}"
        case Kind.STRIKE:
            return f"{place_name(action.place)} strikes{f', {action.colour}' if action.colour else ''}"
        case _:
            return _numbered(view, action) or to_do(action)


def _numbered(view: DuelView, action: Action) -> str:
    """Return what an effect with a number of cards or points will do; "" if the action is none."""
    kind = action.kind.value
    if view.pending is None or action.zone not in (None, Zone.OWN):
        return ""
    number = next((number for effect, number in view.pending.effects if effect == kind), 0)
    return f"{_EFFECTS[EffectKind(kind)]}".format(number) if number else ""


def preview(view: DuelView, action: Action) -> str:
    """Return what an action will do, as a sentence."""
    assert view.seat is not None
    match action.kind:
        case Kind.BUY:
            bought = view.shop[action.number - 1]
            paying = [card_name(_on_display(view, number)) for number in action.numbers]
            where = "onto the opponent's deck" if bought is not None and bought.is_duff else "to your discard"
            return f"Pay {', '.join(paying)}; {_name(bought)} goes {where}."
        case Kind.ATTACK:
            return _preview_attack(view, action)
        case Kind.LAY | Kind.USE:
            card = action.card or str(_on_display(view, action.number))
            verb = (
                f"Lay {card_name(card)} on place {action.number}"
                if action.kind is Kind.LAY
                else (f"Destroy {card_name(card)} for its effect: {effects_of(view, card)}")
            )
            return f"{verb}."
        case Kind.STRIKE:
            assert action.place is not None
            card_at = card_at_place(view, action.place)
            name, strength = card_name(card_at).capitalize(), _striking(view, action, card_at)
            return f"{name} strikes for {strength}; shields do not help."
        case Kind.DESTROY | Kind.TRIGGER | Kind.REMOVE | Kind.MOVE:
            assert action.place is not None
            card_at = card_at_place(view, action.place)
            then = effects_of(view, str(card_at)) if action.kind in (Kind.DESTROY, Kind.TRIGGER) else ""
            return sentence(f"{to_do(action)}: {card_name(card_at)}{then and f', then {then}'}")
        case Kind.CLEAR:
            return "Show five cards of five colours, and open five new cards in the shop."
        case Kind.END:
            return "End your turn; the cards in your display defend you."
        case _:
            return sentence(_numbered(view, action) or to_do(action))


def _preview_attack(view: DuelView, action: Action) -> str:
    assert view.seat is not None
    own, opponent = view.seat, view.seat.other
    left = strength_in_display(view.displays[own], action.number - 1, view.life_cards[own])
    parts = [f"{_name(_on_display(view, action.number)).capitalize()} attacks with {left}"]
    display = list(view.displays[opponent])
    for number in action.numbers:
        needed = strength_in_display(display, number - 1, view.life_cards[opponent])
        parts.append(f"breaks {_name(display[number - 1].card)} ({needed})")
        left -= needed
        display[number - 1] = Stack(display[number - 1].buff)
    is_open = view.has_revenge or not any(card and card.suit is Suit.SHIELD for _, card in display)
    parts.append(f"costs {min(left, view.life[opponent])} LP" if is_open else f"{left} lapse")
    if not view.has_attacked and not view.has_revenge:
        counter = sum(
            strength_in_display(display, number, view.life_cards[opponent])
            for number, (_, card) in enumerate(display)
            if card is not None and card.suit is Suit.SWORD
        )
        if counter:
            parts.append(f"their swords strike back for {counter}")
    return f"{', '.join(parts)}."


def _striking(view: DuelView, action: Action, card: Card) -> int:
    assert view.seat is not None
    place = action.place
    assert place is not None
    if not place.number:
        return card.strength
    if place.zone is Zone.SHOP:
        colour = action.colour or card.colour
        assert colour is not None
        return strength_in_shop(view.shop, place.number - 1, colour)
    owner = owner_of(view, place.zone)
    return strength_in_display(view.displays[owner], place.number - 1, view.life_cards[owner])


def owner_of(view: DuelView, zone: Zone) -> Seat:
    """Return the player whose display and discard a zone is, as the player to act calls it."""
    assert view.turn is not None
    return view.turn if zone is Zone.OWN else view.turn.other


def card_at_place(view: DuelView, place: Place) -> Card:
    """Return the open card at a place."""
    if place.zone is Zone.SHOP:
        card = view.shop[place.number - 1] if place.number else view.shop_discard
    elif place.number:
        stack = view.displays[owner_of(view, place.zone)][place.number - 1]
        card = stack.buff if place.is_buff else stack.card
    else:
        card = view.discards[owner_of(view, place.zone)]
    assert card is not None
    return card


def effects_of(view: DuelView, name: str) -> str:
    """Return what destroying a card does, in a few words."""
    card = next((card for card in view.rules.cards if str(card) == name), None)
    return "" if card is None else " or ".join(_EFFECTS[kind].format(number) for kind, number in card.effects)


_EFFECTS = {
    EffectKind.DRAW: "draw {}",
    EffectKind.DRAW_ANY: "draw from any deck",
    EffectKind.FLOOD: "they draw {}",
    EffectKind.RECOVER: "take your top discard",
    EffectKind.SIFT: "turn over your deck, keep a colour",
    EffectKind.REMOVE: "discard a shop card",
    EffectKind.DISARM: "discard any shield",
    EffectKind.MOVE: "move a card to a discard",
    EffectKind.SWEEP: "discard their display",
    EffectKind.DESTROY: "destroy a card for its effect",
    EffectKind.TRIGGER: "use a shop card's effect",
    EffectKind.REVENGE: "revenge for an attack",
    EffectKind.STRIKE_SHIELD: "strike with any shield",
    EffectKind.STRIKE_SWORD: "strike with another sword",
    EffectKind.STRIKE_TWICE: "two of your swords strike",
    EffectKind.HEAL: "gain {} LP",
    EffectKind.DAMAGE: "{} damage",
    EffectKind.BLESS: "they gain {} LP",
}


def _on_display(view: DuelView, number: int) -> Card:
    assert view.seat is not None
    card = view.displays[view.seat][number - 1].card
    assert card is not None
    return card


def _name(card: Card | None) -> str:
    return "" if card is None else short_name(card)


def _life_card(view: DuelView) -> Colour:
    assert view.seat is not None
    return view.life_cards[view.seat]
