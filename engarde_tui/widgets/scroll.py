"""A part of a screen that scrolls."""

from typing import ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll

from engarde_tui.play.keys import SCROLL
from engarde_tui.widgets.bindings import bindings


class Scroll(VerticalScroll):
    """Textual's, with keys that can be chosen."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SCROLL)
