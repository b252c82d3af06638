"""The replay of A Game of Swords and Shields."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engarde_tui import paths
from engarde_tui.games.swords_and_shields.widgets.hand import DuelHand
from engarde_tui.games.swords_and_shields.widgets.life_box import LifeBox
from engarde_tui.games.swords_and_shields.widgets.log import Log
from engarde_tui.games.swords_and_shields.widgets.rounds import Rounds
from engarde_tui.games.swords_and_shields.widgets.shop import Shop
from engarde_tui.games.swords_and_shields.widgets.side import Side
from engarde_tui.screens.replay import ReplayScreen


class SwordsReplayScreen(ReplayScreen):
    """Both sides with their hands, the shop between them; beside them what happened, and the rounds."""

    CSS_PATH: ClassVar = paths.style_sheets("table", "replay", "swords_and_shields")
    DEFAULT_CLASSES = "duel"

    def compose_board(self) -> ComposeResult:
        """Show the board with both hands."""
        yield LifeBox().data_bind(ReplayScreen.scene)
        with Horizontal(id="duel"):
            with Vertical(id="cards"):
                yield DuelHand(is_below=False, is_numbered=False).data_bind(ReplayScreen.scene)
                yield Side(is_below=False).data_bind(ReplayScreen.scene)
                yield Shop().data_bind(ReplayScreen.scene)
                yield Side(is_below=True).data_bind(ReplayScreen.scene)
                yield DuelHand(is_numbered=False).data_bind(ReplayScreen.scene)
            with Vertical(id="beside"):
                yield Log().data_bind(ReplayScreen.scene)
                yield Rounds().data_bind(ReplayScreen.scene)
