"""Each message also goes to a program of the player's, which may hang or die."""

import shutil
import subprocess
import sys
import wave
from pathlib import Path

import pytest
from commands import engarde
from settling import LONGEST

from engarde_tui.language import told
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
    speaker.say("no byte of UTF-8: \udcfc")
    speaker.say("Bruno to play.")
    said = wait_for(heard, "Bruno").splitlines()
    assert said == ["Anna to play.", "no byte of UTF-8: ?", "Bruno to play."]
    speaker.close()


@pytest.mark.slow
@pytest.mark.parametrize("program", ["import time; time.sleep(1000)", "pass"], ids=["hangs", "dies"])
def test_a_program_that_hangs_or_dies_harms_nobody(program: str, tmp_path: Path) -> None:
    arguments = ("--plain", "--data", str(tmp_path), "--say", command(program), "play")
    played = engarde(*arguments, stdin="lift\nhand\n" + "score\n" * 200)
    assert (played.returncode, played.stdout.count("Anna 0 : 0 Bruno.")) == (0, 200)


@pytest.mark.parametrize(
    ("said_by", "why"),
    [
        ("   ", "'   ' names no program that can be run"),
        ("no-such-program --now", "'no-such-program --now' names no program that can be run"),
        ("/", "'/' names no program that can be run"),
        (__file__, f"'{__file__}' names no program that can be run"),
        ("sh -c 'open", '"sh -c \'open" ends inside a quote or after a backslash'),
        ("sh \\", "'sh \\\\' ends inside a quote or after a backslash"),
    ],
    ids=["blank", "not there", "folder", "not executable", "quote", "backslash"],
)
def test_a_command_that_names_no_program_is_told_in_one_line(said_by: str, why: str, tmp_path: Path) -> None:
    """Before anything else is missing, such as a terminal."""
    run = engarde("--data", str(tmp_path), "--say", said_by, "play")
    told = f"engarde: the program that is to say everything: {why}\n"
    assert (run.returncode, run.stdout, run.stderr) == (1, "", told)


@pytest.mark.parametrize("content", ["no program", "#!/nowhere/interpreter", ""])
def test_a_program_that_cannot_be_started_is_told_too(content: str, tmp_path: Path) -> None:
    (file := tmp_path / "voice").write_text(content)
    file.chmod(0o755)
    with pytest.raises(Problem) as problem:
        Speaker(str(file))
    why = f"{file} is neither a program nor a script whose first line names its interpreter"
    assert told(problem.value) == f"the program that is to say everything: {why}"


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
