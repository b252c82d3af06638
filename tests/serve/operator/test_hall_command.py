"""`engarde hall` beside `engarde serve`: two processes and a socket."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pty_terminal import wait_until
from serve.conftest import OpenHall
from serve.halls import HallProcess
from settling import LONGEST

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from serve.attacks.attackers import LOBBY, player  # noqa: E402
from serve.clients import SECOND_ADDRESS, Player, connect  # noqa: E402

pytestmark = pytest.mark.wire


def order(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run `engarde hall` and return what it says."""
    command = [sys.executable, "-m", "engarde_tui", "hall", "--data", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)


def obeyed(hall: HallProcess, *words: str) -> str:
    """What the hall says to an order that it carries out."""
    run = order(hall.data / "hall", *words)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_without_a_running_hall_there_is_a_sentence(tmp_path: Path) -> None:
    run = order(tmp_path, "status")
    assert (run.returncode, run.stdout) == (1, "")
    assert (
        run.stderr
        == f"engarde: no hall is open in {tmp_path}: choose the folder of a running one with --data\n"
    )


@pytest.mark.parametrize("words", [(), ("dance",), ("drain", "--at", "18:00", "--in", "5"), ("kick",)])
def test_wrong_usage_is_a_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    run = order(tmp_path, *words)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("engarde hall")
    assert run.stderr.count("\n") == 1


async def test_times_are_told_in_the_readers_zone_and_else_in_the_halls_by_name(open_hall: OpenHall) -> None:
    hall = open_hall()
    obeyed(hall, "announce", "Tea at six")
    for env, zone in (({"TZ": "Asia/Tokyo"}, "JST"), ({"TZ": "/etc/hosts"}, "UTC"), ({}, "UTC")):
        async with player(hall, "vera", env=env) as vera:
            vera.press("\x0e")
            await vera.wait_for(re.compile(rf"the hall's clock says [-0-9]+ [0-9:]+ {zone}").search)


async def test_the_operator_sees_speaks_to_and_sends_away_who_is_there(open_hall: OpenHall) -> None:
    hall = open_hall()
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with player(hall, "vera", source=SECOND_ADDRESS) as vera:
        anna = await Player.enter(hall.port, "anna", key)
        await anna.wait_for(LOBBY)
        status = obeyed(hall, "status")
        assert re.search(r"anna +127.0.0.1 +member", status)
        assert re.search(r"~vera +127.0.0.2 +guest", status)
        assert "SHA256" not in status
        assert obeyed(hall, "announce", "Tea at six") == "Announced to 2 people.\n"
        for each in (anna, vera):
            await each.wait_for("The operator of the hall: Tea at six")
        assert obeyed(hall, "kick", "anna") == "anna has been sent away.\n"
        assert await anna.wait_for_end() == 0
        assert "The operator of the hall has ended your visit. Your seats are kept." in anna.text
        async with player(hall, "anna", key=key) as anna:
            assert obeyed(hall, "ban", "anna") == "anna is banned. Sent away: anna.\n"
            await anna.wait_for_end()
        late = await Player.enter(hall.port, "anna", key)
        assert await late.wait_for_end() == 1
        assert "The operator of this hall has banned you." in late.text
        obeyed(hall, "ban", "127.0.0.3")
    hall.terminate()
    hall = open_hall()
    assert obeyed(hall, "bans") == "anna\n127.0.0.3\n"
    with pytest.raises((asyncssh.Error, OSError)):
        await connect(hall.port, source="127.0.0.3")
    hall.wait_for_log("event=refused address=127.0.0.3 reason=banned")
    assert "1 × banned" in obeyed(hall, "status")
    obeyed(hall, "unban", "anna")
    async with player(hall, "anna", key=key):
        pass


async def test_a_drained_hall_ends_when_the_last_visitor_leaves(open_hall: OpenHall) -> None:
    hall = open_hall()
    async with player(hall) as anna:
        assert "closes when everybody has left" in obeyed(hall, "drain")
        await anna.wait_for("The hall closes when everybody has left")
        anna.press("\x0e")
        await anna.wait_for("tables. Every match is saved.")
        async with player(hall, "late", source=SECOND_ADDRESS) as late:
            await late.wait_for("The hall closes when everybody has left")
    assert hall.process.wait(LONGEST) == 0
    assert order(hall.data / "hall", "status").returncode == 1


async def test_after_a_renewal_who_is_inside_plays_on_with_who_comes_later(open_hall: OpenHall) -> None:
    """The old program ends with the last one who has it."""
    hall = open_hall()
    before = hall.nurseries
    async with player(hall, "anna") as anna:
        assert "1 window has the old one until it is closed" in obeyed(hall, "renew")
        assert len(hall.nurseries) == 2
        async with player(hall, "vera", source=SECOND_ADDRESS) as vera:
            await anna.wait_for("· 2 here")
            anna.press("g")
            await anna.wait_for("Waiting for an opponent")
            vera.press("g")
            await vera.wait_for("round 1 ·")
            await anna.wait_for("round 1 ·")
    wait_until(lambda: not {*before} & {*hall.nurseries})
    assert "People: 0" in obeyed(hall, "status")


def test_a_second_hall_in_a_folder_says_why_it_does_not_open(open_hall: OpenHall) -> None:
    hall = open_hall()
    command = [sys.executable, "-m", "engarde_tui", "serve", "--port", "0", "--data", str(hall.data / "hall")]
    if HallProcess.database is not None:
        command += ["--database", HallProcess.database(hall.data)]
    second = subprocess.run(command, timeout=LONGEST, check=False, capture_output=True, text=True)
    assert second.returncode == 1
    assert "another hall takes orders in this folder: choose another one with --data" in second.stderr
    assert "event=crash" not in second.stderr
    assert "People: 0" in obeyed(hall, "status")


def test_a_killed_hall_leaves_nothing_in_the_way(open_hall: OpenHall) -> None:
    hall = open_hall()
    hall.kill()
    assert order(hall.data / "hall", "status").returncode == 1
    again = open_hall()
    assert "People: 0" in obeyed(again, "status")


def test_a_backup_of_a_running_hall_is_made_where_the_user_is(open_hall: OpenHall, tmp_path: Path) -> None:
    hall = open_hall()
    command = [
        sys.executable,
        "-m",
        "engarde_tui",
        "hall",
        "--data",
        str(hall.data / "hall"),
        "backup",
        "mine.tar",
    ]
    subprocess.run(command, cwd=tmp_path, timeout=LONGEST, check=True, capture_output=True)
    assert (tmp_path / "mine.tar").stat().st_mode & 0o777 == 0o600
    copy = tmp_path / "again" / "hall"
    copy.mkdir(mode=0o700, parents=True)
    subprocess.run(["tar", "-xf", tmp_path / "mine.tar", "-C", copy], check=True)
    assert {path.name for path in copy.iterdir()} == {"hall.db", "host_key"}
    with HallProcess(tmp_path / "again") as again:
        assert "People: 0" in obeyed(again, "status")
