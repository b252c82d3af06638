"""The choice of an action: a topic narrows the list, then one action is marked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engarde_tui.games.swords_and_shields.names import card_name
from engarde_tui.games.swords_and_shields.words import place_name
from engine.swords_and_shields import Action, Card, Kind, Place, Zone

TOPICS: Final = {"b": Kind.BUY, "a": Kind.ATTACK, "e": Kind.USE, "n": Kind.CLEAR, "t": Kind.END}
"""The keys that list one kind of action."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The legal actions, those listed now, and the marked one."""

    legal: tuple[Action, ...] = ()
    listed: tuple[Action, ...] = ()
    """The legal actions about the topic; all of them without one."""
    topic: str = ""
    """What the list is about, as its title says; empty for everything."""
    chosen: Action | None = None
    """The action that enter plays."""
    looked_at: Place | None = None
    """The place of the open card that is described."""
    read: Card | None = None
    """The card of the hand that is described."""
    is_hint: bool = False
    """Whether a hint has marked the action."""
    slots: tuple[Card, ...] = field(default=(), compare=False)
    """The cards by their numbers, as in `numbers`; what is composed does not depend on them."""

    @classmethod
    def begin(cls, legal: tuple[Action, ...], slots: tuple[Card, ...] = ()) -> "Draft":
        """List everything; nothing is marked, unless there is only one action."""
        return cls(legal, legal, chosen=legal[0] if len(legal) == 1 else None, slots=slots)

    def clear(self) -> "Draft":
        """List everything again."""
        return Draft.begin(self.legal, self.slots)

    def about_kind(self, kind: Kind, name: str) -> "Draft | None":
        """List one kind of action; None if there is none."""
        return self._about(name, lambda action: action.kind is kind)

    def about_card(self, card: Card) -> "Draft | None":
        """List what can be done with a card of the hand; None if there is nothing."""
        return self._about(card_name(card), lambda action: action.card == str(card))

    def about_place(self, place: Place) -> "Draft | None":
        """List what can be done with an open card, or on a free place; None if there is nothing."""
        return self._about(place_name(place), lambda action: place in places_of(action))

    def look(self, places: Sequence[Place]) -> "Draft":
        """Describe the next of these places; wraps."""
        index = places.index(self.looked_at) + 1 if self.looked_at in places else 0
        return self.look_at(places[index % len(places)])

    def look_at(self, place: Place) -> "Draft":
        """Describe the card at a place."""
        return replace(self, chosen=None, looked_at=place, read=None, is_hint=False)

    def read_card(self, card: Card) -> "Draft":
        """Describe a card of the hand."""
        return replace(self, chosen=None, looked_at=None, read=card, is_hint=False)

    def _about(self, topic: str, is_about: Callable[[Action], bool]) -> "Draft | None":
        """List the actions about a topic and mark the first; the next one if the topic is listed already."""
        if topic == self.topic:
            return self.point(1)
        listed = tuple(filter(is_about, self.legal))
        if not listed:
            return None
        return replace(self.clear(), listed=listed, topic=topic, chosen=listed[0])

    def point(self, steps: int) -> "Draft":
        """Mark another listed action; wraps."""
        index = self.listed.index(self.chosen) + steps if self.chosen in self.listed else min(steps, 0)
        return self.point_at(index % len(self.listed))

    def point_at(self, index: int) -> "Draft":
        """Mark a listed action."""
        return replace(self, chosen=self.listed[index], looked_at=None, read=None, is_hint=False)

    @property
    def is_empty(self) -> bool:
        """Whether everything is listed, and nothing marked that is not so from the start."""
        return self.chosen == self.clear().chosen and not self.topic


def places_of(action: Action) -> frozenset[Place]:
    """Return the places that an action is about."""
    places = {action.place} if action.place is not None else set()
    match action.kind:
        case Kind.LAY:
            places.add(Place(Zone.OWN, action.number))
        case Kind.USE if action.number:
            places.add(Place(Zone.OWN, action.number))
        case Kind.BUY:
            places.add(Place(Zone.SHOP, action.number))
            places.update(Place(Zone.OWN, number) for number in action.numbers)
        case Kind.ATTACK:
            places.add(Place(Zone.OWN, action.number))
            places.update(Place(Zone.OPPONENT, number) for number in action.numbers)
        case Kind.MOVE:
            assert action.zone is not None
            places.add(Place(action.zone))
        case Kind.RECOVER:
            places.add(Place(Zone.OWN))
        case Kind.SWEEP:
            places.update(Place(Zone.OPPONENT, number) for number in (1, 2, 3))
    return frozenset(places)
