"""Where a run can begin: each screen of the program, in both games."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bouts import BOUT
from bouts import stored as stored_bout
from swords_and_shields_ui.duels import played, short_match, soonest
from tui.harness import SMALLEST, Player, playing
from tui.replay.watched import replay
from tui.scripts import SCRIPTS
from tui.shelf import Clock, begun, states, stocked
from tui.states import ENDINGS, NEAR, staged

from engarde_tui.games.swords_and_shields.lesson import LESSON as DUEL_LESSON
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import Players
from engarde_tui.play.replay import Replay
from engarde_tui.presentation import lessons
from engarde_tui.progress.puzzles import Wanted
from engarde_tui.storage.store import Store
from engine.game import game_of
from engine.match import Match

TOO_SMALL = (40, 10)


@dataclass(frozen=True)
class Start:
    """A screen, and the way to it."""

    name: str
    start: Callable[[], Any] = lambda: None
    """Returns what the program opens."""
    keys: tuple[str, ...] = ()
    """Keys that lead on from there, typed slowly."""
    has_bot: bool = False
    """Whether a bot plays, or something is asked in a thread."""
    is_stocked: bool = True
    """Whether the store holds matches."""
    lessons: Mapping[str, int] = field(default_factory=dict)
    size: tuple[int, int] = SMALLEST

    def __repr__(self) -> str:
        return self.name

    @asynccontextmanager
    async def playing(self, folder: Path, *, no_motion: bool = True) -> AsyncIterator[list[Player]]:
        """Run the program there, with its store and settings in a folder."""
        store = stock(folder) if self.is_stocked else Store(folder, now=Clock())
        start = self.start()
        if isinstance(start, Match):
            start = LiveMatch(start)
        if isinstance(start, LiveMatch):
            start.save_with(store.begin)
        settings, lessons = folder / "settings.toml", self.lessons
        async with playing(
            start, self.size, store=store, settings=settings, no_motion=no_motion, lessons=lessons
        ) as player:
            await player.press(*self.keys)
            yield [player]

    @staticmethod
    def store(folder: Path) -> Store:
        """Return the store, opened as by another program."""
        return Store(folder)


def stock(folder: Path) -> Store:
    """Return a store with matches of both games, finished and unfinished, and a daily bout."""
    store = stocked(folder)
    begun(store, finished_duel())
    stored_bout(store)
    begun(store, duel())
    return store


def finished_duel(seed: int = 2) -> Match:
    """Return a short duel that is over."""
    match = short_match(life=6, seed=seed)
    while match.winner is None:
        match = played(match, soonest(match))
    return match


def duel(actions: int = 0, *, life: int = 50) -> Match:
    """Return a duel after some actions, each of them the one that brings its end nearer."""
    match = short_match(life, seed=2)
    for _ in range(actions):
        match = played(match, soonest(match))
    return match


def duel_almost_over() -> Match:
    """Return a duel before its last action."""
    over = finished_duel()
    return duel(len(over.round.actions) - 1, life=6)


def almost_over(script: int) -> Match:
    """Return a match of the scripts before its last action."""
    return list(states(SCRIPTS[script]))[-2]


def against(match: Match, level: str) -> LiveMatch:
    """Return a match between the person on the left and a bot."""
    return LiveMatch(match, players=Players(game_of(match.rules), match.names, (None, level)))


LEARNT = {lesson.rules.GAME: 3 for lesson in lessons()}

STARTS = (
    Start("menu of a newcomer", is_stocked=False),
    Start("menu"),
    Start("form", keys=("n",)),
    Start("form against the computer", keys=("a",)),
    Start("curtain", lambda: staged(script=NEAR)),
    Start("table", lambda: staged(script=NEAR), ("space",)),
    Start("table after an attack", lambda: staged(script=f"{NEAR} A33", right="11334"), ("space",)),
    Start("showdown", lambda: ENDINGS[1].before, ("space", "3", "a", "enter")),
    Start("question whether to leave", lambda: staged(script=NEAR), ("space", "q")),
    Start("match over", lambda: almost_over(7), ("space", "down", "enter", "space")),
    Start("against the novice", lambda: against(staged(script=NEAR), "novice"), has_bot=True),
    Start("against the fencer", lambda: against(staged(), "fencer"), has_bot=True),
    Start("against the master", lambda: against(staged(script=NEAR), "master"), has_bot=True),
    Start("duel behind the curtain", duel),
    Start("duel", duel, ("space",)),
    Start("duel almost over", duel_almost_over, ("space",)),
    Start("duel against a bot", lambda: against(duel(), "novice"), has_bot=True),
    Start("duel against a better bot", lambda: against(duel(), "fencer"), has_bot=True),
    Start("duel with open cards", lambda: duel(12), ("space", "o")),
    Start("first exercise", lambda: lessons()[0]),
    Start("exercise", lambda: lessons()[0], lessons=LEARNT),
    Start("exercise of a duel", lambda: DUEL_LESSON, lessons=LEARNT),
    Start("puzzle", lambda: Wanted(3)),
    Start("daily bouts", keys=("d",)),
    Start("daily bout", lambda: BOUT, ("enter",), has_bot=True, is_stocked=False),
    Start("past matches", keys=("m",)),
    Start("no past matches", keys=("m",), is_stocked=False),
    Start("filter of past matches", keys=("m", "slash")),
    Start("question about deleting", keys=("m", "d")),
    Start("file to export to", keys=("m", "down", "e")),
    Start("file to import from", keys=("m", "i")),
    Start("statistics", keys=("m", "s")),
    Start("replay", replay),
    Start("replay of a duel", lambda: Replay(finished_duel())),
    Start("replay from past matches", keys=("m", "down", "w")),
    Start("review", replay, ("end", "c"), has_bot=True),
    Start("settings", keys=("s",)),
    Start("keys", keys=("s", *["tab"] * 8, "enter")),
    Start("help", lambda: staged(script=NEAR), ("space", "question_mark")),
    Start("palette", lambda: staged(script=NEAR), ("space", "ctrl+p"), has_bot=True),
    Start("window too small", lambda: staged(script=NEAR), size=TOO_SMALL),
    Start("large window", lambda: staged(script=NEAR), ("space",), size=(120, 40)),
    Start("large window of a duel", duel, ("space",), size=(120, 40)),
    Start("whole match", lambda: SCRIPTS[4].match, ("space",)),
    Start("match almost over", lambda: almost_over(4), ("space",)),
)
