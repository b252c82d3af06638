"""The table of a training's log that docs/learning.py prints."""

import json
import sys
from pathlib import Path
from runpy import run_path

import pytest

FILE = Path(__file__).parents[2] / "docs" / "learning.py"


def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object) -> str:
    monkeypatch.setattr(sys, "argv", [str(FILE), *map(str, words)])
    run_path(str(FILE), run_name="__main__")
    return capsys.readouterr().out


def test_a_row_has_the_means_of_the_ten_iterations_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("entropy", "value_error", "critic_error", "drift")
    lines = [
        {name: number * 10**place for place, name in enumerate(names)} | {"seconds": 12}
        for number in range(1, 31)
    ]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    table = printed(monkeypatch, capsys, tmp_path, 10, 30, 40)
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert rows == [
        "| 10 | 5.500 | 55.000 | 550.000 | 5500.000 |",
        "| 30 | 25.500 | 255.000 | 2550.000 | 25500.000 |",
    ]
    assert "30 iterations took 6 minutes" in table


def test_a_folder_without_a_log_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="give a training's folder"):
        printed(monkeypatch, capsys, tmp_path)
