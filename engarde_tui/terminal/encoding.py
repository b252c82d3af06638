"""In which encoding to read what is typed."""

from codecs import getincrementaldecoder, lookup
from typing import Final

UTF_8: Final = "utf-8"


def encoding_of_keys(name: str) -> str:
    """Return the encoding in which to read keys if the locale names this one: the same, or UTF-8.

    UTF-8 it is for an unknown one, for one that writes ASCII otherwise, as which a terminal's sequences could
    not be told, and for ASCII itself, which leaves open what else may come.

    >>> encoding_of_keys("EUC-JP"), encoding_of_keys("ISO-2022-JP"), encoding_of_keys("US-ASCII")
    ('EUC-JP', 'utf-8', 'utf-8')
    """
    try:
        # Refuses codecs that are not for text.
        b" ".decode(name)
        decode = getincrementaldecoder(name)("replace").decode
        is_readable = all(decode(bytes((code,))) == chr(code) for code in range(128))
        return name if is_readable and lookup(name).name != "ascii" else UTF_8
    except (LookupError, ValueError):
        return UTF_8
