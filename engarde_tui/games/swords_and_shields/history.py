"""What happened, told from the public events."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engarde_tui.games.swords_and_shields.names import card_name
from engine.game import Seat
from engine.swords_and_shields import Event, EventKind, Kind, Play, Zone

Names = tuple[str, str]


def story(play: Play, names: Names) -> str:
    """Return what a play did, as a sentence that begins with the player's name; "" if nothing happened."""
    if play.action.kind is Kind.END:
        after = _sentence(play.seat.other, _clauses(play.events, play.seat.other, names), names)
        return f"{names[play.seat]} ended the turn. {after}".rstrip()
    return _sentence(play.seat, _clauses(play.events, play.seat, names), names)


def turn_story(plays: Sequence[Play], names: Names, *, is_short: bool = False) -> str:
    """Return what a player did in a turn, as one sentence; "" if there was no turn.

    If it `is_short`, it leaves out what the board shows anyway: the cards laid out.
    """
    if not plays:
        return ""
    seat = plays[0].seat
    omitted = {EventKind.PAID, EventKind.LAID} if is_short else {EventKind.PAID}
    events = [event for play in plays for event in play.events if event.kind not in omitted]
    end = next((n for n, event in enumerate(events) if event.kind is EventKind.BEGAN), len(events))
    clauses = _clauses(events[:end], seat, names)
    if clauses:
        return _sentence(seat, clauses, names)
    has_laid = any(event.kind is EventKind.LAID for play in plays for event in play.events)
    return f"{names[seat]} {'laid out cards' if has_laid else 'did nothing'}."


def _sentence(seat: Seat, clauses: list[str], names: Names) -> str:
    if not clauses:
        return ""
    is_about_other = clauses[0].startswith(f"{names[seat.other]} ")
    return f"{'' if is_about_other else f'{names[seat]} '}{', '.join(clauses)}."


def _clauses(events: Sequence[Event], seat: Seat, names: Names) -> list[str]:
    """Return a clause for each event, the same events in a row as one."""
    clauses: list[str] = []
    index = 0
    while index < len(events):
        event = events[index]
        same = 1
        while (
            index + same < len(events)
            and events[index + same].kind is event.kind
            and events[index + same].seat is event.seat
        ):
            same += 1
        group = events[index : index + same]
        index += same
        if clause := _CLAUSES[event.kind](group, seat, names):
            clauses.append(clause)
    return clauses


def _who(event: Event, seat: Seat, names: Names) -> str:
    """Return the name before a clause, if the event is not the player's own."""
    return "" if event.seat is seat or event.seat is None else f"{names[event.seat]} "


def _named(events: Iterable[Event]) -> str:
    return _listed([card_name(event.card) for event in events if event.card is not None])


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _with_strength(events: Iterable[Event]) -> str:
    return _listed([f"{card_name(event.card)} ({event.number})" for event in events if event.card])


def _points(verb: str, why: str = "") -> "_Clause":
    def clause(events: Sequence[Event], seat: Seat, names: Names) -> str:
        total = sum(event.number for event in events)
        return f"{_who(events[0], seat, names)}{verb} {total} LP{why}"

    return clause


def _cards(verb: str, after: str = "") -> "_Clause":
    def clause(events: Sequence[Event], seat: Seat, names: Names) -> str:
        return f"{_who(events[0], seat, names)}{verb} {_named(events)}{after}"

    return clause


def _drew(events: Sequence[Event], seat: Seat, names: Names) -> str:
    number = sum(event.number for event in events)
    cards = "a card" if number == 1 else f"{number} cards"
    sources = {Zone.SHOP: " from the shop deck", Zone.OPPONENT: " from the other deck"}
    source = sources.get(events[0].zone or Zone.OWN, "")
    return f"{_who(events[0], seat, names)}drew {cards}{source}"


def _turned(events: Sequence[Event], seat: Seat, names: Names) -> str:
    return f"turned over {events[0].number} cards"


def _moved(events: Sequence[Event], seat: Seat, names: Names) -> str:
    owner = events[0].seat
    whose = "the shop" if owner is None else f"{names[owner]}'s"
    return f"{_named(events)} went to {whose} discard"


def _struck(events: Sequence[Event], seat: Seat, names: Names) -> str:
    return f"attacked with {_with_strength(events)}"


def _broke(events: Sequence[Event], seat: Seat, names: Names) -> str:
    return f"broke {_with_strength(events)}"


def _countered(events: Sequence[Event], seat: Seat, names: Names) -> str:
    return f"{_who(events[0], seat, names)}struck back with {_with_strength(events)}"


def _silent(events: Sequence[Event], seat: Seat, names: Names) -> str:
    return ""


def _text(text: str) -> "_Clause":
    return lambda events, seat, names: f"{_who(events[0], seat, names)}{text}"


_Clause = Callable[[Sequence[Event], Seat, Names], str]

_CLAUSES: Final[dict[EventKind, _Clause]] = {
    EventKind.LAID: _cards("laid"),
    EventKind.BOUGHT: _cards("bought"),
    EventKind.PAID: _cards("paying with"),
    EventKind.SHOWED: _cards("showed", " to clear the shop"),
    EventKind.OPENED: _silent,
    EventKind.USED: _cards("used"),
    EventKind.DESTROYED: _cards("destroyed"),
    EventKind.TRIGGERED: _cards("triggered"),
    EventKind.MOVED: _moved,
    EventKind.STRUCK: _struck,
    EventKind.BROKE: _broke,
    EventKind.COUNTERED: _countered,
    EventKind.WOUNDED: _points("lost"),
    EventKind.HEALED: _points("gained"),
    EventKind.TOLL: _points("lost", " to a duff"),
    EventKind.OVERDREW: _points("lost", " for too many cards"),
    EventKind.UNDERDREW: _points("lost", " for missing cards"),
    EventKind.DREW: _drew,
    EventKind.TOOK: _cards("took"),
    EventKind.TURNED: _turned,
    EventKind.SHUFFLED: _text("shuffled the discard"),
    EventKind.REVENGE: _text("prepared revenge"),
    EventKind.BEGAN: _silent,
}
