"""The program in one of its languages."""

from collections.abc import Iterator
from contextlib import contextmanager

from engarde_tui.language import TRANSLATOR, Translator


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language: what is begun inside, such as an app, does so to its end."""
    token = TRANSLATOR.set(Translator(language))
    try:
        yield
    finally:
        TRANSLATOR.reset(token)
