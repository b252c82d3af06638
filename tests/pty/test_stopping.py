"""A program that another one stops hides the hands, in every way to run it."""

import os
import signal
from pathlib import Path

import pytest
from pty_table import COMMAND
from pty_terminal import Terminal, wait_until_stopped
from table_seen import CARD, has_to_act

pytestmark = pytest.mark.wire


def test_on_textual_alone_the_curtain_falls(tmp_path: Path) -> None:
    environment = {"ENGARDE_PLAIN_TEXTUAL": "1", "ENGARDE_DATA": str(tmp_path)}
    with Terminal((*COMMAND, "play", "--seed", "7"), environment=environment) as terminal:
        terminal.wait_for("space lifts")
        terminal.press("space")
        terminal.wait_for(lambda text: has_to_act(text, "Anna"))
        terminal.settle()
        before = len(terminal.output)
        os.kill(terminal.process.pid, signal.SIGTSTP)
        wait_until_stopped(terminal.process.pid)
        os.kill(terminal.process.pid, signal.SIGCONT)
        terminal.wait_for("space lifts")
        terminal.settle()
        assert CARD.search(terminal.output[:before].decode())
        assert not CARD.search(terminal.output[before:].decode())


def test_in_lines_a_hand_is_gone_from_the_terminal_and_its_memory(tmp_path: Path) -> None:
    """And whoever comes back is told where they are."""
    with Terminal(
        (*COMMAND, "play", "--plain", "--seed", "7"), environment={"ENGARDE_DATA": str(tmp_path)}
    ) as terminal:
        terminal.wait_for("type lift")
        terminal.send(b"lift\n")
        terminal.wait_for("Anna to play")
        terminal.send(b"hand\n")
        terminal.wait_for("Anna holds")
        os.kill(terminal.process.pid, signal.SIGTSTP)
        wait_until_stopped(terminal.process.pid)
        terminal.wait_for(lambda text: "Anna holds" not in text)
        assert b"\x1b[3J" in terminal.output
        terminal.screen.reset()
        os.kill(terminal.process.pid, signal.SIGCONT)
        terminal.wait_for("type lift")
