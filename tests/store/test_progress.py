"""What has been learnt and solved is kept beside the matches, and never in the way."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engarde_tui.progress.puzzles import HIGHEST, Progress
from engarde_tui.storage.progress import KeptProgress, Reached
from engarde_tui.storage.store import Store

PROGRESS = st.builds(
    Progress,
    solved=st.frozensets(st.integers(1, HIGHEST)),
    day=st.dates().map(str),
    days=st.integers(0, 99),
    rating=st.integers(0, HIGHEST),
)


def solved(progress: KeptProgress, number: int) -> None:
    """Solve a puzzle at the first try."""
    progress.puzzles(lambda before: before.after_solving(number, at_first_try=True))


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), st.integers(0, 99)), PROGRESS)
def test_what_has_been_reached_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, lessons: dict[str, int], puzzles: Progress
) -> None:
    store = Store(tmp_path_factory.mktemp("kept"))
    progress = KeptProgress(store.database)
    for game, reached in lessons.items():
        progress.lesson(game, lambda _, reached=reached: reached)
    progress.puzzles(lambda _: puzzles)
    assert progress.reached == KeptProgress(store.database).reached == Reached(lessons, puzzles)
    store.close()


def test_each_member_has_progress_of_their_own(store: Store) -> None:
    solved(KeptProgress(store.database, "anna"), 1)
    assert KeptProgress(store.database, "anna").reached.puzzles.solved == {1}
    assert KeptProgress(store.database, "bruno").reached == Reached()


def test_what_another_window_has_solved_stays_solved(store: Store) -> None:
    first, second = KeptProgress(store.database), KeptProgress(store.database)
    assert first.reached == second.reached == Reached()
    for number in (1, 2):
        solved(first, number)
    second.puzzles(lambda before: before.after_rating(9, 2, won=False).after_missing(9))
    puzzles = KeptProgress(store.database).reached.puzzles
    assert second.reached.puzzles == puzzles
    assert (puzzles.solved, puzzles.longest, puzzles.streak) == ({1, 2}, 2, 0)


def test_where_nothing_can_be_saved_it_holds_until_the_program_ends(tmp_path: Path) -> None:
    (tmp_path / "matches.db").write_text("no database")
    for progress in (KeptProgress(), KeptProgress(Store(tmp_path).database)):
        for number in (1, 2):
            solved(progress, number)
        assert progress.reached.puzzles.solved == {1, 2}
    assert (tmp_path / "matches.db").read_text() == "no database"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"lessons": {}, "puzzles": {"solved": "9-x"}}'])
def test_a_damaged_row_counts_as_none(store: Store, text: str) -> None:
    solved(KeptProgress(store.database), 1)
    with closing(sqlite3.connect(store.path)) as database:
        database.execute("UPDATE progress SET text = ?", (text,))
        database.commit()
    assert KeptProgress(store.database).reached == Reached()
