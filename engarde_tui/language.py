"""The language in which the program speaks: words are put into it where they are shown.

English is written in the source; every other language is a catalogue below `locale/`, read when it is first
asked for. Each session has a translator of its own, as two people at one table may speak two languages.
`.ci/words` collects the words: see docs/translating.md.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, Final

from engine.message import Message

ENGLISH: Final = "en"

LANGUAGES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "de": "Deutsch",
    "nl": "Nederlands",
    "fi": "Suomi",
    "it": "Italiano",
}
"""What the program speaks, each language by its code in its own words."""

FOLDER: Final = Path(__file__).parent / "locale"
"""Where the catalogues are, each named by its language: "de.mo"."""

_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that tell the locale of messages, those that come first before the others."""

_NONE: Final = ("", "c", "posix")
"""The languages of a locale that has none."""


@cache
def _catalogue(language: str) -> NullTranslations:
    """Return the words of a language; raises OSError if its catalogue has not been compiled."""
    if language == ENGLISH:
        return NullTranslations()
    with (FOLDER / f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)


class Translator:
    """Speaks one language at a time; its session may change it."""

    def __init__(self, language: str = ENGLISH, *, names_zone: bool = False) -> None:
        """Speak a language of `LANGUAGES`; a reader elsewhere is told the zone of each time."""
        self.language = language
        self.names_zone: Final = names_zone

    @property
    def language(self) -> str:
        """The code of the language spoken."""
        return self._language

    @language.setter
    def language(self, language: str) -> None:
        self._language = language
        self.words = _catalogue(language)


TRANSLATOR: Final[ContextVar[Translator | None]] = ContextVar("translator", default=None)
"""Who translates for the session; None speaks English."""

_PLAIN: Final = NullTranslations()


def translations() -> NullTranslations:
    """Return the words of the session's language, by which what returns words may be cached."""
    translator = TRANSLATOR.get()
    return _PLAIN if translator is None else translator.words


def language() -> str:
    """Return the code of the session's language."""
    translator = TRANSLATOR.get()
    return ENGLISH if translator is None else translator.language


def tr(text: str, /, **fields: Any) -> str:
    """Return words in the language of the session; `fields` are put in as by `str.format`."""
    # A catalogue keeps what is told of itself under "".
    words = translations().gettext(text) if text else ""
    return words.format(**fields) if fields else words


def tr_as(context: str, text: str, /, **fields: Any) -> str:
    """Return words with more than one meaning, in that of the `context`: "key" for the key bar."""
    words = translations().pgettext(context, text) if text else ""
    return words.format(**fields) if fields else words


def asked(word: str) -> str:
    """Return a word by which something is asked for in the line mode: it is valid in every language.

    `tr_as("asked", word)` is that of the player's, valid besides; .ci/words collects it here.
    """
    return word


def tr_count(one: str, many: str, /, number: int, **fields: Any) -> str:
    """Return words about so many, which are also the field `number`."""
    return translations().ngettext(one, many, number).format(number=number, **fields)


def put(message: Message) -> str:
    """Return a message, and those among its fields and in errors there, in the language of the session."""
    fields = {name: _field(value) for name, value in message.fields.items()}
    return tr_count(message.one, message.text, **fields) if message.one else tr(message.text, **fields)


def _field(value: Any) -> Any:
    match value:
        case Message():
            return put(value)
        case BaseException():
            return told(value)
        case _:
            return value


def told(error: BaseException) -> str:
    """Return what an error says; in the language of the session where it carries a message."""
    return put(error.args[0]) if error.args and isinstance(error.args[0], Message) else str(error)


def said(words: Message | str) -> str:
    """Return a message in the language of the session, and other words as they are."""
    return put(words) if isinstance(words, Message) else words


def language_of(environment: Mapping[str, str]) -> str:
    """Return the first language of an environment that the program speaks.

    As with GNU gettext, LANGUAGE lists languages that come before that of the locale, unless the locale is C.

    >>> language_of({"LANG": "C.UTF-8"}), language_of({"LC_ALL": "en_GB.UTF-8", "LANG": "de_DE"})
    ('en', 'en')
    """
    locale = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    if _code(locale) in _NONE:
        return ENGLISH
    for word in (environment.get("LANGUAGE") or locale).split(":"):
        code = _code(word)
        if code in LANGUAGES:
            return code
        if code in _NONE[1:]:
            break
    return ENGLISH


def _code(locale: str) -> str:
    """Return the language of a locale: "de" of "de_AT.UTF-8@euro"."""
    for sign in "_-.@":
        locale = locale.partition(sign)[0]
    return locale.lower()


def chosen_language(setting: str, environment: Mapping[str, str]) -> str:
    """Return the language that a setting chooses; if it chooses none, that of an environment."""
    return setting if setting in LANGUAGES else language_of(environment)
