"""What a terminal answers of its colours is understood, whenever it comes, and is never taken for keys."""

import pytest
from tui.test_input_parser import Clock, described

from engarde_tui.terminal.colours import Asked, ColourTold, TerminalColours, may_be_asked, told_by
from engarde_tui.terminal.input import PASTE_SECONDS, InputParser

LIGHT = ColourTold(Asked.GROUND, told_by("11;rgb:ffff/ffff/ffff").colour)  # type: ignore[union-attr]
ENDS = {"bell": "\x07", "string terminator": "\x1b\\"}


def read(parser: InputParser, *parts: str) -> list[str]:
    """Return what the parser makes of these parts: names of keys, and colours that it was told."""
    found = [message for part in parts for message in parser.feed(part.encode())]
    return [
        f"{each.asked} {each.colour.hex}" if isinstance(each, ColourTold) else described(each)
        for each in found
    ]


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("11;rgb:ffff/ffff/ffff", "11 #FFFFFF"),
        ("10;rgb:0000/8000/ffff", "10 #0080FF"),
        ("4;255;rgb:eeee/eeee/eeee", "4;255 #EEEEEE"),
        ("11;rgb:1E/1e/2E", "11 #1E1E2E"),
        ("11;rgb:f/0/8", "11 #FF0088"),
        ("11;rgb:fff/000/800", "11 #FF0080"),
        ("11;rgba:ffff/0000/0000/8000", "11 #FF0000"),
    ],
)
def test_an_answer_tells_a_colour_wherever_it_is_cut_and_the_keys_around_it_count(
    answer: str, told: str, end: str
) -> None:
    data = f"3\x1b]{answer}{end}q"
    for cut in range(len(data)):
        assert read(InputParser(), data[:cut], data[cut:]) == ["3", told, "q"]
    assert read(InputParser(), *data) == ["3", told, "q"]


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize(
    "answer",
    [
        "11;rgb:ffff/ffff",
        "11;rgb:12345/0/0",
        "11;rgb:gg/gg/gg",
        "11;rgb:ffff/ffff/ffff/ffff/ffff",
        "11;#ffffff",
        "11;?",
        "11;",
        "4;254;rgb:ee/ee/ee",
        "11;rgb:" + "f" * 200,
    ],
)
def test_what_is_no_answer_is_nothing_and_the_keys_around_it_count(answer: str, end: str) -> None:
    data = f"3\x1b]{answer}{end}q"
    assert read(InputParser(), data) == read(InputParser(), *data) == ["3", "q"]


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("cut", range(3, 24))
def test_the_other_half_of_an_answer_is_no_key_however_late_it_comes(cut: int, end: str) -> None:
    data = f"\x1b]11;rgb:ffff/ffff/ffff{end}"
    clock = Clock()
    parser = InputParser(clock)
    assert not read(parser, data[:cut])
    clock.now += 20 * PASTE_SECONDS
    assert not list(parser.tick())
    assert not parser.is_waiting
    assert read(parser, data[cut:], "q") == ["11 #FFFFFF", "q"]


def test_a_key_counts_where_the_other_half_never_comes() -> None:
    clock = Clock()
    parser = InputParser(clock)
    assert not read(parser, "\x1b]11;rgb:ffff/ff")
    clock.now += PASTE_SECONDS
    assert not list(parser.tick())
    assert read(parser, "q", "\x1b[A", "3") == ["q", "up", "3"]


def test_digits_count_where_the_other_half_never_comes() -> None:
    """But for the first, which could begin it."""
    clock = Clock()
    parser = InputParser(clock)
    assert not read(parser, "\x1b]11;rgb:ffff/ff")
    clock.now += PASTE_SECONDS
    assert not list(parser.tick())
    keys = []
    for key in "12345":
        clock.now += 0.3
        keys += read(parser, key)
    assert keys == ["2", "3", "4", "5"]


def test_half_of_the_end_is_enough_and_no_escape() -> None:
    clock = Clock()
    parser = InputParser(clock)
    assert not read(parser, "\x1b]11;rgb:00/00/00\x1b")
    clock.now += PASTE_SECONDS
    (told,) = parser.tick()
    assert isinstance(told, ColourTold)
    assert read(parser, "\x1b[A") == ["up"]


@pytest.mark.parametrize(
    ("ground", "text", "is_light"),
    [
        ("ffff/ffff/ffff", "", True),
        ("ffff/ffff/ffff", "0000/0000/0000", True),
        ("0000/0000/0000", "ffff/ffff/ffff", False),
        ("6060/6060/6060", "0000/0000/0000", True),
        ("a0a0/a0a0/a0a0", "ffff/ffff/ffff", False),
        ("", "0000/0000/0000", False),
    ],
)
def test_a_ground_is_light_if_its_text_is_darker(ground: str, text: str, is_light: bool) -> None:
    colours = TerminalColours()
    colours.questions("xterm")
    for answer in (f"10;rgb:{text}", f"11;rgb:{ground}"):
        if told := told_by(answer):
            assert colours.take(told)
    assert colours.is_light is is_light


def test_only_one_answer_counts_for_each_question() -> None:
    colours = TerminalColours()
    assert not colours.take(LIGHT)
    assert not colours.is_light
    colours.questions("xterm")
    assert colours.take(LIGHT)
    assert not colours.take(ColourTold(Asked.GROUND, told_by("11;rgb:0/0/0").colour))  # type: ignore[union-attr]
    assert colours.is_light
    colours.questions("xterm")
    assert not colours.take(LIGHT), "it is the same as before"


def test_a_terminal_that_is_called_after_its_sixteen_colours_is_not_asked_for_more() -> None:
    assert TerminalColours().questions("xterm-16color") == "\x1b]10;?\x07\x1b]11;?\x07"
    assert TerminalColours().questions("xterm").endswith("\x1b]4;255;?\x07")


@pytest.mark.parametrize(
    ("term", "environment", "may"),
    [
        ("xterm", {}, True),
        ("xterm-256color", {}, True),
        ("foot", {}, True),
        ("tmux-256color", {"TMUX": "/tmp/tmux"}, True),
        ("screen-256color", {"TMUX": "/tmp/tmux"}, True),
        ("screen-256color", {}, False),
        ("xterm-256color", {"STY": "1.pts"}, False),
        ("linux", {}, False),
        ("linux-16color", {}, False),
        ("vt100", {}, False),
        ("ansi", {}, False),
        ("pcansi-25", {}, False),
        ("scoansi", {}, False),
        ("cygwin", {}, False),
        ("dumb", {}, False),
        ("", {}, False),
    ],
)
def test_a_terminal_that_would_show_the_question_is_not_asked(
    term: str, environment: dict[str, str], may: bool
) -> None:
    assert may_be_asked(term, environment) is may
