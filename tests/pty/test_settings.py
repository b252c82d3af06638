"""Settings in a real terminal: chosen in one run, there in the next, and whole if the program is killed."""

import signal
import sys
from pathlib import Path

import pytest
from pty_table import COMMAND
from pty_terminal import Terminal

from engarde_tui.settings.entries import Settings
from engarde_tui.settings.file import SettingsFile
from engarde_tui.terminal.themes import DAYLIGHT

pytestmark = pytest.mark.wire

CTRL_COMMA = b"\x1b[44;5u"
"""As terminals write it that can."""

_RED, _GREEN, _BLUE = bytes.fromhex(DAYLIGHT.background.removeprefix("#"))
PAPER = f"48;2;{_RED};{_GREEN};{_BLUE}".encode()

KILLED_WHILE_SAVING = (
    "import os, signal, sys; from engarde_tui import cli\n"
    "os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
    "sys.exit(cli.main())"
)


def test_what_is_chosen_at_the_table_holds_in_the_next_run(tmp_path: Path) -> None:
    environment = {"ENGARDE_CONFIG": str(tmp_path)}
    with Terminal((*COMMAND, "play"), environment=environment) as terminal:
        terminal.wait_for("space lifts")
        terminal.send(CTRL_COMMA)
        terminal.wait_for("►(●) auto")
        terminal.press("right", "right", "enter")
        terminal.settle()
        assert "space lifts" in terminal.text
        assert PAPER in terminal.output
        terminal.press("q")
        terminal.wait_for("Leave this match?")
        terminal.press("y")
        assert terminal.wait_for_exit() == 0
    file = SettingsFile(tmp_path / "settings.toml")
    assert file.settings == Settings(theme="daylight")
    file.change(keys={"lift": ("x",)})
    with Terminal((*COMMAND, "play"), environment=environment) as terminal:
        terminal.wait_for("x lifts the curtain")
        terminal.settle()
        assert PAPER in terminal.output


def test_a_program_killed_while_saving_loses_no_setting(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    SettingsFile(path).change(name="Mia", keys={"hint": ("f4",)})
    before = path.read_bytes()
    command = (sys.executable, "-c", KILLED_WHILE_SAVING)
    with Terminal(command, environment={"ENGARDE_CONFIG": str(tmp_path)}) as terminal:
        terminal.wait_for("Settings")
        terminal.press("s")
        terminal.wait_for("►(●) auto")
        terminal.press("right", "right", "enter")
        assert terminal.wait_for_exit() == -signal.SIGKILL
    assert path.read_bytes() == before
    file = SettingsFile(path)
    file.change(theme="mono")
    assert SettingsFile(path).settings == Settings(name="Mia", theme="mono", keys={"hint": ("f4",)})


def test_the_name_of_the_settings_is_that_of_the_left_player(tmp_path: Path) -> None:
    SettingsFile(tmp_path / "settings.toml").change(name="Mia")
    with Terminal((*COMMAND, "play"), environment={"ENGARDE_CONFIG": str(tmp_path)}) as terminal:
        terminal.wait_for("Mia, take the keyboard")


def test_the_mouse_is_left_to_the_terminal_at_once_and_in_the_next_run(tmp_path: Path) -> None:
    environment = {"ENGARDE_CONFIG": str(tmp_path)}
    taken, left = b"\x1b[?1000h", b"\x1b[?1000l"
    with Terminal((*COMMAND, "play"), environment=environment) as terminal:
        terminal.wait_for("space lifts")
        terminal.send(CTRL_COMMA)
        terminal.wait_for("use the mouse")
        assert taken in terminal.output
        assert left not in terminal.output
        terminal.send(b"\x1b[Z\x1b[Z")
        terminal.press("space")
        terminal.wait_for("[ ] use the mouse")
        terminal.press("enter")
        terminal.wait_for("space lifts")
        terminal.settle()
        assert left in terminal.output
        terminal.press("q")
        terminal.wait_for("Leave this match?")
        terminal.press("y")
        assert terminal.wait_for_exit() == 0
    with Terminal((*COMMAND, "play"), environment=environment) as terminal:
        terminal.wait_for("space lifts")
        terminal.settle()
        assert taken not in terminal.output
