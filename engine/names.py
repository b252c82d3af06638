"""What a name may be, and which names are one person's.

By tables of its own: releases of Python know different versions of Unicode, and all have to decide alike.
"""

import re
from typing import Final
from unicodedata import normalize, ucd_3_2_0

from engine.message import message

MAX_NAME: Final = 16
"""Characters."""

NON_JOINER: Final = "\u200c"
JOINERS: Final = f"{NON_JOINER}\u200d"
"""Change how the characters beside them look, in Persian or in emoji, and show nothing themselves."""

_UNPRINTABLE: Final = (
    r"\0-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200b\u200e"
    r"\u200f\u2028-\u202f\u205f-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U00040000-\U000e00ff\U000e01f0-\U0010ffff"
)
"""What `str.isprintable` refuses, but for joiners, and for what a later Unicode may have given to letters."""

_BLANK: Final = (
    r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    r"\U000e0100-\U000e01ef"
)
"""What else shows nothing by itself: the rest of what Unicode ignores by default, and a blank in Braille."""

_UNSEEN: Final = f"{_UNPRINTABLE}{JOINERS}{_BLANK}"
_JOINED: Final = f"([^ {_UNSEEN}][{_BLANK}]*)[{JOINERS}](?=[^ {_UNSEEN}])"
# These are made when a text asks for them: it takes a hundredth of a start, and most names are ASCII.

LOST: Final = "\ufffd"
"""Stands for what could not be decoded."""

_MAX_NORMALIZED: Final = 1000
"""Characters; normalizing takes time quadratic in the length."""


def without_controls(text: str) -> str:
    """Return a text without what is never printable: all controls but joiners."""
    return text if _is_plain(text) else re.sub(f"[{_UNPRINTABLE}]", "", text)


def is_printable(text: str) -> bool:
    """Return whether a text has printable characters only, and joiners only between two that are seen."""
    return _is_plain(text) or not re.search(f"[{_UNPRINTABLE}{JOINERS}]", re.sub(_JOINED, r"\1", text))


def identity(name: str) -> str:
    r"""Return what is the same of all spellings of a person's name: what it shows, in normal form C.

    >>> identity("An\u200dna\ufe0f") == identity("Anna")
    True
    """
    return name.strip() if _is_plain(name) else _normalized(re.sub(f"[{_UNSEEN}]", "", name)).strip()


def _is_plain(text: str) -> bool:
    """Return whether a text is made of ASCII's characters that print."""
    return text.isascii() and text.isprintable()


def _normalized(text: str) -> str:
    return normalize("NFC", text) if len(text) <= _MAX_NORMALIZED else text


def clean_name(name: str) -> str:
    """Return a player's name, trimmed and in normal form C.

    Raises ValueError if it is not 1 to 16 printable characters, or none of them is seen.
    """
    cleaned = _normalized(name.strip())
    if not cleaned:
        raise ValueError(message("a name needs at least one character"))
    if not is_printable(cleaned):
        raise ValueError(message("a name can only contain printable characters"))
    if len(cleaned) > MAX_NAME:
        raise ValueError(
            message(
                "a name has at most {most} characters, {start!r}… has {number}",
                most=MAX_NAME,
                start=cleaned[:MAX_NAME],
                number=len(cleaned),
            )
        )
    if not _is_seen(cleaned):
        raise ValueError(message("a name needs a character that can be seen"))
    return cleaned


def typed_name(text: str) -> str:
    """Return the name that somebody has typed, as `clean_name` does; raises ValueError if it is not one."""
    if LOST in text:
        raise ValueError(message("{mark} stands for a lost character: type the name again", mark=LOST))
    return clean_name(text)


def recorded_name(text: str) -> str:
    """Return the name in a record, as `clean_name` does; one that shows nothing is spelt, as "U+3164 x2"."""
    name = text.strip()
    if name and len(name) <= MAX_NAME and not _is_seen(name):
        return f"U+{ord(name[0]):04X}" + (f" x{len(name)}" if len(name) > 1 else "")
    return clean_name(name)


def _is_seen(name: str) -> bool:
    """Return whether a name shows anything: not only blanks, or accents without a letter."""
    return any(ucd_3_2_0.category(char)[0] not in "MZ" for char in identity(name))
