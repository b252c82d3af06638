"""The program in one of its languages."""

from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

from engarde_tui.language import TRANSLATOR, Translator


@contextmanager
def speaking(language: str | NullTranslations) -> Iterator[None]:
    """Speak a language, or by these words: what is begun inside, such as an app, does so to its end."""
    if isinstance(language, str):
        translator = Translator(language)
    else:
        translator = Translator()
        translator.words = language
    token = TRANSLATOR.set(translator)
    try:
        yield
    finally:
        TRANSLATOR.reset(token)
