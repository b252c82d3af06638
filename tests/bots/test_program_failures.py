"""External programs that fail: none of them can hang or break the game."""

import shlex
import subprocess
from functools import partial
from pathlib import Path

import pytest
from bots.programs import ASKED, HOLD, Start, ask, asking, near, read
from staging import play

from engine import program as program_module
from engine.bot import ForfeitError
from engine.en_garde import Seat
from engine.en_garde.game import GAME as EN_GARDE
from engine.program import Program

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


@pytest.mark.by_day(5)
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


@pytest.mark.slow
def test_a_program_that_closes_its_output_forfeits(start: Start) -> None:
    program = start("greet()\nhear()\nos.close(1)\ntime.sleep(60)")
    with pytest.raises(ForfeitError, match=r"^closed its output$"):
        ask(program)


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    "code",
    [
        # Output now and then is not an answer.
        "greet()\nhear()\nwhile True:\n    os.write(1, b'.')\n    time.sleep(0.01)",
        "time.sleep(60)",
        "greet()\ntime.sleep(60)",
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


@pytest.fixture
def start_expiring(start: Start, tmp_path: Path) -> Start:
    """Return a function that starts programs whose time for an answer runs out once they have complained."""
    complained = tmp_path / "complained"
    seconds = 0.0

    def clock() -> float:
        nonlocal seconds
        if complained.exists():
            seconds += 0.1
        return seconds

    return partial(start, time_limit=0.2, clock=clock)


COMPLAINED = "open(folder + '/complained', 'w').close()"


def test_a_program_that_answers_too_late_forfeits_with_its_last_complaint(start_expiring: Start) -> None:
    program = start_expiring(
        f"greet()\nhear()\nsys.stderr.write('let me see\\n')\n{COMPLAINED}\ntime.sleep(60)"
    )
    with pytest.raises(ForfeitError, match=r"^did not answer within 0\.2 seconds: 'let me see'$"):
        ask(program)


@pytest.mark.parametrize("answers", ["while it is stopped", "once it goes on"])
def test_time_for_which_the_game_is_stopped_is_not_taken_from_a_program(
    start: Start, tmp_path: Path, alive: int, answers: str
) -> None:
    """The clock jumps between two readings, as when the process or the machine is stopped."""
    asked, may_answer = tmp_path / "asked", tmp_path / "may-answer"
    is_meanwhile, readings = answers == "while it is stopped", 0

    def clock() -> float:
        nonlocal readings
        if asked.exists():
            readings += 1
            if is_meanwhile or readings == 2:
                may_answer.touch()
            if is_meanwhile and readings == 1:
                assert read(alive) == b"!"
        return 1e6 if readings else 0.0

    program = start(
        f"{HOLD}greet()\nhear()\nopen(folder + '/asked', 'w').close()\n"
        "while not os.path.exists(folder + '/may-answer'):\n    time.sleep(0.001)\n"
        "say({'type': 'action', 'action': '+1'})\nos.write(held, b'!')\nhear()",
        # Less than is waited at a time, and far more.
        time_limit=0.05 if is_meanwhile else 1e5,
        clock=clock,
    )
    assert str(ask(program)) == "+1"


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


def test_a_program_that_only_writes_to_standard_error_forfeits_in_time(start_expiring: Start) -> None:
    program = start_expiring(
        f"greet()\nhear()\nwhile True:\n    os.write(2, b'tralala\\n' * 1000)\n    {COMPLAINED}"
    )
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
    program = start(f"{HOLD}greet()\nhear()\nos.write(held, b'!')\ntime.sleep(60)")
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

    with pytest.raises(ForfeitError, match=r"without being asked$|does not read its input$"):
        go_on()


def test_a_program_has_ten_seconds_unless_told_otherwise() -> None:
    assert program_module.TIME_LIMIT == 10
    assert Program(EN_GARDE, "some command")._time_limit == 10


@pytest.mark.parametrize(
    ("name", "mode", "content", "message"),
    [
        ("missing", None, "", "No such file or directory"),
        ("closed", 0o600, "#!/bin/sh\n", "Permission denied"),
        ("text", 0o700, "no program at all", ".*/text is neither a program nor a script whose .*"),
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
    [("", "level or a command"), ("  ", "level or a command"), ("say 'hi", "ends inside a quote")],
)
def test_text_that_is_not_a_command_line_is_refused_at_once(command: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Program(EN_GARDE, command)
