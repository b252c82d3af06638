"""A part of a screen that scrolls."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll


class Scroll(VerticalScroll):
    """Textual's, with keys that can be chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False, id="up", tooltip="Scroll up"),
        Binding("down", "scroll_down", show=False, id="down", tooltip="Scroll down"),
    ]
