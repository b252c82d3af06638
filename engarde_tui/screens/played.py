"""What the stored matches add up to: statistics and ratings."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from engarde_tui.language import tr
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.play.players import bot_title
from engarde_tui.play.problem import Problem
from engarde_tui.play.stored import StoredMatch
from engarde_tui.play.work import in_batches, in_thread
from engarde_tui.progress.ratings import NEWCOMER, Ratings, good_match, ratings
from engarde_tui.progress.statistics import Tally, tallies
from engarde_tui.storage.store import Library
from engine.game import Game, game_of
from engine.names import identity

Progress = Callable[[int, int], None]
"""Called with how many matches have been read, and how many there are."""


class Statistics(NamedTuple):
    """What all readable matches of a store add up to."""

    tallies: dict[str, dict[str | None, Tally]]
    """For every player, against everybody (None) and each opponent."""
    ratings: dict[str, Ratings]
    """By game."""
    games: Sequence[Any]
    """Rules of each game that was played."""


async def statistics_of(library: Library, progress: Progress = lambda read, of: None) -> Statistics:
    """Return the statistics without keeping others waiting; raises StoreError if there is no reading it."""
    found = await _all_readable(library, progress)
    return await in_thread(partial(_counted, found))


async def ratings_in(library: Library, game: Game) -> Ratings:
    """Return the ratings at `game` by identity, as far as the matches can be read."""
    with suppress(Problem):
        found = await _all_readable(library)
        players = (await in_thread(partial(ratings, found))).get(game.name, {})
        return {identity(name): steps for name, steps in players.items()}
    return {}


async def rating_changes(library: Library, match: LiveMatch) -> list[str]:
    """Return what a match that is just over has done to the rating of each player, a sentence each."""
    game, told = game_of(match.view(None).round.rules), []
    found = await ratings_in(library, game)
    with suppress(Problem):
        last = library.summary(library.ids()[0])
        is_it = match.saver.is_saved and (last.names, last.score) == (match.names, match.view(None).score)
        for name in match.names if is_it else ():
            steps = found.get(identity(name), [])
            if steps and steps[-1].at == last.changed:
                before, now = [NEWCOMER, *(step.rating for step in steps)][-2:]
                level = bot_title(good_match(game.levels, now), game)
                change = f"{round(now.value) - round(before.value):+}"
                told.append(tr("{name}: {change}, now near {level}.", name=name, change=change, level=level))
        if is_it and last.helped_in is not None:
            told.append(tr("Rounds after a hint or undo do not count."))
    return told


async def _all_readable(library: Library, progress: Progress = lambda read, of: None) -> list[StoredMatch]:
    """Return all matches that can be read, a few at a time, with one spelling of each player's name.

    All but those that were played on from another one: a part of them was played in that one.
    """
    ids, found = library.ids(), []
    spelt: dict[str, str] = {}
    progress(0, len(ids))
    async for number, match in in_batches(library.listed(ids)):
        progress(number + 1, len(ids))
        if isinstance(match, StoredMatch) and match.branch is None:
            left, right = (spelt.setdefault(identity(name), name) for name in match.names)
            found.append(match if match.names == (left, right) else replace(match, names=(left, right)))
    return found


def _counted(matches: list[StoredMatch]) -> Statistics:
    games = {match.rules.GAME: match.rules for match in matches}
    return Statistics(tallies(matches), ratings(matches), tuple(games.values()))
