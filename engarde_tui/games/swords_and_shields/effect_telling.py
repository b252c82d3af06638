"""Sentences about what effects did, and about what cards cost that were drawn, missing, or duffs."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engarde_tui.games.swords_and_shields.names import begun, card_name, listed
from engarde_tui.language import tr, tr_count
from engine.game import Seat
from engine.swords_and_shields import Event, EventKind, Kind, Place, Play, Zone

Names = tuple[str, str]


class EffectTeller:
    """Tells what effects of a player's turn did; remembers whose effect is being carried out."""

    def __init__(self, seat: Seat, names: Names, *, is_short: bool) -> None:
        """Tell of the turn of `seat`; `is_short` leaves out strengths."""
        self._seat = seat
        self._names = names
        self._name, self._other = names[seat], names[seat.other]
        self._is_short = is_short
        self._source = ""
        """The card whose effect is carried out, with its owner if it was the player's."""

    def told(self, play: Play) -> list[str]:
        """Return what an effect did, the card that it destroyed or triggered first."""
        # A card at the beginning of a sentence has a capital letter, a name stays as it is.
        return [begun(text, self._names) for text in self._told(play)]

    def _told(self, play: Play) -> Iterator[str]:
        for kind, group in groupby(play.events, lambda event: event.kind):
            events = tuple(group)
            match kind:
                case EventKind.USED:
                    self._source = tr("{name}'s {card}", name=self._name, card=self._cards(events))
                case EventKind.DESTROYED:
                    yield tr(
                        "{source} destroyed {card} {from_where}.",
                        source=self._source,
                        card=self._cards(events),
                        from_where=self._from(play.action.place),
                    )
                    self._source = self._cards(events)
                case EventKind.TRIGGERED:
                    yield tr(
                        "{source} triggered {card} {from_where}.",
                        source=self._source,
                        card=self._cards(events),
                        from_where=self._from(play.action.place),
                    )
                    self._source = self._cards(events)
                case EventKind.STRUCK:
                    yield self._struck(play)
                    return
                case EventKind.WOUNDED | EventKind.HEALED:
                    yield self._life_changed(events)
                case EventKind.DREW:
                    yield self._drew(events[0])
                case EventKind.MOVED:
                    yield self._moved(play, events)
                case EventKind.TOOK if play.action.kind is Kind.KEEP:
                    yield tr("{name} took {cards}.", name=self._name, cards=self._cards(events))
                case EventKind.TOOK:
                    yield tr(
                        "{source} took {cards} from {name}'s discard.",
                        source=self._source,
                        cards=self._cards(events),
                        name=self._name,
                    )
                case EventKind.TURNED:
                    yield tr_count(
                        "{source} turned over a card.",
                        "{source} turned over {number} cards.",
                        events[0].number,
                        source=self._source,
                    )
                case EventKind.REVENGE:
                    yield tr(
                        "{source} gave {name}'s next attack revenge.", source=self._source, name=self._name
                    )
                case _:
                    for event in events:
                        yield from side_effects(event, self._names, is_short=self._is_short)

    def _struck(self, play: Play) -> str:
        """Return an attack by an effect, or two with the same sword."""
        struck = [event for event in play.events if event.kind is EventKind.STRUCK]
        fields = {
            "source": self._source,
            "sword": self._cards(struck[:1]),
            "from_where": self._from(play.action.place),
            "strength": struck[0].number,
            "other": self._other,
            "number": lost_by(self._seat.other, play),
        }
        match len(struck) > 1, self._is_short:
            case True, True:
                return tr(
                    "{source} attacked twice with {sword} {from_where}: {other} lost {number} LP.", **fields
                )
            case True, False:
                return tr(
                    "{source} attacked twice with {sword} {from_where} ({strength}): "
                    "{other} lost {number} LP.",
                    **fields,
                )
            case False, True:
                return tr("{source} attacked with {sword} {from_where}: {other} lost {number} LP.", **fields)
            case _:
                return tr(
                    "{source} attacked with {sword} {from_where} ({strength}): {other} lost {number} LP.",
                    **fields,
                )

    def _life_changed(self, events: Sequence[Event]) -> str:
        """Return what an effect did to the life points of one player."""
        kind, seat, number = events[0].kind, events[0].seat, life_points_of(events)
        fields = {"source": self._source, "other": self._other, "number": number}
        if kind is EventKind.WOUNDED:
            return tr("{source} dealt {number} damage: {other} lost {number} LP.", **fields)
        if seat is self._seat:
            return tr("{source} healed {number} LP.", source=self._source, number=number)
        return tr("{other} gained {number} LP from {source}.", **fields)

    def _drew(self, event: Event) -> str:
        source, other, number = self._source, self._other, event.number
        if event.seat is not self._seat:
            return tr_count(
                "{source} made {other} draw a card.",
                "{source} made {other} draw {number} cards.",
                number,
                source=source,
                other=other,
            )
        match event.zone:
            case Zone.SHOP:
                return tr_count(
                    "{source} drew a card from the shop deck.",
                    "{source} drew {number} cards from the shop deck.",
                    number,
                    source=source,
                )
            case Zone.OPPONENT:
                return tr_count(
                    "{source} drew a card from {other}'s deck.",
                    "{source} drew {number} cards from {other}'s deck.",
                    number,
                    source=source,
                    other=other,
                )
            case _:
                return tr_count(
                    "{source} drew a card.", "{source} drew {number} cards.", number, source=source
                )

    def _moved(self, play: Play, events: Sequence[Event]) -> str:
        action, source, cards = play.action, self._source, self._cards(events)
        match action.kind:
            case Kind.REMOVE:
                return tr(
                    "{source} discarded {card} {from_where}.",
                    source=source,
                    card=cards,
                    from_where=self._from(action.place),
                )
            case Kind.MOVE:
                return tr(
                    "{source} moved {card} {from_where} {to_where}.",
                    source=source,
                    card=cards,
                    from_where=self._from(action.place),
                    to_where=self._to(action.zone or Zone.OWN),
                )
            case Kind.KEEP:
                return tr("{cards} went to {name}'s discard.", cards=cards, name=self._name)
            case _:
                return tr(
                    "{source} discarded {other}'s display: {cards}.",
                    source=source,
                    other=self._other,
                    cards=cards,
                )

    def _from(self, place: Place | None) -> str:
        """Return whence an open card came: "from the shop", "from Anna's display"."""
        assert place is not None
        is_displayed = place.number > 0
        if place.zone is Zone.SHOP:
            return tr("from the shop") if is_displayed else tr("from the shop discard")
        owner = self._name if place.zone is Zone.OWN else self._other
        if is_displayed:
            return tr("from {name}'s display", name=owner)
        return tr("from {name}'s discard", name=owner)

    def _to(self, zone: Zone) -> str:
        """Return to which discard a card went."""
        if zone is Zone.SHOP:
            return tr("to the shop discard")
        return tr("to {name}'s discard", name=self._name if zone is Zone.OWN else self._other)

    def _cards(self, events: Sequence[Event]) -> str:
        return cards_in(events)


