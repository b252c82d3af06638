"""The end of a match of En Garde."""

from typing import ClassVar

from engarde_tui.games.en_garde.widgets.figures import LARGE
from engarde_tui.screens.match_over import MatchOverScreen, Winner


class SalutingWinner(Winner):
    """The winner salutes."""

    def picture(self) -> tuple[str, ...]:
        """A fencer with the weapon raised."""
        return LARGE["won"]


class EnGardeMatchOverScreen(MatchOverScreen):
    """The winner, every round, and what to do next."""

    WINNER: ClassVar = SalutingWinner
