"""Times in words, and when the words change by themselves."""

import pytest

from engarde_tui.serve.hall.time_words import countdown, time_left, until_change, until_time_change


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (604800, "7 d"),
        (93601, "1 d 3 h"),
        (86400, "1 d"),
        (19201, "5 h 21 min"),
        (3599.5, "1 h"),
        (271, "4:40"),
        (61, "1:10"),
        (60, "1:00"),
        (59, "0:59"),
        (41.2, "0:42"),
        (9.5, "0:10"),
        (0.1, "0:01"),
        (0, "0:00"),
    ],
)
def test_a_time_is_rounded_up_and_told_to_the_second_in_its_last_minute(seconds: float, words: str) -> None:
    assert time_left(seconds) == words


@pytest.mark.parametrize("seconds", [200000, 86401, 4000, 3600, 600, 75, 60.5, 60, 59.9, 30, 0.5])
def test_the_words_stay_until_the_time_that_is_told_and_change_then(seconds: float) -> None:
    for words, until in ((time_left, until_time_change), (countdown, until_change)):
        wait = until(seconds)
        assert words(seconds - wait + 0.01) == words(seconds)
        assert words(max(seconds - wait - 0.01, 0)) != words(seconds)
