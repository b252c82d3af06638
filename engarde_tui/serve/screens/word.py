"""The question for a player's word."""

from typing import ClassVar

from textual.binding import BindingType

from engarde_tui import paths
from engarde_tui.fair.chain import clean_word
from engarde_tui.language import tr
from engarde_tui.screens.input import InputScreen
from engarde_tui.serve.hall.keys import WORD
from engarde_tui.serve.hall.table import Table
from engarde_tui.widgets.keys import bindings
from engine.game import Seat


class WordScreen(InputScreen):
    """Shows what is fixed already before asking; dismissed with a word, "" for none, None if cancelled."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog", "hall")
    BINDINGS: ClassVar[list[BindingType]] = bindings(WORD)
    takes_nothing: ClassVar = True

    def __init__(self, table: Table, seat: Seat) -> None:
        """Ask the player on `seat` of a waiting table, whose word so far can be changed."""
        host = seat.other
        paragraphs = [
            tr("To play without a word, press enter."),
            tr(
                "All cards follow from a secret of the hall and the players' words. The secret is fixed; its"
                " commitment is"
            ),
            table.chain.link(0),
        ]
        if table.words[host]:
            name, word = table.seats.names[host], table.words[host]
            paragraphs.append(tr("{name} has said: {word}", name=name, word=word))
        paragraphs.append(tr("Write it down, then type any word that the hall cannot foresee."))
        super().__init__(tr("Your word for the deal"), table.words[seat], "\n\n".join(paragraphs), clean_word)
