"""Writing only the cells that change: the terminal shows the same as if everything had been written."""

import gc
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from tui.drawing import Terminal
from tui.harness import playing

from engarde_tui.terminal.frame import Frame
from engarde_tui.terminal.textual_private import ChopsUpdate, CompositorUpdate, LayoutUpdate

pytestmark = pytest.mark.layer

HEIGHT = 3
CUTS = (0, 5, 9, 20)
"""Where widgets meet; no wide character lies across."""
WIDTH = CUTS[-1]

STYLES = [
    None,
    Style(),
    Style(bold=True),
    Style(color="red"),
    Style(color="#7fb2ff", bgcolor="#14181f"),
    Style(color="#7fb2ff", bgcolor="#14181f", reverse=True),
    Style(color="bright_blue", underline=True),
    Style(bgcolor="green", dim=True),
    Style(color="color(200)", bold=True),
    Style(color="#7fb2ff", bgcolor="#303030"),
    Style(color="#f1cc6b", bgcolor="#14181f", italic=True),
    Style(bgcolor="bright_red", italic=True, underline=True),
    Style(italic=True, strike=True, overline=True),
    Style(meta={"a": 1}),
]

Line = tuple[Strip, ...]
Picture = tuple[Line, ...]
Dirty = Sequence[dict[int, int]]


@st.composite
def blocks(draw: st.DrawFn, width: int) -> Strip:
    """A piece of a line, of exactly that width, out of a few equal or different segments."""
    segments: list[Segment] = []
    room = width
    while room:
        text = draw(st.sampled_from(["a", "b", " ", "李", "龙", "──", "aaaa", "  ", "é"]))
        while cell_len(text) > room:
            text = text[:-1] or " "
        if cell_len(text) <= room:
            segments.append(Segment(text, draw(st.sampled_from(STYLES))))
            room -= cell_len(text)
    return Strip(segments, width)


pictures: st.SearchStrategy[Picture] = st.tuples(
    *[st.tuples(*[blocks(end - start) for start, end in pairwise(CUTS)])] * HEIGHT
)
parts = st.lists(
    st.dictionaries(st.sampled_from(range(len(CUTS) - 1)), st.integers(0, 2)),
    min_size=HEIGHT,
    max_size=HEIGHT,
)
"""Which pieces of each line are dirty, and how much of each is clean at its end."""
steps = st.lists(st.tuples(pictures, st.none() | parts), min_size=1, max_size=6)


def layout(picture: Picture) -> LayoutUpdate:
    """An update of the whole screen."""
    return LayoutUpdate([list(line) for line in picture], Region(0, 0, WIDTH, HEIGHT))


def chops(picture: Picture, dirty: Dirty) -> ChopsUpdate | None:
    """An update of some pieces; None where there are none."""
    spans = [
        (y, CUTS[place], CUTS[place + 1] - dirty[y][place])
        for y in range(HEIGHT)
        for place in sorted(dirty[y])
    ]
    pieces = [
        {CUTS[place]: strip if place in dirty[y] else None for place, strip in enumerate(line)}
        for y, line in enumerate(picture)
    ]
    return ChopsUpdate(pieces, spans, [list(CUTS[1:])] * HEIGHT) if spans else None


@pytest.fixture(params=["truecolor", "256", "standard"])
def console(request: pytest.FixtureRequest) -> Console:
    """A console of every colour system the program runs in."""
    return Console(color_system=request.param, force_terminal=True, legacy_windows=False, _environ={})


@given(steps=steps)
@pytest.mark.parametrize("colors", ["truecolor", pytest.param("standard", marks=pytest.mark.slow)])
def test_the_terminal_shows_the_same_as_with_everything_written(
    colors: str, steps: list[tuple[Picture, Dirty | None]]
) -> None:
    """After any sequence of whole and partial updates, wide characters and styles included."""
    console = Console(color_system=colors, force_terminal=True, _environ={})  # type: ignore[arg-type]
    for style in filter(None, STYLES):
        # It remembers how it was written first, maybe to a terminal with other colours.
        style._ansi = None
    frame, sparing, generous = Frame(), Terminal(WIDTH, HEIGHT), Terminal(WIDTH, HEIGHT)
    for picture, dirty in steps:
        update: CompositorUpdate | None = layout(picture) if dirty is None else chops(picture, dirty)
        if update is None:
            continue
        generous.write(update.render_segments(console))
        sparing.write(frame.changes(update, console))
        assert not sparing.differences(generous)


@given(steps=steps)
def test_an_equal_update_writes_nothing(steps: list[tuple[Picture, Dirty | None]]) -> None:
    """Neither a repeated update nor a part of one."""
    console = Console(color_system="truecolor", force_terminal=True, _environ={})
    frame = Frame()
    for picture, dirty in steps:
        frame.changes(layout(picture), console)
        assert frame.changes(layout(picture), console) == ""
        whole = [dict.fromkeys(places, 0) for places in dirty or ()]
        part = chops(picture, whole) if whole else None
        assert part is None or frame.changes(part, console) == ""


@given(before=pictures, picture=pictures)
def test_after_forgetting_everything_is_written(before: Picture, picture: Picture) -> None:
    """Whatever the terminal shows by then."""
    console = Console(color_system="truecolor", force_terminal=True, _environ={})
    for style in filter(None, STYLES):
        style._ansi = None
    frame, terminal, fresh = Frame(), Terminal(WIDTH, HEIGHT), Terminal(WIDTH, HEIGHT)
    terminal.write(frame.changes(layout(before), console))
    terminal.write("\x1b[H\x1b[31;1m" + "#" * (WIDTH * HEIGHT - 1))
    frame.forget()
    terminal.write(frame.changes(layout(picture), console))
    fresh.write(layout(picture).render_segments(console))
    assert not terminal.differences(fresh)


