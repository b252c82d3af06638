"""A hall of an earlier version whose database of names was lost: nobody becomes another by coming first."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from serve.hall.visitors import ANNA, BRUNO, CARLA, TERMS, finished, own_matches
from serve.register.rows import write_version_7
from settling import LONGEST

from engarde_tui.play.problem import Problem
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.register import Register
from engarde_tui.storage.store import Store
from engine.match import Match


def store_match(folder: Path, line: str) -> None:
    """Store a match, not over, in the file that earlier versions had for them."""
    with closing(Store(folder)) as store:
        match = Match.new(TERMS.rules, ("anna", "Bruno"))
        secret = f"{len(store.ids()):064x}"
        store.begin(match, (("Hall", line.replace("SECRET", secret)),)).close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a hall of the earlier version: anna and Bruno have a match that is not over."""
    write_version_7(tmp_path, {"anna": ANNA, "Bruno": BRUNO})
    store_match(tmp_path, "listed SECRET anna Bruno")
    return tmp_path


def register_of(folder: Path) -> Path:
    return folder / "hall.db"


def missing(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def new(path: Path) -> None:
    path.unlink()
    write_version_7(path.parent, {})


def of_another_hall(path: Path) -> None:
    path.unlink()
    write_version_7(path.parent, {"anna": ANNA})


LOSSES: dict[Callable[[Path], None], str] = {
    missing: r"\(Bruno, anna\)",
    empty: r"\(Bruno, anna\)",
    new: r"\(Bruno, anna\)",
    of_another_hall: r"\(Bruno\)",
}
"""Whom the register does not know any more."""


def hall_on(folder: Path, *, disowns_unknown: bool = False) -> Hall:
    return Hall(Register(folder, disowns_unknown=disowns_unknown))


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_a_hall_does_not_open_without_the_names_of_those_who_have_matches(
    folder: Path, lose: Callable[[Path], None]
) -> None:
    """And again: the first try has not made it a hall of its own."""
    lose(register_of(folder))
    before = {path: path.read_bytes() for path in folder.glob("*.db")}
    for _ in range(2):
        problem = rf"hall.db does not know the owners of matches in .*matches.db {LOSSES[lose]}: restore both"
        with pytest.raises(Problem, match=problem):
            Register(folder)
        assert before.items() <= {path: path.read_bytes() for path in folder.glob("*.db")}.items()


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
            assert hall.own_matches(bruno.account).ids() == []
    assert caplog.text.count("event=disowned member=Bruno") == 1


def test_who_is_still_known_keeps_everything(folder: Path) -> None:
    of_another_hall(register_of(folder))
    with closing(hall_on(folder, disowns_unknown=True)) as hall:
        anna = hall.admit("anna", ANNA)
        (table,) = hall.own_tables(anna)
        assert not table.sit(anna).is_spectator


def test_a_hall_opens_whose_members_were_released_or_only_guests(folder: Path) -> None:
    for line in ("anna#1 ~", "anna ~", "~ ~"):
        store_match(folder, f"listed SECRET {line}")
    register_of(folder).unlink()
    released = "INSERT INTO released VALUES ('Anna', 2)"
    write_version_7(folder, {"bruno": BRUNO}, released)
    with closing(hall_on(folder)) as hall:
        anna = hall.admit("anna", CARLA)
        assert list(hall.own_tables(anna)) == []
        assert own_matches(hall, "bruno").ids() == [1]


def test_a_hall_does_not_open_with_names_from_before_a_release(folder: Path) -> None:
    """The earlier owner would have the name back, and the later one's matches."""
    store_match(folder, "listed SECRET anna#1 ~")
    with pytest.raises(Problem, match=r"\(anna\): restore both"):
        Register(folder)
    with closing(hall_on(folder, disowns_unknown=True)) as hall:
        (table,) = hall.own_tables(hall.admit("anna", ANNA))
        assert table.match.id == 1


def test_a_name_that_nobody_can_have_keeps_no_hall_closed(folder: Path) -> None:
    """As in a damaged line."""
    store_match(folder, "alone SECRET an\x01na ~bruno")
    hall_on(folder).close()


def test_a_hall_does_not_open_beside_matches_of_another_hall(folder: Path) -> None:
    """It would be as if they had never been played."""
    with closing(hall_on(folder)) as hall:
        finished(hall, hall.admit("anna", ANNA), hall.admit("bruno", BRUNO))
    store_match(folder, "listed SECRET anna Bruno")
    matches = (folder / "matches.db").read_bytes()
    for _ in range(2):
        with pytest.raises(Problem, match=r"matches.db has matches that are not in .*hall.db: restore both"):
            Register(folder)
        assert (folder / "matches.db").read_bytes() == matches
    (folder / "matches.db").unlink()
    with closing(hall_on(folder)) as hall:
        assert set(own_matches(hall, "anna").ids()) == {1, 2}


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
