"""External programs as bots: what they are sent, and that none of them can hang or break the game."""

import json
import os
import select
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from bots.positions import played, seen, states_of
from staging import NEAR, PRESET_NAMES, play, stage

import engine
from engine.bots import ForfeitError
from engine.bots import program as program_module
from engine.bots.arena import Pairing
from engine.bots.program import Program
from engine.bots.seating import bot_named
from engine.en_garde import PRESETS, Action, Round, Seat
from engine.en_garde.bots.message import message_of
from engine.en_garde.game import GAME as EN_GARDE

EXAMPLE = Path(engine.__path__[0]).parent / "docs" / "examples" / "careful_bot.py"

Start = Callable[..., Program]

PREAMBLE = """
import json, os, sys, time

def say(message):
    print(message if isinstance(message, str) else json.dumps(message), flush=True)

def hear():
    line = sys.stdin.readline()
    if not line:
        raise SystemExit
    return json.loads(line)

def greet():
    hear()
    say({"type": "hello"})

def play():
    while True:
        message = hear()
        if message["type"] == "view":
            say({"type": "action", "action": message["legal"][-1]})
        elif message["type"] == "hello":
            say({"type": "hello"})
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return a function that makes programs from Python code; the test ends them, whatever they do."""
    programs: list[Program] = []

    def make(code: str, **settings: float) -> Program:
        script = tmp_path / f"bot{len(programs)}.py"
        script.write_text(f"{PREAMBLE}\nfolder = {str(tmp_path)!r}\n{code}\n", encoding="utf-8")
        # -S leaves out site-packages and starts in a hundredth of a second.
        command = shlex.join([sys.executable, "-I", "-S", str(script)])
        programs.append(Program(EN_GARDE, command, **settings))
        return programs[-1]

    yield make
    for program in programs:
        program.close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list["subprocess.Popen[bytes]"]:
    """Return the list of processes started."""
    processes: list[subprocess.Popen[bytes]] = []
    really = subprocess.Popen

    def noted(*words: Any, **settings: Any) -> "subprocess.Popen[bytes]":
        processes.append(really(*words, **settings))
        return processes[-1]

    monkeypatch.setattr(program_module.subprocess, "Popen", noted)
    return processes


HOLD = "held = os.open(folder + '/alive', os.O_WRONLY)\n"
"""A program that holds the writing end of a pipe: once nobody does, the pipe can be read to its end."""


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[int]:
    """Return the reading end of that pipe."""
    os.mkfifo(tmp_path / "alive")
    pipe = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    yield pipe
    os.close(pipe)


def read(pipe: int) -> bytes:
    """Return what is written to the pipe; nothing once all writers have ended."""
    ready, _, _ = select.select([pipe], [], [], 10)
    assert ready, "nobody writes, and somebody still lives"
    return os.read(pipe, 1)


def near() -> Round:
    """Return a round with left to act at distance 3, holding 12333."""
    return stage("ferti-advanced", NEAR, left="12333", right="11224")


def ask(program: Program, state: Round | None = None, seed: int = 1) -> Action:
    return program.choose(seen(state or near()), (2, 1), Random(seed))


@contextmanager
def asking(program: Program) -> Iterator[list[str]]:
    """Ask in a thread, as the screen does; yield a list that gets the reason if the bot forfeits."""
    failures: list[str] = []

    def wait() -> None:
        try:
            ask(program)
        except ForfeitError as forfeit:
            failures.append(str(forfeit))

    thread = Thread(target=wait, daemon=True)
    thread.start()
    yield failures
    thread.join(5)
    assert not thread.is_alive()


# --- playing ---


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_example_plays_whole_rounds_in_every_preset(preset: str) -> None:
    command = shlex.join([sys.executable, "-I", "-S", str(EXAMPLE)])
    meeting = played(Pairing(command, "threshold", PRESETS[preset], 4, seed=1), 0)
    assert meeting.rounds == 8
    assert meeting.forfeits[0] == {}
    assert len(meeting.times[0]) > 8


def test_a_program_is_found_by_its_command_and_answers_like_any_bot() -> None:
    bot = bot_named(EN_GARDE, shlex.join([sys.executable, "-I", "-S", str(EXAMPLE)]))
    try:
        # It attacks with all matching cards.
        assert str(bot.choose(seen(near()), (0, 0), Random(1))) == "A333"
    finally:
        bot.close()


