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
    """Goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.time = BEGIN

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


def states(script: Script) -> Iterator[Match]:
    """A scripted match, state by state."""
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
    """Keep a match that has come so far; answers its number."""
    journal = store.begin(match)
    journal.close()
    return journal.id


def stocked(folder: Path) -> Store:
    """Every scripted match, a day apart: the names change, and each third is left in its last round."""
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
    """The same match between other people."""
    return replace(match, names=names)


def stored(store: Store) -> Match:
    """The newest match as the disk has it."""
    return Store(store.folder).record(store.ids()[0]).match
