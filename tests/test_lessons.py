"""Every exercise of every lesson, played in the right way and in all wrong ones."""

import re
from collections.abc import Iterator

import pytest
from speaking import speaking

from engarde_tui.language import LANGUAGES
from engarde_tui.play.keys import AT_TABLE, LESSON, TO_TURN
from engarde_tui.presentation import lessons, presentation_of
from engarde_tui.progress.lesson import FINISHED, Exercise, Lesson, Stage, Step, filled_in
from engarde_tui.settings.keys import shown
from engarde_tui.widgets.text_lines import wrapped
from engine.game import game_of
from engine.match import Match
from engine.names import MAX_NAME

EXERCISES = [
    pytest.param(lesson, exercise, id=f"{lesson.rules.GAME}-{exercise.title}")
    for lesson in lessons()
    for exercise in lesson.exercises
]
COLUMNS = 76
"""Of the words above the board, and of those in the frame, at 80 columns."""
LONGEST_KEY = "bksp"


def ways(exercise: Exercise, match: Match) -> Iterator[list[Match]]:
    """Yield the states of an exercise, for each way to do it right."""
    stage = exercise.stage(len(match.round.plays))
    if stage.step is None:
        yield [match]
        return
    legal = [str(action) for action in match.round.legal_actions()]
    for word in [stage.reply] if stage.reply else [word for word in stage.step.right if word in legal]:
        for others in ways(exercise, match.play(game_of(exercise.rules).parse_action(word))):
            yield [match, *others]


@pytest.mark.parametrize(("lesson", "exercise"), EXERCISES)
def test_every_right_way_can_be_played_to_the_end(lesson: Lesson, exercise: Exercise) -> None:
    """The player acts in every step, the opponent in every reply."""
    for states in ways(exercise, exercise.begin(("Anna", "Maestro"))):
        for match in states[:-1]:
            _, reply = exercise.stage(len(match.round.plays))
            assert match.round.turn is (lesson.learner.other if reply else lesson.learner)


@pytest.mark.parametrize(("lesson", "exercise"), EXERCISES)
def test_every_other_legal_action_has_an_answer(lesson: Lesson, exercise: Exercise) -> None:
    """Every answer belongs to a legal action that is not right, and every right action can be legal."""
    answered: set[tuple[str, str]] = set()
    right: set[tuple[str, str]] = set()
    for states in ways(exercise, exercise.begin(("Anna", "Maestro"))):
        for match in states:
            step, reply = exercise.stage(len(match.round.plays))
            if step is None or reply:
                continue
            legal = [str(action) for action in match.view(lesson.learner).round.legal]
            right |= {(step.task, word) for word in step.right if word in legal}
            for action in match.round.legal_actions():
                assert bool(step.answer(action)) is (str(action) not in step.right)
            answered |= {(step.task, word) for word in step.wrong if word in legal}
    expected = {(step.task, word) for step in exercise.steps for word in step.wrong}
    assert answered == expected
    assert right == {(step.task, word) for step in exercise.steps for word in step.right}


@pytest.mark.parametrize(("lesson", "exercise"), EXERCISES)
def test_all_texts_fit_and_name_keys_of_the_table(lesson: Lesson, exercise: Exercise) -> None:
    """In two lines each, even if the player's keys have long names."""
    board = presentation_of(lesson.rules).board()
    ids = {key.id for key in (*TO_TURN, *board.keys, *board.help_keys, *AT_TABLE, *LESSON)}

    def key_of(id: str) -> str:
        assert id in ids
        return LONGEST_KEY

    texts = [exercise.learnt]
    for step in exercise.steps:
        answers = [f"! {answer}" for answer in (step.otherwise, *step.wrong.values())]
        texts += [step.idea, step.task, *answers]
    for language in LANGUAGES:
        with speaking(language):
            for text in texts:
                shown = filled_in(text, key_of, "W" * MAX_NAME)
                assert 0 < len(wrapped(shown, COLUMNS)) <= 2, shown
                assert not re.search(r"[{}]", shown)


@pytest.mark.parametrize(("lesson", "exercise"), EXERCISES)
def test_without_a_screen_nothing_is_told_that_only_a_screen_shows(
    lesson: Lesson, exercise: Exercise
) -> None:
    """Nor of keys; but all the same something of every step, in every language."""
    for language in LANGUAGES:
        with speaking(language):
            for text in (exercise.learnt, *(step.idea for step in exercise.steps)):
                assert filled_in(text, None, "Anna")
    told = " ".join(
        filled_in(text, None, "Anna") for step in exercise.steps for text in (step.idea, step.task)
    )
    seen = r"\b(above|under|edge|middle|line|dots?|dotted|shaded|marked|tick|dagger|press)\b"
    assert not re.search(seen, f"{told} {filled_in(exercise.learnt, None, 'Anna')}", re.IGNORECASE)


@pytest.mark.parametrize(("lesson", "exercise"), EXERCISES)
def test_a_task_fits_into_one_line_so_that_it_can_stand_below_why_a_key_did_nothing(
    lesson: Lesson, exercise: Exercise
) -> None:
    board = presentation_of(lesson.rules).board()
    all_keys = (*TO_TURN, *board.keys, *board.help_keys, *LESSON)
    keys = {key.id: shown(key.keys.split(",")[0]) for key in all_keys}
    for step in exercise.steps:
        assert len(wrapped(filled_in(step.task, keys.__getitem__, "Maximiliana"), COLUMNS)) == 1, step.task


def test_how_far_an_exercise_is_follows_from_the_actions_played() -> None:
    first, second = (Step("", "", (), "", reply=replies) for replies in (("a", "b"), ()))
    exercise = Exercise("", None, "", (first, second), "", opening=("x",))
    stages = [exercise.stage(plays) for plays in range(1, 6)]
    assert stages == [Stage(first), Stage(first, "a"), Stage(first, "b"), Stage(second), Stage(None)]


def test_a_lesson_continues_where_it_was_and_stays_finished() -> None:
    lesson = lessons()[0]
    last = len(lesson.exercises) - 1
    assert [lesson.first(next_exercise) for next_exercise in (None, 1, 4, FINISHED, last + 5)] == [
        0,
        0,
        3,
        0,
        0,
    ]
    assert lesson.after(0, None) == 2
    assert lesson.after(2, None) == 4
    assert lesson.after(0, 7) == 7, "going back loses nothing"
    assert lesson.after(last, 7) == FINISHED
    assert lesson.after(2, FINISHED) == FINISHED


def test_a_player_called_like_the_teacher_gets_another_one() -> None:
    lesson = lessons()[0]
    assert lesson.begin(0, "Anna").names == ("Anna", "Maestro")
    assert lesson.begin(0, "Maestro").names == ("Maestro", "Maestra")
    assert lesson.begin(0, "Maes\u200ctro").names == ("Maes\u200ctro", "Maestra")
