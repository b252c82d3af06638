"""Other forms of what is typed: capitals, full-width characters of an input method, dashes, wide spaces."""

from collections.abc import Sequence
from typing import Final

from engine.names import without_controls

_SPACES: Final = str.maketrans("\u3000\u00a0\u202f", "   ")
"""What the space bar types in other layouts."""

_MARKS: Final = str.maketrans("−–—‐‑ー「」【】、。・", "------[][],./")
"""What the keys of a few marks type with an input method, and what editors make of a minus."""

_PLAIN: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | _SPACES | _MARKS


def printable(text: str) -> str:
    """Return a text without controls, every space in it as a plain one."""
    return without_controls(text.translate(_SPACES))


def in_plain_form(text: str) -> str:
    r"""Return a text with ASCII's letters, digits and marks in place of those that differ only in form.

    >>> in_plain_form("\N{FULLWIDTH DIGIT THREE}"), in_plain_form("\N{MINUS SIGN}3")
    ('3', '-3')
    """
    return text.translate(_PLAIN)


def forms_of(character: str) -> Sequence[str]:
    r"""Return for what else a character may stand, the nearest first.

    >>> forms_of("q"), forms_of("Q"), forms_of("\N{FULLWIDTH LATIN CAPITAL LETTER Q}")
    ((), ('q',), ('Q', 'q'))
    >>> forms_of("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"), forms_of("\N{LATIN SMALL LETTER DOTLESS I}")
    (('i',), ())
    """
    plain = in_plain_form(character)
    # The small letter of the Turkish İ is an i with another dot.
    return tuple(dict.fromkeys(form for form in (plain, plain.lower()[:1]) if form != character))
