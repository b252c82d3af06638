"""A word for the deal, said to the program at home."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from commands import engarde
from pty_table import COMMAND
from pty_terminal import Terminal
from settling import LONGEST

from engine.record import read

pytestmark = pytest.mark.wire


def first_match(data: Path) -> dict[str, str]:
    """Check the record of the only match, and return its header lines."""
    text = engarde("export", "1", "--data", str(data)).stdout
    run = engarde("verify", "-", stdin=text)
    assert run.returncode == 0
    assert "committed, the link is not shown yet" in run.stdout
    return dict(read(text).others)


def test_the_program_is_committed_before_it_asks_for_the_word(tmp_path: Path) -> None:
    play = (*COMMAND, "play", "--left", "bot:novice", "--right", "Mia", "--first", "right", "--word")
    with Terminal((*play, "--data", str(tmp_path))) as terminal:
        shown = terminal.wait_for("Your word for the deal:")
        found = re.search(r"[0-9a-f]{64}", shown.replace("\n", ""))
        assert found is not None
        terminal.send(" été 7\r".encode())
        terminal.wait_for("Mia to play")
        terminal.press("q")
        terminal.wait_for("Leave this match?")
        terminal.press("y")
        assert terminal.wait_for_exit() == 0
    lines = first_match(tmp_path)
    assert lines["Link-0"] == found[0]
    assert (lines["Word-Left"], lines["Word-Right"]) == ("", "été 7")
    assert "Chain" not in lines


def piped(data: Path, typed: bytes, encoding: str) -> "subprocess.CompletedProcess[bytes]":
    """Play in lines in German with a word, given these bytes where the locale has this encoding."""
    play = (*COMMAND, "play", "--plain", "--lang", "de", "--right", "bot:novice", "--word")
    return subprocess.run(
        (*play, "--data", str(data)),
        input=typed,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "ENGARDE_CONFIG": str(data)},
        timeout=LONGEST,
        check=False,
    )


@pytest.mark.parametrize(
    ("encoding", "typed", "word"),
    [("koi8-r", "koi8-r", "Цюрих"), ("ascii", "utf-8", "Zürich")],
    ids=["koi8-r", "ascii"],
)
def test_a_word_is_read_in_the_locales_encoding_from_a_pipe_too(
    encoding: str, typed: str, word: str, tmp_path: Path
) -> None:
    """Which cannot write the whole question; and one that is only ASCII says nothing of other characters."""
    run = piped(tmp_path, f"{word}\nquit\ny\n".encode(typed), encoding)
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"Dein Wort f?r die Karten:" in run.stdout
    assert first_match(tmp_path)["Word-Left"] == word


def test_a_word_of_which_not_all_can_be_read_is_refused_in_one_line(tmp_path: Path) -> None:
    run = piped(tmp_path, "Zürich\n".encode("iso8859-1"), "utf-8")
    assert run.returncode == 2
    assert run.stderr.decode().startswith("engarde play: ein Wort besteht nur aus druckbaren Zeichen")
    assert run.stderr.count(b"\n") == 1


def test_a_word_given_with_the_command_is_not_asked_for(tmp_path: Path) -> None:
    play = (*COMMAND, "play", "--right", "bot:novice", "--word", "raclette")
    with Terminal((*play, "--data", str(tmp_path))) as terminal:
        terminal.wait_for("to play")
        terminal.press("q")
        terminal.wait_for("Leave this match?")
        terminal.press("y")
        assert terminal.wait_for_exit() == 0
    assert first_match(tmp_path)["Word-Left"] == "raclette"


def test_a_word_that_is_none_is_refused_in_one_line() -> None:
    with Terminal((*COMMAND, "play", "--word", "x" * 41)) as terminal:
        assert terminal.wait_for_exit() == 2
        assert "a word has at most 40 characters" in terminal.text
        assert "Traceback" not in terminal.text


def test_a_seed_leaves_no_room_for_a_word() -> None:
    run = engarde("play", "--seed", "1", "--word", "raclette")
    assert run.returncode == 2
    assert "not allowed with" in run.stderr
