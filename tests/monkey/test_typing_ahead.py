"""Whatever comes without waiting, at any size: the program goes on, and loses nothing."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monkey.hall_starts import HALL_STARTS, HallStart
from monkey.running import Run, finish, play
from monkey.starts import STARTS, Start
from monkey.strokes import Mouse, Press, Resize, Strokes, strokes
from textual.events import Resize as Resized
from textual.geometry import Size

pytestmark = pytest.mark.painted

EXAMPLES = settings.default.max_examples


@settings(max_examples=EXAMPLES // 5)
@given(st.sampled_from(STARTS), strokes(1, 8), st.booleans())
def test_nothing_typed_ahead_ends_the_program(start: Start, typed: Strokes, no_motion: bool) -> None:
    play(Run(start), typed, no_motion=no_motion)


@pytest.mark.slow
@settings(max_examples=EXAMPLES // 6)
@given(st.sampled_from(HALL_STARTS), strokes(1, 8, visitors=3))
def test_nothing_typed_ahead_ends_a_session_in_the_hall(start: HallStart, typed: Strokes) -> None:
    play(Run(start), typed)


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("start", "typed"),
    [
        ("table", "ctrl+p outside outside outside outside"),
        ("palette", "outside outside"),
        ("palette", "escape outside"),
        ("palette", "enter enter enter"),
        ("table", "120x21 ctrl+p 1x1 inside"),
        ("curtain", "space i h"),
        ("hall table of guests", "q m q"),
        ("own matches", "s q q m"),
        ("duel", "i h"),
        ("duel behind the curtain", "space i h"),
        ("question whether to leave", "escape escape escape escape"),
        ("question whether to leave", "q outside inside"),
        ("question whether to leave", "8x39"),
        ("replay from past matches", "q q q q"),
        ("question about deleting", "escape n q"),
        ("statistics", "escape escape escape escape"),
        ("statistics", "1x60"),
        ("menu", "m q m q"),
        ("first exercise", "q enter enter"),
        ("file to import from", "enter 1x1 enter"),
        ("file to import from", "n o enter q q"),
        ("keys", "escape escape escape s"),
    ],
)
def test_what_once_ended_the_program_does_so_no_more(start: str, typed: str) -> None:
    play(Run(named(start)), [stroke(word) for word in typed.split()])


def test_a_window_that_changes_again_before_a_screen_has_its_new_size_comes_to_rest(tmp_path: Path) -> None:
    """All sizes wait for it, with other messages between them."""

    async def work() -> None:
        async with named("help").playing(tmp_path) as (player,):
            for size in (Size(120, 40), Size(100, 30), Size(80, 24)):
                player.screen.post_message(Resized(size, size))
                player.screen.call_later(lambda: None)
            await player.settle()

    finish(work, seconds=20)


def named(name: str) -> Start | HallStart:
    """Return the start with this name."""
    return next(start for start in (*STARTS, *HALL_STARTS) if start.name == name)


def stroke(word: str) -> Mouse | Resize | Press:
    """Return a click inside or outside of what lies over a screen, a size, or a key."""
    clicks = {"outside": Mouse("click", 1, 1), "inside": Mouse("click", 40, 12)}
    size = re.fullmatch(r"(\d+)x(\d+)", word)
    return clicks.get(word) or (Resize(int(size[1]), int(size[2])) if size else Press(word))
