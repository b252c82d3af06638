"""En Garde at a table in the hall."""

from typing import Any

from engarde_tui.games.en_garde.screens.table import EnGardeTableScreen
from engarde_tui.games.en_garde.words import verdict
from engarde_tui.serve.screens.match_over import HallMatchOverScreen
from engarde_tui.serve.screens.table import HallTableScreen
from engine.match import MatchView


class HallEnGardeTableScreen(HallTableScreen, EnGardeTableScreen):
    """The table of En Garde, with the hall around it."""

    def outcome(self, view: MatchView[Any]) -> str:
        """Who has won the round, and why."""
        return verdict(view)

    def open_match_over(self) -> None:
        """Go to the winner, and maybe on to a rematch."""
        self.app.switch_screen(HallMatchOverScreen(self._hall_place))
