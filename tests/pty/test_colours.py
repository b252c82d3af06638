"""A terminal is asked for its colours at the start, and the screen follows what it answers."""

from collections.abc import Iterator

import pytest
from pty_table import COMMAND
from pty_terminal import Terminal
from pyte.graphics import FG_BG_256

pytestmark = pytest.mark.wire

PLAY = (*COMMAND, "play", "--seed", "7")
AS_IT_COMES = {"TERM": "xterm", "COLORTERM": ""}
QUESTIONS = b"\x1b]10;?\x07\x1b]11;?\x07\x1b]4;255;?\x07"
WHITE = (
    b"\x1b]10;rgb:0000/0000/0000\x07",
    b"\x1b]11;rgb:ffff/ffff/ffff\x07",
    b"\x1b]4;255;rgb:eeee/eeee/eeee\x07",
)


@pytest.fixture
def xterm() -> Iterator[Terminal]:
    """A table in xterm as it comes, which has not answered yet."""
    with Terminal(PLAY, environment=AS_IT_COMES) as terminal:
        terminal.wait_for("space lifts the curtain")
        terminal.settle()
        yield terminal


def grounds(terminal: Terminal) -> set[str]:
    """Return the grounds of the characters on the screen."""
    return {cell.bg for line in terminal.screen.buffer.values() for cell in line.values()}


def is_light(terminal: Terminal) -> bool:
    """Return whether most of the screen is light."""
    cells = [cell.bg for line in terminal.screen.buffer.values() for cell in line.values()]
    light = [ground for ground in cells if ground in FG_BG_256 and int(ground[:2], 16) > 0xC0]
    return len(light) > len(cells) / 2


def test_a_screen_becomes_light_once_the_terminal_says_that_its_ground_is_white(xterm: Terminal) -> None:
    assert QUESTIONS in xterm.output
    assert grounds(xterm) == {"default"}, "nothing waits for an answer"
    xterm.send(b"".join(WHITE))
    xterm.wait_for(lambda _: is_light(xterm))
    assert "space lifts the curtain" in xterm.text


def test_answers_in_pieces_between_keys_are_no_keys(xterm: Terminal) -> None:
    xterm.send(b" ")
    for byte in b"".join(WHITE).replace(b"\x07", b"\x1b\\"):
        xterm.send(bytes([byte]))
    xterm.send(b"?")
    xterm.wait_for(lambda _: is_light(xterm))
    xterm.wait_for("Anna to play")
    assert "Press enter" not in xterm.text


@pytest.mark.parametrize(
    "environment",
    [{"TERM": "linux", "COLORTERM": ""}, {"NO_COLOR": "1"}, {"TERM": "vt220"}, {"STY": "1.pts"}],
    ids=lambda environment: "".join(environment.values()),
)
def test_a_terminal_that_would_show_a_question_is_not_asked(environment: dict[str, str]) -> None:
    with Terminal(PLAY, environment=environment) as terminal:
        terminal.wait_for("space lifts the curtain")
        terminal.settle()
        assert not any(question in terminal.output for question in (b"]10;", b"]11;", b"]4;"))


def test_terminfo_says_how_many_colours_a_terminal_has_that_never_answers() -> None:
    """Its name does not."""
    with Terminal(PLAY, environment={"TERM": "putty-256color", "COLORTERM": ""}) as terminal:
        terminal.wait_for("space lifts the curtain")
        terminal.settle()
        assert b"\x1b[38;5;" in terminal.output or b"48;5;" in terminal.output
