"""What a client's locale says of the encoding of what is typed."""

from codecs import lookup

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from engarde_tui.serve.locales import locale_of, typed_encoding


@pytest.mark.parametrize(
    ("environment", "encoding"),
    [
        ({}, "utf-8"),
        ({"LANG": "C"}, "utf-8"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.ISO-8859-1"}, "utf-8"),
        ({"LANG": "de_DE.ISO-8859-1"}, "iso8859-1"),
        ({"LANG": "de_DE.iso88591"}, "iso8859-1"),
        ({"LANG": "de_DE"}, "iso8859-1"),
        ({"LANG": "de_DE@euro"}, "iso8859-15"),
        ({"LANG": "pl_PL.ISO8859-2@x"}, "iso8859-2"),
        ({"LANG": "C.UTF-8", "LC_CTYPE": "ja_JP.eucJP"}, "euc_jp"),
        ({"LC_CTYPE": "ja_JP.eucJP", "LC_ALL": "ru_RU.KOI8-R"}, "koi8-r"),
        ({"LC_CTYPE": "uk_UA.KOI8-U", "LC_ALL": ""}, "koi8-u"),
        ({"LC_CTYPE": "de_DE.UTF-8", "LANG": "de_DE.ISO-8859-1"}, "utf-8"),
        ({"LANG": "ja_JP.SJIS"}, "shift_jis"),
        ({"LANG": "zh_CN.GB18030"}, "gb18030"),
        ({"LANG": "zh_HK.BIG5-HKSCS"}, "big5hkscs"),
        ({"LANG": "ru_RU.cp1251"}, "cp1251"),
        ({"LANG": "kk_KZ.PT154"}, "ptcp154"),
        ({"LANG": "en_US.US-ASCII"}, "utf-8"),
        ({"LANG": "ja_JP.ISO-2022-JP"}, "utf-8"),
        ({"LANG": "en_US.CP037"}, "utf-8"),
        ({"LANG": "x.raw_unicode_escape"}, "utf-8"),
        ({"LANG": "x.ISO8859-99"}, "utf-8"),
        ({"LANG": "x.\0"}, "utf-8"),
    ],
    ids=str,
)
def test_the_first_variable_that_is_set_tells_the_encoding(
    environment: dict[str, str], encoding: str
) -> None:
    assert lookup(typed_encoding(locale_of(environment))).name == encoding
