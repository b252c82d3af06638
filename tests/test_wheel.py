"""The wheel is complete: built, unpacked into an empty folder, and run from there."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from pty_terminal import Terminal

pytestmark = pytest.mark.wire

ROOT = Path(__file__).parents[1]


def test_the_wheel_alone_is_a_working_program(tmp_path: Path) -> None:
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "-q",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            tmp_path,
            ROOT,
        ],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("engarde_tui-*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(installed)
    about = (".dist-info/", ".data/data/share/")
    assert {name.split("/")[0] for name in names if not any(word in name for word in about)} == {
        "engine",
        "engarde_tui",
    }
    assert any(name.endswith(".data/data/share/man/man1/engarde.1") for name in names)
    assert not [name for name in names if name.startswith("engine/training")]
    for sheet in (ROOT / "styles").glob("*.tcss"):
        assert f"engarde_tui/styles/{sheet.name}" in names

    start = (
        "import engarde_tui, engine, sys; from engarde_tui.cli import main\n"
        f"assert engarde_tui.__file__.startswith({str(installed)!r}), engarde_tui.__file__\n"
        f"assert engine.__file__.startswith({str(installed)!r}), engine.__file__\n"
        "sys.exit(main(['play', '--seed', '7']))"
    )
    environment = {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    with Terminal((sys.executable, "-c", start), environment=environment) as terminal:
        terminal.wait_for("space lifts the curtain")
        terminal.press("space")
        terminal.wait_for("Anna to play")
        terminal.press("i")
        terminal.wait_for("Hint: ")
        terminal.press("?", "r")
        terminal.wait_for("Rules: Ferti advanced")
        terminal.press(" ", "q")
        terminal.wait_for("Leave this match?")
        terminal.press("y")
        assert terminal.wait_for_exit() == 0