def side_effects(event: Event, names: Names, *, is_short: bool) -> Iterator[str]:
    """Yield what cards cost that were drawn, missing, or duffs, and that a discard became a deck."""
    if event.seat is None:
        return
    name, number = names[event.seat], event.number
    match event.kind:
        case EventKind.TOLL:
            yield tr(
                "{name} lost {number} LP to {card}.",
                name=name,
                number=number,
                card=cards_in([event]),
            )
        case EventKind.OVERDREW:
            yield tr("{name} lost {number} LP for holding too many cards.", name=name, number=number)
        case EventKind.UNDERDREW:
            yield tr("{name} lost {number} LP for missing cards.", name=name, number=number)
        case EventKind.SHUFFLED if not is_short:
            yield tr("{name} shuffled the discard into a new deck.", name=name)


def cards_in(events: Sequence[Event]) -> str:
    """Return the cards of events."""
    return listed(card_name(event.card) for event in events if event.card is not None)


def life_points_of(events: Sequence[Event]) -> int:
    """Return the life points of events."""
    return sum(event.number for event in events)


def lost_by(seat: Seat, play: Play) -> int:
    """Return the life points that an attack or a counter cost a player."""
    return life_points_of(
        [event for event in play.events if event.kind is EventKind.WOUNDED and event.seat is seat]
    )