@given(before=pictures, late=pictures, width=st.integers(1, WIDTH), height=st.integers(1, HEIGHT))
def test_in_a_smaller_window_updates_for_the_former_size_are_cut_to_it(
    before: Picture, late: Picture, width: int, height: int
) -> None:
    """Beyond its edges a terminal would write into other cells than the frame knows."""
    console = Console(color_system="truecolor", force_terminal=True, _environ={})
    for style in filter(None, STYLES):
        style._ansi = None
    frame, terminal, fresh = Frame(), Terminal(width, height), Terminal(width, height)
    frame.changes(layout(before), console)
    frame.resize(width, height)
    for picture in (late, before, late):
        terminal.write(frame.changes(layout(picture), console))
        cut = [[Strip.join(line).crop(0, width)] for line in picture[:height]]
        fresh.write(LayoutUpdate(cut, Region(0, 0, width, height)).render_segments(console))
        assert not terminal.differences(fresh)


def line(text: str) -> LayoutUpdate:
    """An update of one line without style."""
    return LayoutUpdate([[Strip([Segment(text)], cell_len(text))]], Region(0, 0, cell_len(text), 1))


@pytest.mark.parametrize(
    ("before", "after", "written"),
    [
        ("abcdefgh", "abcdefgh", ""),
        ("abcdefgh", "abcXefgh", "\x1b[1;4HX"),
        ("abcdefgh", "Xbcdefgh", "\x1b[1;1HX"),
        ("abcdefghijklm", "aXcdefYhijklm", "\x1b[1;2HXcdefY"),
        ("abcdefghijklm", "aXcdefghijYlm", "\x1b[1;2HX\x1b[11GY"),
        ("a李b", "a龙b", "\x1b[1;2H龙"),
        ("a李bcdefgh", "x龙ycdefgh", "\x1b[1;1Hx龙y"),
        ("a李b", "axyb", "\x1b[1;2Hxy"),
        ("axyb", "a李b", "\x1b[1;2H李"),
    ],
)
def test_only_what_changes_is_written(before: str, after: str, written: str) -> None:
    """A few unchanged cells between two changes are cheaper than a jump."""
    console = Console(color_system="truecolor", force_terminal=True, _environ={})
    frame = Frame()
    frame.changes(line(before), console)
    assert frame.changes(line(after), console) == written


def test_half_a_wide_character_is_not_written_again(console: Console) -> None:
    """A part of a line may write over its other half; what follows stays in its column."""
    frame, sparing, generous = Frame(), Terminal(WIDTH, 1), Terminal(WIDTH, 1)
    before, after = "abc李fghijklmnopqrst", "abcXYZghijklmnopqrst"
    whole, pieces = line(before), [Strip([Segment(after[start:end])]) for start, end in ((0, 5), (5, 9))]
    part = ChopsUpdate([dict(zip(CUTS, pieces, strict=False))], [(0, 0, 4), (0, 5, 9)], [[5, 9]])
    for update in (whole, part):
        generous.write(update.render_segments(console))
        sparing.write(frame.changes(update, console))
    assert not sparing.differences(generous)


def test_the_style_is_put_back_after_each_update(console: Console) -> None:
    """What another program writes afterwards is not coloured."""
    strip = Strip([Segment("ab", Style(color="red", bold=True)), Segment("c")], 3)
    written = Frame().changes(LayoutUpdate([[strip]], Region(0, 0, 3, 1)), console)
    terminal = Terminal(WIDTH, HEIGHT)
    terminal.write(written + "\x1b[3;1Hx")
    assert terminal.screen.buffer[0][0].bold
    assert not terminal.screen.buffer[0][2].bold
    assert terminal.screen.buffer[2][0].fg == "default"


@pytest.mark.parametrize(
    ("before", "after", "written"),
    [
        ("#7fb2ff on #14181f", "#f1cc6b on #14181f", "\x1b[38;2;241;204;107m"),
        ("#7fb2ff on #14181f", "#7fb2ff on #303030", "\x1b[48;2;48;48;48m"),
        ("#7fb2ff on #14181f", "bold #7fb2ff on #14181f", "\x1b[1m"),
        ("bold #7fb2ff on #14181f", "#7fb2ff on #14181f", "\x1b[22m"),
        ("bold dim #7fb2ff on #14181f", "dim #7fb2ff on #14181f", "\x1b[22;2m"),
        ("red on #14181f", "on #14181f", "\x1b[39m"),
        ("bold red", "", "\x1b[0m"),
    ],
)
def test_only_the_changed_part_of_a_style_is_written(before: str, after: str, written: str) -> None:
    """Most of the bytes of a picture are colours."""
    strip = Strip([Segment("a", Style.parse(before)), Segment("b", Style.parse(after))], 2)
    console = Console(color_system="truecolor", force_terminal=True, _environ={})
    assert f"a{written}b" in Frame().changes(LayoutUpdate([[strip]], Region(0, 0, 2, 1)), console)


def test_a_line_with_control_segments_is_written_without_them(console: Console) -> None:
    """They take no cell."""
    strip = Strip([Segment("a"), Segment("\x1b[2J", None, [(1,)]), Segment("b")], 2)
    assert Frame().changes(LayoutUpdate([[strip]], Region(0, 0, 2, 1)), console) == "\x1b[1;1Hab"


async def test_garbage_is_collected_again_from_the_first_frame_on() -> None:
    """Starting goes without, because it takes a tenth of the time and frees nothing."""
    gc.disable()
    try:
        async with playing():
            assert gc.isenabled()
    finally:
        gc.enable()
