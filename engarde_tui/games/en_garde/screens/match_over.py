"""The end of a match of En Garde."""

from typing import ClassVar

from engarde_tui.games.en_garde.widgets.figures import MEDIUM, Pose
from engarde_tui.screens.match_over import MatchOverScreen, Winner


class SalutingWinner(Winner):
    """The winner, saluting."""

    def picture(self) -> tuple[str, ...]:
        """Return a fencer with a raised weapon."""
        return MEDIUM.figure(Pose.VICTORY).rows[:8]


class EnGardeMatchOverScreen(MatchOverScreen):
    """The winner, every round, and what to do next."""

    WINNER: ClassVar = SalutingWinner
