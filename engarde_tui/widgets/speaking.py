"""Words that follow the language of the session."""

from typing import Protocol, runtime_checkable

from textual.widgets import Label

from engarde_tui.language import put
from engine.message import Message


@runtime_checkable
class Speaking(Protocol):
    """A widget or screen that keeps words; a canvas need not, as it is drawn again in another language."""

    def speak(self) -> None:
        """Put the words into the language of the session."""


class Caption(Label):
    """Words beside a field."""

    def __init__(self, words: Message, *, classes: str | None = None) -> None:
        super().__init__(put(words), markup=False, classes=classes)
        self._words = words

    def speak(self) -> None:
        """Put the words into the language of the session."""
        self.update(put(self._words))
