"""The same keys typed in one burst and one by one lead to the same screen, and to the same matches.

Where a bot thinks nothing is typed, and a question that could cost a match takes nothing that was typed before
it was drawn.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monkey.hall_starts import HALL_STARTS, HallStart
from monkey.running import differences, in_one_burst, one_by_one
from monkey.starts import STARTS, Start
from monkey.strokes import BURST, OFTEN, OTHER

EXAMPLES = settings.default.max_examples

ASKING_A_THREAD = frozenset({"i", "ctrl+p"})
"""Keys that ask what another thread, or Textual's palette, answers some time later."""

ALL_STARTS: tuple[Start | HallStart, ...] = tuple(start for start in (*STARTS, *HALL_STARTS) if not start.has_bot)

keys = st.sampled_from([key for key in OFTEN * 5 + OTHER if key not in ASKING_A_THREAD])


@settings(max_examples=EXAMPLES // 3)
@given(st.sampled_from(ALL_STARTS), st.lists(keys, min_size=1, max_size=BURST))
def test_keys_in_one_burst_do_what_they_do_one_by_one(start: Start | HallStart, typed: list[str]) -> None:
    end, counted = one_by_one(start, typed)
    assert not differences(in_one_burst(start, counted), end)


@pytest.mark.parametrize(
    ("start", "typed"),
    [
        ("curtain", "space i"),
        ("curtain", "space down enter space down enter"),
        ("duel behind the curtain", "space down enter down enter e space"),
        ("question whether to leave", "escape escape"),
        ("table", "q escape"),
        ("table", "q q"),
        ("table", "question_mark q down enter"),
        ("menu", "n enter space"),
        ("menu", "m down down enter"),
        ("menu", "m slash B r u"),
        ("menu", "s down down escape n"),
        ("menu of a newcomer", "l 5 right enter"),
        ("past matches", "slash d a y d r e a m e r"),
        ("past matches", "slash b r a w l"),
        ("past matches", "d y"),
        ("past matches", "down d y escape"),
        ("past matches", "e ~ / d a i s y . e n g a r d e enter"),
        ("past matches", "i n o . e n g a r d e enter"),
        ("past matches", "s down tab"),
        ("statistics", "escape escape"),
        ("match over", "r space down enter"),
        ("match over", "w right right q m n"),
        ("showdown", "space space down enter"),
        ("lobby", "n enter x n"),
        ("lobby", "j z z z z z z enter"),
        ("lobby", "d enter down enter"),
        ("hall table", "down enter"),
        ("hall table", "s 1 q"),
        ("own matches", "slash d a y d r e a m e r"),
        ("own keys", "x y"),
    ],
)
def test_a_burst_that_was_once_lost_arrives(start: str, typed: str) -> None:
    found = next(each for each in ALL_STARTS if each.name == start)
    end, counted = one_by_one(found, typed.split())
    assert not differences(in_one_burst(found, counted), end)
