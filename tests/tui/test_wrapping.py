"""Text broken into lines by columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from engarde_tui.widgets.text_lines import balanced, wrapped


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 5, []),
        ("one two three", 7, ["one two", "three"]),
        ("漢字 漢字", 4, ["漢字", "漢字"]),
        ("a 漢字漢字 b", 5, ["a", "漢字", "漢字", "b"]),
        ("abcdefg", 3, ["abc", "def", "g"]),
        ("anna led 8 : 2.", 12, ["anna led", "8 : 2."]),
        ("from 10 to 12, then", 9, ["from", "10 to 12,", "then"]),
        ("8 to bruno", 6, ["8 to", "bruno"]),
    ],
)
def test_lines_are_as_long_as_fits(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


@given(st.text(alphabet="ab 漢字é", max_size=60), st.integers(2, 20))
def test_no_line_is_too_wide_and_nothing_is_lost(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(0 < cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(alphabet="ab 漢字é", max_size=60), st.integers(-3, 20))
def test_balanced_lines_are_as_few_and_no_wider_in_any_window(text: str, width: int) -> None:
    """Also where nothing fits."""
    lines = balanced(text, width)
    assert len(lines) == len(wrapped(text, width))
    assert all(cell_len(line) <= max(width, 2) for line in lines)
