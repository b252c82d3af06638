"""The operator's program that hears of alerts: whatever it does, it holds nothing up, and the log says it."""

import asyncio
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from serve.hall.visitors import ANNA, BRUNO, TERMS, Clock, opened, play_on
from settling import LONGEST

pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
from engarde_tui.serve.hall.events import ALERTS, Alert, AlertChoice, What
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.time_limits import LIMITS
from engarde_tui.serve.operator import notify_command
from engarde_tui.serve.operator.notify_command import MOST_AT_ONCE, MOST_WAITING, notifying
from engine.en_garde import Seat

pytestmark = pytest.mark.wire

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "mail_alerts.py"
FLOOD = "head -c 100000000 /dev/zero"


def tell(hall: Hall, match: int = 1) -> None:
    """Let the program hear of a turn."""
    alert = Alert(What.YOUR_MOVE, "anna", "bruno", "en-garde", "j36c44", match, (2, 1), None, is_there=False)
    hall.bus.publish(ALERTS, alert)


ADDRESS = "127.0.0.1 -p 2222"


def script(folder: Path, *lines: str) -> list[str]:
    """Write a script that works in its own folder; return the command."""
    file = folder / "tell"
    file.write_text("\n".join(("#!/bin/sh", f"cd '{folder}'", *lines, "")))
    file.chmod(0o700)
    return [str(file)]


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(LONGEST):
        while not holds():
            await asyncio.sleep(0.01)


def heard(folder: Path) -> list[dict[str, object]]:
    """The lines that a script has put into its folder's `heard`, as far as they are whole."""
    file = folder / "heard"
    whole, _, _ = file.read_text().rpartition("\n") if file.exists() else ("", "", "")
    return [json.loads(line) for line in whole.splitlines()]


