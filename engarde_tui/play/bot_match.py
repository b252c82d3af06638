"""A match between two bots, watched while they play it: a replay that grows."""

from engarde_tui.play.live_match import chance_of
from engarde_tui.play.players import Players
from engarde_tui.play.replay import Perspective, Replay
from engarde_tui.play.words import forfeited
from engarde_tui.play.work import in_thread
from engine.bot import ForfeitError
from engine.game import Seat
from engine.match import Match


class BotMatch(Replay):
    """Two bots at play; nobody else plays, so both hands are open.

    It is kept nowhere and counts for nothing, as in the arena; its seed gives it again.
    """

    def __init__(self, match: Match, players: Players) -> None:
        """Begin at the first deal."""
        super().__init__(match, perspective=Perspective.BOTH)
        self._players = players
        self._bots = players.seat_bots()

    @property
    def goes_on(self) -> bool:
        """Whether there is more to play."""
        return self._states[-1].winner is None

    async def grow(self) -> str:
        """Let the bot to act play, or deal the next round; return why a bot has forfeited it, or ""."""
        match, failed = self._states[-1], ""
        if match.round.result is not None:
            after = match.next_round()
        else:
            turn = match.round.turn
            assert turn is not None
            try:
                after = match.play(await in_thread(lambda: self._answer(match, turn)))
            except ForfeitError as error:
                after, failed = match.forfeit(), forfeited(match.names[turn], error)
        self._states = (*self._states, after)
        if after.round.result is not None:
            self._tell_end(after)
        return failed

    def _answer(self, match: Match, turn: Seat) -> object:
        """Return the action of the bot to act; may take long."""
        bot = self._bots[turn]
        assert bot is not None
        has_program = self._players.program is not None
        return bot.choose(match.view(turn).round, match.score, chance_of(match, has_program=has_program))

    def _tell_end(self, match: Match) -> None:
        for seat, bot in zip(Seat, self._bots, strict=True):
            if bot is not None:
                bot.finish(match.view(seat).round)

    def close(self) -> None:
        """Dismiss the bots, also one that is thinking."""
        for bot in self._bots:
            if bot is not None:
                bot.dismiss()
