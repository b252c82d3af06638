"""What each player has learnt and solved."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engarde_tui.play.problem import Problem
from engarde_tui.progress.puzzles import Progress, from_ranges, in_ranges
from engarde_tui.storage.database import Database

TABLE: Final = """
    CREATE TABLE progress (who TEXT PRIMARY KEY, text TEXT NOT NULL);
"""
"""`who` is a member's key, "" at home; `text` is JSON."""


class Reached(NamedTuple):
    """How far a player has come."""

    lessons: Mapping[str, int] = MappingProxyType({})
    """By game, the exercise with which its lesson continues, from 1; 0 once it has been finished."""
    puzzles: Progress = Progress()
    """The puzzles solved."""


class KeptProgress:
    """How far one player has come; without a `database`, or if that fails, until the program ends.

    It is only convenient, so it keeps nobody from learning.
    """

    def __init__(self, database: Database | None = None, who: str = "") -> None:
        self._database = database
        self._who = who
        self._reached: Reached | None = None

    @property
    def reached(self) -> Reached:
        """How far the player has come, as this program has last read or changed it."""
        if self._reached is None:
            rows: list[Any] = []
            with suppress(Problem):
                if self._database is not None:
                    rows = self._database.select("SELECT text FROM progress WHERE who = ?", (self._who,))
            self._reached = _read(rows)
        return self._reached

    def lesson(self, game: str, after: Callable[[int | None], int]) -> None:
        """Change how far the lesson of a game has come; None is before its first exercise."""
        self._change(lambda now: now._replace(lessons={**now.lessons, game: after(now.lessons.get(game))}))

    def puzzles(self, after: Callable[[Progress], Progress]) -> None:
        """Change which puzzles have been solved."""
        self._change(lambda now: now._replace(puzzles=after(now.puzzles)))

    def _change(self, change: Callable[[Reached], Reached]) -> None:
        """Change what is kept by now: other programs of the player may have changed it, too."""
        try:
            if self._database is None:
                self._reached = change(self.reached)
                return
            with self._database.writing() as connection:
                rows = connection.execute("SELECT text FROM progress WHERE who = ?", (self._who,)).fetchall()
                after = change(_read(rows))
                connection.execute(
                    "INSERT INTO progress VALUES (?, ?) ON CONFLICT (who) DO UPDATE SET text = excluded.text",
                    (self._who, _written(after)),
                )
            self._reached = after
        except Problem:
            self._reached = change(self.reached)


def _written(reached: Reached) -> str:
    puzzles = asdict(reached.puzzles) | {"solved": in_ranges(reached.puzzles.solved)}
    return json.dumps({"lessons": dict(reached.lessons), "puzzles": puzzles})


def _read(rows: list[Any]) -> Reached:
    """Return what a row says; nothing has been reached if there is none, or it is damaged."""
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        for (text,) in rows:
            found = json.loads(text)
            puzzles = found["puzzles"] | {"solved": from_ranges(found["puzzles"]["solved"])}
            return Reached(dict(found["lessons"]), Progress(**puzzles))
    return Reached()
