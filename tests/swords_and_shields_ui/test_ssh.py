"""Two people with the ssh they have play a duel in a hall."""

import re
import shutil
from pathlib import Path

import pytest
from pty_terminal import Terminal
from serve.halls import HallProcess, ssh

pytestmark = [pytest.mark.wire, pytest.mark.skipif(shutil.which("ssh") is None, reason="needs OpenSSH")]


def test_a_duel_is_played_over_ssh_and_neither_sees_the_hand_of_the_other(tmp_path: Path) -> None:
    with HallProcess(tmp_path / "data") as hall:

        def client(name: str, *command: str) -> Terminal:
            return Terminal(ssh(hall, tmp_path, name, "-t", "127.0.0.1", *command))

        with client("anna") as anna:
            anna.wait_for("the fencing hall")
            anna.press("n")
            anna.wait_for("Press enter to open the table")
            anna.press("right")
            anna.wait_for("(●) Swords and Shields")
            anna.wait_for("Full duel")
            anna.press("enter")
            code = re.search(r"join (\w{6})", anna.wait_for("Waiting for an opponent"))
            assert code is not None
            with client("bruno", "join", code[1]) as bruno:
                bruno.wait_for("bruno's hand")
                anna.wait_for("anna's hand")
                for key in ("1", "enter", "t", "enter"):
                    anna.press(key)
                bruno.wait_for("bruno to play")
                bruno.wait_for("anna played a card")
                assert "anna's hand" not in bruno.text
                assert "bruno's hand" not in anna.text
                bruno.press("1", "enter", "t", "enter")
                anna.wait_for("anna to play")
                anna.wait_for("bruno played a card")
                assert "bruno's hand" not in anna.text
        hall.check_log()
