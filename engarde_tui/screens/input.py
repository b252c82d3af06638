"""A question answered with a line of text: a path, a code, a word."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input

from engarde_tui import paths
from engarde_tui.language import told
from engarde_tui.play.keys import INPUT, LINE
from engarde_tui.play.words import sentence
from engarde_tui.terminal.dialog import Dialog
from engarde_tui.widgets.form import Field
from engarde_tui.widgets.key_bar import KeyBar
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.panel import Framed
from engarde_tui.widgets.prose import Prose


class TextField(Field):
    """Handles enter itself, after everything typed before it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LINE)


class InputScreen(Dialog, ModalScreen[str]):
    """Dismissed with the typed text; "" when cancelled."""

    CSS_PATH: ClassVar = paths.style_sheets("dialog")
    BINDINGS: ClassVar[list[BindingType]] = bindings(INPUT)

    takes_nothing: ClassVar = False
    """Whether an empty line is an answer, too."""

    def __init__(
        self,
        question: str,
        suggestion: str = "",
        text: str = "",
        check: Callable[[str], str] = lambda text: text,
        offered: Sequence[str] = (),
        *,
        is_kept: bool = False,
    ) -> None:
        """`text` explains the question; `check` returns the answer that was typed.

        If it raises ValueError, the player reads why. Of the answers `offered`, the one that begins with what
        is typed shows behind it, and the right arrow takes it. What is typed takes the place of the
        suggestion unless that `is_kept`.
        """
        super().__init__()
        self._text = text
        self._check = check
        self._is_kept = is_kept
        self._suggester = SuggestFromList(offered, case_sensitive=False) if offered else None
        self._question = question
        self.suggestion: Final = suggestion
        """What enter alone answers, as long as nothing is typed."""

    def compose(self) -> ComposeResult:
        """Show a line to type in below the question."""
        with Framed(self._question, id="dialog"):
            if self._text:
                yield Prose(self._text)
            yield TextField(
                self.suggestion, compact=True, suggester=self._suggester, select_on_focus=not self._is_kept
            )
            yield KeyBar()

    @on(Input.Submitted)
    def _done(self) -> None:
        try:
            self.dismiss(self._check(self.query_one(Input).value.strip()))
        except ValueError as error:
            self.app.bell()
            self.query_one(Prose).say(sentence(told(error)))
