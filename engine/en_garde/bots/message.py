"""Views of En Garde as JSON for external bots (docs/bots.md)."""

from dataclasses import asdict
from typing import Any

from engine.en_garde.view import RoundView


def message_of(view: RoundView) -> dict[str, Any]:
    """Return a seat's view as JSON-compatible values, actions in the notation."""
    seat = view.seat
    assert seat is not None
    return {
        "seat": seat.label,
        "first": view.first.label,
        "rules": asdict(view.rules),
        "phase": view.phase.value,
        "positions": view.positions,
        "distance": view.distance,
        "hand": view.hand,
        "other_hand": view.hands[seat.other],
        "hand_sizes": view.hand_sizes,
        "pile": view.pile,
        "discard": view.discard,
        "attack": None if view.attack is None else str(view.attack),
        "plays": [[player.label, str(action)] for player, action in view.plays],
        "legal": [str(action) for action in view.legal],
    }
