"""The end of an external program: closing it leaves nothing behind."""

import os
import subprocess

import pytest
from bots.programs import HOLD, Start, ask, asking, read

from engine.bot import ForfeitError
from engine.en_garde.bots.message import message_of
from engine.en_garde.game import GAME as EN_GARDE


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
    program = start(f"{HOLD}greet()\nhear()\nos.write(held, b'!')\ntime.sleep(60)")
    with asking(program) as failures:
        assert read(alive) == b"!"
        program.close()
    assert failures == ["was stopped"]


def test_a_waiting_question_ends_even_if_another_session_holds_the_pipes(start: Start, alive: int) -> None:
    """Such a process is not killed, and its pipe stays open."""
    program = start(
        f"{HOLD}greet()\nhear()\nif os.fork() == 0:\n    os.setsid()\n    os.write(held, b'!')\n"
        "    sys.stdin.read()\n    raise SystemExit\ntime.sleep(60)",
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
