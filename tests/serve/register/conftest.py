"""A hall's folder of 0.2.0, and halls opened on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serve.register.rows import Opening, write_released

from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the file of 0.2.0."""
    write_released(tmp_path)
    return tmp_path


@pytest.fixture
def open_hall(folder: Path) -> Iterator[Opening]:
    """Open a hall there; the one before is closed first."""
    halls: list[Hall] = []

    def opening() -> Hall:
        if halls:
            halls.pop().close()
        halls.append(Hall(Register(folder)))
        return halls[-1]

    yield opening
    for hall in halls:
        hall.close()
