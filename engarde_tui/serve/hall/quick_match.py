"""Quick matches: whom to play at once, and on which terms."""

from collections.abc import Sequence
from math import inf

from engarde_tui.serve.hall.ratings import HallRatings
from engarde_tui.serve.hall.table import Table
from engarde_tui.serve.hall.table_terms import TableTerms
from engarde_tui.serve.hall.time_limits import DAY
from engine.game import Game, game_of


def quick_terms(game: Game) -> TableTerms:
    """Return the recommended terms of a game, at a table that the lobby lists."""
    return TableTerms(game.presets[game.default], game.target, "random", listed=True)


def is_quick(terms: TableTerms, game: Game) -> bool:
    """Return whether these are standard rules of a game, of usual length, without limits of time."""
    is_standard = game_of(terms.rules) is game and terms.rules in game.presets.values()
    is_usual = terms.target <= game.target and not (terms.time_limit or terms.plays_forced)
    return is_standard and is_usual and terms.move_time < DAY


def nearest(tables: Sequence[Table], account: int | None, ratings: HallRatings, game: Game) -> Table | None:
    """Return the waiting table whose host is about as strong as a visitor; None if there is no table.

    `tables` are the oldest first. Where a rating is missing, tables are as far as can be, and the oldest
    counts. A guest's `account` is None.
    """
    own = ratings.standing(account, game.name)

    def distance(table: Table) -> float:
        host = next((each for each in table.seats.accounts if each is not None), None)
        other = ratings.standing(host, game.name)
        return inf if own is None or other is None else abs(own.rating.value - other.rating.value)

    return min(tables, key=distance, default=None)
