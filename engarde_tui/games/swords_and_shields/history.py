"""What happened, told from the public events."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from engarde_tui.games.swords_and_shields.names import card_name
from engine.game import Seat
from engine.swords_and_shields import Event, EventKind, Kind, Play, Zone

Names = tuple[str, str]


def story(play: Play, names: Names) -> str:
    """Return what a play did, as a sentence; "" if nothing happened."""
    if play.action.kind is Kind.END:
        return f"{names[play.seat]} ended the turn. {_told(play.events, play.seat.other, names)}".rstrip()
    return _told(play.events, play.seat, names)


def turn_story(plays: Sequence[Play], names: Names) -> str:
    """Return what happened in a player's turn, in order; "" if there was no turn.

    What the other player lost at the start of the next turn is told too.
    """
    if not plays:
        return ""
    own, following = _events(plays)
    story = _told([event for event in own if event.kind is not EventKind.PAID], plays[0].seat, names)
    losses = _told([event for event in following if event.kind in _LOSSES], plays[0].seat.other, names)
    return f"{story or f'{names[plays[0].seat]} did nothing.'} {losses}".rstrip()


def turn_summary(plays: Sequence[Play], names: Names) -> str:
    """Return a player's turn in short: what was bought, used and attacked with, and the life points it cost.

    "" if there was no turn.
    """
    if not plays:
        return ""
    seat, (events, following) = plays[0].seat, _events(plays)
    done = [
        f"{verb} {_listed(_counted(cards))}"
        for kind, verb in _SUMMARISED.items()
        if (cards := [card_name(event.card) for event in events if event.kind is kind and event.card])
    ]
    if not done:
        laid = sum(event.kind is EventKind.LAID for event in events)
        done = [f"laid out {laid} card{'s' * (laid > 1)}" if laid else "did nothing"]
    sentences = [f"{names[seat]} {_listed(done)}."]
    for owner in (seat.other, seat):
        own = [event for event in (*events, *following) if event.seat is owner]
        lost = sum(event.number for event in own if event.kind in _LOSSES)
        gained = sum(event.number for event in own if event.kind is EventKind.HEALED)
        changes = [f"lost {lost} LP"] if lost else []
        changes += [f"gained {gained} LP"] if gained else []
        if changes:
            sentences.append(f"{names[owner]} {' and '.join(changes)}.")
    return " ".join(sentences)


def life_changes(plays: Sequence[Play]) -> tuple[int, int]:
    """Return the life points that plays brought left and right; negative where they cost some."""
    changes = dict.fromkeys(Seat, 0)
    for play in plays:
        for event in play.events:
            if event.seat is not None and event.kind in (*_LOSSES, EventKind.HEALED):
                changes[event.seat] += event.number if event.kind is EventKind.HEALED else -event.number
    return changes[Seat.LEFT], changes[Seat.RIGHT]


_SUMMARISED: Final = {
    EventKind.BOUGHT: "bought",
    EventKind.USED: "used",
    EventKind.STRUCK: "attacked with",
    EventKind.BROKE: "broke",
}
_LOSSES: Final = (EventKind.WOUNDED, EventKind.TOLL, EventKind.OVERDREW, EventKind.UNDERDREW)


def _events(plays: Sequence[Play]) -> tuple[list[Event], list[Event]]:
    """Return the events of a turn, and those that began the next one."""
    events = [event for play in plays for event in play.events]
    end = next((n for n, event in enumerate(events) if event.kind is EventKind.BEGAN), len(events))
    return events[:end], events[end:]


def _told(events: Sequence[Event], seat: Seat, names: Names) -> str:
    """Return events of a player's turn as one sentence; "" if there is nothing to tell.

    A clause names its player unless the clause before is about the same one.
    """
    clauses: list[str] = []
    before: Seat | None = None
    for _, same in groupby(events, lambda event: (event.kind, event.seat)):
        group = tuple(same)
        clause, subject = _CLAUSES[group[0].kind](group, names), _subject(group[0], seat)
        if not clause:
            continue
        if subject is not before and subject is not None:
            clause = f"{names[subject]} {clause}"
        elif not clauses:
            clause = f"{clause[:1].upper()}{clause[1:]}"
        clauses.append(clause)
        before = subject
    return f"{', '.join(clauses)}." if clauses else ""


def _subject(event: Event, seat: Seat) -> Seat | None:
    """Return the player of whom a clause tells; None if it tells of cards."""
    if event.kind is EventKind.MOVED:
        return None
    # The seat of a broken shield is its owner's.
    return seat if event.seat is None or event.kind is EventKind.BROKE else event.seat


def _named(events: Iterable[Event]) -> str:
    return _listed([card_name(event.card) for event in events if event.card is not None])


def _counted(names: list[str]) -> list[str]:
    """Return each name once, with how often it comes if not once."""
    times = {1: "", 2: " twice"}
    return [f"{name}{times.get(number, f' {number} times')}" for name, number in Counter(names).items()]


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _with_strength(events: Iterable[Event]) -> str:
    return _listed([f"{card_name(event.card)} ({event.number})" for event in events if event.card])


def _points(verb: str, why: str = "") -> "_Clause":
    def clause(events: Sequence[Event], names: Names) -> str:
        total = sum(event.number for event in events)
        return f"{verb} {total} LP{why}"

    return clause


def _cards(verb: str, after: str = "") -> "_Clause":
    return lambda events, names: f"{verb} {_named(events)}{after}"


def _drew(events: Sequence[Event], names: Names) -> str:
    number = sum(event.number for event in events)
    cards = "a card" if number == 1 else f"{number} cards"
    sources = {Zone.SHOP: " from the shop deck", Zone.OPPONENT: " from the other deck"}
    source = sources.get(events[0].zone or Zone.OWN, "")
    return f"drew {cards}{source}"


def _turned(events: Sequence[Event], names: Names) -> str:
    return f"turned over {events[0].number} card{'s' * (events[0].number != 1)}"


def _moved(events: Sequence[Event], names: Names) -> str:
    owner = events[0].seat
    whose = "the shop" if owner is None else f"{names[owner]}'s"
    return f"{_named(events)} went to {whose} discard"


def _struck(events: Sequence[Event], names: Names) -> str:
    return f"attacked with {_with_strength(events)}"


def _broke(events: Sequence[Event], names: Names) -> str:
    return f"broke {_with_strength(events)}"


def _countered(events: Sequence[Event], names: Names) -> str:
    return f"struck back with {_with_strength(events)}"


def _silent(events: Sequence[Event], names: Names) -> str:
    return ""


def _text(text: str) -> "_Clause":
    return lambda events, names: text


_Clause = Callable[[Sequence[Event], Names], str]

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
