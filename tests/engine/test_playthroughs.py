"""Whole rounds step by step, and who sees what: tests/data/playthrough-*.txt, written by playthroughs.py."""

from pathlib import Path

import playthroughs
import pytest


@pytest.mark.parametrize("file", playthroughs.files(), ids=lambda file: file.stem)
def test_every_observer_sees_a_round_as_written(file: Path) -> None:
    written = file.read_text(encoding="utf-8")
    assert playthroughs.text(**playthroughs.header(written)) == written


def test_there_is_a_playthrough_of_each_kind() -> None:
    assert [file.stem for file in playthroughs.files()] == sorted(
        f"playthrough-{preset}" for preset in playthroughs.WANTED
    )
