"""The ratings of players, computed from their matches in order; the levels' own are fixed."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Final, NamedTuple

from engarde_tui.play.stored import EndedRound, StoredMatch
from engarde_tui.progress.glicko import Rating, rated
from engine.bot import Level
from engine.game import FORFEIT, Seat, game_of

NEWCOMER: Final = Rating(1000, 200)
"""Where everybody starts: as strong as a novice, give or take the whole ladder."""

_PERIOD: Final = 10
"""Most rounds of a rating period: in a longer one the system takes a surprise for a change of strength."""


class Step(NamedTuple):
    """A player's rating after a match."""

    at: datetime
    rating: Rating


Ratings = dict[str, list[Step]]
"""Each player's ratings at one game by name, the oldest first."""


def ratings(matches: Iterable[StoredMatch]) -> dict[str, Ratings]:
    """Return the ratings at each game, by its name.

    Each finished round is a game, so a match counts whatever its target, and also if somebody left it.
    """
    found: dict[str, Ratings] = {}
    for match in sorted(matches, key=attrgetter("changed")):
        game = game_of(match.rules)
        lines = _counted(match)
        # How strong a program is nobody knows.
        if not lines or any(bot is not None and bot not in game.levels for bot in match.bots):
            continue
        players = found.setdefault(game.name, {})
        now = [
            latest(players, name) if bot is None else Rating(game.levels[bot].rating, 0)
            for name, bot in zip(match.names, match.bots, strict=True)
        ]
        now = rated_rounds(now, [line.winner for line in lines], match.bots)
        for name, bot, rating in zip(match.names, match.bots, now, strict=True):
            if bot is None:
                players.setdefault(name, []).append(Step(match.changed, rating))
    return found


def rated_rounds(
    players: Sequence[Rating], winners: Sequence[Seat | None], bots: Sequence[str | None] = (None, None)
) -> list[Rating]:
    """Return both players' ratings after rounds with these winners; those of `bots` are fixed."""
    now = list(players)
    for first in range(0, len(winners), _PERIOD):
        period = winners[first : first + _PERIOD]
        now = [
            _after(now[seat], now[seat.other], seat, period) if bots[seat] is None else now[seat]
            for seat in Seat
        ]
    return now


def _counted(match: StoredMatch) -> list[EndedRound]:
    """Return the finished rounds that count; a program that fails forfeits its round."""
    # "Anna" in a record from elsewhere may be anybody.
    if match.is_imported:
        return []
    return [line for line in match.finished if line.reason != FORFEIT and _is_without_help(match, line)]


def _is_without_help(match: StoredMatch, line: EndedRound) -> bool:
    """Return whether a round tells how strong the players are: it ended before any help, or help was in vain.

    After that none counts, as help would turn the won rounds into nothing and leave the lost ones.
    """
    if match.helped_in is None or line.number < match.helped_in:
        return True
    winner = line.winner
    return line.number == match.helped_in and winner is not None and match.bots[winner] is not None


def _after(player: Rating, opponent: Rating, seat: Seat, winners: Iterable[Seat | None]) -> Rating:
    """Return the rating of the player on `seat` after a period of rounds with these winners."""
    return rated(player, [(opponent, 0.5 if winner is None else float(winner is seat)) for winner in winners])


def latest(players: Ratings, name: str) -> Rating:
    """Return a player's rating now."""
    steps = players.get(name)
    return steps[-1].rating if steps else NEWCOMER


def good_match(levels: Mapping[str, Level], rating: Rating) -> str:
    """Return the level whose rating is nearest; of two equally near the weaker one."""
    return min(levels, key=lambda name: abs(levels[name].rating - rating.value))
