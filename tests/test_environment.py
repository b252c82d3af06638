"""What variables of the environment mean."""

import os
from unittest.mock import patch

import pytest

from engarde_tui.terminal.environment import ignore_variables, is_on


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((value, False) for value in ("", " ", "0", "false", "no", "No", "OFF")),
        *((value, True) for value in ("1", "yes", "on", "true", "00", "nonsense")),
    ],
)
def test_any_value_turns_a_variable_on_but_those_that_say_no(value: str, expected: bool) -> None:
    assert is_on({"ACCESSIBLE": value}, "ACCESSIBLE") is expected
    assert not is_on({}, "ACCESSIBLE")


@pytest.mark.parametrize("value", ["", "0", "1"])
def test_any_value_turns_colours_off_but_an_empty_one(value: str) -> None:
    """As no-color.org says; Textual takes an empty one for set."""
    with patch.dict(os.environ, {"NO_COLOR": value}):
        ignore_variables()
        assert ("NO_COLOR" in os.environ) is bool(value)