def test_it_is_started_by_the_first_question_and_only_once(start: Start, tmp_path: Path) -> None:
    program = start("open(folder + '/starts', 'a').write('x')\nplay()")
    assert not (tmp_path / "starts").exists()
    for _ in range(3):
        assert str(ask(program)) == "+2A1"
    assert (tmp_path / "starts").read_text() == "x"


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    made = tmp_path / "made"
    with pytest.raises(ForfeitError):
        ask(Program(EN_GARDE, f"echo '$HOME' ; touch {shlex.quote(str(made))}"))
    assert not made.exists()


# --- what it is sent ---


RECORDING = """
log = open(folder + "/heard", "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello"})
    elif message["type"] == "view":
        say({"type": "action", "action": message["legal"][0]})
"""


def heard(tmp_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]


def test_it_is_greeted_and_then_sent_everything_its_seat_sees(start: Start, tmp_path: Path) -> None:
    program = start(RECORDING)
    ask(program)
    greeting, message = heard(tmp_path)
    assert greeting == {"type": "hello", "game": "en-garde", "protocol": 1}
    assert message.pop("seed") in range(2**32)
    assert message == {
        "type": "view",
        "score": [2, 1],
        "seat": "left",
        "first": "left",
        "rules": {
            "parry": True,
            "indirect": True,
            "last_chance": False,
            "cards_decide": True,
            "final_evasion_skips_cards": False,
            "open_discard": False,
        },
        "phase": "turn",
        "positions": [11, 14],
        "distance": 3,
        "hand": [1, 2, 3, 3, 3],
        "other_hand": None,
        "hand_sizes": [5, 5],
        "pile": 11,
        "discard": [4],
        "attack": None,
        "plays": [["left", "+5"], ["right", "+5"], ["left", "+5"], ["right", "+4"]],
        "legal": ["+1", "+2", "-1", "-2", "-3", "A3", "A33", "A333", "+1A2", "+2A1"],
    }


def test_it_is_sent_the_attack_to_answer(start: Start, tmp_path: Path) -> None:
    program = start(RECORDING)
    assert str(ask(program, play(near(), "+2A1"))) == "P1"
    message = heard(tmp_path)[1]
    assert (message["seat"], message["phase"], message["attack"]) == ("right", "defence", "+2A1")
    assert message["legal"] == ["P1", "R1", "R2", "R4"]
    assert message["hand"] == [1, 1, 2, 2, 4]


def test_it_is_sent_the_result_from_its_seat_and_only_then_the_other_hand(
    start: Start, tmp_path: Path
) -> None:
    program = start(RECORDING)
    state = play(near(), "A333")
    ask(program, state)
    over = play(state, "H")
    program.finish(over.view(Seat.RIGHT))
    # The answer to another question shows that the result was read.
    ask(program, state)
    hello, asked, result, again = heard(tmp_path)
    assert [message["type"] for message in (hello, asked, result, again)] == [
        "hello",
        "view",
        "result",
        "view",
    ]
    assert (result["winner"], result["reason"]) == ("left", "hit")
    assert (result["seat"], result["phase"], result["legal"]) == ("right", "over", [])
    assert result["hand"] == [1, 1, 2, 2, 4]
    assert result["other_hand"] == list(over.hands[Seat.LEFT])
    assert {"score", "seed"} & set(result) == set()
    assert asked["other_hand"] is again["other_hand"] is None


def test_a_drawn_round_has_no_winner(start: Start, tmp_path: Path) -> None:
    drawn = next(
        after
        for state in states_of(PRESETS["abacus-basic"], 200)
        for after in map(state.play, state.legal)
        if after.result is not None and after.result.winner is None
    )
    program = start(RECORDING)
    ask(program)
    program.finish(drawn.view(Seat.LEFT))
    ask(program)
    result = heard(tmp_path)[2]
    assert (result["type"], result["winner"], result["reason"]) == ("result", None, "draw")


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_no_message_holds_the_other_hand_during_the_round(preset: str) -> None:
    for state in states_of(PRESETS[preset], 12):
        message = message_of(seen(state))
        assert state.turn is not None
        assert message["other_hand"] is None
        assert message["hand"] == state.hands[state.turn]
        assert message["legal"] == [str(action) for action in state.legal]
        # From one hand and the plays, nobody can tell the other hand from the pile.
        assert len(message["discard"]) <= 1
        assert json.loads(json.dumps(message))["plays"] == [
            [seat.label, str(action)] for seat, action in state.plays
        ]


