"""A hall whose database of names was lost: nobody becomes somebody else by coming first."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, Opening, finished, opened, play_on
from settling import LONGEST

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.hall_line import ALONE, HALL, HallLine
from engarde_tui.serve.hall.register import Register
from engarde_tui.storage.store import Store
from engine.match import Match


@pytest.fixture
def folder(open_hall: Opening, tmp_path: Path) -> Path:
    """The folder of a closed hall: anna and bruno have a match that is not over."""
    hall = open_hall()
    play_on(*opened(hall, hall.admit("anna", ANNA), hall.admit("Bruno", BRUNO)), actions=2)
    hall.close()
    return tmp_path


def register_of(folder: Path) -> Path:
    return folder / "hall.db"


def missing(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def new(path: Path) -> None:
    path.unlink()
    Register(path.parent).close()


def of_another_hall(path: Path) -> None:
    path.unlink()
    with closing(Register(path.parent)) as register:
        register.names.claim(ANNA, "anna")


LOSSES: dict[Callable[[Path], None], str] = {
    missing: r"\(Bruno, anna\)",
    empty: r"\(Bruno, anna\)",
    new: r"\(Bruno, anna\)",
    of_another_hall: r"\(Bruno\)",
}
"""Whom the register does not know any more."""


def hall_on(folder: Path, *, disowns_unknown: bool = False) -> Hall:
    return Hall(Store(folder), Register(folder), disowns_unknown=disowns_unknown)


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_a_hall_does_not_open_without_the_names_of_those_who_have_matches(
    folder: Path, lose: Callable[[Path], None]
) -> None:
    """And again: the first try has not made it a hall of its own."""
    lose(register_of(folder))
    for _ in range(2):
        with closing(Store(folder)) as store, closing(Register(folder)) as register:
            problem = (
                rf"hall.db does not know the owners of matches in .*matches.db {LOSSES[lose]}: restore both"
            )
            with pytest.raises(Problem, match=problem):
                Hall(store, register)


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_an_operator_can_give_these_matches_up(
    folder: Path, lose: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    """They are nobody's then, whoever takes the names; from the next start on nothing needs to be said."""
    lose(register_of(folder))
    for disowns in (True, False):
        with closing(hall_on(folder, disowns_unknown=disowns)) as hall:
            bruno = hall.admit("bruno", CARLA)
            assert bruno.member
            assert list(hall.own_tables(bruno)) == []
            assert hall.own_matches(bruno.member_id).ids() == []
    assert caplog.text.count("event=disowned member=Bruno") == 1


def test_who_is_still_known_keeps_everything(folder: Path) -> None:
    of_another_hall(register_of(folder))
    with closing(hall_on(folder, disowns_unknown=True)) as hall:
        anna = hall.admit("anna", ANNA)
        (table,) = hall.own_tables(anna)
        assert not table.sit(anna).is_spectator


def test_a_hall_opens_whose_members_were_released_or_only_guests(open_hall: Opening) -> None:
    hall = open_hall()
    anna, guest = hall.admit("anna", ANNA), hall.admit("bruno", None)
    finished(hall, anna, guest)
    hall.release_name("anna")
    for key in (BRUNO, CARLA):
        hall = open_hall()
        again = hall.admit("anna", key)
        finished(hall, again, hall.admit("bruno", None))
        hall.release_name("Anna")
    open_hall()


def test_a_hall_does_not_open_with_names_from_before_a_release(open_hall: Opening, tmp_path: Path) -> None:
    """The earlier owner would have the name back, and the later one's matches."""
    hall = open_hall()
    hall.admit("anna", ANNA)
    hall.close()
    before = register_of(tmp_path).read_bytes()
    hall = open_hall()
    hall.release_name("anna")
    opened(hall, hall.admit("anna", CARLA), hall.admit("bruno", None))
    hall.close()
    register_of(tmp_path).write_bytes(before)
    with (
        closing(Store(tmp_path)) as store,
        closing(Register(tmp_path)) as register,
        pytest.raises(Problem, match=r"\(anna\): restore both"),
    ):
        Hall(store, register)
    with closing(hall_on(tmp_path, disowns_unknown=True)) as hall:
        assert list(hall.own_tables(hall.admit("anna", ANNA))) == []


def test_a_name_that_nobody_can_have_keeps_no_hall_closed(open_hall: Opening) -> None:
    """As in a damaged line."""
    hall = open_hall()
    line = HallLine(ALONE, "0" * 64, "an\x01na", "~bruno")
    hall.store.begin(Match.new(TERMS.rules), ((HALL, line.text),)).close()
    open_hall()


@pytest.mark.wire
def test_serve_says_what_to_do_and_leaves_nothing_that_spoils_a_restored_file(folder: Path) -> None:
    """A log of the refused start would be taken for one of the file that is put back."""
    pytest.importorskip("asyncssh", reason="needs asyncssh, which the hall is made with")
    before = register_of(folder).read_bytes()
    register_of(folder).unlink()
    command = [sys.executable, "-m", "engarde_tui", "serve", "--port", "0", "--data", str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (1, "", 1)
    assert run.stderr.startswith(f"engarde: {register_of(folder)} does not know the owners of matches in ")
    assert run.stderr.endswith("start with --disown, and nobody owns these matches any more\n")
    assert not list(folder.glob("*-wal"))
    register_of(folder).write_bytes(before)
    with closing(hall_on(folder)) as hall:
        assert len(list(hall.own_tables(hall.admit("anna", ANNA)))) == 1
