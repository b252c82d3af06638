"""Run the program under strokes, and look for everything that must never happen."""

import asyncio
import gc
import os
import signal
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple
from unittest.mock import patch

from monkey.hall_starts import HALL_STARTS, HallStart
from monkey.starts import STARTS, Start
from monkey.strokes import Bound, Press, Strokes, To, is_input, key_event
from settling import LONGEST
from textual.screen import Screen
from tui.harness import Player

from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.scene import Mode
from engarde_tui.screens.question import QuestionScreen
from engarde_tui.screens.table import TableScreen
from engarde_tui.storage.store import Store
from engine.en_garde import Rules
from engine.match import Match


class StrayError(Exception):
    """An error that reached nobody but the event loop."""


class HangError(BaseException):
    """The program does not come to rest; no Exception, which the program would take for its own."""


class Ledger:
    """The matches at all tables, to be compared with the store."""

    def __init__(self) -> None:
        self.tables: dict[int, LiveMatch] = {}
        """The table where each stored match was played last; it may have been left and continued."""
        self.deleted: list[Match] = []

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Note each table that is saved, and each match that is deleted."""
        init, save_with, delete = LiveMatch.__init__, LiveMatch.save_with, Store.delete

        def begun(table: LiveMatch, match: Match, journal: Any = None, *given: Any, **named: Any) -> None:
            init(table, match, journal, *given, **named)
            if journal is not None:
                self.tables[journal.id] = table

        def saved(table: LiveMatch, begin: Any) -> None:
            def noted(*given: Any) -> Any:
                journal = begin(*given)
                self.tables[journal.id] = table
                return journal

            save_with(table, noted)

        def deleted(store: Store, id: int) -> None:
            match = store.record(id).match
            delete(store, id)
            self.deleted.append(match)

        with ExitStack() as stack:
            for owner, name, new in (
                (LiveMatch, "__init__", begun), (LiveMatch, "save_with", saved), (Store, "delete", deleted),
            ):  # fmt: skip
                stack.enter_context(patch.object(owner, name, new))
            yield

    def check(self, store: Store) -> None:
        """Check that the store can be read as a whole, and has all that was played; close it."""
        kept = stored(store)
        for table in self.tables.values():
            match = table._match
            assert match in kept or match in self.deleted, (
                f"lost: {len(list(match.history()))} states of {match.names}, {match.rules}"
            )


def stored(store: Store) -> list[Match]:
    """Return all matches of a store, and close it."""
    with closing(store):
        return [store.record(id).match for id in store.ids()]


class Run:
    """One run from a start; what was typed can be printed."""

    def __init__(self, start: Start | HallStart) -> None:
        self.start = start
        self.typed: Strokes = []
        """The strokes so far, each with the key that it pressed."""

    @property
    def keys(self) -> int:
        """How many strokes have reached the program."""
        return sum(map(is_input, self.typed))

    async def type(self, players: list[Player], strokes: Strokes) -> None:
        """Type until the program ends; look at the screens once all has come to rest."""
        player = players[0]
        for stroke in strokes:
            if isinstance(stroke, To):
                player = players[stroke.number % len(players)]
            if player.has_ended or not player.app.screen_stack:
                if len(players) == 1:
                    break
                continue
            with player.app._context():
                done = Press(stroke.key(player)) if isinstance(stroke, Bound) else stroke
                self.typed.append(done)
                await done.do(player)
        for player in (*players, *players):
            await player.settle()
        for player in players:
            if not player.has_ended:
                check_secrecy(player)


def check_secrecy(player: Player) -> None:
    """Check that no hand is on the screen but that of whoever sits there; behind the curtain none."""
    screen = player.screen
    if not isinstance(screen, TableScreen) or not isinstance(screen.rules, Rules):
        return
    round = screen.scene.view.round
    if screen.scene.mode is Mode.CURTAIN:
        assert round.seat is None
    if round.result is None:
        own = () if round.seat is None else round.hand
        for shown in player.hands.values():
            assert Counter(shown) <= Counter(own), f"shown: {player.hands}, own: {own}\n{player.text}"


@contextmanager
def as_in_reality() -> Iterator[None]:
    """Paint each frame, keep the files of this run apart, deal the same cards every time."""
    source = Random(1)
    before = os.getcwd()
    with ExitStack() as stack:
        stack.enter_context(patch.object(SystemRandom, "random", lambda _: source.random()))
        stack.enter_context(
            patch.object(SystemRandom, "getrandbits", lambda _, bits: source.getrandbits(bits))
        )
        stack.enter_context(patch.object(SystemRandom, "randbytes", lambda _, size: source.randbytes(size)))
        # What is exported lies where the command was given.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="engarde-monkey-"))
        stack.enter_context(patch.dict(os.environ, {"HOME": folder, "ENGARDE_DATA": folder}))
        stack.callback(os.chdir, before)
        os.chdir(folder)
        yield


def finish(work: Callable[[], Awaitable[None]], seconds: float = 5 * LONGEST) -> None:
    """Run something in a loop of its own; raises what only the loop was told, and HangError after a while."""
    stray: list[dict[str, Any]] = []

    async def watched() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: stray.append(context))
        async with asyncio.timeout(seconds):
            await work()

    def hang(*_: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, hang)
    # A loop that never ends lets no timeout of its own fire.
    signal.setitimer(signal.ITIMER_REAL, seconds + 10)
    try:
        asyncio.run(watched())
        # Of a task that nobody awaits the error is told when it goes.
        gc.collect()
    except TimeoutError as error:
        raise HangError from error
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    for context in stray:
        error = context.get("exception")
        raise StrayError(f"{context['message']}: {error!r}") from error


def play(run: Run, strokes: Strokes, *, no_motion: bool = True, seconds: float = 5 * LONGEST) -> None:
    """Type the strokes; raises any error of the program, and AssertionError for what is lost or shown.

    After so many `seconds` it hangs.
    """
    ledger = Ledger()
    with as_in_reality(), ledger.keeping(), tempfile.TemporaryDirectory(prefix="engarde-monkey-") as data:
        folder = Path(data)

        async def work() -> None:
            async with run.start.playing(folder, no_motion=no_motion) as players:
                await run.type(players, strokes)

        finish(work, seconds)
        ledger.check(run.start.store(folder))


class End(NamedTuple):
    """What somebody who has typed some keys is left with."""

    has_ended: bool
    """Whether the program has ended."""
    screens: list[str]
    text: str
    """The screen on top; "" after the end."""
    matches: list[Match]
    files: dict[str, str]
    """What was exported, by name."""


def differences(burst: End, slow: End) -> list[str]:
    """Return in what two ends differ, to be read."""
    found = []
    if burst.has_ended is not slow.has_ended:
        found.append(f"in one burst the program has {'ended' if burst.has_ended else 'not ended'}")
    elif burst.screens != slow.screens:
        found.append(f"in one burst {burst.screens}, one by one {slow.screens}")
    elif burst.text != slow.text:
        rows = zip(burst.text.split("\n"), slow.text.split("\n"), strict=True)
        found += [f"{one!r} instead of {other!r}" for one, other in rows if one != other]
    if burst.matches != slow.matches:
        found.append(f"kept in one burst {list(map(_brief, burst.matches))}")
        found.append(f"kept one by one   {list(map(_brief, slow.matches))}")
    if burst.files != slow.files:
        found.append(f"exported in one burst {[*burst.files]}, one by one {[*slow.files]}")
    return found


def _brief(match: Match) -> str:
    return f"{match.names[0]}-{match.names[1]}: {len(list(match.history()))} states"


ALONE: tuple[Start | HallStart, ...] = tuple(start for start in (*STARTS, *HALL_STARTS) if not start.has_bot)
"""The starts where nothing happens but by keys."""


def in_one_burst(start: Start | HallStart, keys: Sequence[str]) -> End:
    """Return the end after keys that all come at once."""

    async def type_all(player: Player) -> None:
        for key in keys:
            player.app.post_message(key_event(key))
        await player.settle()

    return _end(start, type_all)


def one_by_one(start: Start | HallStart, keys: Sequence[str]) -> tuple[End, Sequence[str]]:
    """Return the end after keys that wait for each other, and those that also count if they come at once.

    A question that must not be answered unseen gets no answer. Nothing is typed while a bot may think.
    """
    counted = keys

    async def type_each(player: Player) -> None:
        nonlocal counted
        drawn = player.screen
        for number, key in enumerate(keys, 1):
            if player.screen is not drawn and not _takes_ahead(player.screen, key):
                continue
            player.app.post_message(key_event(key))
            await player.settle()
            if player.has_ended:
                return
            if isinstance(player.screen, TableScreen) and "pace" in player.screen.scene.allowed:
                counted = keys[:number]
                return

    return _end(start, type_each), counted


def _takes_ahead(screen: Screen[Any], key: str) -> bool:
    """Return whether a screen takes a key typed before it was drawn: one could cost or reveal something."""
    event = key_event(key)
    event.time = 0
    return not isinstance(screen, QuestionScreen) or screen.takes(screen.meant(event))


def _end(start: Start | HallStart, type_keys: Callable[[Player], Awaitable[None]]) -> End:
    with as_in_reality(), tempfile.TemporaryDirectory(prefix="engarde-monkey-") as data:
        folder, seen = Path(data), []

        async def work() -> None:
            async with start.playing(folder) as players:
                player = players[0]
                with player.app._context():
                    await type_keys(player)
                for each in players:
                    await each.settle()
                has_ended = player.has_ended
                screens = [] if has_ended else [type(screen).__name__ for screen in player.app.screen_stack]
                seen.append((has_ended, screens, "" if has_ended else player.unmarked))

        finish(work)
        files = {path.name: path.read_text() for path in Path().glob("*.engarde")}
        return End(*seen[0], stored(start.store(folder)), files)
