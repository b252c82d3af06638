"""Views of A Game of Swords and Shields as JSON for external bots (docs/swords-and-shields-bots.md)."""

from typing import Any

from engine.swords_and_shields.cards import Card
from engine.swords_and_shields.events import Event
from engine.swords_and_shields.strength import Stack
from engine.swords_and_shields.view import DuelView


def message_of(view: DuelView) -> dict[str, Any]:
    """Return a seat's view as JSON-compatible values, cards and actions in the notation."""
    seat = view.seat
    assert seat is not None
    pending = view.pending
    return {
        "seat": seat.label,
        "first": view.first.label,
        "turn": view.number,
        "life": view.life,
        "life_cards": view.life_cards,
        "hand": [str(card) for card in view.hand],
        "hand_sizes": view.hand_sizes,
        "deck_sizes": view.deck_sizes,
        "displays": [[_stack(stack) for stack in display] for display in view.displays],
        "discards": [_name(card) for card in view.discards],
        "discard_sizes": view.discard_sizes,
        "shop": [_name(card) for card in view.shop],
        "shop_deck_size": view.shop_deck_size,
        "shop_discard": _name(view.shop_discard),
        "shop_discard_size": view.shop_discard_size,
        "pending": None if pending is None else str(pending.card),
        "has_attacked": view.has_attacked,
        "has_revenge": view.has_revenge,
        "opening": [_event(event) for event in view.opening],
        "plays": [
            [play.seat.label, str(play.action), [_event(event) for event in play.events]]
            for play in view.plays
        ],
        "legal": [str(action) for action in view.legal],
    }


def _name(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _stack(stack: Stack) -> list[str | None]:
    return [_name(stack.buff), _name(stack.card)]


def _event(event: Event) -> list[str | int | None]:
    return [
        event.kind.value,
        None if event.seat is None else event.seat.label,
        _name(event.card),
        event.number,
        None if event.zone is None else event.zone.value,
    ]
