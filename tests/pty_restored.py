"""Check that the program has restored everything it set in the terminal."""

import re

from pty_terminal import Terminal

IN_A_SHELL = ("sh", "-c", 'echo "what was there before"; exec "$0" "$@"')
"""A command prefix that prints a line before the program starts."""

_MODES = (
    b"?1049h",
    b"?1000h",
    b"?1002h",
    b"?1003h",
    b"?1006h",
    b"?2004h",
    b"?1004h",
    b"?7l",
    b"?25l",
    b"?2026h",
)
"""Modes the program may set: alternate screen, mouse, paste, focus, wrapping, cursor, updates."""


def assert_restored(terminal: Terminal) -> None:
    """Check that the shell's screen is back without the game, with all modes and the line discipline."""
    lines = [line.strip() for line in terminal.screen.display if line.strip()]
    assert lines[0] == "what was there before"
    # Paths can have any words.
    assert not re.search("En Garde|hand|pile|Anna|Bruno", re.sub(r"\S*/\S*", "", "\n".join(lines)))
    assert not terminal.screen.cursor.hidden
    assert_modes_restored(terminal.output)
    assert terminal.is_in_line_mode


def assert_modes_restored(output: bytes) -> None:
    """Check that whatever the program has set in a terminal is reset at the end of what it wrote."""
    for mode in _MODES:
        back = mode.translate(bytes.maketrans(b"hl", b"lh"))
        set, reset = (output.rfind(b"\x1b[" + way) for way in (mode, back))
        assert reset >= set, f"{mode.decode()} is still set"
    pushed = len(re.findall(rb"\x1b\[>\d+u", output))
    assert output.count(b"\x1b[<u") >= pushed, "the keyboard protocol of kitty is still on"


def is_restored(terminal: Terminal) -> bool:
    """Whether it is so by now."""
    try:
        assert_restored(terminal)
    except (AssertionError, IndexError):
        return False
    return True
