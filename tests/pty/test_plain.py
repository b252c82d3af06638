"""The program runs whole where all that Textual draws is written."""

import os
import signal
import sys
from pathlib import Path

import pytest
from pty_table import stored
from pty_terminal import Terminal, seen
from table_seen import has_to_act

pytestmark = pytest.mark.wire

PLAIN = {"ENGARDE_PLAIN_TEXTUAL": "1"}
COMMAND = (sys.executable, "-m", "engarde_tui")


def plain(*arguments: str, data: Path, command: tuple[str, ...] = COMMAND) -> Terminal:
    """The command, writing all that is drawn."""
    return Terminal((*command, *arguments, "--data", str(data)), environment=PLAIN)


def test_it_is_the_same_program_with_more_bytes(tmp_path: Path) -> None:
    """The same screen after the same keys."""
    shown, written = [], []
    for environment in (PLAIN, {}):
        command = (*COMMAND, "play", "--seed", "7", "--data", str(tmp_path / f"{len(shown)}"))
        with Terminal(command, environment=environment) as terminal:
            terminal.wait_for("space lifts")
            terminal.press("space")
            terminal.wait_for(lambda text: has_to_act(text, "Anna"))
            terminal.press("down")
            terminal.wait_for("Press enter to play.")
            terminal.rest(0.3)
            shown.append(seen(terminal.screen))
            written.append(len(terminal.output))
    assert shown[0] == shown[1]
    assert written[0] > 3 * written[1]


@pytest.mark.parametrize("rules", ["abacus-basic", "quick-duel"])
def test_a_match_is_played_against_a_bot_to_its_end(tmp_path: Path, rules: str) -> None:
    """By hints, which choose an action that enter then plays."""
    game = ["--game", "swords-and-shields"] if rules == "quick-duel" else []
    options = ("play", *game, "--rules", rules, "--right", "bot:novice", "--target", "1", "--seed", "3")
    with plain(*options, data=tmp_path) as terminal:
        terminal.wait_for("Anna to play")
        terminal.press("f")
        terminal.wait_for("at once")
        while "wins the match" not in terminal.text:
            shown = terminal.wait_for(lambda text: has_to_act(text, "Anna") or "continue" in text)
            if "continue" in shown:
                terminal.press("space")
                terminal.wait_for(lambda text: "space continue" not in text)
            else:
                terminal.press("i")
                terminal.wait_for("Hint: ")
                terminal.press("enter")
                terminal.wait_for(lambda text: "Hint: " not in text)
        (match,) = stored(tmp_path)
        assert match.winner is not None
        terminal.wait_for(f"{match.names[match.winner]} wins the match")
        terminal.press("q")
        assert terminal.wait_for_exit() == 0


def test_what_is_typed_ahead_goes_to_the_screens_it_leads_to(tmp_path: Path) -> None:
    with plain("play", "--seed", "7", data=tmp_path) as terminal:
        terminal.wait_for("space lifts")
        terminal.send(b" 3?q\x1b")
        terminal.wait_for(lambda text: has_to_act(text, "Anna"))
        terminal.resize(120, 40)
        terminal.wait_for("Anna to play")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_and_restores_the_terminal(tmp_path: Path, number: int) -> None:
    with plain("play", "--seed", "7", data=tmp_path) as terminal:
        terminal.wait_for("space lifts")
        os.kill(terminal.process.pid, number)
        assert terminal.wait_for_exit() == 128 + number
        assert b"\x1b[?1049l" in terminal.output


def test_an_unexpected_error_shows_no_hand(tmp_path: Path) -> None:
    broken = (
        "import sys; from engarde_tui import cli\n"
        "from engarde_tui.screens.table import TableScreen\n"
        "def fail(self): raise RuntimeError('broken')\n"
        "TableScreen.action_hide = fail\n"
        "sys.exit(cli.main(sys.argv[1:]))\n"
    )
    command = (sys.executable, "-c", broken)
    with plain("play", "--seed", "7", data=tmp_path, command=command) as terminal:
        terminal.wait_for("space lifts")
        terminal.press("space")
        terminal.wait_for(lambda text: has_to_act(text, "Anna"))
        terminal.press("h")
        terminal.wait_for("an unexpected error ended the program; see")
        assert terminal.wait_for_exit() == 1
        assert "RuntimeError" not in terminal.text
    assert "\nRuntimeError\n" in (tmp_path / "engarde.log").read_text()
