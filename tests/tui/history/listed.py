"""The list of the history."""

from textual.widgets import OptionList
from tui.harness import Player
from tui.scripts import SCRIPTS

FINISHED = len(SCRIPTS) - len(SCRIPTS) // 3


def lines(player: Player) -> list[str]:
    """The list, all of it."""
    return [str(option.prompt) for option in player.screen.query_one(OptionList).options]
