"""Stored matches as the statistics and the ratings count them."""

import asyncio
from contextlib import suppress
from typing import Final

from engarde_tui.match.problem import Problem
from engarde_tui.match.ratings import Ratings, ratings
from engarde_tui.match.statistics import Played
from engarde_tui.presentation import presentation_of
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.storage.store import Store, StoredMatch
from engine.game import Game, game_of

_PROGRAM: Final = "program"
"""Where other bots have their level."""

_BATCH: Final = 10
"""Matches read before keys are handled again: a few milliseconds."""


def played(match: StoredMatch) -> Played:
    """Return a match as it is counted."""
    rules = match.view.round.rules
    levels = game_of(rules).levels
    left, right = (bot if bot is None or bot in levels else _PROGRAM for bot in match.bots)
    kind = presentation_of(rules).kind(rules)
    return Played(match.view, match.changed, (left, right), kind, match.day, match.is_aided)


async def ratings_in(store: Store, game: Game) -> Ratings:
    """Return the ratings at `game`, from all matches that can be read, a few at a time."""
    found = []
    with suppress(Problem):
        for number, id in enumerate(store.ids(), 1):
            if number % _BATCH == 0:
                await asyncio.sleep(0)
            with suppress(UnreadableMatchError):
                found.append(played(store.summary(id)))
    return ratings(found).get(game.name, {})
