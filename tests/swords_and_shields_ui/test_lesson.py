"""The lesson at the table of the game; tests/test_lessons.py plays every exercise in every way."""

import re

import pytest
from swords_and_shields_ui.duels import actions
from tui.harness import playing

from engarde_tui.games.swords_and_shields.board import SwordsBoard
from engarde_tui.games.swords_and_shields.lesson import LESSON
from engarde_tui.games.swords_and_shields.widgets.messages import DuelLessonWords
from engarde_tui.progress.lesson import Exercise, worded
from engarde_tui.widgets.text_lines import wrapped
from engine.game import Seat
from engine.swords_and_shields import DuelView, parse_action

BESIDE = 25
"""Columns beside the cards at 80x24."""

ROWS = 8
"""Rows there for the words of an exercise."""

EXERCISES = [pytest.param(exercise, id=exercise.title) for exercise in LESSON.exercises]


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_words_fit_beside_the_cards(exercise: Exercise) -> None:
    for text in (exercise.learnt, *(step.idea for step in exercise.steps)):
        assert len(wrapped(text, BESIDE)) <= ROWS, text


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_card_is_named_by_the_number_it_has_in_the_hand(exercise: Exercise) -> None:
    match = exercise.begin(("Anna", "Maestro"))
    for step in exercise.steps:
        hand = [str(card) for card in match.round.view(Seat.LEFT).hand]
        right = [parse_action(word) for word in step.right]
        for number in re.findall(r"{card-(\d)}", step.task):
            assert any(action.card == hand[int(number) - 1] for action in right), step.task
        legal = match.round.legal_actions()
        for action in (next(each for each in right if each in legal), *map(parse_action, step.reply)):
            match = match.play(action)


async def test_a_wrong_try_is_answered_and_the_right_one_played() -> None:
    async with playing(LESSON, lessons={LESSON.rules.GAME: 2}) as player:
        assert player.drawn(DuelLessonWords)[0].strip("─ ").startswith("Shields")
        await player.press("a", "enter")
        assert player.notice.startswith("! That breaks only the 1-shield")
        assert actions(player) == []
        await player.press("a", "a", "enter")
        assert actions(player) == ["attack:1:12"]
        await player.press("a", "enter")
        assert "Well done" in player.notice
        await player.press("space")
        assert player.drawn(DuelLessonWords)[0].strip("─ ").startswith("Strike back")


@pytest.mark.slow
async def test_the_last_exercise_cannot_be_left_out_and_its_whole_task_is_told_again() -> None:
    async with playing(LESSON) as player:
        await player.press(*["right_square_bracket"] * len(LESSON.exercises))
        assert player.notice.startswith("! This is the last exercise.")
        assert player.notice.endswith("then enter.")


async def test_a_won_exercise_leads_to_a_first_match() -> None:
    async with playing(LESSON, lessons={LESSON.rules.GAME: len(LESSON.exercises)}) as player:
        for keys in ("e e enter", "down down enter", "a enter"):
            await player.press(*keys.split())
        assert "Well done" in player.notice
        await player.press("space", "p")
        assert player.view.names[Seat.RIGHT] == "Novice"
        assert player.view.round.rules == LESSON.rules


KEYS = {key.id: key for key in SwordsBoard.keys}


def done_as_told(text: str, view: DuelView, right: tuple[str, ...]) -> bool:
    """Return whether what a text says to press plays something right; True if it names no keys to press.

    A key that is to be pressed until something happens, or one of two, may take several tries.
    """
    pressed = re.search(
        r"Press \{([\w-]+)\}(?: or \{([\w-]+)\})?( until[^.{]*?)?(?:,? then \{play\}|\.)", text
    )
    if pressed is None:
        return "Press" not in text
    first, other, several = pressed.groups()
    board = SwordsBoard()
    tries = []
    for key in filter(None, (first, other)):
        draft = board.begin(view)
        for _ in draft.listed if several or key in ("up", "down") else (None,):
            draft = board.take(view, draft, KEYS[key].does, KEYS[key].argument)
            tries.append(str(draft.chosen))
    return any(word in right for word in tries)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_keys_that_an_exercise_says_do_what_it_asks_for(exercise: Exercise) -> None:
    match = exercise.begin(("Anna", "Maestro"))
    for step in exercise.steps:
        view = match.round.view(Seat.LEFT)
        for text in (step.task, step.otherwise):
            assert done_as_told(worded(text), view, step.right), text
        legal = match.round.legal_actions()
        right = next(each for each in map(parse_action, step.right) if each in legal)
        for action in (right, *map(parse_action, step.reply)):
            match = match.play(action)


def test_words_that_play_something_else_are_found() -> None:
    exercise = LESSON.exercises[-1]
    view = exercise.begin(("Anna", "Maestro")).round.view(Seat.LEFT)
    right = exercise.steps[0].right
    assert not done_as_told("Press {list-use}, then {play}.", view, right)
    assert done_as_told("Press {list-use} until it is marked, then {play}.", view, right)
