"""The same keys typed in one burst and one by one lead to the same screen, and to the same matches.

Where a bot thinks nothing is typed, and a question that could cost a match takes nothing typed before it was
drawn.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monkey.hall_starts import HallStart
from monkey.running import ALONE, differences, in_one_burst, one_by_one
from monkey.starts import Start
from monkey.strokes import keys_in_one_burst

pytestmark = pytest.mark.painted

EXAMPLES = settings.default.max_examples


@pytest.mark.slow
@settings(max_examples=EXAMPLES // 5)
@given(st.sampled_from(ALONE), keys_in_one_burst)
def test_keys_in_one_burst_do_what_they_do_one_by_one(start: Start | HallStart, typed: list[str]) -> None:
    end, counted = one_by_one(start, typed)
    assert not differences(in_one_burst(start, counted), end)


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("start", "typed"),
    [
        ("curtain", "space i"),
        ("question whether to leave", "escape escape"),
        ("table", "q q"),
        ("menu", "n enter space"),
        ("past matches", "slash d a y d r e a m e r"),
        ("past matches", "slash b r a w l"),
        ("past matches", "e y"),
        ("past matches", "e ~ / d a i s y . e n g a r d e enter"),
        ("past matches", "down e ~ / d a i s y . e n g a r d e enter"),
        ("past matches", "d y"),
        ("lobby", "j z z z z z z enter"),
        ("curtain", "space down enter space down enter"),
        ("duel behind the curtain", "space down enter down enter e space"),
        ("question whether to leave", "enter enter enter"),
        ("question whether to leave", "enter h"),
        ("table", "ctrl+c n comma"),
        ("keys", "enter t"),
        ("menu", "m f1"),
        ("menu", "enter ctrl+c"),
        ("file to export to", "enter backspace"),
        ("file to export to", "escape d"),
        ("form against the computer", "left question_mark"),
        ("statistics of the hall's matches", "escape escape down up enter enter"),
        ("hall duel", "comma tab tab space"),
        ("table", "q escape"),
        ("table", "question_mark q down enter"),
        ("menu", "m down down enter"),
        ("menu", "m slash B r u"),
        ("menu", "s down down escape n"),
        ("menu of a newcomer", "l 5 right enter"),
        ("past matches", "down d y escape"),
        ("past matches", "i n o . e n g a r d e enter"),
        ("past matches", "s down tab"),
        ("statistics", "escape escape"),
        ("statistics", "space space space"),
        ("match over", "r space down enter"),
        ("match over", "w right right q m n"),
        ("showdown", "space space down enter"),
        ("lobby", "n enter x n"),
        ("lobby", "d enter down enter"),
        ("hall table", "down enter"),
        ("hall table", "s 1 q"),
        ("own matches", "slash d a y d r e a m e r"),
        ("own keys", "x y"),
        ("help", "down down down down"),
        ("help", "end up up pagedown home down"),
        ("help", "pagedown pagedown"),
        ("help", "end pageup"),
        ("table", "question_mark pagedown pagedown"),
    ],
)
def test_a_burst_that_was_once_lost_arrives(start: str, typed: str) -> None:
    found = next(each for each in ALONE if each.name == start)
    end, counted = one_by_one(found, typed.split())
    assert not differences(in_one_burst(found, counted), end)
