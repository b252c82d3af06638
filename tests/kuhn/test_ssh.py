"""Two people with the ssh they have play Kuhn poker in a hall."""

import re
import shutil
from pathlib import Path

import pytest
from pty_terminal import Terminal
from serve.halls import HallProcess, ssh

from kuhn.rounds import to_kuhn

pytestmark = [pytest.mark.wire, pytest.mark.skipif(shutil.which("ssh") is None, reason="needs OpenSSH")]


class KuhnHall(HallProcess):
    """A hall in which Kuhn poker can be played."""

    PROGRAM = (str(Path(__file__).with_name("command.py")), *HallProcess.PROGRAM)


def test_a_match_is_played_to_its_end_over_ssh(tmp_path: Path) -> None:
    with KuhnHall(tmp_path / "data") as hall:

        def client(name: str, *command: str) -> Terminal:
            return Terminal(ssh(hall, tmp_path, name, "-t", "127.0.0.1", *command))

        with client("anna") as anna:
            anna.wait_for("the fencing hall")
            anna.press("n")
            anna.wait_for("Press enter to open the table")
            anna.press(*to_kuhn())
            anna.wait_for(lambda text: re.search("Rounds to win +3", text) is not None)
            anna.press("\t", "\t", "\t", "backspace", "1")
            anna.wait_for("one round")
            anna.press("enter")
            code = re.search(r"join (\w{6})", anna.wait_for("Waiting for an opponent"))
            assert code is not None
            with client("bruno", "join", code[1]) as bruno:
                bruno.wait_for("card:")
                anna.wait_for("card:")
                anna.press("down", "down", "enter")
                bruno.wait_for("anna bet a chip.")
                assert "anna's card" not in bruno.text
                bruno.press("down", "enter")
                for player in (anna, bruno):
                    player.wait_for("wins round 1: the higher card")
                    player.press("space")
                    player.wait_for("wins the match")
        hall.check_log()
