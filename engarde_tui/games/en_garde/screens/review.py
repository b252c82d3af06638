"""The review of a match of En Garde."""

from collections.abc import Callable

from engarde_tui.games.en_garde.review import Reviews
from engarde_tui.games.en_garde.review_words import costly_choices, luck_and_skill
from engarde_tui.language import tr
from engarde_tui.screens.review import Findings, Report, ReviewScreen
from engine.game import Seat


def review_screen(reviews: Reviews, side: Seat, show: Callable[[int], None]) -> ReviewScreen:
    """Return the review of a match, with luck and skill as one side counts them.

    `show` is called with the position of a choice to look at.
    """

    async def find(report: Report) -> Findings:
        found = await reviews.match(
            lambda number, last: report(
                tr("The master looks at round {number} of {last} …", number=number, last=last)
            )
        )
        names = reviews.names
        parts = luck_and_skill(names, found.breakdowns, side)
        return Findings(costly_choices(names, found, side), parts, names[side])

    return ReviewScreen(find, show)
