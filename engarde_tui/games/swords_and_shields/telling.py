"""Sentences about events: who did what, with which card, and where that lay."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engarde_tui.games.swords_and_shields.names import card_name, listed, short_name
from engine.game import Seat
from engine.swords_and_shields import Card, Event, EventKind, Kind, Place, Play, Zone

Names = tuple[str, str]


class Teller:
    """Tells what happens in a player's turn, in order; remembers whose effect is being carried out."""

    def __init__(self, seat: Seat, names: Names, *, is_short: bool = False) -> None:
        """Tell of the turn of `seat`; `is_short` leaves out colours, strengths, payments and drawing."""
        self._seat = seat
        self._names = names
        self._name, self._other = names[seat], names[seat.other]
        self._is_short = is_short
        self._source = ""
        """The card whose effect is carried out, with its owner if it was the player's."""

    # --- the turn ---

    def beginning(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield how the turn began."""
        for event in events:
            if event.kind is EventKind.DREW and not self._is_short:
                yield f"{self._name} drew {_cards(event.number)}."
            elif event.kind is not EventKind.DREW:
                yield from self._side_effect(event)

    def play(self, play: Play) -> Iterator[str]:
        """Yield what an action did; nothing if an effect is still to be chosen."""
        match play.action.kind:
            case Kind.LAY:
                yield from self.laid([play])
            case Kind.BUY:
                yield self._bought(play)
            case Kind.ATTACK:
                yield from self._attacked(play)
            case Kind.CLEAR if self._is_short:
                yield f"{self._name} cleared the shop."
            case Kind.CLEAR:
                yield f"{self._name} showed {self._listed(play, EventKind.SHOWED)} to clear the shop."
            case Kind.END:
                if not self._is_short and not any(event.kind is EventKind.BEGAN for event in play.events):
                    yield self.ended()
            case _:
                yield from self._effect(play)

    def laid(self, plays: Sequence[Play]) -> Iterator[str]:
        """Yield which cards were played, and what duffs among them cost at once."""
        if not self._is_short:
            cards = [f"{self._card(play.action.card)} to place {play.action.number}" for play in plays]
            yield f"{self._name} played {listed(cards)}."
        for play in plays:
            for event in play.events:
                yield from self._side_effect(event)

    def ended(self) -> str:
        """Return that the turn has ended."""
        return f"{self._name} ended the turn."

    def waits(self, play: Play) -> str:
        """Return that a card was destroyed whose effect is still to be chosen."""
        return f"{self._name} destroyed {self._listed(play, EventKind.USED)} for its effect."

    def little(self, laid: int) -> str:
        """Return a turn in which cards were played at most."""
        return f"{self._name} played {_cards(laid)}." if laid else f"{self._name} did nothing."

    # --- buying and attacking ---

    def _bought(self, play: Play) -> str:
        bought = next(event.card for event in play.events if event.kind is EventKind.BOUGHT)
        assert bought is not None
        card = self._card(bought)
        what = f"{card} for {self._other}'s deck" if bought.is_duff else card
        if self._is_short:
            return f"{self._name} bought {what}."
        return f"{self._name} bought {what}, paying with {self._listed(play, EventKind.PAID)}."

    def _attacked(self, play: Play) -> Iterator[str]:
        sword = self._listed(play, EventKind.STRUCK)
        shields = self._listed(play, EventKind.BROKE)
        lost = _lost(play, self._seat.other)
        done = f"attacked with {sword} and broke {shields}" if shields else f"attacked with {sword}"
        yield f"{self._name} {done}: {self._other} lost {lost} LP." if lost else f"{self._name} {done}."
        if swords := self._listed(play, EventKind.COUNTERED):
            lost = _lost(play, self._seat)
            back = f"{self._other} struck back with {swords}"
            yield f"{back}: {self._name} lost {lost} LP." if lost else f"{back}."

    # --- effects ---

    def _effect(self, play: Play) -> Iterator[str]:
        """Yield what an effect did, the card that it destroyed or triggered first."""
        for kind, group in groupby(play.events, lambda event: event.kind):
            events = tuple(group)
            match kind:
                case EventKind.USED:
                    self._source = f"{self._name}'s {self._all(events)}"
                case EventKind.DESTROYED | EventKind.TRIGGERED:
                    verb = "destroyed" if kind is EventKind.DESTROYED else "triggered"
                    yield f"{self._subject} {verb} {self._all(events)} from {self._where(play.action.place)}."
                    self._source = self._all(events)
                case EventKind.STRUCK:
                    yield self._struck(play)
                    return
                case EventKind.WOUNDED:
                    lost = _sum(events)
                    yield f"{self._subject} dealt {lost} damage: {self._other} lost {lost} LP."
                case EventKind.HEALED if events[0].seat is self._seat:
                    yield f"{self._subject} healed {_sum(events)} LP."
                case EventKind.HEALED:
                    yield f"{self._other} gained {_sum(events)} LP from {self._source}."
                case EventKind.DREW:
                    yield self._drew(events[0])
                case EventKind.MOVED:
                    yield self._moved(play, events)
                case EventKind.TOOK if play.action.kind is Kind.KEEP:
                    yield f"{self._name} took {self._all(events)}."
                case EventKind.TOOK:
                    yield f"{self._subject} took {self._all(events)} from {self._name}'s discard."
                case EventKind.TURNED:
                    yield f"{self._subject} turned over {_cards(events[0].number)}."
                case EventKind.REVENGE:
                    yield f"{self._subject} gave {self._name}'s next attack revenge."
                case _:
                    for event in events:
                        yield from self._side_effect(event)

    @property
    def _subject(self) -> str:
        """The card whose effect is carried out, at the beginning of a sentence; names stay as they are."""
        is_owned = self._source.startswith(f"{self._name}'s ")
        return self._source if is_owned else f"{self._source[:1].upper()}{self._source[1:]}"

    def _struck(self, play: Play) -> str:
        """Return an attack by an effect, or two with the same sword."""
        struck = [event for event in play.events if event.kind is EventKind.STRUCK]
        sword = f"{self._all(struck[:1])} from {self._where(play.action.place)}"
        strength = "" if self._is_short else f" ({struck[0].number})"
        lost = _lost(play, self._seat.other)
        verb = "attacked twice with" if len(struck) > 1 else "attacked with"
        return f"{self._subject} {verb} {sword}{strength}: {self._other} lost {lost} LP."

    def _drew(self, event: Event) -> str:
        if event.seat is not self._seat:
            return f"{self._subject} made {self._other} draw {_cards(event.number)}."
        drew = f"{self._subject} drew {_cards(event.number)}"
        match event.zone:
            case Zone.SHOP:
                return f"{drew} from the shop deck."
            case Zone.OPPONENT:
                return f"{drew} from {self._other}'s deck."
            case _:
                return f"{drew}."

    def _moved(self, play: Play, events: Sequence[Event]) -> str:
        action, cards = play.action, self._all(events)
        match action.kind:
            case Kind.REMOVE:
                return f"{self._subject} discarded {cards} from {self._where(action.place)}."
            case Kind.MOVE:
                to = self._where(Place(action.zone or Zone.OWN))
                return f"{self._subject} moved {cards} from {self._where(action.place)} to {to}."
            case Kind.KEEP:
                return f"{cards[:1].upper()}{cards[1:]} went to {self._name}'s discard."
            case _:
                return f"{self._subject} discarded {self._other}'s display: {cards}."

    def _side_effect(self, event: Event) -> Iterator[str]:
        """Yield what cards cost that were drawn, missing, or duffs, and that a discard became a deck."""
        if event.seat is None:
            return
        name = self._names[event.seat]
        match event.kind:
            case EventKind.TOLL:
                yield f"{name} lost {event.number} LP to {self._all([event])}."
            case EventKind.OVERDREW:
                yield f"{name} lost {event.number} LP for holding too many cards."
            case EventKind.UNDERDREW:
                yield f"{name} lost {event.number} LP for missing cards."
            case EventKind.SHUFFLED if not self._is_short:
                yield f"{name} shuffled the discard into a new deck."

    # --- cards and places ---

    def _where(self, place: Place | None) -> str:
        """Return where an open card lay: "the shop", "Anna's display"."""
        assert place is not None
        if place.zone is Zone.SHOP:
            return "the shop" if place.number else "the shop discard"
        owner = self._name if place.zone is Zone.OWN else self._other
        return f"{owner}'s {'display' if place.number else 'discard'}"

    def _card(self, card: Card | str) -> str:
        return short_name(card) if self._is_short and isinstance(card, Card) else card_name(card)

    def _all(self, events: Sequence[Event]) -> str:
        return listed(self._card(event.card) for event in events if event.card is not None)

    def _listed(self, play: Play, kind: EventKind) -> str:
        """Return the cards of one kind of events, each with its strength if it has one; "" without any."""
        return listed(
            [
                f"{self._card(event.card)} ({event.number})"
                if kind in _WITH_STRENGTH and not self._is_short
                else self._card(event.card)
                for event in play.events
                if event.kind is kind and event.card is not None
            ]
        )


_WITH_STRENGTH = (EventKind.STRUCK, EventKind.BROKE, EventKind.COUNTERED)


def _sum(events: Sequence[Event]) -> int:
    return sum(event.number for event in events)


def _lost(play: Play, seat: Seat) -> int:
    """Return the life points that an attack or a counter cost a player."""
    return _sum([event for event in play.events if event.kind is EventKind.WOUNDED and event.seat is seat])


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"
