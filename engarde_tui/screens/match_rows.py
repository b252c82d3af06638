"""Stored matches as rows of the history."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from engarde_tui.language import told, tr, tr_as
from engarde_tui.play.day import local
from engarde_tui.play.stored import StoredMatch
from engarde_tui.play.words import fitting, goal, score, when
from engarde_tui.presentation import full_title, kind_of
from engarde_tui.storage.journal import UnreadableMatchError
from engarde_tui.widgets.text_lines import in_columns
from engine.game import Seat
from engine.names import identity

RESULTS: Final = ("any", "won", "lost", "finished", "unfinished")
"""The filters by result; "won" and "lost" are those of the named player."""

ANY_GAME: Final = "any"


def result_words(result: str) -> str:
    """Return a filter by result as the player reads it."""
    words = {
        "any": tr_as("result", "any"),
        "won": tr_as("result", "won"),
        "lost": tr_as("result", "lost"),
        "finished": tr_as("result", "finished"),
        "unfinished": tr_as("result", "unfinished"),
    }
    return words[result]


def game_words(game: str) -> str:
    """Return a filter by game as the player reads it."""
    return tr_as("game", "any") if game == ANY_GAME else game


def _heads() -> tuple[str, ...]:
    """Return the heads of the columns; a mark for the winner is before the left name."""
    return tr("Played"), f"  {tr('Left')}", tr("Score"), tr("Right"), tr("Status"), tr("Rules")


class MatchRow(NamedTuple):
    """A match in the list."""

    id: int
    match: StoredMatch | None
    why: str = ""
    """Why it cannot be read; empty if it can."""

    @classmethod
    def of(cls, match_id: int, found: StoredMatch | UnreadableMatchError) -> "MatchRow":
        """Return the row of a match, or of one that cannot be read."""
        return cls(match_id, found) if isinstance(found, StoredMatch) else cls(match_id, None, told(found))

    @property
    def cells(self) -> tuple[str, ...]:
        """When it was last played, the names with a lamp for the winner, the score, status and rules."""
        if self.match is None:
            unreadable = tr("match {number} cannot be read", number=self.id)
            return "", f"  {unreadable}", "", "", "", ""
        match = fitting(self.match)
        left, right = match.names
        return (
            f"{local(match.changed):%m-%d %H:%M}",
            f"{'●' if match.winner is Seat.LEFT else ' '} {left}",
            f"{match.score[Seat.LEFT]} : {match.score[Seat.RIGHT]}",
            f"{right} {'●' if match.winner is Seat.RIGHT else ' '}",
            self._status(match),
            self.game,
        )

    def _status(self, match: StoredMatch) -> str:
        """Return how far a match has come."""
        if match.is_closed:
            return tr_as("match", "closed")
        if match.branch is not None:
            over = tr_as("match", "played on, over")
            return over if match.winner is not None else tr("played on, round {number}", number=match.number)
        return tr("round {number}", number=match.number) if match.winner is None else tr_as("match", "over")

    @property
    def game(self) -> str:
        """The title of its kind of rules; empty if it cannot be read."""
        return "" if self.match is None else kind_of(self.match.rules)

    @property
    def line(self) -> str:
        """The match in one line."""
        if self.match is None:
            return tr("match {number}", number=self.id)
        stands, played = score(fitting(self.match)), when(self.match.changed)
        return tr("{score}, {game}, {moment}", score=stands, game=self.game, moment=played)

    @property
    def about(self) -> str:
        """Its rules, when it began and whether it ends early; or why it cannot be read."""
        match = self.match
        if match is None:
            return self.why
        about = tr(
            "{rules}, {goal}. Started {moment}.",
            rules=full_title(match.rules),
            goal=goal(match.target),
            moment=when(match.begun),
        )
        if match.branch is not None:
            about = f"{about} {match.branch.told}."
        if not match.former_rule:
            return about
        if match.is_closed:
            end = tr("Closed, nobody lost: {reason}.", reason=tr(match.former_rule))
        else:
            end = tr("Its replay ends early: {reason}.", reason=tr(match.former_rule))
        return f"{about} {end}"

    def fits(self, player: str, result: str, game: str) -> bool:
        """Return whether it passes the filters; `player` is part of a name, in any case."""
        if self.match is None:
            return (player, result, game) == ("", RESULTS[0], ANY_GAME)
        names, winner = self.match.names, self.match.winner
        seats = [seat for seat in Seat if identity(player).casefold() in identity(names[seat]).casefold()]
        wanted = {
            "any": True,
            "finished": winner is not None,
            "unfinished": winner is None,
            "won": winner in seats,
            "lost": winner is not None and winner.other in seats,
        }
        return bool(seats) and wanted[result] and game in (ANY_GAME, self.game)


def heads_and_lines(rows: Iterable[MatchRow]) -> tuple[str, list[str]]:
    """Return the heads of the columns, and a line for each row."""
    heads, *lines = in_columns([_heads(), *(row.cells for row in rows)])
    return heads, lines


def kinds(rows: Iterable[MatchRow]) -> Collection[str]:
    """Return the filters by game: any, and the titles in the list."""
    return ANY_GAME, *sorted({row.game for row in rows if row.game})
