"""What a client's locale says of its terminal's characters."""

import re
from collections.abc import Mapping
from locale import normalize
from typing import Final

from engarde_tui.terminal.encoding import UTF_8, encoding_of_keys

LOCALE: Final = ("LC_ALL", "LC_CTYPE", "LANG")
"""The variables that name it; the first one that is set counts."""

_WITH_ENCODING: Final = re.compile(
    r"[^.]*\.(iso8859-\d\d?|koi8-[rtu]|cp\d{3,4}|euc(?:jp|kr)|sjis|gb(?:2312|k|18030)|big5(?:hkscs)?"
    r"|tis620|rk1048|ptcp154)(?:@.*)?",
    re.IGNORECASE,
)
"""A locale, and its encoding if it is one of locales: Python would remember any other name for good."""


def locale_of(environment: Mapping[str, str]) -> str:
    """Return the locale of the terminal's characters; "" if the client has not told."""
    return next((environment[name] for name in LOCALE if environment.get(name)), "")


def typed_encoding(locale: str) -> str:
    """Return the encoding in which to read what is typed: UTF-8 if the locale names none that is known.

    >>> typed_encoding("de_DE.iso88591"), typed_encoding("ja_JP.eucJP"), typed_encoding("C")
    ('ISO8859-1', 'eucJP', 'utf-8')
    """
    # The table of aliases takes ASCII for Latin-1.
    found = _WITH_ENCODING.fullmatch(normalize(locale)) if "ascii" not in locale.lower() else None
    return encoding_of_keys(found[1]) if found else UTF_8
