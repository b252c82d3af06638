"""Languages that can be told apart: English with another letter for each e, but in names and other fields."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from typing import Final, cast

import pytest

from engarde_tui.language import LANGUAGES, TRANSLATOR, Translator

ONE, OTHER = "ëê"
"""The letters of two languages."""

CODES: Final = {"xx": ONE, "yy": OTHER}
"""The codes of these languages, and their letters."""

_FIELD: Final = re.compile(r"(\{[^{}]*\})")


def accented(text: str, letter: str) -> str:
    """Return a text with this letter for each e, the fields as they are."""
    parts = _FIELD.split(text)
    return "".join(part if number % 2 else part.replace("e", letter) for number, part in enumerate(parts))


class Accented(NullTranslations):
    """Says everything with its letter."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self._letter = letter

    def gettext(self, message: str) -> str:
        return accented(message, self._letter)

    def pgettext(self, context: str, message: str) -> str:
        return accented(message, self._letter)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return accented(msgid1 if n == 1 else msgid2, self._letter)


@contextmanager
def speaking(letter: str) -> Iterator[None]:
    """Speak the language of a letter: what is begun inside, such as an app, does so to its end."""
    translator = Translator()
    translator.words = Accented(letter)
    before = TRANSLATOR.set(translator)
    try:
        yield
    finally:
        TRANSLATOR.reset(before)


def teach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program know both languages by their codes."""
    for code in CODES:
        monkeypatch.setitem(cast(dict[str, str], LANGUAGES), code, code)
    spoken = Translator.language
    assert isinstance(spoken, property)

    def speak(translator: Translator, code: str) -> None:
        if code in CODES:
            translator.words = Accented(CODES[code])
        else:
            assert spoken.fset is not None
            spoken.fset(translator, code)

    monkeypatch.setattr(Translator, "language", spoken.setter(speak))