def test_the_same_randomness_gives_the_same_seeds(start: Start, tmp_path: Path) -> None:
    seeds = []
    for source in (Random(5), Random(5), Random(6)):
        (tmp_path / "heard").write_text("")
        program = start(RECORDING)
        for _ in range(3):
            program.choose(seen(near()), (0, 0), source)
        seeds.append([message["seed"] for message in heard(tmp_path)[1:]])
    assert seeds[0] == seeds[1] != seeds[2]
    assert len(set(seeds[0])) == 3


def test_a_program_that_was_never_asked_is_not_sent_the_result(start: Start, tmp_path: Path) -> None:
    program = start("open(folder + '/starts', 'a').write('x')\nplay()")
    program.finish(play(near(), "A333 H").view(Seat.LEFT))
    assert not (tmp_path / "starts").exists()


def test_a_program_that_exited_meanwhile_does_no_harm_at_the_end(start: Start, alive: int) -> None:
    program = start(f"{HOLD}greet()\nsay({{'type': 'action', 'action': hear()['legal'][0]}})")
    ask(program)
    assert read(alive) == b""
    over = play(near(), "A333 H").view(Seat.LEFT)
    for _ in range(3):
        program.finish(over)
    # The next question may find it dead, or start it again.
    with suppress(ForfeitError):
        assert str(ask(program)) == "+1"


# --- failures ---

ASKED = "greet()\nhear()\n"
NO_ACTION = "which is not one of its legal actions"
FAILURES = {
    "ends at once": ("raise SystemExit(3)", "exited with status 3"),
    "ends after the greeting": ("greet()\nraise SystemExit(0)", "exited with status 0"),
    "crashes": (
        f"{ASKED}raise KeyError('where is it')",
        """exited with status 1: "KeyError: 'where is it'\"""",
    ),
    "complains at length": (
        f"{ASKED}sys.stderr.write('first\\n' * 1000 + 'y' * 500 + '\\n\\n  \\n')\nraise SystemExit(4)",
        f"exited with status 4: '{'y' * 60}…'",
    ),
    "complains in no encoding": (
        f"{ASKED}sys.stderr.buffer.write(b'\\xff\\xfe!')\nsys.stderr.flush()\nraise SystemExit(4)",
        "exited with status 4: '\ufffd\ufffd!'",
    ),
    "complains and answers nonsense": (
        f"{ASKED}sys.stderr.write('what is this?\\n')\nsay('nonsense')",
        "answered 'nonsense' instead of a message of type 'action': 'what is this?'",
    ),
    "complains and names an illegal action": (
        f"{ASKED}sys.stderr.write('no idea\\n')\nsay({{'type': 'action', 'action': '+5'}})",
        f"answered '+5', {NO_ACTION}: 'no idea'",
    ),
    "is killed": (f"{ASKED}os.kill(os.getpid(), 9)", "exited with status -9"),
    "greets with nonsense": ("hear()\nsay('hi')", "answered 'hi' instead of a message of type 'hello'"),
    "greets with an action": (
        "hear()\nsay({'type': 'action'})",
        """answered '{"type": "action"}' instead of a message of type 'hello'""",
    ),
    "answers no JSON": (f"{ASKED}say('+1')", "answered '+1' instead of a message of type 'action'"),
    "answers nothing": (f"{ASKED}say('')", "answered '' instead of a message of type 'action'"),
    "answers half a message": (
        f"""{ASKED}say('{{"type": "action"')""",
        """answered '{"type": "action"' instead of a message of type 'action'""",
    ),
    "answers a list": (f"{ASKED}say([1])", "answered '[1]' instead of a message of type 'action'"),
    "answers a text": (f"{ASKED}say('\"+1\"')", "answered '\"+1\"' instead of a message of type 'action'"),
    "answers null": (f"{ASKED}say('null')", "answered 'null' instead of a message of type 'action'"),
    "answers with a list of types": (
        f"{ASKED}say({{'type': ['action']}})",
        """answered '{"type": ["action"]}' instead of a message of type 'action'""",
    ),
    "greets twice": (
        f"{ASKED}say({{'type': 'hello'}})",
        """answered '{"type": "hello"}' instead of a message of type 'action'""",
    ),
    "names no action": (f"{ASKED}say({{'type': 'action'}})", f"answered 'None', {NO_ACTION}"),
    "names a number": (f"{ASKED}say({{'type': 'action', 'action': 1}})", f"answered '1', {NO_ACTION}"),
    "names a list": (
        f"{ASKED}say({{'type': 'action', 'action': ['+1']}})",
        f"""answered "['+1']", {NO_ACTION}""",
    ),
    "names what is no number": (
        f"{ASKED}say({{'type': 'action', 'action': float('nan')}})",
        f"answered 'nan', {NO_ACTION}",
    ),
    "names what is no action": (
        f"{ASKED}say({{'type': 'action', 'action': 'win'}})",
        f"answered 'win', {NO_ACTION}",
    ),
    "names an illegal action": (
        f"{ASKED}say({{'type': 'action', 'action': '+5'}})",
        f"answered '+5', {NO_ACTION}",
    ),
    "names half a character": (
        f"{ASKED}say({{'type': 'action', 'action': '\\ud800'}})",
        f"answered '\\ud800', {NO_ACTION}",
    ),
    "names a long action": (
        f"{ASKED}say({{'type': 'action', 'action': '+' * 5000}})",
        f"answered '{'+' * 60}…', {NO_ACTION}",
    ),
    "nests lists": (
        f"{ASKED}say('[' * 4000 + ']' * 4000)",
        f"answered '{'[' * 60}…' instead of a message of type 'action'",
    ),
    "nests its action": (
        f"""{ASKED}say('{{"type": "action", "action": ' + '[' * 500 + ']' * 500 + '}}')""",
        f"answered '{'[' * 60}…', {NO_ACTION}",
    ),
    "counts too far": (
        f"{ASKED}say('9' * 5000)",
        f"answered '{'9' * 60}…' instead of a message of type 'action'",
    ),
    "speaks no UTF-8": (
        f"{ASKED}os.write(1, b'\\xc3\\x28\\xff\\n')",
        "answered '\ufffd(\ufffd' instead of a message of type 'action'",
    ),
    "never ends its line": (
        f"{ASKED}os.write(1, b'x' * 60_000)\ntime.sleep(60)",
        "wrote more than 10000 bytes without a newline",
    ),
}


