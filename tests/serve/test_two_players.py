"""Two people with ordinary ssh clients in real terminals play a whole match."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pty_terminal import Terminal
from serve.conftest import OpenHall
from serve.halls import HallProcess, ssh
from settling import LONGEST
from table_seen import hand_seen, has_to_act

from engine.record import read

pytestmark = [pytest.mark.wire, pytest.mark.usefixtures("ssh_client")]


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """A key for each player."""
    found = {}
    for name in ("anna", "bruno"):
        found[name] = tmp_path / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(found[name])], check=True)
    return found


def has_to_play(terminal: Terminal, name: str) -> bool:
    """Return whether it is this player's turn, with the hand shown."""
    return has_to_act(terminal.text, name)


def play_until(terminals: dict[str, Terminal], done: re.Pattern[str] | int) -> None:
    """Play the first action offered until both screens show `done`, or `done` times."""
    actions = 0
    while done != actions:
        for terminal in terminals.values():
            terminal.settle()
        if isinstance(done, re.Pattern) and all(done.search(one.text) for one in terminals.values()):
            return
        for name, terminal in terminals.items():
            if "space continue" in terminal.text:
                terminal.press("space")
                terminal.wait_for(lambda text: "space continue" not in text)
            elif has_to_play(terminal, name):
                before = terminal.text
                terminal.press("down", "enter")
                terminal.wait_for(before.__ne__)
                actions += 1
                break


def test_a_match_is_played_to_its_end_even_if_a_client_is_killed(
    open_hall: OpenHall, keys: dict[str, Path], tmp_path: Path
) -> None:
    """The key gets the seat back in the middle of a round; the record proves the decks."""
    hall: HallProcess = open_hall()

    def client(name: str) -> Terminal:
        return Terminal(ssh(hall, tmp_path, name, "-t", "127.0.0.1", key=keys[name]))

    with client("anna") as anna, client("bruno") as bruno:
        terminals = {"anna": anna, "bruno": bruno}
        anna.wait_for("the fencing hall")
        anna.press("n")
        anna.wait_for("Press enter to open the table")
        anna.press("\t", "\t", "\t", "backspace", "2", "enter")
        bruno.wait_for("Join anna")
        bruno.press("\x1b[H")
        bruno.wait_for("join anna: Ferti advanced, first to 2")
        bruno.press("enter")
        for terminal in terminals.values():
            terminal.wait_for(lambda text: len(hand_seen(text)) == 5)
        bruno.press("p")
        commitment = re.search(r"\b[0-9a-f]{64}\b", bruno.wait_for("commitment"))
        assert commitment is not None
        anna.press("p")
        anna.wait_for(commitment[0])
        for terminal in terminals.values():
            terminal.press(" ")
            terminal.wait_for(lambda text: len(hand_seen(text)) == 5)

        play_until(terminals, 3)
        bruno.process.kill()
        anna.wait_for("bruno has lost the connection; the seat is kept")
        with client("bruno") as again:
            again.wait_for("continue anna 0 : 0 bruno")
            again.press("\x1b[H", "enter")
            again.wait_for(lambda text: len(hand_seen(text)) == 5)
            anna.wait_for(lambda text: "lost the connection" not in text)
            play_until({"anna": anna, "bruno": again}, re.compile("wins the match"))
            record = subprocess.run(
                ssh(hall, tmp_path, "anna", "127.0.0.1", "record", "1", key=keys["anna"]),
                capture_output=True,
                text=True,
                check=True,
                timeout=LONGEST,
            ).stdout
        assert f"Link-0: {commitment[0]}\n" in record
        match = read(record).match
        assert match.winner is not None
        assert match.names == ("anna", "bruno")
        anna.wait_for(f"{match.names[match.winner]} wins the match")
    verified = subprocess.run(
        [sys.executable, "-m", "engarde_tui", "verify", "-"],
        input=record,
        capture_output=True,
        text=True,
        check=False,
    )
    assert verified.returncode == 0
    assert verified.stdout.count("the deck follows from its link and the words") == len(match.rounds)
