"""A question answered with a line of text: a path, a code, a word."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from engarde_tui import paths
from engarde_tui.play.keys import INPUT, LINE
from engarde_tui.terminal.textual_private import OwnScreen
from engarde_tui.widgets.form import Field
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.panel import Framed


class TextField(Field):
    """Handles enter itself, after everything typed before it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LINE)


class InputScreen(OwnScreen, ModalScreen[str]):
    """Dismissed with the typed text; "" when cancelled."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")
    BINDINGS: ClassVar[list[BindingType]] = bindings(INPUT)

    def __init__(self, question: str, suggestion: str = "", text: str = "") -> None:
        """`text` explains the question."""
        super().__init__()
        self._text = text
        self._question = question
        self._suggestion = suggestion

    def compose(self) -> ComposeResult:
        """Show a line to type in below the question."""
        with Framed(self._question, id="dialog"):
            if self._text:
                yield Static(self._text, markup=False)
            yield TextField(self._suggestion, compact=True)
            yield KeyBar()

    @on(Input.Submitted)
    def _done(self) -> None:
        self.answer(self.query_one(Input).value.strip())

    def answer(self, text: str) -> None:
        """Take what was typed."""
        self.dismiss(text)
