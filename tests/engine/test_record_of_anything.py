"""Any text at all is a record, or an error in one line."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from long_texts import megabytes
from recorded import LINES, TEXT

from engine.en_garde import Seat
from engine.record import RecordError, read, write

LEFT, RIGHT = Seat.LEFT, Seat.RIGHT
MEGABYTES = megabytes()


def check(source: str | bytes) -> None:
    """Check that reading `source` gives a record that can be written, or an error of one line."""
    try:
        record = read(source)
    except RecordError as refused:
        error = refused
    else:
        assert read(write(record)) == record
        return
    message = str(error)
    assert message.startswith(f"line {error.line}, word {error.word}: ")
    assert len(message) < 300
    assert message.isprintable(), "one line that any terminal can show"
    text = source if isinstance(source, str) else source.decode(errors="replace")
    # Something missing is reported after the last word of its line, or in the line after the last.
    lines = [*text.removeprefix("\ufeff").split("\n"), ""]
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.word <= len(lines[error.line - 1].split()) + 1


anything = st.text(st.characters(exclude_categories=[]) | st.sampled_from("\n\r\t :+-=AHNPR12345"))


@given(st.binary() | anything)
def test_anything_is_a_record_or_an_error_in_one_line(source: str | bytes) -> None:
    check(source)


@given(st.sampled_from(["Rules", "Left", "Right", "Target", "Date", "Seed", "Event"]), anything)
def test_anything_may_be_in_a_header_line(key: str, value: str) -> None:
    lines = (f"{key}: {value}" if line.startswith(f"{key}:") else line for line in LINES)
    check("\n".join(lines))


@given(st.text("0123456789-+:.TWZ ", max_size=30) | st.from_regex(r"\d{4}-\d\d-\d\d.\d\d:\d\d[+-]\d\d:\d\d"))
@example("9999-W52-7")
@example("9999-12-31T24:00")
@example("2024-02-30")
@example("2024-05-31T20:15+24:00")
def test_any_date_is_read_or_refused(date: str) -> None:
    check(TEXT.replace("2024-05-31T20:15:00+02:00", date))


@given(st.integers(0, len(LINES) - 1), st.integers(0, 20), anything)
@example(10, 4, "+" + "\U000e0001" * 40)
@example(10, 4, "A" + "12" * 400)
@example(10, 0, "\U000e0001" * 50)
@example(10, 4, "\ud800")
def test_anything_may_stand_for_a_word(line: int, word: int, text: str) -> None:
    words = LINES[line].split(" ")
    words[word : word + 1] = [text]
    check("\n".join([*LINES[:line], " ".join(words), *LINES[line + 1 :]]))


_offsets = st.integers(0, len(TEXT))


@given(st.lists(_offsets, min_size=3, max_size=3).map(sorted), st.text(max_size=5) | anything, st.booleans())
def test_a_damaged_record_is_a_record_or_an_error_in_one_line(
    offsets: list[int], inserted: str, bites_bytes: bool
) -> None:
    begin, middle, end = offsets
    for text in (
        TEXT[:begin] + TEXT[end:],
        TEXT[:begin] + inserted + TEXT[begin:],
        TEXT[:begin] + inserted + TEXT[middle:],
        TEXT[:middle] + TEXT[begin:],
        TEXT[:begin] + TEXT[middle:end] + TEXT[begin:middle] + TEXT[end:],
    ):
        check(text)
    data = TEXT.encode()
    check(data[:begin] + bytes([offsets[2] % 256]) * bites_bytes + data[middle:])


@pytest.mark.by_day(2)
@pytest.mark.parametrize("text", MEGABYTES.values(), ids=MEGABYTES)
def test_a_megabyte_of_anything_is_a_record_or_an_error_in_one_line(text: str | bytes) -> None:
    check(text)
