"""Puzzles at the table: tries, the answer, and what is remembered."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
from tui.harness import LARGE, SMALLEST, Player, playing
from tui.pictures import SamePicture

from engarde_tui import app as app_module
from engarde_tui.app import EngardeApp
from engarde_tui.games.en_garde.attempt import Attempt
from engarde_tui.games.en_garde.draft import Draft
from engarde_tui.games.en_garde.lesson import LESSON
from engarde_tui.games.en_garde.objections import objections
from engarde_tui.games.en_garde.puzzle import PuzzleSession
from engarde_tui.games.en_garde.rules_words import unlike_lesson
from engarde_tui.games.en_garde.widgets.puzzle_words import PuzzleWords, Tries
from engarde_tui.games.en_garde.words import to_do
from engarde_tui.presentation import puzzles as book
from engarde_tui.progress.lesson import Exercise
from engarde_tui.progress.puzzles import Progress, Wanted
from engarde_tui.settings.keeper import SettingsKeeper
from engarde_tui.storage.progress import KeptProgress
from engarde_tui.storage.store import Store
from engarde_tui.widgets.text_lines import wrapped
from engine.en_garde import PRESETS, Action, Match, parse_action
from engine.en_garde.puzzles import Puzzle, puzzles

COLUMNS = 76
"""Of the words above the piste at 80 columns."""

NUMBER = 3
"""The puzzle that these tests solve."""
PUZZLE = puzzles()[NUMBER - 1]


@pytest.fixture(autouse=True)
def another_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be a day that has another puzzle, whenever the tests run."""
    days = (date(2026, 11, day) for day in range(1, 30))
    day = next(day for day in days if book().of_day(day) != NUMBER)
    monkeypatch.setattr(app_module, "day_of", lambda moment: day)


async def attempt(player: Player, action: Action) -> None:
    """Play an action from the list."""
    place = Draft.begin(player.view.round.legal).legal.index(action) + 1
    await player.press(*["down"] * place, "enter")


def task(player: Player) -> str:
    """Return the words above the piste."""
    return " ".join(" ".join(player.drawn(PuzzleWords)[1:]).split())


def record(player: Player) -> Progress:
    """Return what is remembered."""
    return player.app.progress.reached.puzzles


async def test_a_wrong_try_is_judged_and_the_right_one_is_explained_and_kept(store: Store) -> None:
    *_, wrong = PUZZLE.values
    async with playing(Wanted(NUMBER), store=store) as player:
        before = player.held
        await attempt(player, wrong)
        assert task(player) == (
            f"No: {to_do(wrong)} wins {PUZZLE.values[wrong]:.0%} of such rounds,"
            f" {100 * PUZZLE.cost(wrong):.0f} points below the best."
        )
        assert to_do(PUZZLE.answer) not in task(player) + player.notice
        assert player.notice
        assert not record(player).solved
        missed = Progress().after_rating(NUMBER, PUZZLE.grade, won=False)
        rating = f"your rating at puzzles: {missed.rating} ± {missed.margin}"
        assert rating in player.text
        await attempt(player, PUZZLE.answer)
        assert task(player).startswith("Right!")
        assert player.held == before, "nothing is played"
        assert record(player) == replace(missed, solved=frozenset({NUMBER})), "a later try is no game"
        await player.press("space")
        assert player.screen_name == "PuzzleSession"
        assert task(player).startswith("One action")
        await attempt(player, puzzle_shown(player).answer)
        assert record(player).streak == 1
        assert record(player).rating > missed.rating
    assert KeptProgress(store.database).reached.puzzles == record(player)


def puzzle_shown(player: Player) -> Puzzle:
    """Return the puzzle on the screen."""
    session = player.table.session
    assert isinstance(session, PuzzleSession)
    return session.attempt.puzzle


async def test_the_answer_is_shown_on_demand_with_what_everything_is_worth() -> None:
    async with playing(Wanted(NUMBER)) as player:
        assert "%" not in player.text
        await player.press("s")
        assert task(player).startswith("The answer:")
        shown = [row.strip() for row in player.drawn(Tries) if "%" in row]
        assert f"{PUZZLE.values[PUZZLE.answer]:.0%}" in shown[0]
        assert player.draft.chosen == PUZZLE.answer
        assert not record(player).solved


async def test_the_menu_leads_to_puzzles_and_q_back_to_it() -> None:
    async with playing() as player:
        await player.press("p")
        assert player.screen_name == "PuzzleSession"
        await player.press("n", "t")
        assert "Puzzle of" in player.text
        await player.press("q")
        assert player.screen_name == "MenuScreen"


