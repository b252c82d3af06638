"""Stored matches as rows of the history."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from engarde_tui.match.words import fitting, score, when
from engarde_tui.presentation import presentation_of
from engarde_tui.storage.store import StoredMatch
from engarde_tui.widgets.columns import in_columns
from engine.game import Seat

RESULTS: Final = ("any", "won", "lost", "finished", "unfinished")
"""The filters by result; "won" and "lost" are those of the named player."""

ANY_GAME: Final = "any"

_HEADS: Final = ("Played", "  Left", "Score", "Right", "Status", "Rules")


class MatchRow(NamedTuple):
    """A match in the list."""

    id: int
    match: StoredMatch | None
    why: str = ""
    """Why it cannot be read; empty if it can."""

    @property
    def cells(self) -> tuple[str, ...]:
        """When it was last played, the names with a lamp for the winner, the score, status and rules."""
        if self.match is None:
            return "", f"  match {self.id} cannot be read", "", "", "", ""
        view = fitting(self.match.view)
        left, right = view.names
        return (
            f"{self.match.changed.astimezone():%Y-%m-%d}",
            f"{'●' if view.winner is Seat.LEFT else ' '} {left}",
            f"{view.score[Seat.LEFT]} : {view.score[Seat.RIGHT]}",
            f"{right} {'●' if view.winner is Seat.RIGHT else ' '}",
            "closed" if self.match.is_closed else f"round {view.number}" if view.winner is None else "over",
            self.game,
        )

    @property
    def game(self) -> str:
        """The title of its kind of rules; empty if it cannot be read."""
        if self.match is None:
            return ""
        rules = self.match.view.round.rules
        return presentation_of(rules).kind(rules)

    @property
    def line(self) -> str:
        """The match in one line."""
        if self.match is None:
            return f"match {self.id}"
        return f"{score(fitting(self.match.view))}, {self.game}, {when(self.match.changed)}"

    def fits(self, player: str, result: str, game: str) -> bool:
        """Return whether it passes the filters; `player` is part of a name, in any case."""
        if self.match is None:
            return (player, result, game) == ("", RESULTS[0], ANY_GAME)
        view = self.match.view
        seats = [seat for seat in Seat if player.casefold() in view.names[seat].casefold()]
        wanted = {
            "any": True,
            "finished": view.winner is not None,
            "unfinished": view.winner is None,
            "won": view.winner in seats,
            "lost": view.winner is not None and view.winner.other in seats,
        }
        return bool(seats) and wanted[result] and game in (ANY_GAME, self.game)


def heads_and_lines(rows: Iterable[MatchRow]) -> tuple[str, list[str]]:
    """Return the heads of the columns, and a line for each row."""
    heads, *lines = in_columns([_HEADS, *(row.cells for row in rows)])
    return heads, lines


def kinds(rows: Iterable[MatchRow]) -> Collection[str]:
    """Return the filters by game: any, and the titles in the list."""
    return ANY_GAME, *sorted({row.game for row in rows if row.game})
