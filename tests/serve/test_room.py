"""For how many a machine has room."""

from pathlib import Path

import pytest

from engarde_tui.serve.door.room import memory, room


def test_the_operator_decides_if_they_want() -> None:
    assert room(7) == 7


def test_more_come_in_where_there_is_more_memory() -> None:
    assert 4 <= room() <= memory() / 25e6


@pytest.mark.parametrize("group", ["", "hall.slice", "hall.slice/engarde.service"])
def test_what_the_groups_above_let_it_have_is_all_that_a_hall_has(tmp_path: Path, group: str) -> None:
    (tmp_path / "hall.slice" / "engarde.service").mkdir(parents=True)
    (tmp_path / "hall.slice" / "memory.max").write_text("max\n")
    whole = memory(tmp_path, "/hall.slice/engarde.service")
    (tmp_path / group / "memory.max").write_text("1000000\n")
    assert memory(tmp_path, "/hall.slice/engarde.service") == 1_000_000 < whole