@pytest.mark.parametrize(("code", "message"), FAILURES.values(), ids=FAILURES)
def test_a_failing_program_forfeits_and_the_next_question_restarts_it(
    start: Start, tmp_path: Path, code: str, message: str
) -> None:
    """The second time it plays correctly."""
    indented = code.replace("\n", "\n    ")
    program = start(f"if not os.path.exists(folder + '/again'):\n    {indented}\nelse:\n    play()")
    for _ in range(2):
        with pytest.raises(ForfeitError) as caught:
            ask(program)
        assert str(caught.value) == message
    (tmp_path / "again").touch()
    assert str(ask(program)) == "+2A1"
    assert str(ask(program)) == "+2A1"


def test_a_program_that_closes_its_output_forfeits(start: Start) -> None:
    program = start("greet()\nhear()\nos.close(1)\ntime.sleep(60)")
    with pytest.raises(ForfeitError, match=r"^closed its output$"):
        ask(program)


@pytest.mark.parametrize(
    "code",
    [
        "time.sleep(60)",
        "greet()\ntime.sleep(60)",
        # Output now and then is not an answer.
        "greet()\nhear()\nwhile True:\n    os.write(1, b'.')\n    time.sleep(0.01)",
    ],
)
def test_a_program_that_does_not_answer_in_time_forfeits(
    start: Start, started: list["subprocess.Popen[bytes]"], code: str
) -> None:
    program = start(code, time_limit=0.2)
    for _ in range(2):
        with pytest.raises(ForfeitError, match=r"^did not answer within 0\.2 seconds$"):
            ask(program)
    assert len(started) == 2
    assert [process.returncode for process in started] == [-9, -9]


def test_a_program_that_answers_too_late_forfeits_with_its_last_complaint(start: Start) -> None:
    program = start("greet()\nhear()\nsys.stderr.write('let me see\\n')\ntime.sleep(60)", time_limit=0.2)
    with pytest.raises(ForfeitError, match=r"^did not answer within 0\.2 seconds: 'let me see'$"):
        ask(program)


