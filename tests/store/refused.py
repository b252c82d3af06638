"""A store that its user can only read, also where the tester is the superuser, who can write everything."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import walk_packages

from store.keeping import new_match
from tui.shelf import begun

from engarde_tui import commands, games, screens, terminal
from engarde_tui.storage.store import Store
from engine.match import Match

_NOBODY = 65534


@contextmanager
def folder_of_somebody(*matches: Match) -> Iterator[Path]:
    """Return a data folder with matches that belongs to somebody who is no superuser, and be that user."""
    with tempfile.TemporaryDirectory() as parent:
        Path(parent).chmod(0o755)
        folder = Path(parent) / "data"
        with closing(Store(folder)) as store:
            for match in matches or (new_match(),):
                begun(store, match)
        before = os.geteuid()
        if not before:
            _load_everything()
            for path in (folder, *folder.iterdir()):
                os.chown(path, _NOBODY, -1)
            os.seteuid(_NOBODY)
        else:
            Path(parent).chmod(0o555)
        try:
            yield folder
        finally:
            os.seteuid(before)
            Path(parent).chmod(0o755)
            folder.chmod(0o700)


def _load_everything() -> None:
    """Load what would be loaded on first use: the user may not read where the superuser's Python is."""
    # What reading a file of a package takes.
    assert (files("engine.en_garde") / "puzzles.txt").read_text(encoding="utf-8")
    for package in (commands, games, screens, terminal):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def make_read_only(folder: Path) -> dict[str, bytes]:
    """Let nothing be written in a folder; return what is in each file of it."""
    for path in folder.iterdir():
        path.chmod(0o400)
    folder.chmod(0o500)
    return contents(folder)


def make_writable(folder: Path) -> None:
    """Let the user write again."""
    folder.chmod(0o700)
    for path in folder.iterdir():
        path.chmod(0o600)


def contents(folder: Path) -> dict[str, bytes]:
    """Return what is in each file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}
