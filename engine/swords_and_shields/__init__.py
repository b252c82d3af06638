"""Stanley Schuster's *A Game of Swords and Shields*.

>>> from engine.swords_and_shields import Duel, Options, Seat
>>> duel = Duel.deal(Options(life=99), seed=7, first=Seat.LEFT)
>>> duel.life, [str(card) for card in duel.hands[Seat.RIGHT]]
((99, 99), [])
"""

from engine.game import IllegalActionError, MalformedActionError, Result, Seat
from engine.swords_and_shields.actions import Action, Kind, Place, Zone, parse_action
from engine.swords_and_shields.card_file import CARDS, CardsError, read_cards
from engine.swords_and_shields.cards import Card, CardSet, Colour, Effect, EffectKind, Suit
from engine.swords_and_shields.duel import Duel, Reason
from engine.swords_and_shields.events import Event, EventKind, Play
from engine.swords_and_shields.options import PRESETS, Options
from engine.swords_and_shields.strength import Stack
from engine.swords_and_shields.view import DuelView

__all__ = [
    "CARDS",
    "PRESETS",
    "Action",
    "Card",
    "CardSet",
    "CardsError",
    "Colour",
    "Duel",
    "DuelView",
    "Effect",
    "EffectKind",
    "Event",
    "EventKind",
    "IllegalActionError",
    "Kind",
    "MalformedActionError",
    "Options",
    "Place",
    "Play",
    "Reason",
    "Result",
    "Seat",
    "Stack",
    "Suit",
    "Zone",
    "parse_action",
    "read_cards",
]