async def test_the_puzzle_of_the_day_left_open_over_midnight_leads_to_the_next_day_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until then its key says that this is it, and keeps what has been tried."""
    monkeypatch.setattr(app_module, "day_of", lambda moment: date(2026, 11, 23))
    async with playing(Wanted(is_todays=True)) as player:
        *_, wrong = puzzle_shown(player).values
        await attempt(player, wrong)
        assert "today's" not in player.keys
        await player.press("t")
        assert player.notice == "! This is the puzzle of the day."
        assert "Puzzle of 23 November" in player.text
        assert task(player).startswith("No:")
        monkeypatch.setattr(app_module, "day_of", lambda moment: date(2026, 11, 24))
        await player.press("t")
        assert "Puzzle of 24 November" in player.text


async def test_a_puzzle_is_neither_resigned_nor_counted() -> None:
    """Its keys do nothing: there is no match to lose, and what is unseen is part of the puzzle."""
    async with playing(Wanted(NUMBER)) as player:
        before = player.text
        assert "count" not in player.keys
        assert "resign" not in player.keys
        await player.press("o", "x")
        assert player.screen_name == "PuzzleSession"
        assert player.text == before


def chosen_for_a_newcomer(number: int, *, at_first_try: bool) -> Iterator[Puzzle]:
    """The first puzzles of somebody who solves each, at the first try or after a miss."""
    progress, last = Progress(), 0
    for _ in range(number):
        last, _ = book().choose(Wanted(after=last), progress, date(2026, 11, 23))
        yield puzzles()[last - 1]
        if not at_first_try:
            progress = progress.after_missing(last)
        progress = progress.after_solving(last, at_first_try=at_first_try)


def shown_by_the_lesson() -> Iterator[tuple[tuple[int, ...], int]]:
    """The hand and the distance of every task, whichever right way led there."""

    def follow(exercise: Exercise, match: Match) -> Iterator[Match]:
        step, reply = exercise.stage(len(match.round.plays))
        if step is None:
            return
        if not reply:
            yield match
        legal = [str(action) for action in match.round.legal_actions()]
        for word in [reply] if reply else [word for word in step.right if word in legal]:
            yield from follow(exercise, match.play(parse_action(word)))

    for exercise in LESSON.exercises:
        for match in follow(exercise, exercise.begin(("Anna", "Maestro"))):
            view = match.view(LESSON.learner).round
            yield view.hand, view.distance


@pytest.mark.parametrize("at_first_try", [True, False], ids=["at the first try", "after a miss"])
def test_the_first_puzzles_are_in_the_rules_of_the_lesson_and_new_after_it(at_first_try: bool) -> None:
    """None asks for a rule that the lesson does not teach, or for what it has shown; all differ."""
    first = list(chosen_for_a_newcomer(10, at_first_try=at_first_try))
    assert len({id(puzzle) for puzzle in first}) == 10
    assert {puzzle.rules for puzzle in first} == {LESSON.rules}
    positions = {(puzzle.view().hand, puzzle.view().distance) for puzzle in first}
    known = set(shown_by_the_lesson())
    assert len(known) >= len(LESSON.exercises)
    assert not positions & known


def test_only_puzzles_in_other_rules_than_the_lesson_s_say_what_differs() -> None:
    """Each is asked for in its own way; there are both, and those of each preset say the same."""
    said: dict[str, set[str]] = {}
    for number, puzzle in enumerate(puzzles(), 1):
        said.setdefault(puzzle.preset, set()).add(Attempt(puzzle, number).verdict)
    assert said == {
        "ferti-advanced": {
            "One action wins far more often than any other, and it is not the obvious one. Find it."
        },
        **{
            preset: {f"Find the one best action. Unlike in the lesson: {unlike_lesson(PRESETS[preset])}."}
            for preset in PRESETS
            if PRESETS[preset] != LESSON.rules
        },
    }


def test_a_player_called_like_the_opponent_of_a_puzzle_gets_another_one() -> None:
    """Also in a spelling that only shows the same."""
    puzzle = puzzles()[0]
    for name, other in (("Anna", "Master"), ("Mas\u200cter", "Maestro")):
        assert {*Attempt(puzzle, 1).begin(name).names} == {name, other}


def test_all_that_is_said_of_every_puzzle_fits() -> None:
    for number, puzzle in enumerate(puzzles(), 1):
        fresh = Attempt(puzzle, number)
        attempts = [fresh.after(action) for action in puzzle.values]
        for each in (fresh, *attempts, Attempt(puzzle, number, is_shown=True)):
            assert len(wrapped(each.verdict, COLUMNS)) <= 2, each.verdict
            assert len(each.title) < 40


@pytest.mark.parametrize("puzzle", [pytest.param(each, id=str(each)) for each in puzzles()[::25]])
def test_whatever_is_wrong_has_an_objection_that_names_no_other_action(puzzle: Puzzle) -> None:
    view = puzzle.view()
    for action in puzzle.values:
        said = objections(view, action)
        assert said
        assert len(wrapped(said[0], COLUMNS)) <= 2
        others = {to_do(other) for other in view.legal} - {to_do(action)}
        assert not any(other in sentence for sentence in said for other in others)


@pytest.mark.parametrize(
    ("keys", "size"), [("", SMALLEST), ("s", SMALLEST), ("s", LARGE)], ids=["task", "answer", "answer-large"]
)
def test_picture(keys: str, size: tuple[int, int], same_picture: SamePicture) -> None:
    app = EngardeApp(Wanted(NUMBER), keeper=SettingsKeeper(), no_motion=True, curtain_delay=0)
    assert same_picture(app, keys, size)
