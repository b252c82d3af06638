"""The line mode from the command line: pipes, the environment, the end of the input."""

from pathlib import Path
from runpy import run_path

import pytest
from commands import engarde

from engarde_tui.commands.shared import why_lines
from engarde_tui.storage.store import Store


def test_a_pipe_plays_and_the_end_of_the_input_saves(tmp_path: Path) -> None:
    played = engarde("--plain", "--data", str(tmp_path), "play", "--right", "bot:novice", stdin="1\n1\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "Anna to play. Distance" in played.stdout
    again = engarde("--plain", "--data", str(tmp_path), "resume", stdin="score\n")
    assert again.returncode == 0
    [match] = Store(tmp_path).unfinished()
    assert f"{match.score[0]} : {match.score[1]}" in again.stdout


def test_a_line_from_a_pipe_waits_for_the_answer_of_a_bot_to_the_one_before(tmp_path: Path) -> None:
    play = ("play", "--right", "bot:master", "--seed", "3", "--data", str(tmp_path))
    said = engarde("--plain", *play, stdin="list\n1\nhint\n").stdout
    assert "Master advanced 5." in said
    assert "Hint: " in said


def test_it_says_first_what_turned_it_on(tmp_path: Path) -> None:
    said = engarde("--plain", "--data", str(tmp_path)).stdout.splitlines()
    assert said[0] == "This is the line mode, as --plain says. Leave it out for the full screen."


@pytest.mark.parametrize(
    ("login", "typed", "said"),
    [
        ("zoe", "\nsettings\n", "Your name: zoe"),
        ("zoe", "master\n\nsettings\n", "Your name: zoe"),
        ("zoe", "Mia\nsettings\n", "Your name: Mia"),
        ("master", "?\n", "Type it; nothing, or -, to cancel."),
        ("\udcff", "?\n", "Type it; nothing, or -, to cancel."),
    ],
)
def test_an_empty_line_takes_the_login_name_unless_nobody_may_have_it(
    login: str, typed: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", login)
    told = engarde("--plain", "--data", str(tmp_path), stdin=typed, settings=str(tmp_path))
    assert (told.returncode, told.stderr) == (0, "")
    assert said in told.stdout


@pytest.mark.parametrize("word", ["start", "play", "begin"])
def test_whoever_has_told_no_name_begins_a_match_under_the_login_name(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the menu by any word for it, or from the shell; it stays as it is written."""
    monkeypatch.setenv("LOGNAME", "zoe")
    typed = f"\n{word}\n{word}\nresign\n3\ncontinue\n"
    told = engarde("--plain", "--data", str(tmp_path), stdin=typed, settings=str(tmp_path)).stdout
    assert "zoe 0 : 0 Novice, first to 5" in told
    assert "Type list to hear what you can play" in told
    assert "zoe resigned the match." in told.splitlines()
    shell = engarde("--plain", "--data", str(tmp_path / "new"), "play", "--right", "bot:novice").stdout
    assert "zoe 0 : 0 Novice" in shell


@pytest.mark.parametrize(("language", "word"), [("en", "Quit"), ("de", "Beenden"), ("de", "quit")])
def test_quit_leaves_at_the_very_first_question(language: str, word: str, tmp_path: Path) -> None:
    """It becomes nobody's name: the banner says that it leaves."""
    told = engarde("--plain", "--lang", language, "--data", str(tmp_path), stdin=f"{word}\n1\n")
    asked = engarde("--plain", "--lang", language, "--data", str(tmp_path))
    assert told.stdout == asked.stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("play", "Anna 0 : 0 Bruno"),
        ("resume", "Anna 0 : 0 Bruno"),
        ("daily", "You have one try, without hints or undo."),
        ("puzzle 1", "Puzzle 1"),
        ("learn", "Anna 0 : 0 Maestro"),
        ("replay match.engarde", "step 0 of 0"),
    ],
)
def test_it_may_be_asked_for_after_the_command(
    command: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    engarde("play", "--plain", "--data", "there")
    engarde("export", "1", "--to", "match.engarde", "--data", "there")
    run = engarde(*command.split(), "--plain", "--data", "there")
    assert (run.returncode, run.stderr) == (0, "")
    assert said in run.stdout


def test_without_it_pipes_are_refused(tmp_path: Path) -> None:
    refused = engarde("--data", str(tmp_path), stdin="1\n")
    assert refused.returncode == 2
    assert refused.stderr == (
        "engarde: this program needs a terminal; with --plain it takes pipes (see engarde --help)\n"
    )


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("replay nowhere.engarde", "nowhere.engarde: No such file or directory"),
        ("resume", "there is no unfinished match in {folder}: start one with engarde play"),
        ("puzzle --mistakes", "none of your mistakes is left: those that the review of a match names"),
    ],
)
def test_what_is_missing_is_told_before_a_terminal_is(command: str, missing: str, tmp_path: Path) -> None:
    """Wrong arguments are, too."""
    run = engarde("--data", str(tmp_path), *command.split())
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"engarde: {missing.format(folder=tmp_path)}")


def test_it_is_turned_on_by_the_command_the_settings_or_the_environment() -> None:
    screen = {"TERM": "xterm"}
    assert why_lines(screen, asked=False, chosen=False) == ""
    assert "--plain" in why_lines(screen, asked=True, chosen=True)
    assert "settings" in why_lines(screen, asked=False, chosen=True)
    assert "ACCESSIBLE" in why_lines({**screen, "ACCESSIBLE": "1"}, asked=False, chosen=False)
    assert why_lines({**screen, "ACCESSIBLE": "false"}, asked=False, chosen=False) == ""
    assert "TERM=dumb" in why_lines({"TERM": "dumb"}, asked=False, chosen=False)


def test_the_page_lists_how_all_that_keys_do_is_done_in_lines() -> None:
    docs = Path(__file__).parents[2] / "docs"
    listed = [*run_path(str(docs / "line_mode.py"))["lines"]()]
    assert "\n".join(listed) in (docs / "line-mode.md").read_text(encoding="utf-8")
