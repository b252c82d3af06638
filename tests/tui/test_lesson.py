"""The lesson at the table: tasks, wrong tries, replies, and where it continues."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from tui.harness import NAMED, Player, playing
from tui.setup.form import go_to
from tui.shelf import begun
from tui.states import NEAR, play, staged

from engarde_tui.presentation import lessons
from engarde_tui.progress.lesson import FINISHED, Lesson
from engarde_tui.settings.entries import Settings
from engarde_tui.storage.store import Store
from engarde_tui.widgets.lesson_words import LessonWords
from engarde_tui.widgets.lettering import ROWS, Lettering
from engarde_tui.widgets.what_now import WhatNow
from engine.game import Seat, game_of

LESSON = lessons()[0]
LAST = len(LESSON.exercises)


def number(player: Player) -> int:
    """The exercise shown, from 1."""
    assert player.screen_name == "LessonSession"
    (head, *_) = player.drawn(LessonWords)
    return int(head.split()[-4])


def noted(player: Player) -> int | None:
    """What is kept of the lesson."""
    return player.app.progress.reached.lessons.get(LESSON.rules.GAME)


async def test_a_task_stays_while_it_is_done_and_what_the_turn_would_do_stands_above_it() -> None:
    async with playing(LESSON) as player:
        task = player.notice
        assert "Press 5, then →, then enter" in task
        for key in ("5", "right"):
            await player.press(key)
            assert player.notice == task
            assert "Advance to square 6" in player.drawn(WhatNow)[0]


async def test_the_lesson_is_the_first_line_until_it_has_been_finished_once() -> None:
    for lessons_done, is_first in (({}, True), ({"en-garde": FINISHED}, False)):
        async with playing(lessons=lessons_done) as player:
            assert ("Learn to play" in first_line(player)) is is_first
            assert "Learn to play" in player.text


def first_line(player: Player) -> str:
    """Of the menu."""
    return next(row for row in player.rows if row.startswith(" │"))


async def test_after_the_lesson_the_first_match_is_the_first_line_until_one_is_kept(store: Store) -> None:
    """Against the computer, with a level that suits."""
    async with playing(store=store) as player:
        assert "Learn to play" in first_line(player)
    async with playing(store=store, lessons={"en-garde": FINISHED}) as player:
        assert "New match vs computer" in first_line(player)
        assert re.search(r" Your first match: [^│]+\S  +a +│", first_line(player)), "uncut, before its key"
        await player.press("enter")
        assert player.held.names == ("Anna", "Novice")
        assert player.live_match.people == (Seat.LEFT,)
    store.delete(store.ids()[0])
    begun(store, play(staged(script=f"{NEAR} A33", right="11224", target=1), "H"))
    async with playing(store=store, lessons={"en-garde": FINISHED}) as player:
        assert "New match vs computer" not in first_line(player)
        assert "Your first match" not in player.text


async def test_a_newcomer_does_the_first_exercise_and_is_led_on() -> None:
    """Enter in the menu begins it; a wrong try is answered and taken back; the reply comes by itself."""
    async with playing() as player:
        await player.press("enter")
        assert (number(player), noted(player)) == (1, None)
        assert "Press 5, then →, then enter" in player.notice
        await player.press("4", "enter")
        assert "But take the 5" in player.notice
        assert player.draft.is_empty
        await player.press("3")
        assert player.notice.startswith("! There is no 3 in your hand. Advance with your 5")
        await player.press("5", "enter")
        assert [str(play.action) for play in player.view.round.plays] == ["+5", "+4"]
        await player.press("2", "left", "enter")
        assert "Press space to continue" in player.notice
        assert noted(player) == 2
        await player.press("space")
        assert number(player) == 2


async def test_an_exercise_that_ends_the_round_shows_both_hands_and_leads_on() -> None:
    async with playing(lessons={"en-garde": 4}) as player:
        await player.press("l", "a", "enter")
        assert player.at_showdown
        assert "Maestro had one 4, and needed two." in player.text
        assert "to continue" in player.notice
        await player.press("space")
        assert number(player) == 5


@pytest.mark.slow
async def test_a_lesson_that_was_left_continues_where_it_was(store: Store) -> None:
    async with playing(store=store) as player:
        await player.press("l")
        await player.press("right_square_bracket", "right_square_bracket", "left_square_bracket")
        assert number(player) == 2
        await player.press("q")
        assert "Leave this lesson?" in player.text
        await player.press("m")
        assert player.screen_name == "MenuScreen"
    async with playing(store=store) as player:
        await player.press("l")
        assert number(player) == 3


async def test_a_lesson_is_neither_resigned_nor_counted() -> None:
    """Its keys do nothing: there is no match to lose, and no help to note."""
    async with playing() as player:
        await player.press("l")
        before = player.text
        assert "count" not in player.keys
        assert "resign" not in player.keys
        await player.press("o", "x")
        assert number(player) == 1
        assert player.text == before


@pytest.mark.slow
async def test_a_lesson_whose_exercises_are_all_left_out_is_not_finished() -> None:
    async with playing() as player:
        await player.press("l", *["right_square_bracket"] * (LAST + 2))
        assert (number(player), noted(player)) == (LAST, LAST)
        assert player.notice.startswith("! This is the last exercise. Maestro leads on ground.")
        assert player.bells == 3


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("key", "leads_to"), [("p", "TableScreen"), ("m", "MenuScreen")])
async def test_after_the_lesson_a_first_match_is_offered(key: str, leads_to: str) -> None:
    """Against the bot for newcomers, with the rules of the lesson."""
    async with playing(settings=Settings(name="Mia"), lessons={"en-garde": LAST}) as player:
        await player.press("l", "4", "right", "enter")
        assert noted(player) == FINISHED
        await player.press("space")
        assert "You have finished the lesson" in player.text
        assert "You know the whole game now" in player.dialog
        assert len(player.drawn(Lettering)) == ROWS
        assert "publishers" not in player.dialog
        await player.press(key)
        assert (player.screen_name, noted(player)) == (leads_to, FINISHED)
        if leads_to == "TableScreen":
            assert player.view.names == ("Mia", "Novice")
            assert player.view.round.rules == LESSON.rules


async def test_the_keys_in_the_words_are_those_of_the_player() -> None:
    async with playing(settings=replace(NAMED, keys={"play": ("g",), "lay-5": ("z",)})) as player:
        await player.press("l")
        assert "Press z, then →, then g" in player.notice


async def test_learn_to_play_begins_the_lesson_of_the_first_game_at_once() -> None:
    """Or continues it."""
    for left, next_exercise in (({}, 1), ({"en-garde": 3}, 3)):
        async with playing(lessons=left) as player:
            await player.press("l")
            assert player.view.round.rules.GAME == LESSON.rules.GAME
            assert number(player) == next_exercise


async def test_every_lesson_is_offered_where_its_game_is_chosen() -> None:
    async with playing() as player:
        for lesson in lessons():
            await player.press("n")
            await go_to(player, "game")
            await player.press(*["right"] * lessons().index(lesson))
            assert "l learn this game" in player.keys
            await player.press("l")
            assert player.view.round.rules.GAME == lesson.rules.GAME
            await player.press("q", "m")


async def test_after_a_lesson_that_of_the_next_game_is_offered() -> None:
    """After the last one there is none."""
    at_ends = {lesson.rules.GAME: len(lesson.exercises) for lesson in lessons()}
    for lesson, following in pairwise([*lessons(), None]):
        async with playing(lesson, lessons=at_ends) as player:
            await finish(player, lesson)
            assert player.question == "You have finished the lesson"
            assert ("learn the other game" in player.dialog.lower()) is (following is not None)
            if following is not None:
                await player.press("l")
                assert player.view.round.rules.GAME == following.rules.GAME


async def finish(player: Player, lesson: Lesson) -> None:
    """Do the exercise shown as it wants to be done, and go on."""
    steps = lesson.exercises[-1].steps
    for step in steps:
        player.table.session.play(game_of(lesson.rules).parse_action(step.right[0]))
        await player.settle()
    await player.arm()
    await player.press("space")
