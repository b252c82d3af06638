"""The question for a player's word."""

from typing import ClassVar

from textual.binding import BindingType

from engarde_tui import paths
from engarde_tui.fair.chain import clean_word
from engarde_tui.screens.input import InputScreen
from engarde_tui.serve.hall.keys import WORD
from engarde_tui.serve.hall.table import Table
from engarde_tui.widgets.keys import bindings
from engine.game import Seat


class WordScreen(InputScreen):
    """Shows what is fixed already before asking; dismissed with a word, "" for none, None if cancelled."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog", "hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(WORD)

    def __init__(self, table: Table, seat: Seat) -> None:
        """Ask the player on `seat` of a waiting table, whose word so far can be changed."""
        host = seat.other
        host_word = (
            f"{table.seats.names[host]} has said: {table.words[host]}\n\n" if table.words[host] else ""
        )
        super().__init__(
            "Your word for the deal",
            table.words[seat],
            "To play without a word, press enter.\n\n"
            "All cards follow from a secret of the hall and the players' words. The secret is fixed; its"
            f" commitment is\n\n{table.chain.link(0)}\n\n{host_word}"
            "Write it down, then type any word that the hall cannot foresee.",
            clean_word,
        )
