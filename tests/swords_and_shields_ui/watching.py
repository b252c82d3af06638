"""The table as one seat of it sees it while the other plays from elsewhere, or as a spectator does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tui.harness import SMALLEST, Player, playing

from engarde_tui.play.client import Client
from engarde_tui.play.live_match import LiveMatch
from engarde_tui.screens.table import TableScreen
from engarde_tui.sessions.session import Session
from engine.game import Seat
from engine.match import Match


@asynccontextmanager
async def watching(
    match: Match, seats: tuple[Seat, ...], size: tuple[int, int] = SMALLEST
) -> AsyncIterator[Player]:
    """Run the program where these seats of a match are played, none of them for a spectator."""
    async with playing(size=size) as player:
        player.app.push_screen(TableScreen(Session(Client(LiveMatch(match), seats))))
        await player.settle()
        yield player
