"""The manual pages and the completion of shells: made from the parser, read by real programs."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pty_terminal import Terminal

from engarde_tui import __version__
from engarde_tui.settings.entries import ENTRIES
from engine import record

pytestmark = pytest.mark.wire

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What goes below `share`."""
    folder = tmp_path_factory.mktemp("share")
    subprocess.run([sys.executable, ROOT / ".ci/packaging/pages.py", folder], check=True, capture_output=True)
    return folder


@pytest.mark.parametrize("page", ["man1/engarde.1", "man5/engarde-record.5", "man8/engarde-hall.8"])
@pytest.mark.parametrize("command", ["mandoc -Tlint", "man --warnings -E UTF-8 -l -Tutf8 -Z"])
def test_a_manual_page_is_read_without_a_complaint(share: Path, page: str, command: str) -> None:
    """It names the version, and no field is left."""
    path = share / "man" / page
    text = path.read_text(encoding="utf-8")
    assert f'"engarde {__version__}"' in text.splitlines()[0]
    assert not re.search("@[A-Z]+@", text)
    if shutil.which(command.split()[0]) is None:
        pytest.skip(f"{command.split()[0]} is not on this machine")
    run = subprocess.run([*command.split(), path], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert command.startswith("man ") or run.stdout == ""


def test_the_manual_names_every_setting_with_its_remark(share: Path) -> None:
    text = (
        (share / "man/man1/engarde.1").read_text(encoding="utf-8").replace("\\-", "-").replace("\\(dq", '"')
    )
    told = " ".join(text.split())
    for name, setting in ENTRIES.items():
        assert f".B {name} {setting.about}" in told


def test_the_manual_names_every_command_option_preset_and_level(share: Path) -> None:
    """Also the level that needs a package which may be missing where the page is made."""
    text = (share / "man/man1/engarde.1").read_text(encoding="utf-8").replace("\\-", "-")
    hall = (share / "man/man8/engarde-hall.8").read_text(encoding="utf-8").replace("\\-", "-")
    for command in (
        "play",
        "daily",
        "learn",
        "puzzle",
        "resume",
        "replay",
        "export",
        "import",
        "verify",
        "arena",
    ):
        assert f".SS \\fBengarde {command}\\fR" in text
    for word in (
        "--plain",
        "--target",
        "--view",
        "--save",
        "abacus-basic",
        "quick-duel",
        "grandmaster",
        "yeoman",
        "sergeant",
    ):
        assert word in text
    for word in (
        "--max-players",
        "--notify-command",
        "engarde hall announce",
        "engarde hall drain",
        "--cancel",
    ):
        assert word in hall


def test_the_example_of_a_record_can_be_read(share: Path) -> None:
    """As the page shows it."""
    text = (share / "man/man5/engarde-record.5").read_text(encoding="utf-8").replace("\\-", "-")
    example = text.split(".SH EXAMPLE\n.nf\n")[1].split(".fi\n")[0]
    assert record.read(example).match.winner == 0


SHELLS: dict[str, Callable[[Path], tuple[str, ...]]] = {
    "bash": lambda share: (
        "bash --norc -i",
        f"PS1='ready> '; source {share}/bash-completion/completions/engarde\r",
    ),
    "zsh": lambda share: (
        "zsh -f -i",
        f"PS1='ready> '; fpath=({share}/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D\r",
    ),
    "fish": lambda share: (
        "fish --no-config",
        f"source {share}/fish/vendor_completions.d/engarde.fish; function fish_prompt; echo 'ready> '; end\r",
    ),
}
"""How each shell starts, and what it is told first."""

COMPLETED = {
    "pl": "play",
    "play --ru": "play --rules",
    "play --rules abacus-b": "play --rules abacus-basic",
    "play --rules=abacus-b": "play --rules=abacus-basic",
    "play --right bot:ca": "play --right bot:cadet",
    "play --first ri": "play --first right",
    "arena master grand": "arena master grandmaster",
    "learn sw": "learn swords-and-shields",
    "puzzle to": "puzzle today",
    "hall noti": "hall notice",
    "hall ban --rea": "hall ban --reason",
    "--lang f": "--lang fi",
    "--plain import mi": "--plain import mine.engarde",
    "--data arch": "--data archive/",
}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands_options_presets_levels_games_and_files(
    share: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    """At the tab key."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not on this machine")
    (tmp_path / "here" / "archive").mkdir(parents=True)
    (tmp_path / "here" / "mine.engarde").touch()
    command = tmp_path / "bin" / "engarde"
    command.parent.mkdir()
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    monkeypatch.chdir(tmp_path / "here")
    start, first = SHELLS[shell](share)
    environment = {"PATH": f"{command.parent}:{os.environ['PATH']}", "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    with Terminal(start.split(), columns=150, environment=environment) as terminal:
        terminal.press(first)
        terminal.wait_for(lambda text: text.rstrip().endswith("ready>"))
        for typed, completed in COMPLETED.items():
            terminal.press(f"engarde {typed}\t")
            terminal.wait_for(lambda text, wanted=completed: f"ready> engarde {wanted}" in text)
            terminal.press("\x15", "\x0c")
            terminal.wait_for(lambda text: text.strip() == "ready>")