@pytest.fixture
def troubles(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What the log says of the program, line by line."""
    return lambda: [one.message for one in caplog.records if "event=notify-trouble" in one.message]


Troubles = Callable[[], list[str]]


def is_alive(pid: int) -> bool:
    """Return whether a process runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return ") Z " not in state


async def test_each_alert_is_a_line_of_json_on_the_standard_input(
    hall: Hall, clock: Clock, tmp_path: Path
) -> None:
    anna, bruno = hall.admit("anna", ANNA), hall.admit("bruno", BRUNO)
    hall.alerts.choose(bruno, frozenset({AlertChoice.PROGRAM}))
    async with notifying(hall, ADDRESS, script(tmp_path, "cat >> heard", "echo said; echo complained >&2")):
        left, right = opened(hall, anna, bruno, replace(TERMS, time_limit=LIMITS[0]))
        right.leave()
        table = left.hall_table
        clock.now += 5
        play_on(left)
        await until(lambda: heard(tmp_path))
        hall.challenge(anna, "bruno", TERMS, Seat.LEFT)
        await until(lambda: len(heard(tmp_path)) == 2)
    assert not hall.alerts.has_program
    turn, challenge = heard(tmp_path)
    assert turn == {
        "version": 1,
        "kind": "turn",
        "what": "yours",
        "text": "It is your move against anna.",
        "name": "bruno",
        "opponent": "anna",
        "game": "en-garde",
        "table": table.code,
        "match": table.match.id,
        "score": [0, 0],
        "deadline": 1005 + LIMITS[0].seconds,
        "seconds_left": LIMITS[0].seconds,
        "is_there": False,
        "command": f"ssh -t bruno@127.0.0.1 -p 2222 join {table.code}",
    }
    empty = [key for key, value in challenge.items() if value is None]
    assert empty == ["match", "score", "deadline", "seconds_left"]
    assert challenge["kind"] == "challenge"
    assert challenge["command"] == "ssh bruno@127.0.0.1 -p 2222", "the code would accept it"


async def test_a_program_that_hangs_is_killed_with_its_children(
    hall: Hall,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    troubles: Troubles,
) -> None:
    monkeypatch.setattr(notify_command, "LONGEST_RUN", 0.5)
    monkeypatch.setattr(notify_command, "BETWEEN_LINES", 0)
    pids = tmp_path / "pids"
    async with notifying(
        hall, ADDRESS, script(tmp_path, "sleep 1000 &", "echo $$ $! > new && mv new pids", "wait")
    ):
        # On a busy machine the script may not come so far in that time.
        while not pids.exists():
            caplog.clear()
            tell(hall)
            await until(troubles)
            assert troubles() == ["event=notify-trouble times=1 reasons='killed 1'"]
    await until(lambda: not any(is_alive(int(pid)) for pid in pids.read_text().split()))


async def test_what_still_runs_is_killed_when_the_hall_closes(
    hall: Hall, tmp_path: Path, troubles: Troubles
) -> None:
    pids = tmp_path / "pids"
    async with notifying(hall, ADDRESS, script(tmp_path, "echo $$ > pid && mv pid pids", "exec sleep 1000")):
        tell(hall)
        await until(pids.exists)
    await until(lambda: not is_alive(int(pids.read_text())))
    assert troubles() == [], "it is not the program's fault"


@pytest.mark.parametrize(
    "lines",
    [
        ("exit 0",),
        ("exec <&-",),
        ("cat > /dev/null", "head -c 100000000 /dev/zero", "head -c 100000000 /dev/zero >&2"),
    ],
    ids=["reads nothing", "closes its input", "floods its output"],
)
async def test_what_a_program_leaves_unread_or_says_does_not_matter(
    hall: Hall, tmp_path: Path, troubles: Troubles, lines: tuple[str, ...]
) -> None:
    done = tmp_path / "done"
    async with notifying(hall, ADDRESS, script(tmp_path, "trap 'touch done' EXIT", *lines)):
        tell(hall)
        await until(done.exists)
    assert troubles() == []


async def test_the_first_failure_is_logged_at_once_and_further_ones_in_sum(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, troubles: Troubles
) -> None:
    monkeypatch.setattr(notify_command, "BETWEEN_LINES", 0.1)

    def counted() -> Counter[str]:
        reasons = Counter[str]()
        for line in troubles():
            for why, times in re.findall(r"([^',]+) (\d+)[',]", line.partition("reasons=")[2]):
                reasons[why.strip()] += int(times)
        return reasons

    async with notifying(hall, ADDRESS, script(tmp_path, "cat >> heard", "exit 3")):
        tell(hall)
        await until(troubles)
        assert troubles() == ["event=notify-trouble times=1 reasons='status 3 1'"]
        for _ in range(5):
            tell(hall)
        await until(lambda: counted() == {"status 3": 6})
        (tmp_path / "tell").unlink()
        tell(hall)
        await until(lambda: counted() == {"status 3": 6, "not started: No such file or directory": 1})
    assert len(heard(tmp_path)) == 6


async def test_a_few_run_at_once_and_of_those_that_wait_the_oldest_give_way(
    hall: Hall, tmp_path: Path, troubles: Troubles
) -> None:
    wait = "while [ ! -e go ]; do sleep 0.02; done"
    async with notifying(hall, ADDRESS, script(tmp_path, "touch began-$$", wait, "cat >> heard")):
        for number in range(MOST_AT_ONCE + MOST_WAITING + 3):
            tell(hall, number)
        await until(lambda: len(list(tmp_path.glob("began-*"))) == MOST_AT_ONCE)
        assert troubles() == ["event=notify-trouble times=1 reasons='dropped 1'"]
        (tmp_path / "go").touch()
        await until(lambda: len(heard(tmp_path)) == MOST_AT_ONCE + MOST_WAITING)
        numbers = {line["match"] for line in heard(tmp_path)}
        first = MOST_AT_ONCE
        assert numbers == {*range(first), *range(first + 3, first + 3 + MOST_WAITING)}
    assert troubles()[1:] == ["event=notify-trouble times=2 reasons='dropped 2'"]


async def test_the_example_mails_who_has_an_address_and_is_not_there(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, troubles: Troubles
) -> None:
    (mail,) = script(tmp_path, 'echo "$@" >> mailed', "cat >> mailed", "mv mailed sent")
    Path(mail).rename(tmp_path / "mail")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    (tmp_path / "addresses").write_text('{"anna": "anna@example.org"}')
    async with notifying(hall, ADDRESS, [sys.executable, str(EXAMPLE), str(tmp_path / "addresses")]):
        tell(hall)
        await until((tmp_path / "sent").exists)
    command = "ssh -t anna@127.0.0.1 -p 2222 join j36c44"
    mailed = f"-s En Garde anna@example.org\nIt is your move against bruno.\n\n{command}\n"
    assert (tmp_path / "sent").read_text() == mailed
    assert troubles() == []


@pytest.mark.parametrize("command", ["", "/no/such/program --loud", "sh -c 'open", "/"])
def test_a_program_that_cannot_be_run_is_refused_at_the_start(tmp_path: Path, command: str) -> None:
    words = ["serve", "--data", str(tmp_path), "--notify-command", command]
    run = subprocess.run(
        [sys.executable, "-m", "engarde_tui", *words],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert run.returncode == 2
    assert re.fullmatch(r"engarde serve: argument --notify-command: .*\n", run.stderr)
