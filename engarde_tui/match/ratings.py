"""The ratings of players, computed from their matches in order; the levels' own are fixed."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from engarde_tui.match.glicko import Rating, rated
from engarde_tui.match.statistics import Played
from engine.bots.ladder import Level
from engine.game import Seat, game_of

NEWCOMER: Final = Rating(1000, 200)
"""Where everybody starts: as strong as a novice, give or take the whole ladder."""


class Step(NamedTuple):
    """A player's rating after a match."""

    at: datetime
    rating: Rating


Ratings = dict[str, list[Step]]
"""Each player's ratings at one game by name, the oldest first."""


def ratings(matches: Iterable[Played]) -> dict[str, Ratings]:
    """Return the ratings at each game, by its name.

    A match is a period and each of its finished rounds a game, so it counts whatever its target, and also if
    somebody left it. Matches with hints or take-backs do not count.
    """
    found: dict[str, Ratings] = {}
    for match in sorted(matches, key=lambda match: match.at):
        view = match.view
        if match.is_aided or not view.finished:
            continue
        game = game_of(view.round.rules)
        players = found.setdefault(game.name, {})
        levels = [None if bot is None else game.levels.get(bot) for bot in match.bots]
        before = [
            latest(players, name) if level is None else Rating(level.rating, 0)
            for name, level in zip(view.names, levels, strict=True)
        ]
        for seat in Seat:
            if levels[seat] is None:
                winners = [line.result.winner for line in view.finished]
                results = [0.5 if winner is None else float(winner is seat) for winner in winners]
                games = [(before[seat.other], result) for result in results]
                players.setdefault(view.names[seat], []).append(Step(match.at, rated(before[seat], games)))
    return found


def latest(players: Ratings, name: str) -> Rating:
    """Return a player's rating now."""
    steps = players.get(name)
    return steps[-1].rating if steps else NEWCOMER


def good_match(levels: Mapping[str, Level], rating: Rating) -> str:
    """Return the level whose rating is nearest; of two equally near the weaker one."""
    return min(levels, key=lambda name: abs(levels[name].rating - rating.value))
