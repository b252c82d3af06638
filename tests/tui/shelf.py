"""A store with whole matches in it, played at known times."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tui.scripts import SCRIPTS, Script

from engarde_tui.storage.store import Store
from engine.en_garde import Match, parse_action

BEGIN = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


class Clock:
    """A clock that advances by a second each time it is read."""

    def __init__(self) -> None:
        self.time = BEGIN

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


def states(script: Script) -> Iterator[Match]:
    """Yield the states of a scripted match."""
    match = script.match
    yield match
    for number, words in enumerate(script.rounds):
        if number:
            match = match.next_round()
            yield match
        for word in words.split():
            match = match.play(parse_action(word))
            yield match


def begun(store: Store, match: Match) -> int:
    """Save a match in progress; return its number."""
    journal = store.begin(match)
    return journal.id


def stocked(folder: Path) -> Store:
    """Return a store with every scripted match, a day apart; every third is left in its last round."""
    clock = Clock()
    store = Store(folder, now=clock)
    names = [("Anna", "Bruno"), ("Bruno", "Carla"), ("Anna", "Carla")]
    for place, script in enumerate(SCRIPTS):
        clock.time = BEGIN + timedelta(days=place)
        *before, last = states(script)
        match = before[-1] if place % 3 == 2 else last
        begun(store, renamed(match, names[place % len(names)]))
    return store


def renamed(match: Match, names: tuple[str, str]) -> Match:
    """Return the match with other names."""
    return replace(match, names=names)


def stored(store: Store) -> Match:
    """The newest match as the disk has it."""
    return Store(store.folder).record(store.ids()[0]).match
