"""Homes and working folders that do not exist: one line says what to set, and no folder is called `~`."""

import os
import pwd
from pathlib import Path

import pytest
from commands import engarde
from store.refused import folder_of_somebody

from engarde_tui import cli
from engarde_tui.commands.shared import settings
from engarde_tui.language import put
from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.register import Register
from engarde_tui.storage.errors import StoreError

NO_HOME = "there is no home folder for"


def unknown(number: int) -> None:
    raise KeyError(number)


@pytest.fixture(params=[None, "", "relative", "~"])
def _no_home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody whom the system does not know, without a home that HOME could name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "ENGARDE_DATA", "ENGARDE_CONFIG", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    if request.param is not None:
        monkeypatch.setenv("HOME", request.param)


@pytest.mark.usefixtures("_no_home")
@pytest.mark.parametrize("command", ["export", "export --list", "import -", "resume", "serve", "hall status"])
def test_who_has_no_home_is_told_what_to_set(command: str, tmp_path: Path) -> None:
    done = engarde(*command.split())
    assert done.returncode in (1, 2)
    assert done.stderr.startswith(f"engarde: {NO_HOME} ~/.local/share/engarde: set HOME to a whole path, or ")
    assert done.stderr.count("\n") == 1
    assert not [*tmp_path.iterdir()]


@pytest.mark.usefixtures("_no_home")
@pytest.mark.parametrize("command", ["--version", "--help", "export --help"])
def test_who_has_no_home_still_gets_help(command: str) -> None:
    # Not by `engarde`, which names a folder for settings.
    try:
        status: object = cli.main(command.split())
    except SystemExit as exit:
        status = exit.code
    assert status == 0


@pytest.mark.usefixtures("_no_home")
def test_settings_without_a_place_are_said_to_hold_until_the_player_leaves(tmp_path: Path) -> None:
    keeper, words = settings(), "the settings cannot be saved, and hold until you leave: "
    (problem,) = keeper.problems
    assert put(problem).startswith(f"{words}{NO_HOME} ~/.config/engarde: ")
    with pytest.raises(Problem, match=words):
        keeper.change(name="Mia")
    assert keeper.settings.name == "Mia"
    assert not [*tmp_path.iterdir()]


def test_a_tilde_is_the_home_wherever_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    done = engarde("export", "--list", "--data=~/x")
    assert done.stderr == f"engarde: there are no matches in {tmp_path / 'home' / 'x'}\n"
    assert not (tmp_path / "~").exists()


def test_a_tilde_further_on_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = engarde("import", "match.txt", "--data=there/~/x")
    assert done.stderr == "engarde: there/~/x: “~” is a home only where the path begins\n"
    assert not [*tmp_path.iterdir()]


@pytest.fixture
def _in_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be in a folder that is gone."""
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    os.rmdir(folder)


@pytest.mark.usefixtures("_in_no_folder")
@pytest.mark.parametrize("command", ["export --list --data x", "hall status --data x", "serve --data x"])
def test_a_working_folder_that_is_gone_is_named(command: str) -> None:
    done = engarde(*command.split())
    assert (done.returncode, done.stderr) == (
        1,
        "engarde: x: the folder you are in is gone: write the whole path\n",
    )


@pytest.mark.usefixtures("_in_no_folder")
def test_an_arena_does_not_begin_in_a_folder_that_is_gone() -> None:
    done = engarde("arena", "novice", "fencer", "--rounds", "2")
    assert done.returncode == 1
    assert done.stderr.startswith("engarde: .: the folder you are in is gone: ")


def test_what_lies_in_a_folder_that_nobody_may_look_into_is_told() -> None:
    """A hall, and a bot's program."""
    with folder_of_somebody() as folder:
        folder.chmod(0o000)
        with pytest.raises(StoreError, match=f"{folder}.*another folder with --data"):
            Register(folder / "hall", "")
        run = engarde("play", "--left", f"bot:{folder}/bot.py")
    assert run.returncode == 2
    assert f"there is no bot '{folder}/bot.py'" in run.stderr
