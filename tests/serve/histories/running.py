"""Runs of a hall of several processes with people and faults, and what is found afterwards."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import psycopg
from postgres import Cluster
from proxy import Proxy
from serve.halls import HallProcess
from serve.histories.checking import Finding, Kind, check
from serve.histories.faults import Faults
from serve.histories.fencers import ABSENCE_SECONDS, SORTS, Fencer, open_table
from serve.histories.history import History, Journal, Outcome, Pair, Screen
from serve.histories.people import Gone, Person, World
from serve.histories.screens import shown_on
from settling import LONGEST

from engarde_tui.storage.journal import END

SORTS_OF_MATCHES = {
    "of A Game of Swords and Shields": "Game: swords-and-shields\n",
    "with a guest": "\nRight: ~",
    "with forced actions played by the hall": "\nForced-actions: ",
}
"""Sorts of matches, each with what the header of such a match has."""

_MISTAKE = re.compile(r".* event=crash.*|Traceback.*(?:\n(?!\d{4}-).*)*")


class Report(NamedTuple):
    """What has happened in a run."""

    acts: Counter[Outcome]
    ends: Counter[str]
    """Resignations and claims among those that were acknowledged."""
    screens: int
    different: int
    """Screens that showed something new."""
    compared: int
    """How many of these were compared with the database while they were shown."""
    visits: int
    matches: int
    over: int
    """Matches that were won."""
    sorts: Counter[str]
    """Acknowledged actions in matches of each of `SORTS_OF_MATCHES`."""
    faults: Counter[str]
    findings: list[Finding]
    troubles: list[str]
    """What the log has of mistakes in the program."""

    def __str__(self) -> str:
        lines = [
            ("matches begun, won", f"{self.matches}, {self.over}"),
            ("actions acknowledged", f"{self.acts[Outcome.ACKNOWLEDGED]}"),
            *((f"of these in matches {sort}", f"{self.sorts[sort]}") for sort in SORTS_OF_MATCHES),
            *((f"of these ends by {how}", f"{number}") for how, number in sorted(self.ends.items())),
            ("actions refused, as the table had changed", f"{self.acts[Outcome.REFUSED]}"),
            ("actions whose outcome nobody was told", f"{self.acts[Outcome.UNKNOWN]}"),
            ("visits", f"{self.visits}"),
            ("screens looked at", f"{self.screens}"),
            ("of these with something new", f"{self.different}"),
            ("of these compared with the database while shown", f"{self.compared}"),
            *((f"fault: {kind}", f"{number}") for kind, number in sorted(self.faults.items())),
            ("findings", f"{len(self.findings)}"),
            ("mistakes in the log", f"{len(self.troubles)}"),
        ]
        return "\n".join(f"| {name} | {value} |" for name, value in lines)


@contextmanager
def hall_over_proxy(folder: Path, cluster: Cluster) -> Iterator[tuple[HallProcess, Proxy, str]]:
    """Open a hall whose lines to its database can be cut and slow; also the database's own address."""
    database = cluster.new_database()
    with Proxy(cluster.port) as proxy:
        url = cluster.url(database, proxy.port)
        options = ("--database", url, "--absence", f"{ABSENCE_SECONDS}")
        limits = ("--max-players", "1000", "--max-per-address", "1000")
        with HallProcess(folder, *options, *limits) as hall:
            yield hall, proxy, cluster.url(database)


