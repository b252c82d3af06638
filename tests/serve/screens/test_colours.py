"""A visitor's terminal is asked for its colours as one at home is."""

from serve.screens.guests import in_hall
from tui.test_following_terminal import LIGHT, MANY, answer

from engarde_tui.serve.hall.hall import Hall


async def test_each_visitor_sees_what_suits_the_own_terminal(hall: Hall) -> None:
    async with in_hall(hall, "anna", "bruno", colors="standard") as (anna, bruno):
        anna.app.questions()
        await answer(anna, LIGHT, MANY)
        assert (anna.app.theme, anna.app.console.color_system) == ("daylight", "256")
        assert (bruno.app.theme, bruno.app.console.color_system) == ("terminal", "standard")


async def test_a_visitor_without_colours_is_not_asked(hall: Hall) -> None:
    async with in_hall(hall, "anna", colors=None) as (anna,):
        assert anna.app.questions() == ""
