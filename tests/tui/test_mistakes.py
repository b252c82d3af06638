"""A player's own mistakes: noted by a review, and solved as puzzles until that is done three times."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from commands import engarde
from tui.harness import LARGE, Player, playing
from tui.replay.watched import SCRIPT
from tui.shelf import begun, renamed, states
from tui.test_puzzles import attempt, task

from engarde_tui.games.en_garde.mistakes import MistakeSession
from engarde_tui.games.en_garde.widgets.puzzle_words import PuzzleWords
from engarde_tui.progress.puzzles import Progress
from engarde_tui.settings.entries import Settings
from engarde_tui.storage.progress import KeptProgress
from engarde_tui.storage.store import Store
from engine.en_garde import parse_action
from engine.en_garde.puzzles import Puzzle, parse, puzzles

*_, OVER = states(SCRIPT)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A match of Anna and Bruno that is over."""
    store = Store(tmp_path / "data")
    begun(store, OVER)
    return store


@pytest.fixture
def mistaken(store: Store) -> Store:
    """Two mistakes, of which the second action of the first is as good as the best."""
    one, two = (puzzle._replace(grade=0, preset="ferti-advanced") for puzzle in puzzles()[:2])
    best, second, *others = one.values
    one = one._replace(values={best: 0.8, second: 0.78, **dict.fromkeys(others, 0.2)})
    store.mistakes.note([(str(one), str(others[-1])), (str(two), str([*two.values][-1]))])
    return store


def shown(player: Player) -> Puzzle:
    """The puzzle on the screen, which is a mistake."""
    session = player.table.session
    assert isinstance(session, MistakeSession)
    return session.attempt.puzzle


def rule(player: Player) -> str:
    """The line above the task."""
    return player.drawn(PuzzleWords)[0]


async def solve(player: Player) -> None:
    """Solve the puzzle shown at the first try."""
    await attempt(player, shown(player).answer)
    assert task(player).startswith("Right!")


async def test_a_review_notes_the_player_s_own_costly_choices_once(store: Store) -> None:
    """However the name is spelt that shows the same."""
    async with playing(store=store, settings=Settings(name="An\u200cna")) as player:
        await player.press("m", "w", "c")
        words = player.text
    found = store.mistakes.waiting()
    own = words[words.index(" Anna") : words.index(" Bruno", words.index(" Anna"))]
    assert len(found) == own.count("Better:") > 0
    for each in found:
        puzzle = parse(each.puzzle)
        assert puzzle.view().legal
        assert puzzle.cost(parse_action(each.played)) >= 0.1
    async with playing(store=store) as player:
        await player.press("m", "w", "c")
    assert store.mistakes.waiting() == found


async def test_nobody_else_s_choices_are_noted(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    begun(store, renamed(OVER, ("Carla", "Bruno")))
    async with playing(store=store) as player:
        await player.press("m", "w", "c")
        assert "Better:" in player.text
    assert store.mistakes.waiting() == []


async def test_mistakes_come_back_in_turn_until_each_is_solved_three_times(mistaken: Store) -> None:
    async with playing(store=mistaken) as player:
        await player.press("p", "m")
        assert "Your mistake" in rule(player)
        assert "solved 0 of 3 times · 2 mistakes left" in rule(player)
        assert task(player).startswith("Here you once chose: ")
        assert "mistakes" not in player.keys
        for round_number in (1, 2, 3):
            for _ in range(2):
                await solve(player)
                assert f"solved {round_number} of 3 times" in rule(player)
                await player.press("space")
        assert "PuzzleSession" in player.screen_name
        assert task(player).startswith("One action")
        await player.press("m")
        assert "None of your mistakes is left" in player.notice
    assert mistaken.mistakes.waiting() == []


async def test_how_many_are_left_is_said_only_while_that_can_be_read(mistaken: Store) -> None:
    async with playing(store=mistaken) as player:
        await player.press("p", "m")
        with closing(sqlite3.connect(mistaken.path)) as database:
            database.execute("ALTER TABLE mistake DROP COLUMN played")
            database.commit()
        await solve(player)
        assert "solved 1 of 3 times" in rule(player)
        assert "left" not in rule(player)


async def test_only_the_first_try_counts(mistaken: Store) -> None:
    async with playing(store=mistaken) as player:
        await player.press("p", "m")
        await attempt(player, [*shown(player).values][-1])
        assert task(player).startswith("No: ")
        await attempt(player, shown(player).answer)
        assert "solved 0 of 3 times" in rule(player)
        before = player.app.progress.reached.puzzles
        await player.press("space", "s")
    assert [each.solved for each in mistaken.mistakes.waiting()] == [0, 0]
    assert before == player.app.progress.reached.puzzles, "they count as puzzles of the package for nothing"


async def test_what_is_about_as_good_as_the_best_is_right(mistaken: Store) -> None:
    async with playing(store=mistaken) as player:
        await player.press("p", "m")
        await attempt(player, [*shown(player).values][1])
        assert re.match(r"Right! .*: it wins 78% of such rounds, what you chose then 20%\.", task(player))


async def test_without_a_store_there_is_no_key_to_mistakes() -> None:
    async with playing() as player:
        await player.press("p", "m")
        assert "mistakes" not in player.keys
        assert "One action" in player.text


@pytest.mark.parametrize("damage", ["'nonsense'", "replace(puzzle, ' | 1 ', ' | 9 ')"])
async def test_damaged_rows_are_left_out(mistaken: Store, damage: str) -> None:
    with closing(sqlite3.connect(mistaken.path)) as database:
        database.execute(f"UPDATE mistake SET puzzle = {damage} WHERE id = 1")
        database.commit()
    async with playing(store=mistaken) as player:
        await player.press("p", "m")
        assert str(shown(player)) == mistaken.mistakes.waiting()[1].puzzle


def test_mistakes_are_asked_for_on_the_command_line(tmp_path: Path) -> None:
    done = engarde("puzzle", "--mistakes", "--data", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == (
        "engarde: none of your mistakes is left: those that the review of a match names come back here\n"
    )
    done = engarde("puzzle", "3", "--mistakes", "--data", str(tmp_path))
    assert "--mistakes goes with no puzzle's number" in done.stderr


async def test_the_statistics_of_the_player_tell_what_was_solved(store: Store) -> None:
    puzzles_solved = Progress(frozenset({1, 2, 5}), level=3, streak=2, longest=3)
    rated = puzzles_solved.after_rating(7, 2, won=True)
    KeptProgress(store.database).puzzles(lambda _: rated)
    async with playing(store=store, size=LARGE) as player:
        await player.press("m", "s")
        for line in (
            f"3 of {len(puzzles())} solved",
            "2 in a row at the first try; 3 at most",
            f"rating {rated.rating} ± {rated.margin}",
        ):
            assert line in player.text
        await player.press("down")
        assert "in a row at the first try" not in player.text, "of nobody else"
