"""What the environment says never keeps the program from starting, and never beats the terminal."""

from pathlib import Path

import pytest
from pty_restored import IN_A_SHELL, assert_restored
from pty_terminal import ENGARDE, Terminal

pytestmark = pytest.mark.wire

PLAY = (*ENGARDE, "play", "--seed", "7")
NONSENSE = {
    "TEXTUAL": "devtools,debug,headless",
    "TEXTUAL_ANIMATIONS": "nonsense",
    "TEXTUAL_COLOR_SYSTEM": "nonsense",
    "TEXTUAL_DIM_FACTOR": "nonsense",
    "TEXTUAL_DRIVER": "nonsense",
    "TEXTUAL_FILTERS": "nonsense",
    "TEXTUAL_FPS": "abc",
    "TEXTUAL_LOG": "/nowhere/at/all",
    "TEXTUAL_PRESS": "q,y",
    "TEXTUAL_SCREENSHOT": "0",
    "TEXTUAL_THEME": "nonsense",
    "ESCDELAY": "9" * 400,
    "COLORTERM": "nonsense",
    "LC_ALL": "nonsense",
    "TERM": "nonsense",
    "COLUMNS": "9" * 5,
    "LINES": "nonsense",
}
ALONE = ("TEXTUAL_LOG", "TEXTUAL_COLOR_SYSTEM", "ESCDELAY")
"""Each of these would end the start by itself."""


def quit_match(terminal: Terminal) -> None:
    """Leave the match, and check that the terminal is as it was."""
    terminal.press("q")
    terminal.wait_for("Leave this match?")
    terminal.press("y")
    assert terminal.wait_for_exit() == 0
    assert_restored(terminal)


@pytest.mark.parametrize(
    "environment", [NONSENSE, *({name: NONSENSE[name]} for name in ALONE)], ids=["all", *ALONE]
)
def test_nonsense_in_the_environment_does_not_end_the_start(environment: dict[str, str]) -> None:
    with Terminal((*IN_A_SHELL, *PLAY), environment=environment) as terminal:
        terminal.wait_for("space lifts the curtain")
        quit_match(terminal)
        assert terminal.text.strip() == "what was there before"


@pytest.mark.parametrize("word", ["unset", "TERM=dumb"])
def test_a_terminal_that_cannot_be_drawn_on_has_lines_of_words_and_nothing_else(word: str) -> None:
    how = ("-u", "TERM") if word == "unset" else (word,)
    with Terminal(("env", *how, *PLAY)) as terminal:
        terminal.wait_for("as the terminal draws nothing (TERM=dumb)")
        terminal.wait_for("take the keyboard, and type lift")
        terminal.send(b"lift\nhand\n")
        terminal.wait_for(" holds ")
        terminal.send(b"quit\n")
        terminal.wait_for("Leave this match?")
        terminal.send(b"y\n")
        assert terminal.wait_for_exit() == 0
        assert b"\x1b" not in terminal.output


@pytest.mark.parametrize("named", [(20, 5), (300, 90)])
def test_the_terminals_own_size_counts_at_the_start_and_whenever_it_changes(named: tuple[int, int]) -> None:
    columns, rows = map(str, named)
    environment = {"COLUMNS": columns, "LINES": rows}
    with Terminal((*IN_A_SHELL, *PLAY), 100, 30, environment) as terminal:
        terminal.wait_for(lambda _: shown(terminal) == (100, 30))
        assert b"needs 80 columns" not in terminal.output
        terminal.resize(90, 24)
        terminal.wait_for(lambda _: shown(terminal) == (90, 24))
        terminal.resize(79, 24)
        terminal.wait_for("needs 80 columns and 24 rows")
        quit_match(terminal)


@pytest.mark.parametrize("environment", [{}, {"COLUMNS": "20", "LINES": "5"}], ids=["", "named"])
def test_a_terminal_that_does_not_know_its_size_has_eighty_columns(environment: dict[str, str]) -> None:
    command = (*IN_A_SHELL, "sh", "-c", 'stty rows 0 cols 0; exec "$0" "$@"', *PLAY)
    with Terminal(command, 100, 30, environment) as terminal:
        terminal.wait_for(lambda _: shown(terminal) == (80, 24))
        terminal.resize(100, 30)
        terminal.wait_for(lambda _: shown(terminal) == (100, 30))
        quit_match(terminal)


def shown(terminal: Terminal) -> tuple[int, int]:
    """Return the columns and rows of the picture: its frame is as wide, and it stands in the middle."""
    lines = [line.rstrip() for line in terminal.screen.display]
    top, frame = next(
        ((row, line) for row, line in enumerate(lines) if line.startswith("╭─ En Garde")), (0, "")
    )
    keys = next((row for row, line in enumerate(lines) if line.endswith("? help  q quit")), -2)
    return len(frame), top + keys + 2


@pytest.mark.parametrize("layer", [{}, {"ENGARDE_PLAIN_TEXTUAL": "1"}], ids=["layered", "plain"])
def test_keys_are_read_in_the_terminals_encoding_though_it_is_drawn_in_ascii(
    tmp_path: Path, layer: dict[str, str]
) -> None:
    environment = {"PYTHONIOENCODING": "koi8-r", "ENGARDE_CONFIG": str(tmp_path), **layer}
    with Terminal(ENGARDE, environment=environment) as terminal:
        terminal.wait_for("What is your name?")
        terminal.send("Иван".encode("koi8-r"))
        terminal.wait_for("????")
        terminal.press("enter")
        terminal.wait_for("New match")
        assert 'name = "Иван"' in (tmp_path / "settings.toml").read_text("utf-8")
        assert terminal.output.isascii()
