"""A round as the master sees it: how good every action was, and who was likely to win after it."""

from typing import NamedTuple

from engarde_tui.match.replay import Replay
from engine.en_garde import Action, RoundView, Seat


class Review(NamedTuple):
    """The master's view of one action, from what its player could know."""

    seat: Seat
    """Who played it."""
    played: Action
    choice: Action
    """What the master would most likely have played."""
    is_forced: bool
    """No other action was legal."""
    loss: float
    """Chance to win the round, 0 to 1, lost against the master's choice; 0 if that was played."""
    luck: float
    """The rest of the change of that chance, -1 to 1, if cards were drawn; else 0."""


class Reviews:
    """What the master thinks of a replay, as far as the open hands allow; cached."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._reviews: dict[int, Review | None] = {}
        self._chances: dict[tuple[int, Seat], tuple[float, ...]] = {}

    @property
    def review(self) -> Review | None:
        """The master's view of the last action; None if there is none or its hand is not open."""
        replay, position = self._replay, self._replay.position
        before = max(position - 1, 0)
        seat = replay.view_at(before, None).round.turn
        if seat is None or not replay.may_show(seat):
            return None
        if position not in self._reviews:
            views = replay.view_at(before, seat).round, replay.view_at(position, seat).round
            self._reviews[position] = review(*views)
        return self._reviews[position]

    @property
    def chances(self) -> tuple[Seat, tuple[float, ...]] | None:
        """The chance, 0 to 1, of a fencer whose hand is open to win this round, in each of its states."""
        # Imported here, as loading the master takes a while.
        from engine.en_garde.bots.master import chance

        replay = self._replay
        seat = next((seat for seat in Seat if replay.may_show(seat)), None)
        if seat is None:
            return None
        positions = replay.round_positions
        if (positions.start, seat) not in self._chances:
            self._chances[positions.start, seat] = tuple(
                chance(replay.view_at(position, seat).round, seat) for position in positions
            )
        return seat, self._chances[positions.start, seat]


def review(before: RoundView, after: RoundView) -> Review | None:
    """Return the master's view of the action between two views of its player; None if there is none."""
    from engine.en_garde.bots.master import chance, opinion
    from engine.en_garde.bots.values import values

    seat = before.turn
    if seat is None or len(after.plays) != len(before.plays) + 1:
        return None
    played = after.plays[-1].action
    thought = opinion(before)
    choice = next(iter(thought.odds))
    loss = 0.0
    if choice != played:
        best, value = values(before, (choice, played))
        loss = max(best - value, 0.0)
    luck = chance(after, seat) - thought.chance + loss if after.pile < before.pile else 0.0
    return Review(seat, played, choice, len(before.legal) == 1, loss, luck)
