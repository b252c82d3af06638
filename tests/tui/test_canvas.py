"""The character canvas: what is written where, clipped, and in which cells."""

from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len, chop_cells, set_cell_size
from textual.geometry import Region

from engarde_tui.games.en_garde.widgets.title import Title
from engarde_tui.terminal.canvas import Canvas
from engarde_tui.terminal.cells import Span, cells_of, is_narrow

UNSEEN = "\u200b\u200d\ufe0f\u3164"
ON_OTHERS = "\u0301\u200c\u0e34"
"""An accent, what keeps letters apart, and a vowel of Thai."""

texts = st.text(st.sampled_from(f"ab─█李龙❤{ON_OTHERS}{UNSEEN}"), max_size=6)


def test_characters_taken_for_narrow_take_one_cell() -> None:
    """All that the quick test lets pass."""
    narrow = [char for char in map(chr, range(0x10000)) if is_narrow(char)]
    assert len(narrow) > 1000
    assert {cell_len(char) for char in narrow} == {1}


@given(text=texts)
def test_a_text_has_as_many_cells_as_it_takes(text: str) -> None:
    """Accents share the cell of their letter; emoji of several characters are shown as these."""
    cells = cells_of(text)
    assert len(cells) == cell_len(text) == sum(map(cell_len, text))
    assert "".join(cells) == text.translate(dict.fromkeys(map(ord, UNSEEN))).lstrip(ON_OTHERS)


@given(text=texts, width=st.integers(2, 7))
@example("a\u200dbcd", 2)
@example("\u0301ab", 2)
@example("❤\ufe0fab", 2)
def test_a_text_is_cut_and_broken_by_the_same_cells(text: str, width: int) -> None:
    """Also emoji that Rich would take for one."""
    assert len(cells_of(set_cell_size(text, width))) == width
    assert all(len(cells_of(line)) <= width for line in chop_cells(text, width))
    assert "".join(cells_of("".join(chop_cells(text, width)))) == "".join(cells_of(text))


puts = st.lists(st.tuples(st.integers(-3, 8), st.integers(-1, 2), texts), max_size=6)


@given(puts=puts)
def test_each_row_fills_its_width_with_whole_characters(puts: list[tuple[int, int, str]]) -> None:
    """However wide ones are clipped or written over."""
    canvas = Canvas(6, 2)
    for x, y, text in puts:
        assert canvas.put(x, y, text) == x + cell_len(text)
        for row in canvas.rows:
            chars = [char for char, _, _ in row]
            assert list(cells_of("".join(chars))) == chars


@given(x=st.integers(-3, 8), y=st.integers(-1, 2))
def test_what_fits_is_written_and_nothing_else_changes(x: int, y: int) -> None:
    """In its foreground, on the background that was there."""
    canvas = Canvas(6, 2)
    canvas.fill(0, 0, 6, 2, "lit")
    canvas.put(x, y, "abc", "key")
    written = {(x + place, y): char for place, char in enumerate("abc")}
    assert canvas.rows == [
        [
            (written[column, row], "key", "lit") if (column, row) in written else (" ", "plain", "lit")
            for column in range(6)
        ]
        for row in range(2)
    ]


@given(x=st.integers(-3, 8), y=st.integers(-2, 3), width=st.integers(-1, 5), height=st.integers(-1, 3))
def test_a_ground_is_given_to_exactly_its_region(x: int, y: int, width: int, height: int) -> None:
    """As far as it lies on the canvas; the characters stay."""
    canvas = Canvas(6, 2)
    canvas.put(0, 0, "abcdef", "key")
    before = canvas.rows
    canvas.fill(x, y, width, height, "lit")
    for row, line in enumerate(canvas.rows):
        for column, (char, foreground, background) in enumerate(line):
            inside = x <= column < x + width and y <= row < y + height
            assert background == ("lit" if inside else "")
            assert (char, foreground) == before[row][column][:2]


def test_only_parts_of_rows_that_look_different_differ() -> None:
    """By their characters, foregrounds or backgrounds."""
    canvas, other = Canvas(6, 4), Canvas(6, 4)
    canvas.put(0, 0, "a")
    canvas.put(0, 1, " ", "key")
    canvas.fill(0, 3, 1, 1, "lit")
    assert list(canvas.spans_unlike(other)) == [Span(0, 0, 1), Span(1, 0, 1), Span(3, 0, 1)]
    assert list(canvas.spans_unlike(canvas)) == []


@given(puts=puts, others=puts)
def test_what_differs_is_painted_in_whole_characters(
    puts: list[tuple[int, int, str]], others: list[tuple[int, int, str]]
) -> None:
    """Outside of it both are alike."""
    canvas, other = Canvas(6, 2), Canvas(6, 2)
    for drawn, all_puts in ((canvas, puts), (other, others)):
        for x, y, text in all_puts:
            drawn.put(x, y, text)
    rows, expected = other.rows, canvas.rows
    for y, start, end in canvas.spans_unlike(other):
        text = "".join(run for run, _, _ in canvas.runs(Span(y, start, end)))
        assert list(cells_of(text)) == [char for char, _, _ in expected[y][start:end]]
        assert rows[y][start] != expected[y][start] or not expected[y][start + 1][0]
        rows[y][start:end] = expected[y][start:end]
    assert rows == expected


def test_a_row_is_drawn_in_runs_of_one_look() -> None:
    """Wide characters among them."""
    canvas = Canvas(8, 1)
    canvas.put(1, 0, "李a", "key")
    canvas.fill(3, 0, 2, 1, "lit")
    assert list(canvas.runs(Span(0, 0, 8))) == [
        (" ", "plain", ""),
        ("李", "key", ""),
        ("a", "key", "lit"),
        (" ", "plain", "lit"),
        ("   ", "plain", ""),
    ]


def test_of_a_wide_character_cut_in_two_a_blank_is_drawn() -> None:
    """At either end."""
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "李龙")
    assert list(canvas.runs(Span(0, 1, 3))) == [("  ", "plain", "")]


def test_a_canvas_that_was_removed_is_blank_in_a_frame_that_still_asks_for_it() -> None:
    """One that was never anywhere stands for it."""
    lines = Title().render_lines(Region(0, 0, 5, 2))
    assert [line.text for line in lines] == [" " * 5] * 2