async def run(
    hall: HallProcess,
    cluster: Cluster,
    proxy: Proxy,
    url: str,
    *,
    seconds: float,
    tables: int,
    faults: Sequence[str],
    seed: int,
    pace: float = 1.0,
    pause: float = 3.0,
    patience: float = LONGEST,
    acts: int = 0,
    awaited: Kind | None = None,
) -> Report:
    """Let people play while faults happen, at most one every `pause` seconds; check what they saw.

    Each fault happens at least once, the first when there is play at all tables. It goes on until there were
    so many `acts`, and until what is `awaited` has been found, for a minute at most.
    In the end all screens have `patience` seconds to show the same.
    """
    world = World(hall.port, seed, pace)
    happening = Faults(world, hall, cluster, proxy)
    people: list[Person] = []
    pairs = [asyncio.create_task(_keep_playing(world, number, people)) for number in range(tables)]
    lobby = Person(world, "lobby", None, None)
    watching = asyncio.create_task(lobby.live())
    comparing = asyncio.create_task(_keep_comparing(world, people, url))
    bringing = None
    deadline = time.monotonic() + seconds
    longest = deadline + LONGEST
    try:
        while (
            time.monotonic() < deadline
            or any(not happening.happened[kind] for kind in faults)
            or len(world.history.acts) < acts
            or (awaited and not _finds(awaited, world, url) and time.monotonic() < longest)
        ):
            await asyncio.sleep(0.5)
            if bringing is None and faults and len({act.pair for act in world.history.acts}) >= tables:
                bringing = asyncio.create_task(happening.bring_about(faults, pause))
            for task in (*pairs, watching, comparing, *([bringing] if bringing else [])):
                if task.done():
                    task.result()
                    raise AssertionError("somebody has stopped too early")
    finally:
        world.is_ending = True
        if bringing is not None:
            bringing.cancel()
            with suppress(asyncio.CancelledError):
                await bringing
    left_behind = await _come_to_rest(world, people, url, patience)
    for person in (*people, lobby):
        person.is_done = True
    for task in (*pairs, watching, comparing):
        task.cancel()
    await asyncio.gather(*pairs, watching, comparing, return_exceptions=True)
    journals = journals_in(url)
    acknowledged = [act for act in world.history.acts if act.outcome is Outcome.ACKNOWLEDGED]
    return Report(
        Counter(act.outcome for act in world.history.acts),
        Counter(act.entry.split()[-1] for act in acknowledged if act.entry.startswith("=")),
        world.screens,
        len(world.history.screens),
        world.compared,
        world.visits,
        len(journals),
        sum(END in journal.entries for journal in journals.values()),
        Counter(
            sort
            for act in acknowledged
            for sort, line in SORTS_OF_MATCHES.items()
            if act.pair in journals and line in journals[act.pair].header
        ),
        happening.happened,
        [*world.early, *left_behind, *check(world.history, journals)],
        _MISTAKE.findall(hall.log),
    )


async def _keep_comparing(world: World, people: list[Person], url: str) -> None:
    """Look now and then whether what some screens show has been appended by then, not only in the end."""
    while True:
        await asyncio.sleep(2)
        watched = [person for person in people if not person.is_done]
        pairs = {person.pair for person in world.chance.sample(watched, min(len(watched), 3))}
        shown = [Screen(one.name, one.pair, one.shown) for one in watched if one.pair in pairs]
        with suppress(psycopg.Error):
            journals = await asyncio.to_thread(journals_in, url)
            found = check(History([], shown, []), {pair: journals[pair] for pair in pairs & journals.keys()})
            world.early += [finding for finding in found if finding.kind is Kind.NEVER_APPENDED]
            world.compared += len(shown)


def _finds(kind: Kind, world: World, url: str) -> bool:
    """Note whether there is something of a kind by now: what comes later can look like its explanation."""
    found = [each for each in check(world.history, journals_in(url)) if each.kind is kind]
    world.early += found
    return bool(found)


async def _keep_playing(world: World, number: int, people: list[Person]) -> None:
    """Let two play a match, with somebody who watches, and then two others, and so on."""
    for match in range(1000):
        if world.is_ending:
            await asyncio.sleep(3600)
        try:
            left, right = await open_table(world, number + 1000 * match, SORTS[number % len(SORTS)])
        except Gone:
            await world.think()
            continue
        watcher = Person(world, f"w{number + 1000 * match}", left.pair, left.command)
        people += [left, right, watcher]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(person.live()) for person in (left, right, watcher)]
            await asyncio.wait(tasks[:2])
            watcher.is_done = True


async def _come_to_rest(world: World, people: list[Person], url: str, patience: float) -> list[Finding]:
    """Wait until all screens show the last state, or for so long that they never will; return those.

    What somebody did before the end can still be on its way, and be appended later than that.
    """
    deadline = time.monotonic() + patience
    while True:
        playing = [one for one in people if isinstance(one, Fencer) and not one.is_done]
        last = [
            Screen(one.name, one.pair, shown_on(one.player.text))
            for one in playing
            if one.player is not None and not one.player.gone.is_set()
        ]
        found = check(History([], [], last), journals_in(url))
        late = [finding for finding in found if finding.kind is Kind.LEFT_BEHIND]
        if (len(last) == len(playing) and not late) or time.monotonic() > deadline:
            return late
        await asyncio.sleep(1)


def journals_in(url: str) -> dict[Pair, Journal]:
    """Return what a hall's database has of each match."""
    found: dict[Pair, Journal] = {}
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT header, array_agg(text ORDER BY number) FROM match JOIN entry ON match = id GROUP BY id"
        )
        for header, entries in rows:
            lines = dict(line.split(": ", 1) for line in header.split("\n") if ": " in line)
            found[lines["Left"], lines["Right"]] = Journal(header, entries)
    return found
