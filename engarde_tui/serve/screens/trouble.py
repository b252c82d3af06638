"""What a visitor is told when the hall cannot write."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from engarde_tui.screens.questions import Question


class TroubleQuestion(Question):
    """Whether to try again; what is wrong, the log tells to who runs the hall."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "dismiss('again')", "try again", id="trouble-again"),
        Binding("escape", "dismiss('cancel')", "cancel", key_display="esc", id="trouble-cancel"),
    ]

    def __init__(self) -> None:
        super().__init__("The hall cannot save this at the moment, so it does not count yet.")
