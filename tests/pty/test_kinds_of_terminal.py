"""The program in tmux, in GNU screen and over SSH, and what it asks of any terminal."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from pty_table import COMMAND
from pty_terminal import Terminal, wait_until
from pyte.graphics import FG_BG_256
from table_seen import hand_seen

pytestmark = pytest.mark.wire

PLAY = (*COMMAND, "play", "--seed", "7")
SIXTEEN = r"[34]9|[34][0-7]|9[0-7]|10[0-7]"
COLOURS = {
    "16": SIXTEEN,
    "256": rf"{SIXTEEN}|[34]8;5;\d+",
    "true": r"[34]9|[34]8;2;\d+;\d+;\d+",
}
"""The colour codes allowed for each number of colours."""
SQUARES = [str(square) for square in range(1, 24)]


@pytest.fixture
def sockets() -> Iterator[Path]:
    """A folder with a name short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="engarde-") as folder:
        Path(folder).chmod(0o700)
        yield Path(folder)


_INHERITED = ("PATH", "HOME", "LOGNAME", "VIRTUAL_ENV")


class Tmux:
    """A private tmux server that runs only `engarde`."""

    def __init__(self, sockets: Path, term: str, colorterm: str, size: tuple[int, int] = (80, 24)) -> None:
        self._environment = {
            **{name: os.environ[name] for name in _INHERITED if name in os.environ},
            "TMUX_TMPDIR": str(sockets),
            "TERM": "xterm-256color",
            "COLORTERM": colorterm,
            "LANG": "C.UTF-8",
            "ENGARDE_DATA": str(sockets / "data"),
            "ENGARDE_CONFIG": str(sockets / "config"),
        }
        settings = sockets / "tmux.conf"
        settings.write_text(f"set -g default-terminal {term}\n")
        columns, rows = (str(side) for side in size)
        # The last command keeps the server, so that what the program leaves behind can be seen.
        before = "echo what was there before; export COLUMNS=20 LINES=5"
        command = f"{before}; {shlex.join(PLAY)}; echo left with $?; exec sleep 100"
        self.run("-f", str(settings), "new-session", "-d", "-x", columns, "-y", rows, command)

    def run(self, *arguments: str) -> str:
        """Run a tmux command."""
        done = subprocess.run(
            ["tmux", "-L", "engarde", *arguments],
            env=self._environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def wait_for(self, text: str) -> str:
        """Wait until the pane shows a text; return the pane."""
        wait_until(lambda: text in self.run("capture-pane", "-p"))
        return self.run("capture-pane", "-p")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
@pytest.mark.parametrize(
    ("term", "colorterm", "colours"),
    [("screen", "", "16"), ("tmux-256color", "", "256"), ("screen", "truecolor", "true")],
    ids=["16 colours", "256 colours", "true colour"],
)
def test_tmux_shows_a_hand_and_gets_its_terminal_back(
    sockets: Path, term: str, colorterm: str, colours: str
) -> None:
    tmux = Tmux(sockets, term, colorterm)
    try:
        tmux.wait_for("space lifts the curtain")
        tmux.run("send-keys", "Space")
        assert "│15 │" in tmux.wait_for("Anna to play")
        tmux.run("send-keys", "1", "Right")
        lines = tmux.wait_for("Press enter to play.").splitlines()
        assert len(lines) <= 24
        assert lines[0].startswith("╭─ En Garde · Ferti advanced")
        assert SQUARES in [line.split() for line in lines]
        assert len(hand_seen("\n".join(lines))) == 5
        codes = written(tmux.run("capture-pane", "-p", "-e"))
        assert codes
        assert [code for code in codes if not re.fullmatch(COLOURS[colours], code)] == []
        if colours != "16":
            assert any(re.fullmatch(r"[34]8;.*", code) for code in codes)
        tmux.run("send-keys", "q")
        tmux.wait_for("Leave this match?")
        tmux.run("send-keys", "y")
        assert tmux.wait_for("left with 0").strip() == "what was there before\nleft with 0"
    finally:
        tmux.run("kill-server")


def written(picture: str) -> set[str]:
    """Return the colour codes in it."""
    codes = set()
    for sequence in re.findall(r"\x1b\[([\d;]*)m", picture):
        colour = r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+"
        codes |= {code for code in re.findall(colour, sequence) if len(code) > 1 and code != "10"}
    return codes


@pytest.mark.skipif(shutil.which("screen") is None, reason="GNU screen is not installed")
@pytest.mark.parametrize("colorterm", ["", "truecolor"])
@pytest.mark.parametrize("term", ["xterm", "xterm-256color"])
def test_gnu_screen_shows_a_hand_in_its_own_colours(sockets: Path, term: str, colorterm: str) -> None:
    """GNU screen has no true colours, whatever the outer terminal has."""
    settings = sockets / "screenrc"
    settings.write_text("startup_message off\n")
    environment = {"SCREENDIR": str(sockets), "TERM": term, "COLORTERM": colorterm, "LANG": "C.UTF-8"}
    with Terminal(("screen", "-U", "-c", str(settings), *PLAY), environment=environment) as terminal:
        terminal.wait_for("space lifts the curtain")
        terminal.press("space")
        terminal.wait_for("Anna to play")
        terminal.press("1", "right")
        terminal.wait_for("Press enter to play.")
        terminal.wait_for(lambda _: terminal.screen.display[0].startswith("╭─ En Garde · Ferti advanced"))
        terminal.wait_for(lambda text: SQUARES in [line.split() for line in text.split("\n")])
        terminal.wait_for(lambda text: len(hand_seen(text)) == 5)
        terminal.wait_for("enter play")
        cells = [cell for line in terminal.screen.buffer.values() for cell in line.values()]
        assert not any(cell.blink for cell in cells)
        foregrounds = Counter(cell.fg for cell in cells if cell.data != " ")
        assert foregrounds["red"] < 20
        beyond_sixteen = [
            foreground
            for foreground in foregrounds
            if re.fullmatch("[0-9a-f]{6}", foreground) and foreground not in FG_BG_256[:16]
        ]
        assert bool(beyond_sixteen) == term.endswith("256color")
        terminal.press("q")
        terminal.wait_for("Leave this match?")
        terminal.press("y")
        assert terminal.wait_for_exit() == 0


def test_over_ssh_no_keyboard_protocol_outlives_the_connection() -> None:
    for environment, asked in (({}, True), ({"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}, False)):
        with Terminal((*COMMAND, "play"), environment=environment) as terminal:
            terminal.wait_for("space lifts")
            terminal.press("q")
            terminal.wait_for("Leave this match?")
            terminal.press("y")
            assert terminal.wait_for_exit() == 0
            assert (b"\x1b[>" in terminal.output) == (b"\x1b[<u" in terminal.output) == asked


@pytest.fixture
def table() -> Iterator[Terminal]:
    """The program at a table with a curtain that can be lifted at once."""
    with Terminal(PLAY) as terminal:
        terminal.wait_for("space lifts")
        yield terminal


def test_the_mouse_works_without_motion_reports(table: Terminal) -> None:
    assert b"\x1b[?1002h" in table.output
    assert b"\x1b[?1003h" not in table.output
    table.press("space")
    table.wait_for("Anna to play")
    table.settle()
    row, line = next((row, line) for row, line in enumerate(table.screen.display, 1) if "╭1──╮" in line)
    place = f"{line.index('╭1──╮') + 2};{row}"
    table.press(f"\x1b[<0;{place}M", f"\x1b[<0;{place}m")
    table.wait_for("Press enter to play.")


def test_keys_in_another_encoding_do_not_crash_the_program(table: Terminal) -> None:
    table.send(b"\xe9\xff")
    table.press("space")
    table.wait_for("Anna to play")


def test_redirecting_stderr_does_not_redirect_the_screen(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with Terminal(("sh", "-c", f"exec {shlex.join(PLAY)} 2> {shlex.quote(str(errors))}")) as terminal:
        terminal.wait_for("space lifts the curtain")
    assert errors.read_text() == ""
