"""A round as the master sees it: how good every action was, and who was likely to win after it."""

from typing import NamedTuple

from engine.en_garde import Action, Match, Seat


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
    """Chance to win the round, 0 to 1, that another choice would have kept; 0 for the master's choice."""
    luck: float
    """The rest of the change of that chance, -1 to 1, where cards were drawn; else 0."""


def review(before: Match, after: Match) -> Review | None:
    """Return the master's view of the action between two states; None where there is none."""
    # Reading the master takes a while, and most matches are never watched again.
    from engine.en_garde.bots.master import chance, opinion
    from engine.en_garde.bots.values import values

    seat = before.round.turn
    if seat is None or len(after.round.actions) != len(before.round.actions) + 1:
        return None
    view, played = before.view(seat).round, after.round.actions[-1]
    thought = opinion(view)
    choice = next(iter(thought.odds))
    loss = 0.0
    if choice != played:
        best, value = values(view, (choice, played))
        loss = max(best - value, 0.0)
    then = after.view(seat).round
    luck = chance(then, seat) - thought.chance + loss if then.pile < view.pile else 0.0
    return Review(seat, played, choice, len(view.legal) == 1, loss, luck)


def chances(states: tuple[Match, ...], seat: Seat) -> tuple[float, ...]:
    """Return the chance of `seat`, 0 to 1, to win the round, in each of its states, as `seat` sees it."""
    from engine.en_garde.bots.master import chance

    return tuple(chance(state.view(seat).round, seat) for state in states)
