"""Each message also goes to a program of the player's, which may hang or die."""

import shutil
import subprocess
import sys
import wave
from pathlib import Path

import pytest
from commands import engarde
from settling import LONGEST

from engarde_tui.lines.speaker import Speaker
from engarde_tui.play.problem import Problem

LISTENS = (
    "import sys; file = open(sys.argv[1], 'w'); [(file.write(line), file.flush()) for line in sys.stdin]"
)


def command(*words: object) -> str:
    """Return a command line for a program in Python."""
    return " ".join(f"'{word}'" for word in (sys.executable, "-c", *words))


def wait_for(path: Path, words: str) -> str:
    """Return what a program has written, once that holds certain words."""
    while True:
        if path.exists() and words in (text := path.read_text(encoding="utf-8")):
            return text


def test_a_program_is_given_each_line(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    speaker = Speaker(command(LISTENS.replace("'", '"'), heard))
    speaker.say("Anna to play.")
    speaker.say("Bruno to play.")
    assert wait_for(heard, "Bruno").splitlines() == ["Anna to play.", "Bruno to play."]
    speaker.close()


@pytest.mark.parametrize("program", ["import time; time.sleep(1000)", "pass"], ids=["hangs", "dies"])
def test_a_program_that_hangs_or_dies_harms_nobody(program: str, tmp_path: Path) -> None:
    arguments = ("--plain", "--data", str(tmp_path), "--say", command(program), "play")
    played = engarde(*arguments, stdin="lift\nhand\n" + "score\n" * 200)
    assert (played.returncode, played.stdout.count("Anna 0 : 0 Bruno.")) == (0, 200)


def test_a_program_that_is_not_there_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Problem, match="cannot be run: no-such-program --now: No such file or directory"):
        Speaker("no-such-program --now")


@pytest.mark.wire
@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng")
@pytest.mark.parametrize("language", ["en", "de"])
def test_espeak_makes_a_file_of_a_turn(language: str, tmp_path: Path) -> None:
    file = tmp_path / "turn.wav"
    options = ("--data", str(tmp_path), "--plain", "--lang", language)
    voice = ("--say", f"espeak-ng -v {language} -w '{file}'")
    subprocess.run(
        [sys.executable, "-m", "engarde_tui", "play", "--right", "bot:novice", *options, *voice],
        input=b"+1\n",
        check=True,
        timeout=LONGEST,
    )
    with wave.open(str(file)) as sound:
        assert sound.getnframes() / sound.getframerate() > 1
