"""Processes of a hall that die or stand still: whoever is not theirs plays on."""

import os
import re
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")

from pty_terminal import wait_until  # noqa: E402
from serve.clients import Player  # noqa: E402
from serve.halls import HallProcess  # noqa: E402

pytestmark = pytest.mark.wire


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallProcess]:
    """A hall with a process for each visitor."""
    with HallProcess(tmp_path) as hall:
        yield hall
        hall.check_log()


@pytest.fixture
async def players(hall: HallProcess) -> tuple[Player, Player]:
    """Two at a table, to both of whom the match is shown."""
    anna, bruno = [
        await Player.enter(hall.port, name, asyncssh.generate_private_key("ssh-ed25519"))
        for name in ("anna", "bruno")
    ]
    await anna.wait_for("bruno")
    anna.press("g")
    await anna.wait_for("Waiting for an opponent")
    await bruno.wait_for("Join anna")
    bruno.press("g")
    for player in (anna, bruno):
        await player.wait_for("round 1")
    return anna, bruno


async def play(players: tuple[Player, Player]) -> None:
    """Play the first action offered to the player to act; both see it."""
    for each in players:
        await each.settle()
    acting, waiting = players if "enter play" in players[0].text else (players[1], players[0])
    before = waiting.text
    acting.press("down", "enter")
    await waiting.wait_for(lambda text: text != before)


def processes(hall: HallProcess) -> dict[str, list[int]]:
    """Return the processes of a hall: the nursery, and by pid what it has forked: keeper, then visitors."""
    (nursery,) = children(hall.process.pid)
    return {"nursery": [nursery], "forked": children(nursery)}


def children(pid: int) -> list[int]:
    """Return the children of a process, the oldest first."""
    return sorted(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def of(pid: int) -> str:
    """Return the terminal that a process reads; "" for none."""
    found = os.readlink(f"/proc/{pid}/fd/0")
    return found if found.startswith("/dev/pts/") else ""


async def test_who_is_killed_loses_one_window_and_nobody_else_does(
    hall: HallProcess, players: tuple[Player, Player]
) -> None:
    anna, bruno = players
    await play(players)
    # Anna has come first.
    os.kill(next(pid for pid in processes(hall)["forked"] if of(pid)), signal.SIGKILL)
    assert await anna.wait_for_end() == 128 + signal.SIGKILL
    await bruno.wait_for("anna has lost the connection")
    again = await Player.enter(hall.port, "carla", asyncssh.generate_private_key("ssh-ed25519"))
    await again.wait_for("anna 0 : 0 bruno")


async def test_without_a_nursery_people_play_on_and_others_come_in_once_there_is_a_new_one(
    hall: HallProcess, players: tuple[Player, Player]
) -> None:
    (nursery,) = processes(hall)["nursery"]
    os.kill(nursery, signal.SIGKILL)
    hall.wait_for_log("event=nursery-lost")
    await play(players)
    carla = await Player.enter(hall.port, "carla")
    await carla.wait_for("carla (you)")
    assert processes(hall)["nursery"] != [nursery]


async def test_another_keeper_follows_one_that_was_killed(
    hall: HallProcess, players: tuple[Player, Player]
) -> None:
    keeper = processes(hall)["forked"][0]
    os.kill(keeper, signal.SIGKILL)
    hall.wait_for_log("event=keeper-lost")
    await play(players)
    wait_until(lambda: not of(processes(hall)["forked"][-1]))
    await play(players)


async def test_a_process_that_stands_still_holds_up_nobody(
    hall: HallProcess, players: tuple[Player, Player]
) -> None:
    """Not even at its own end: it is killed."""
    anna, bruno = players
    first = next(pid for pid in processes(hall)["forked"] if of(pid))
    os.kill(first, signal.SIGSTOP)
    carla = await Player.enter(hall.port, "carla")
    await carla.wait_for("carla (you)")
    bruno.press("question_mark")
    await bruno.wait_for("En Garde")
    anna.connection.abort()
    await anna.connection.wait_closed()
    wait_until(lambda: first not in processes(hall)["forked"])
    await carla.wait_for(lambda text: "anna," not in text)


async def test_time_for_which_a_hall_stands_still_counts_for_nobody(
    hall: HallProcess, players: tuple[Player, Player]
) -> None:
    """As while its machine sleeps: no clock goes on."""

    def noted() -> tuple[float, float]:
        with closing(sqlite3.connect(hall.data / "hall" / "hall.db")) as database:
            return database.execute("SELECT seconds, missed FROM running").fetchone()  # type: ignore[no-any-return]

    everybody = [hall.process.pid, *hall.pids]
    drawn = [len(player.output) for player in players]
    before, _ = noted()
    began = time.monotonic()
    for pid in everybody:
        os.kill(pid, signal.SIGSTOP)
    # That it stands still longer is all that is wanted.
    time.sleep(8)
    for pid in everybody:
        os.kill(pid, signal.SIGCONT)
    wait_until(lambda: noted()[1] > 0)
    after, missed = noted()
    assert after - before < time.monotonic() - began - missed + 1
    assert missed > 5
    for player, end in zip(players, drawn, strict=True):
        # What is typed before the terminal is set up again is lost.
        await player.wait_for(lambda _, player=player, end=end: b"\x1b[?1049h" in player.output[end:])
    await play(players)


async def test_a_visitors_process_knows_and_may_do_little(
    hall: HallProcess, players: tuple[Player, Player]
) -> None:
    """It has no variable of the operator's, and cannot get more rights, be looked into or open much."""
    pid = next(pid for pid in processes(hall)["forked"] if of(pid))
    status = Path(f"/proc/{pid}/status").read_text()
    limits = Path(f"/proc/{pid}/limits").read_text()
    assert re.search(r"NoNewPrivs:\s+1", status)
    assert re.search(r"Max open files +64 ", limits)
    assert re.search(r"Max core file size +0 ", limits)
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, hall.process.pid)
