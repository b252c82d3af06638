"""Two commands, each with its own folder and address, and one database: real clients find one hall."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
pytest.importorskip("psycopg", reason="needs what a hall on a server needs")
from postgres import Cluster
from pty_terminal import Terminal, wait_until
from serve.halls import HallProcess, ssh
from settling import LONGEST
from table_seen import hand_seen, has_to_act

from engarde_tui.serve.operator.client import ask
from engarde_tui.serve.operator.protocol import PROBLEM, TEXT

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("ssh_client")]

PLAYERS = ("anna", "bruno")
LOBBY = "Leave the hall"


class Machines(NamedTuple):
    """Where the hall is open, and who comes."""

    one: HallProcess
    other: HallProcess
    folder: Path

    def come(self, hall: HallProcess, name: str) -> Terminal:
        """Come in at one of them; both have to prove the same host key."""
        program, *options = ssh(hall, self.folder, name, "-t", "127.0.0.1", key=self.folder / name)
        same = ("-o", "HostKeyAlias=hall", "-o", "StrictHostKeyChecking=accept-new")
        return Terminal([program, *same, *options])


@pytest.fixture
def machines(tmp_path: Path, postgres: Cluster) -> Iterator[Machines]:
    """A hall that is open at two machines."""
    for name in PLAYERS:
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], check=True
        )
    database = ("--database", postgres.url(postgres.new_database()))
    with HallProcess(tmp_path / "one", *database) as one:
        (tmp_path / "other" / "hall").mkdir(parents=True)
        shutil.copy(tmp_path / "one" / "hall" / "host_key", tmp_path / "other" / "hall")
        with HallProcess(tmp_path / "other", *database) as other:
            yield Machines(one, other, tmp_path)
            for hall in (one, other):
                hall.check_log()


def obeyed(hall: HallProcess, order: str, **given: object) -> str:
    """What a command says to an order that it carries out."""
    answer = ask(hall.data / "hall", {"order": order, **given})
    assert PROBLEM not in answer, answer
    return str(answer[TEXT])


def open_table(terminal: Terminal) -> None:
    """Open a table that the lobby lists."""
    terminal.wait_for(LOBBY)
    terminal.press("n")
    terminal.wait_for("Press enter to open the table")
    terminal.press("enter")
    terminal.wait_for("What happens next")


def join_anna(terminal: Terminal) -> None:
    """Join the table that anna has opened."""
    terminal.wait_for("Join anna")
    terminal.press("\x1b[H")
    terminal.wait_for("join anna:")
    terminal.press("enter")
    terminal.wait_for("round 1 ·")


def play_until(players: dict[str, Terminal], shown: str) -> None:
    """Let both play the first action that the list offers, until both screens show a text."""
    while not all(shown in terminal.text for terminal in players.values()):
        for name, terminal in players.items():
            terminal.settle()
            before = terminal.text
            if "space continue" in before:
                terminal.press("space")
            elif has_to_act(before, name):
                terminal.press("down", "enter")
            else:
                continue
            terminal.wait_for(lambda text, before=before: text != before)
            break
        else:
            # The other machine has not heard yet.
            for terminal in players.values():
                terminal.rest(0.05)


def test_two_play_at_two_machines_and_go_on_at_one_when_the_other_is_lost(machines: Machines) -> None:
    with machines.come(machines.one, "anna") as anna:
        open_table(anna)
        with machines.come(machines.other, "bruno") as bruno:
            join_anna(bruno)
            anna.wait_for(lambda text: len(hand_seen(text)) == 5)
            play_until({"anna": anna, "bruno": bruno}, "round 2 ·")
            machines.other.kill()
            assert bruno.wait_for_exit() == 255
        anna.wait_for(lambda text: "the seat is kept" in text or "bruno is not here" in text)
        with machines.come(machines.one, "bruno") as bruno:
            bruno.wait_for("continue anna ")
            bruno.press("\x1b[H", "enter")
            bruno.wait_for("round 2 ·")
            anna.wait_for(lambda text: "the seat is kept" not in text and "is not here" not in text)
            play_until({"anna": anna, "bruno": bruno}, "round 3 ·")


def test_orders_at_one_machine_reach_people_at_the_other(machines: Machines) -> None:
    one, other, _ = machines
    with machines.come(one, "anna") as anna, machines.come(other, "bruno") as bruno:
        for terminal in (anna, bruno):
            terminal.wait_for(LOBBY)
        wait_until(lambda: "People: 2" in obeyed(one, "status"))
        status = obeyed(one, "status")
        assert re.search(rf"^Open at \S+:{other.port}, too: ", status, re.MULTILINE)
        assert all(re.search(rf"^  {name} +127\.0\.0\.1 +member", status, re.MULTILINE) for name in PLAYERS)
        assert obeyed(one, "announce", text="Tea at six") == "Announced to 2 people."
        for terminal in (anna, bruno):
            terminal.wait_for("The operator of the hall: Tea at six")
        obeyed(one, "notice", text="Closed tomorrow")
        bruno.wait_for("Closed tomorrow")
        assert obeyed(one, "note", name="bruno", text="Well fenced") == "bruno sees the note at once."
        bruno.wait_for("Well fenced")
        assert obeyed(one, "kick", name="bruno") == "bruno has been sent away."
        assert bruno.wait_for_exit() == 0
        assert "The operator of the hall has ended your visit." in bruno.text
    obeyed(one, "ban", who="bruno")
    with machines.come(other, "bruno") as bruno:
        assert bruno.wait_for_exit() == 1
        assert "The operator of this hall has banned you" in bruno.text


def test_a_machine_is_renewed_alone(machines: Machines) -> None:
    """Whoever is inside plays on, also with somebody who has come later."""
    one, other, _ = machines
    with machines.come(one, "anna") as anna:
        open_table(anna)
        nursery, *_ = one.pids
        said = obeyed(one, "renew")
        assert said.startswith("Whoever comes next has the new program. 1 window has the old one")
        with machines.come(one, "bruno") as bruno:
            join_anna(bruno)
            anna.wait_for(lambda text: len(hand_seen(text)) == 5)
            assert len(one.nurseries) == 2
            play_until({"anna": anna, "bruno": bruno}, "round 2 ·")
    wait_until(lambda: nursery not in one.nurseries)
    assert other.process.poll() is None
    assert "People: 0" in obeyed(one, "status")


def test_a_machine_is_drained_alone_and_says_where_the_hall_stays_open(machines: Machines) -> None:
    one, other, _ = machines
    with machines.come(other, "bruno") as bruno:
        bruno.wait_for(LOBBY)
        with machines.come(one, "anna") as anna:
            anna.wait_for(LOBBY)
            said = obeyed(one, "drain")
            assert re.fullmatch(
                rf"This machine .* 1 person here\. The hall stays open at \S+:{other.port}\.", said
            )
            anna.wait_for("This machine closes when everybody has left")
        assert one.process.wait(LONGEST) == 0
        assert "closes" not in bruno.text
        open_table(bruno)
        assert obeyed(other, "drain").startswith("The hall closes when everybody has left")
        bruno.wait_for("The hall closes when everybody has left")
    assert other.process.wait(LONGEST) == 0


def test_whoever_is_at_a_machine_that_is_closed_is_told_to_come_back_and_finds_another(
    machines: Machines,
) -> None:
    one, other, _ = machines
    with machines.come(other, "bruno") as bruno:
        open_table(bruno)
        assert other.terminate() == 0
        bruno.wait_for_exit()
        assert "This machine of the hall is closing. Every match is saved: connect again." in bruno.text
    with machines.come(one, "bruno") as bruno:
        bruno.wait_for("wait at your table for an opponent")
    assert one.terminate() == 0
