"""The review of a match of En Garde."""

from collections.abc import Callable

from engarde_tui.games.en_garde.mistakes import note_mistakes
from engarde_tui.games.en_garde.review import Reviews
from engarde_tui.games.en_garde.review_words import costly_choices, luck_and_skill
from engarde_tui.language import tr
from engarde_tui.screens.review import Findings, Report, ReviewScreen
from engarde_tui.sessions.services import AppServices
from engine.game import Seat


def review_screen(
    services: AppServices, reviews: Reviews, side: Seat, show: Callable[[int], None]
) -> ReviewScreen:
    """Return the review of a match, with luck and skill as one side counts them.

    `show` is called with the position of a choice to look at. The player's own costly choices are kept.
    """

    async def find(report: Report) -> Findings:
        found = await reviews.match(
            lambda number, last: report(
                tr("The master looks at round {number} of {last} …", number=number, last=last)
            )
        )
        if services.store is not None:
            await note_mistakes(services.store, services.player_name, reviews, found)
        names = reviews.names
        parts = luck_and_skill(names, found.breakdowns, side)
        return Findings(costly_choices(names, found, side), parts, names[side])

    return ReviewScreen(find, show)