UNASKED = {
    "another action": ("say({'type': 'action', 'action': '+2'})", '{"type": "action", "action": "+2"}'),
    "an empty line": ("say('')", ""),
    "half a line": ("os.write(1, b'{')", "{"),
}


@pytest.mark.parametrize(("code", "written"), UNASKED.values(), ids=UNASKED)
def test_unasked_output_is_not_taken_for_the_next_answer(
    start: Start, alive: int, code: str, written: str
) -> None:
    program = start(
        f"{HOLD}greet()\nhear()\nsay({{'type': 'action', 'action': '+1'}})\n{code}\n"
        "os.write(held, b'!')\nplay()"
    )
    assert str(ask(program)) == "+1"
    assert read(alive) == b"!"
    with pytest.raises(ForfeitError) as caught:
        ask(program)
    assert str(caught.value) == f"wrote {written!r} without being asked"


def test_a_result_must_not_be_answered(start: Start, alive: int) -> None:
    program = start(
        f"{HOLD}greet()\nhear()\nsay({{'type': 'action', 'action': '+1'}})\n"
        "hear()\nsay('well played')\nos.write(held, b'!')\nplay()"
    )
    ask(program)
    program.finish(play(near(), "A333 H").view(Seat.LEFT))
    assert read(alive) == b"!"
    with pytest.raises(ForfeitError, match=r"^wrote 'well played' without being asked$"):
        ask(program)


def test_only_the_end_of_standard_error_is_kept_however_long_it_is(start: Start) -> None:
    """Before it answers and between questions, it neither blocks nor fills up memory."""
    program = start(
        "greet()\nwhile True:\n    hear()\n    os.write(2, b'x' * 1_000_000)\n"
        "    say({'type': 'action', 'action': '+1'})\n    os.write(2, b'y' * 1_000_000)"
    )
    for _ in range(3):
        assert str(ask(program)) == "+1"
    assert program._process is not None
    assert len(program._process._stderr_tail) <= 1000


def test_a_program_that_only_writes_to_standard_error_forfeits_in_time(start: Start) -> None:
    program = start("greet()\nhear()\nwhile True:\n    os.write(2, b'tralala\\n' * 1000)", time_limit=0.2)
    with pytest.raises(ForfeitError, match=r"^did not answer within 0\.2 seconds: '"):
        ask(program)


def test_a_program_that_closes_its_standard_error_plays_on(start: Start) -> None:
    program = start("os.close(2)\nplay()")
    for _ in range(2):
        assert str(ask(program)) == "+2A1"
    assert program._process is not None
    assert program._process._is_stderr_closed, "else waiting for it would never rest"


def test_a_program_that_does_not_read_results_is_stopped_without_waiting(
    start: Start, started: list["subprocess.Popen[bytes]"]
) -> None:
    program = start("greet()\nhear()\nsay({'type': 'action', 'action': '+1'})\ntime.sleep(60)")
    ask(program)
    over = play(near(), "A333 H").view(Seat.LEFT)
    for _ in range(1000):
        program.finish(over)
    (process,) = started
    assert process.returncode == -9


def test_the_result_of_a_round_that_ends_while_it_thinks_is_sent_without_waiting(
    start: Start, alive: int, started: list["subprocess.Popen[bytes]"]
) -> None:
    """It is stopped: its answer would belong to no question."""
    program = start(f"{HOLD}greet()\nhear()\nos.write(held, b'!')\ntime.sleep(60)", time_limit=3)
    with asking(program) as failures:
        assert read(alive) == b"!"
        program.finish(play(near(), "A333 H").view(Seat.LEFT))
    assert failures == ["was stopped"]
    assert [process.returncode for process in started] == [-9]


def test_a_program_that_answers_but_never_reads_forfeits(start: Start) -> None:
    program = start("say({'type': 'hello'})\nwhile True:\n    say({'type': 'action', 'action': '+1'})")

    def go_on() -> None:
        for _ in range(1000):
            ask(program)

    with pytest.raises(ForfeitError, match=r"without being asked$"):
        go_on()


def test_a_program_has_ten_seconds_unless_told_otherwise() -> None:
    assert program_module.TIME_LIMIT == 10
    assert Program(EN_GARDE, "some command")._time_limit == 10


