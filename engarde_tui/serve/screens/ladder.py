"""The ladder: the strongest members at each game."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar, Final

from textual.binding import BindingType

from engarde_tui.play.problem import Problem
from engarde_tui.play.words import sentence, when
from engarde_tui.screens.page import PageScreen
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.keys import LADDER
from engarde_tui.serve.hall.ratings import LADDER_ROUNDS
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.sections import Entries, Section
from engarde_tui.widgets.text_lines import in_columns
from engine.game import games

_LONGEST: Final = 100
"""Members listed of each game."""

_RULE: Final = (
    f"A member with {LADDER_ROUNDS} rated rounds stands here: rounds of finished matches between members."
    " The order is by what a rating is at least. Each day without a rated match makes it less certain, so"
    " whoever stays away sinks."
)


class LadderScreen(PageScreen):
    """The members with enough rated rounds, game by game."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LADDER)

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self._hall = hall

    def first_sections(self) -> list[Section]:
        """Return a section for each game, and the rule."""
        sections: list[Section] = [
            _Standings(game.title, self._lines(game.name)) for game in games().values()
        ]
        return [*sections, Entries("How it is made", [("", _RULE)], "dim", is_wide=True)]

    def _lines(self, game: str) -> list[str]:
        """Return the heads and a line for each member, or why there are none."""
        try:
            places = self._hall.register.ratings.ladder(game)[:_LONGEST]
        except Problem as problem:
            return [sentence(f"{problem}")]
        if not places:
            return [f"Nobody has {LADDER_ROUNDS} rated rounds yet."]
        rows = [("", "name", "rating", "at least", "rounds", "last match")]
        for number, (name, standing) in enumerate(places, 1):
            value, margin = standing.rating.value, standing.rating.margin
            rating = f"{value:.0f} ± {margin:.0f}"
            played = when(datetime.fromtimestamp(standing.at, UTC))
            rows.append((f"{number}", name, rating, f"{value - margin:.0f}", str(standing.rounds), played))
        return in_columns(rows)


class _Standings(Section):
    """The lines of one game."""

    is_wide = True

    def __init__(self, game: str, lines: Sequence[str]) -> None:
        self.title = f"Ladder · {game}"
        self._lines = lines

    def rows(self, width: int) -> int:
        """Return a row for each line."""
        return len(self._lines)

    def draw(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the heads, or what there is instead, quietly."""
        for row, line in enumerate(self._lines):
            canvas.put(x, y + row, line, "plain" if row else "dim")
