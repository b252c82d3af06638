"""The seats and errors that all games share."""

from engine.en_garde import Seat as SameSeat
from engine.game import IllegalActionError, MalformedActionError, Seat


def test_the_seats_are_left_and_right_and_index_a_pair() -> None:
    assert list(Seat) == [0, 1]
    assert ("l", "r")[Seat.LEFT] == "l"
    assert ("l", "r")[Seat.RIGHT] == "r"
    assert SameSeat is Seat


def test_each_seat_is_the_other_of_the_other() -> None:
    assert Seat.LEFT.other is Seat.RIGHT
    assert Seat.RIGHT.other is Seat.LEFT


def test_a_seat_has_a_label() -> None:
    assert [seat.label for seat in Seat] == ["left", "right"]


def test_both_errors_are_value_errors_and_not_each_other() -> None:
    assert issubclass(IllegalActionError, ValueError)
    assert issubclass(MalformedActionError, ValueError)
    assert not issubclass(IllegalActionError, MalformedActionError)
    assert not issubclass(MalformedActionError, IllegalActionError)
