"""What a report of an error tells, and what it does not."""

import re
import stat
import sys
from pathlib import Path

import pytest
from commands import engarde
from tui.harness import NAMED

from engarde_tui import __version__
from engarde_tui.app import EngardeApp
from engarde_tui.report import facts, traced
from engarde_tui.settings.keeper import SettingsKeeper


@pytest.mark.parametrize("options", [("--version", "--verbose"), ("--verbose", "--version")])
def test_the_version_can_be_asked_for_with_what_a_report_needs(options: tuple[str, ...]) -> None:
    """In both orders."""
    run = engarde(*options)
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines == facts()[: len(lines)]
    assert lines[0] == f"engarde {__version__}"
    assert lines[1].startswith("Python 3.")
    assert lines[2].startswith("Textual ")


def test_facts_name_the_terminal_and_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """As whoever mends the program needs them; a size is asked of any stream that is a terminal."""
    monkeypatch.setenv("TERM", "xterm-\x1b[2Jkitty")
    monkeypatch.setenv("TMUX", "/tmp/of-anna")
    monkeypatch.setattr(
        "os.get_terminal_size", lambda stream: (_ for _ in ()).throw(OSError) if stream < 2 else SIZE
    )
    lines = facts()
    assert r"TERM=xterm-\x1b[2Jkitty" in lines[4]
    assert "TMUX is set" in lines[4]
    assert "size: 118 columns, 36 rows" in lines
    assert "anna" not in "\n".join(lines)


class SIZE:
    """The size of a terminal."""

    columns, lines = 118, 36


def test_verbose_alone_is_wrong_usage() -> None:
    """It says what it goes with."""
    run = engarde("--verbose")
    assert run.returncode == 2
    assert run.stderr == "engarde: --verbose goes with --version (see engarde --help)\n"


def test_a_crash_log_says_what_to_send_and_holds_no_hand_no_name_and_no_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the error says; only its owner can read it."""
    monkeypatch.setenv("ENGARDE_DATA", str(tmp_path))
    app = EngardeApp(keeper=SettingsKeeper(NAMED))
    try:
        try:
            raise KeyError("Anna holds 1 2 3 4 5")
        except KeyError as error:
            raise ValueError(f"{error} against Bruno") from error
    except ValueError:
        app.report_crash()
    log = tmp_path / "engarde.log"
    assert app.crash_report == (
        f"engarde: an unexpected error ended the program; see {log}, which says what to send, and to whom"
    )
    text = log.read_text(encoding="utf-8")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    entry = text.removesuffix("\n\n").splitlines()
    assert "" not in entry
    assert entry[1].startswith("Please send all lines from here to the next empty one")
    assert entry[2 : 2 + len(facts())] == facts()
    assert "KeyError" in entry
    assert entry[-1] == "ValueError"
    assert "1 2 3 4 5'" not in text
    assert str(Path(__file__).parent) not in text
    assert str(Path.home()) not in text


def test_an_error_that_python_tells_of_code_keeps_its_words() -> None:
    """They name no card; each part of a group is told."""
    try:
        raise ExceptionGroup(
            "of Anna", [AttributeError("'int' object has no attribute 'x'"), OSError("Anna")]
        )
    except ExceptionGroup as group:
        lines = list(traced(group))
    assert "AttributeError: 'int' object has no attribute 'x'" in lines
    assert lines[-1] == "OSError"


def test_a_module_that_cannot_be_imported_is_named_but_not_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That may be in somebody's home."""
    (tmp_path / "half_there.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError, match=re.escape(str(tmp_path))) as raised:
        exec("from half_there import nothing", {})
    assert [*traced(raised.value)][-1] == "ImportError: half_there"


def test_a_path_in_a_report_begins_where_modules_are_imported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Else its last part is enough."""
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "module.py").write_text("def fail():\n    raise ValueError('no word of it')\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    scope: dict[str, object] = {}
    source = tmp_path / "package" / "module.py"
    exec(compile(source.read_text(), str(source), "exec"), scope)
    try:
        scope["fail"]()  # type: ignore[operator]
    except ValueError as error:
        lines = list(traced(error))
    assert '  File "package/module.py", line 2, in fail' in lines
