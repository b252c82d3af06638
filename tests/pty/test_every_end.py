"""From the first byte written to the last, every end restores the terminal."""

import os
import signal
import sys
from pathlib import Path

import pytest
from pty_restored import IN_A_SHELL, assert_restored
from pty_terminal import ENGARDE, Terminal

pytestmark = pytest.mark.wire

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
CUT_SHORT = (*IN_A_SHELL, sys.executable, str(Path(__file__).with_name("play_cut_short.py")))

BEFORE = ("loading", "making the driver", "before the first byte")
STARTING = ("alternate screen", "hidden cursor", "bracketed paste", "composing", "mounting", "first picture")
ENDING = ("kitty keys left", "alternate screen left", "at the end")


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_with_the_first_byte_ends_the_program_cleanly(number: signal.Signals) -> None:
    with Terminal((*IN_A_SHELL, *ENGARDE, "play", "--seed", "7")) as terminal:
        terminal.wait_for(lambda _: b"\x1b" in terminal.output)
        os.kill(terminal.process.pid, number)
        assert terminal.wait_for_exit() == 128 + number
        assert_restored(terminal)


@pytest.mark.parametrize("moment", STARTING)
def test_a_signal_at_startup_ends_the_program_cleanly(moment: str) -> None:
    with Terminal((*CUT_SHORT, moment, str(int(signal.SIGTERM)))) as terminal:
        assert terminal.wait_for_exit() == 128 + signal.SIGTERM
        assert_restored(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
@pytest.mark.parametrize("moment", BEFORE)
def test_a_signal_before_the_first_byte_ends_the_program_without_output(
    number: signal.Signals, moment: str
) -> None:
    with Terminal((*CUT_SHORT, moment, str(int(number)))) as terminal:
        assert terminal.wait_for_exit() in (-number, 128 + number)
        assert b"\x1b" not in terminal.output
        assert terminal.text.split() == ["what", "was", "there", "before"]


@pytest.mark.parametrize("moment", [*BEFORE, *STARTING, "hidden cursor+at the end"])
def test_an_error_at_startup_is_reported_in_a_restored_terminal(moment: str) -> None:
    assert_told_in_a_restored_terminal(moment)


@pytest.mark.parametrize("moment", ENDING)
def test_an_error_at_shutdown_is_reported_in_a_restored_terminal(moment: str) -> None:
    assert_told_in_a_restored_terminal(moment, ended=True)


def assert_told_in_a_restored_terminal(moment: str, *, ended: bool = False) -> None:
    """After an error at that moment."""
    with Terminal((*CUT_SHORT, moment, "error")) as terminal:
        if ended:
            terminal.wait_for("space lifts")
            terminal.press("q")
            terminal.wait_for("Leave this match?")
            terminal.press("y")
        assert terminal.wait_for_exit() == 1
        assert_restored(terminal)
        assert "an unexpected error ended the program" in terminal.text
        assert "Traceback" not in terminal.text


@pytest.mark.parametrize("moment", ["kitty keys left", "alternate screen left"])
def test_a_signal_at_shutdown_does_not_stop_the_terminal_from_being_restored(moment: str) -> None:
    with Terminal((*CUT_SHORT, moment, str(int(signal.SIGHUP)))) as terminal:
        terminal.wait_for("space lifts")
        os.kill(terminal.process.pid, signal.SIGTERM)
        assert terminal.wait_for_exit() in (128 + signal.SIGTERM, 128 + signal.SIGHUP)
        assert_restored(terminal)
