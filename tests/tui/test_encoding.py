"""The encodings in which what is typed can be read."""

from codecs import getincrementaldecoder
from encodings.aliases import aliases

import pytest

from engarde_tui.terminal.encoding import encoding_of_keys


@pytest.mark.parametrize(
    "name",
    ["ISO-8859-1", "iso8859-15", "KOI8-R", "KOI8-U", "EUC-JP", "SHIFT_JIS", "GB18030", "BIG5", "utf-8"],
)
def test_keys_are_read_in_the_encoding_that_the_locale_names(name: str) -> None:
    assert encoding_of_keys(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("ascii", "ANSI_X3.4-1968", "646"),
        *("ISO-2022-JP", "ISO-2022-KR", "HZ", "UTF-7", "UTF-16", "utf-32-be", "cp037"),
        *("unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined"),
        *("hex", "zlib", "rot13", "", "..", "nonsense", "é", "a\0b"),
    ],
)
def test_keys_are_utf_8_where_the_locale_says_nothing_that_can_be_read(name: str) -> None:
    assert encoding_of_keys(name) == "utf-8"


def test_no_encoding_of_keys_makes_half_a_pair_or_takes_an_escape_for_the_rest_of_a_character() -> None:
    read = {name for name in {*aliases, *aliases.values()} if encoding_of_keys(name) == name}
    assert len(read) > 100
    for name in read:
        for byte in range(128, 256):
            decode = getincrementaldecoder(name)("replace").decode
            text = decode(bytes((byte,))) + decode(b"\x1b[A")
            assert text.endswith("\x1b[A")
            text.encode()
