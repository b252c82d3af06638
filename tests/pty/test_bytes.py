"""Whatever bytes come in, the program plays on, quits as ever and restores the terminal."""

import random
from pathlib import Path

import pytest
from pty_restored import IN_A_SHELL, assert_restored
from pty_table import COMMAND
from pty_terminal import Terminal
from table_seen import hand_seen

pytestmark = pytest.mark.wire

REPORTS = b"\x1b[97;1:3u\x1b[1;1:3A\x1b[1114112u"
"""Keys that are let go, in the protocol that another program has left on; and one that does not exist."""

NOISE = (
    *(b"\x1b[%d;%d:3u" % (key, modifiers) for key in (9, 13, 27, 113, 57441) for modifiers in (1, 5, 129)),
    *(b"\x1b[%d%c" % (number, end) for number in (0, 99, 10**30) for end in b"cnRtxX@"),
    b"\x1b[?62;22c",
    b"\x1b[48;1;1;0;0t",
    b"\x1b[?2048;1$y",
    b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
    b"\x1bP>|xterm\x07",
    b"\x1b[<0;99999999999;99999999999M\x1b[<0;99999999999;99999999999m",
    b"\x1b[<35;1;1M",
    b"\x1b[<64;1;9999999999M",
    b"\x1b[Mq!!",
    b"\x1b[O\x1b[I",
    b"\xff\xfe\xc3\xa9",
    b"\x1b[200~qyqyqy\x1b[201~",
)
"""Sequences without a meaning at the table."""

BEYOND_ASCII = bytes(byte | 0x80 for byte in random.Random(8).randbytes(2000))
"""Hardly any of it is UTF-8, and no key at the table."""


def test_the_match_goes_on_after_bytes_without_a_meaning(tmp_path: Path) -> None:
    play = (*IN_A_SHELL, *COMMAND, "play", "--seed", "7", "--data", str(tmp_path))
    with Terminal(play) as terminal:
        terminal.wait_for("space lifts")
        terminal.send(REPORTS + b" " + REPORTS)
        terminal.wait_for(lambda text: len(hand_seen(text)) == 5)
        terminal.settle()
        shown = terminal.text
        for part in (*NOISE, BEYOND_ASCII):
            terminal.send(part)
            terminal.settle()
            assert terminal.text == shown, part
        terminal.send(REPORTS + b"1" + REPORTS + b"\x1b[C" + REPORTS)
        terminal.wait_for("Press enter to play.")
        terminal.send(b"\x1b[97;1:3u\r")
        terminal.wait_for("Bruno, take the keyboard")
        terminal.press("q")
        terminal.wait_for("Leave this match?")
        terminal.send(b"\x1b[121;1:3uy")
        assert terminal.wait_for_exit() == 0
        assert_restored(terminal)
    assert not (tmp_path / "engarde.log").exists()


def test_an_error_while_reading_is_reported_in_a_restored_terminal(tmp_path: Path) -> None:
    broken = (
        "import sys; from engarde_tui import cli\n"
        "from engarde_tui.terminal.driver import TerminalDriver\n"
        "def fail(self, message): raise RuntimeError('as the test wants it')\n"
        "TerminalDriver.process_message = fail\n"
        "sys.exit(cli.main(['play', '--seed', '7']))"
    )
    command = (*IN_A_SHELL, COMMAND[0], "-c", broken)
    with Terminal(command, environment={"ENGARDE_DATA": str(tmp_path)}) as terminal:
        terminal.wait_for("space lifts")
        terminal.press("?")
        assert terminal.wait_for_exit() == 1
        assert_restored(terminal)
        assert "unexpected error" in terminal.text
        assert "Traceback" not in terminal.text
    assert "\nRuntimeError\n" in (tmp_path / "engarde.log").read_text()
