"""What a name shows: who is who, what is refused, and how a record's name that shows nothing is read."""

from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import ALI, FAMILY, FIRE, TEXT

from engine.en_garde import PRESETS, Match
from engine.names import clean_name, identity, is_printable, recorded_name, typed_name
from engine.record import read, write

IGNORED = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Default_Ignorable_Code_Point, the same since Unicode 4 but for blocks that have been named since."""

SHOWS_NOTHING = [chr(code) for first, last in (*IGNORED, (0x2800, 0x2800)) for code in range(first, last + 1)]


@pytest.mark.parametrize(
    "name", ["\U0001f468", FAMILY, FIRE, ALI, "\u2764\ufe0f", "Jos\u00e9\ufe0f", "\U0001fa77"]
)
def test_a_name_may_have_joiners_between_what_is_seen_and_variants_of_it(name: str) -> None:
    """Also a heart that is younger than some of the Pythons."""
    assert typed_name(name) == Match.new(PRESETS["abacus-basic"], (name, "Bruno")).names[0] == name


def test_nothing_that_unicode_ignores_makes_a_name_or_another_one() -> None:
    assert {identity(char) for char in SHOWS_NOTHING} == {""}
    assert {identity(f"An{char}na{char}") for char in SHOWS_NOTHING} == {"Anna"}
    for char in SHOWS_NOTHING:
        with pytest.raises(ValueError, match=r"printable characters|can be seen"):
            clean_name(char)


def test_every_python_decides_as_those_that_know_a_character_do() -> None:
    """Which are the same for all; what is not known to this one may be a letter."""
    known = (
        char for char in map(chr, range(0x110000)) if category(char) != "Cn" and char not in "\u200c\u200d"
    )
    assert [char for char in known if is_printable(char) != char.isprintable()] == []


_seen = st.text(st.sampled_from("Ae\u0301\u00e9 -\u0646\u2764\u0905\u094d"), max_size=8)
_spellings = st.tuples(_seen, st.lists(st.sampled_from(SHOWS_NOTHING), max_size=8), st.randoms()).map(
    lambda parts: (parts[0], mixed(*parts))
)


def mixed(text: str, unseen: list[str], chance: object) -> str:
    """Return the text with what shows nothing put in anywhere."""
    chars = list(text)
    for char in unseen:
        chars.insert(chance.randint(0, len(chars)), char)  # type: ignore[attr-defined]
    return "".join(chars)


@given(_spellings, _spellings)
def test_names_are_one_persons_if_they_show_the_same_and_only_then(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    (shown, name), (other_shown, other_name) = one, other
    assert identity(name) == identity(shown)
    is_same = normalize("NFC", shown).strip() == normalize("NFC", other_shown).strip()
    assert (identity(name) == identity(other_name)) is is_same


@pytest.mark.parametrize(
    ("left", "right"), [("Jos\u00e9", "Jos\u00e9\ufe0f"), ("\u3164" * 2, "\u3164" * 3), ("\u3164", "\u2800")]
)
def test_a_record_of_two_spellings_of_one_name_is_read(left: str, right: str) -> None:
    """They were two people for the program that wrote it."""
    record = read(TEXT.replace("Left: Zoë", f"Left: {left}").replace("Bruno: [2nd]", right))
    assert len({*record.match.names}) == 2
    assert read(write(record)) == record


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u3164", "U+3164"),
        ("\u2800 \u2800", "U+2800 x3"),
        ("\ufe0f" * 16, "U+FE0F x16"),
        ("\U000e0100\u034f", "U+E0100 x2"),
        ("\u0301", "U+0301"),
        ("J\ufffdrgen", "J\ufffdrgen"),
        (f"\u3164{ALI}", f"\u3164{ALI}"),
    ],
)
def test_a_record_with_a_name_that_shows_nothing_is_read_and_the_name_spelt_out(
    name: str, shown: str
) -> None:
    """Once: what is written then is read as it is."""
    record = read(TEXT.replace("Left: Zoë", f"Left: {name}"))
    assert record.match.names == (shown, "Bruno: [2nd]")
    assert write(record) == TEXT.replace("Left: Zoë", f"Left: {shown}")
    assert read(write(record)) == record
    assert recorded_name(shown) == shown


def test_other_lines_of_a_record_may_have_joiners_too() -> None:
    text = TEXT.replace("Event: Café", f"Event: {ALI} {FIRE} \U0001fa77")
    assert write(read(text)) == text


def test_a_typed_name_has_no_sign_of_a_character_that_was_lost() -> None:
    with pytest.raises(ValueError, match=r"^\ufffd stands for a lost character: type the name again$"):
        typed_name("J\ufffdrgen")
