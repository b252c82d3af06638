"""Fixtures of the bots' tests."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bots.programs import PREAMBLE, Start
from settling import LONGEST

from engine import program as program_module
from engine.en_garde.bots import playout, virtuoso
from engine.en_garde.game import GAME as EN_GARDE
from engine.program import Program


@pytest.fixture(scope="module")
def few_guesses() -> Iterator[None]:
    """Let the slowest bots make only a few guesses; these tests do not depend on how well they play."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playout, "GUESSES", 3)
        patch.setattr(virtuoso, "VIRTUOSO", virtuoso.VIRTUOSO._replace(guesses=2))
        yield


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return a function that makes programs from Python code; the test ends them, whatever they do."""
    programs: list[Program] = []

    def make(code: str, **settings: Any) -> Program:
        script = tmp_path / f"bot{len(programs)}.py"
        script.write_text(f"{PREAMBLE}\nfolder = {str(tmp_path)!r}\n{code}\n", encoding="utf-8")
        # -S leaves out site-packages and starts in a hundredth of a second.
        command = shlex.join([sys.executable, "-I", "-S", str(script)])
        programs.append(Program(EN_GARDE, command, **{"time_limit": LONGEST, **settings}))
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


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[int]:
    """Return the reading end of that pipe."""
    os.mkfifo(tmp_path / "alive")
    pipe = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    yield pipe
    os.close(pipe)
