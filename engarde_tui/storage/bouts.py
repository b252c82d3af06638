"""The daily bouts among the stored matches, found by their headers: none is replayed."""

from datetime import date
from typing import NamedTuple

from engarde_tui.header import DAILY, Header
from engarde_tui.play.day import Bout, day_in
from engarde_tui.play.saving import BeginRefusedError
from engarde_tui.storage.journal import Journal
from engarde_tui.storage.store import Library
from engarde_tui.storage.summaries import IMPORTED
from engine.game import game_of, games
from engine.match import Match
from engine.message import message
from engine.names import identity


class StoredBout(NamedTuple):
    """A daily bout that somebody has begun."""

    id: int
    day: date
    rules: str
    """The game and its rules, in the words of a record."""
    is_over: bool


def stored_bouts(library: Library, name: str) -> list[StoredBout]:
    """Return the daily bouts that `name` has begun; raises StoreError if they cannot be read."""
    headers = library.headers(DAILY)
    unfinished = set(library.ids(unfinished_only=True, among=headers))
    default = next(iter(games()))
    found = []
    for match_id, lines in headers.items():
        day = day_in(lines[DAILY])
        # Nobody else sits on the left; but "Anna" in a record from elsewhere may be anybody.
        if day is not None and identity(lines.get("Left", "")) == identity(name) and IMPORTED not in lines:
            rules = f"{lines.get('Game', default)} {lines.get('Rules')}"
            found.append(StoredBout(match_id, day, rules, match_id not in unfinished))
    return found


def begun(bouts: list[StoredBout], bout: Bout) -> StoredBout | None:
    """Return the try at a bout among those begun, the first one; None if there is none."""
    game = game_of(bout.rules)
    rules = f"{game.name} {game.write_rules(bout.rules)}"
    tries = [each for each in bouts if (each.day, each.rules) == (bout.day, rules)]
    return min(tries, default=None)


def begin_bout(library: Library, bout: Bout, match: Match, others: Header) -> Journal:
    """Store the match of the player on the left as the one try at a bout.

    Raises BeginRefusedError if there is one.
    """

    def check() -> None:
        if begun(stored_bouts(library, match.names[0]), bout) is not None:
            raise BeginRefusedError(message("you have begun this bout in another window: there is one try"))

    return library.begin(match, others, check)


def days_played(bouts: list[StoredBout]) -> set[date]:
    """Return the days on which a bout was played to its end."""
    return {bout.day for bout in bouts if bout.is_over}
