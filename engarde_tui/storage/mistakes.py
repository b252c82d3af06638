"""A player's own mistakes, which come back as puzzles until they have been solved often enough."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engarde_tui.storage.database import Database

ENOUGH: Final = 3
"""Once solved so often, a mistake comes back no more."""

TABLE: Final = """
    CREATE TABLE mistake (
        id INTEGER PRIMARY KEY,
        puzzle TEXT NOT NULL UNIQUE,
        played TEXT NOT NULL,
        solved INTEGER NOT NULL
    );
"""


class StoredMistake(NamedTuple):
    """A position in which a player chose badly, in the words of its game."""

    id: int
    puzzle: str
    played: str
    """What the player chose."""
    solved: int
    """How often it was solved since, at the first try."""


class Mistakes:
    """The mistakes in one database; every method raises StoreError as those of a store do."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, found: Iterable[tuple[str, str]]) -> None:
        """Keep puzzles, each with what was played; those that are known stay as they are."""
        rows = list(found)
        if rows:
            with self._database.writing() as connection:
                connection.executemany(
                    "INSERT INTO mistake (puzzle, played, solved) VALUES (?, ?, 0)"
                    " ON CONFLICT (puzzle) DO NOTHING",
                    rows,
                )

    def waiting(self, after: int = 0) -> list[StoredMistake]:
        """Return those that come back: first those solved least, of equal ones first that after `after`."""
        rows = self._database.select(
            "SELECT id, puzzle, played, solved FROM mistake WHERE solved < ? ORDER BY solved, id <= ?, id",
            (ENOUGH, after),
        )
        return [StoredMistake(*row) for row in rows]

    def solve(self, number: int) -> None:
        """Count that a mistake was solved."""
        with self._database.writing() as connection:
            connection.execute("UPDATE mistake SET solved = solved + 1 WHERE id = ?", (number,))
