"""Stored matches as the statistics and the ratings count them."""

from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from engarde_tui.match.problem import Problem
from engarde_tui.match.ratings import Ratings, ratings
from engarde_tui.match.statistics import Played, Tally, tallies
from engarde_tui.match.work import in_thread, unhurried
from engarde_tui.presentation import presentation_of
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.library import Library
from engarde_tui.storage.store import StoredMatch
from engine.game import Game, game_of

_PROGRAM: Final = "program"
"""Where other bots have their level."""


class Statistics(NamedTuple):
    """What all readable matches of a store add up to."""

    tallies: dict[str, dict[str | None, Tally]]
    """For every player, against everybody (None) and each opponent."""
    ratings: dict[str, Ratings]
    """By game."""
    reasons: dict[str, str]
    """Why rounds ended, in words."""


async def statistics_of(library: Library) -> Statistics:
    """Return the statistics without keeping others waiting; raises StoreError if there is no reading it."""
    found = await _all_played(library)
    return await in_thread(partial(_counted, found))


async def ratings_in(library: Library, game: Game) -> Ratings:
    """Return the ratings at `game`, as far as the matches can be read."""
    with suppress(Problem):
        found = await _all_played(library)
        return (await in_thread(partial(ratings, found))).get(game.name, {})
    return {}


async def _all_played(library: Library) -> list[Played]:
    """Return all matches that can be read, a few at a time."""
    found = []
    async for _, id in unhurried(library.ids()):
        with suppress(UnreadableMatchError):
            found.append(_played(library.recall(id)))
    return found


def _played(match: StoredMatch) -> Played:
    """Return a match as it is counted."""
    rules = match.view.round.rules
    levels = game_of(rules).levels
    left, right = (bot if bot is None or bot in levels else _PROGRAM for bot in match.bots)
    kind = presentation_of(rules).kind(rules)
    return Played(
        match.view, match.changed, (left, right), kind, match.day, match.helped_in, match.is_imported
    )


def _counted(matches: list[Played]) -> Statistics:
    reasons: dict[str, str] = {}
    for rules in {match.view.round.rules.GAME: match.view.round.rules for match in matches}.values():
        reasons |= presentation_of(rules).reasons
    return Statistics(tallies(matches), ratings(matches), reasons)
