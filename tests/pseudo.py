"""A language that nobody speaks: English in look-alike letters, longer by two fifths, some of them wide.

What has been put into a language can be read in it, and has no plain letter left. What has not stays as it
is, so a test sees it. And a screen that has room for it has room for every language.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from typing import Final

import pytest
from speaking import speaking

from engarde_tui import language
from engarde_tui.language import TRANSLATOR, Translator

PSEUDO: Final = "xx"
"""Its code, where the fixture `translator` lets the program know it."""

_FIELD: Final = re.compile(r"(\{\{|\}\}|\{[^{}]*\}|%\(\w+\)[sr]|%[sr])")
_WORD: Final = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*")

_CONSONANTS: Final = str.maketrans(
    "bcdfghjklmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ",
    "ƀçďƒğĥĵķļɱñþɋŕšţṽŵẋýžßÇĎƑĞĤĴĶĻṀÑÞɊŔŠŢṼŴẊÝŽ",
)
_VOWELS: Final = {
    **{vowel: accented * 2 for vowel, accented in zip("aeiou", "áéíóú", strict=True)},
    **dict(zip("AEIOU", ("Áá", "Éé", "Íí", "Óó", "Úú"), strict=True)),
}


def pseudo(text: str) -> str:
    """Return words in look-alike letters, the fields as they are.

    >>> pseudo("{name} begins round {number}.")
    '{name} ƀééğííñš ｒóóúúñď {number}.'
    """
    parts = _FIELD.split(text)
    return "".join(part if number % 2 else _spoken(part) for number, part in enumerate(parts))


def _spoken(text: str) -> str:
    *others, last = _WORD.findall(text) or [""]
    at = text.rfind(last) if others and last else len(text)
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in text[at : at + 1])
    return _narrow(text[:at]) + wide + _narrow(text[at + 1 :])


def _narrow(text: str) -> str:
    return "".join(_VOWELS.get(letter, letter) for letter in text).translate(_CONSONANTS)


class PseudoTranslations(NullTranslations):
    """Says everything in look-alike letters, whatever catalogue it is given."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


@pytest.fixture
def translator(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Translator]:
    """The translator of this test, which speaks English and knows the language as it knows any other."""
    folder = tmp_path_factory.mktemp("locale")
    (folder / f"{PSEUDO}.mo").touch()
    monkeypatch.setitem(language.LANGUAGES, PSEUDO, "Pseudo")  # type: ignore[misc]
    monkeypatch.setattr(language, "FOLDER", folder)
    monkeypatch.setattr(language, "GNUTranslations", PseudoTranslations)
    found = Translator()
    token = TRANSLATOR.set(found)
    yield found
    TRANSLATOR.reset(token)


@contextmanager
def speaking_pseudo() -> Iterator[None]:
    """Speak it: what is begun inside, such as an app, does so to its end."""
    with speaking(PseudoTranslations()):
        yield


def left_over(rows: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """Return the words on a screen that are in plain letters, and neither `known` nor a letter alone.

    `known` are names and keys, which are the same in every language, in any case of letters.
    """
    longest_first = sorted(map(re.escape, known), key=len, reverse=True)
    same = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(longest_first)})(?!'?[A-Za-z])", re.IGNORECASE)
    return [word for row in rows for word in _WORD.findall(same.sub(" ", row)) if len(word) > 1]
