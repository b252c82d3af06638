"""Whatever comes without waiting, at any size: the program goes on, and loses nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monkey.hall_starts import HALL_STARTS, HallStart
from monkey.running import Run, play
from monkey.starts import STARTS, Start
from monkey.strokes import Mouse, Press, Stroke, Strokes, strokes

EXAMPLES = settings.default.max_examples


@settings(max_examples=EXAMPLES // 5)
@given(st.sampled_from(STARTS), strokes(1, 8), st.booleans())
def test_nothing_typed_ahead_ends_the_program(start: Start, typed: Strokes, no_motion: bool) -> None:
    play(Run(start), typed, no_motion=no_motion)


@settings(max_examples=EXAMPLES // 13)
@given(st.sampled_from(HALL_STARTS), strokes(1, 8, visitors=3))
def test_nothing_typed_ahead_ends_a_session_in_the_hall(start: HallStart, typed: Strokes) -> None:
    play(Run(start), typed)


OUTSIDE = Mouse("click", 1, 1)


@pytest.mark.parametrize(
    ("start", "typed"),
    [
        ("table", ["ctrl+p", *[OUTSIDE] * 4]),
        ("palette", [OUTSIDE, OUTSIDE]),
        ("palette", ["escape", OUTSIDE]),
        ("curtain", ["space", "i", "h"]),
        ("duel", ["i", "h"]),
        ("duel behind the curtain", ["space", "i", "h"]),
        ("question whether to leave", ["escape"] * 4),
        ("question whether to leave", ["q", OUTSIDE, Mouse("click", 40, 12)]),
        ("replay from past matches", ["q"] * 4),
        ("question about deleting", ["escape", "n", "q"]),
        ("statistics", ["escape"] * 4),
    ],
    ids=str,
)
def test_what_once_ended_the_program_does_so_no_more(start: str, typed: list[str | Stroke]) -> None:
    play(Run(named(start)), [Press(each) if isinstance(each, str) else each for each in typed])


def named(name: str) -> Start:
    """Return the start with this name."""
    return next(start for start in STARTS if start.name == name)