@pytest.mark.parametrize(
    ("name", "mode", "content", "message"),
    [
        ("missing", None, "", "No such file or directory"),
        ("closed", 0o600, "#!/bin/sh\n", "Permission denied"),
        ("text", 0o700, "no program at all", "Exec format error"),
    ],
)
def test_a_command_that_cannot_be_started_forfeits_for_a_reason(
    tmp_path: Path, name: str, mode: int | None, content: str, message: str
) -> None:
    file = tmp_path / name
    if mode is not None:
        file.write_text(content)
        file.chmod(mode)
    program = Program(EN_GARDE, shlex.quote(str(file)))
    for _ in range(2):
        with pytest.raises(ForfeitError, match=f"^cannot be started: {message}$"):
            ask(program)


@pytest.mark.parametrize(
    ("command", "message"),
    [("", "level or a command"), ("  ", "level or a command"), ("say 'hi", "is not a command: No closing")],
)
def test_text_that_is_not_a_command_line_is_refused_at_once(command: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Program(EN_GARDE, command)


# --- the end ---


def test_closing_kills_the_program_and_its_children(start: Start, alive: int) -> None:
    program = start(
        f"{HOLD}import subprocess\n"
        "subprocess.Popen([sys.executable, '-ISc', 'import time; time.sleep(60)'], pass_fds=[held])\n"
        "play()"
    )
    ask(program)
    with pytest.raises(BlockingIOError):
        os.read(alive, 1)
    program.close()
    assert read(alive) == b""


def test_closing_leaves_neither_a_dead_process_nor_an_open_pipe(
    start: Start, started: list["subprocess.Popen[bytes]"]
) -> None:
    program = start("play()")
    ask(program)
    program.close()
    (process,) = started
    assert process.returncode == -9
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdin.closed
    assert process.stdout.closed


def test_closing_from_another_thread_ends_a_question_with_a_forfeit(start: Start, alive: int) -> None:
    """The screen asks in a thread, and the player may leave meanwhile."""
    program = start(f"{HOLD}greet()\nhear()\nos.write(held, b'!')\ntime.sleep(60)", time_limit=3)
    with asking(program) as failures:
        assert read(alive) == b"!"
        program.close()
    assert failures == ["was stopped"]


def test_a_waiting_question_ends_even_if_another_session_holds_the_pipes(start: Start, alive: int) -> None:
    """Such a process is not killed, and its pipe stays open."""
    program = start(
        f"{HOLD}greet()\nhear()\nif os.fork() == 0:\n    os.setsid()\n    os.write(held, b'!')\n"
        "    sys.stdin.read()\n    raise SystemExit\ntime.sleep(60)",
        time_limit=3,
    )
    with asking(program) as failures:
        assert read(alive) == b"!"
        program.close()
    assert failures == ["was stopped"]
    assert read(alive) == b"", "it sees its input end"


def test_a_program_closed_before_it_starts_is_not_started(
    start: Start, started: list["subprocess.Popen[bytes]"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question was asked before, but the program not yet started; the next question is answered."""
    program = start("play()")
    with monkeypatch.context() as patch:
        patch.setattr(EN_GARDE, "message", lambda view: program.close() or message_of(view))
        with pytest.raises(ForfeitError, match=r"^was stopped$"):
            ask(program)
    assert not started
    assert str(ask(program)) == "+2A1"


def test_a_dismissed_program_is_never_started(start: Start, started: list["subprocess.Popen[bytes]"]) -> None:
    """Not even for a later one, as the asking thread may be slow."""
    asked, never_asked = start("play()"), start("play()")
    ask(asked)
    for program in (asked, never_asked):
        program.dismiss()
        with pytest.raises(ForfeitError, match=r"^was stopped$"):
            ask(program)
    assert [process.returncode for process in started] == [-9]


def test_closing_sends_no_message(start: Start) -> None:
    program = start("play()")
    program.close()
    ask(program)
    program.close()
    program.close()
    assert str(ask(program)) == "+2A1"


def test_output_left_from_before_closing_is_discarded(start: Start) -> None:
    program = start("greet()\nhear()\nsay({'type': 'action', 'action': '+1'})\nsay('rubbish')\nplay()")
    assert str(ask(program)) == "+1"
    program.close()
    assert str(ask(program)) == "+1"
