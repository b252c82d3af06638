"""The list of the history."""

from textual.widgets import OptionList
from tui.harness import Player
from tui.scripts import SCRIPTS

FINISHED = len(SCRIPTS) - len(SCRIPTS) // 3


def lines(player: Player) -> list[str]:
    """The matches listed, without headings."""
    return [str(each.prompt) for each in player.screen.query_one(OptionList).options if not each.disabled]
