"""What everybody sees happen: the public history of a duel."""

from enum import StrEnum
from typing import NamedTuple

from engine.game import Seat
from engine.swords_and_shields.actions import Action, Zone
from engine.swords_and_shields.cards import Card


class EventKind(StrEnum):
    """What happened."""

    LAID = "laid"
    """The card was laid out."""
    BOUGHT = "bought"
    """The card was bought; a duff went onto the opponent's deck."""
    PAID = "paid"
    """The card paid and went to the player's discard."""
    SHOWED = "showed"
    """The card was shown to clear the shop, and stayed in hand."""
    OPENED = "opened"
    """The card came from the shop deck to the shop's place `number`."""
    USED = "used"
    """The card was destroyed for its effect."""
    DESTROYED = "destroyed"
    """The card was destroyed by an effect."""
    TRIGGERED = "triggered"
    """The card's effect was triggered; it stayed in the shop."""
    MOVED = "moved"
    """The card went to a discard: `seat`'s, or the shop's."""
    STRUCK = "struck"
    """The card attacked with the strength `number`."""
    BROKE = "broke"
    """The shield of `seat` was broken at the strength `number`."""
    COUNTERED = "countered"
    """The sword of `seat` struck back with the strength `number`."""
    WOUNDED = "wounded"
    """`seat` lost `number` life points to an attack or an effect."""
    HEALED = "healed"
    """`seat` gained `number` life points."""
    TOLL = "toll"
    """`seat` lost `number` life points to the duff."""
    OVERDREW = "overdrew"
    """`seat` lost `number` life points for cards beyond the fifth."""
    UNDERDREW = "underdrew"
    """`seat` lost `number` life points for cards that were not there."""
    DREW = "drew"
    """`seat` drew `number` cards from the deck of `zone`, as `seat` calls it."""
    TOOK = "took"
    """`seat` took the open card into the hand."""
    TURNED = "turned"
    """`seat` turned over the `number` cards of the own deck."""
    SHUFFLED = "shuffled"
    """The discard of `seat` became a new deck."""
    REVENGE = "revenge"
    """The next attack of `seat` in this turn ignores shields."""
    BEGAN = "began"
    """The turn `number` of the game began; it is that of `seat`."""


class Event(NamedTuple):
    """One thing that everybody saw."""

    kind: EventKind
    seat: Seat | None = None
    card: Card | None = None
    number: int = 0
    zone: Zone | None = None


class Play(NamedTuple):
    """An action, the seat that played it, and what came of it."""

    seat: Seat
    action: Action
    events: tuple[Event, ...] = ()
