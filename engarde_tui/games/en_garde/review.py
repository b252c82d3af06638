"""A round as the master sees it: what it would have done, and who was likely to win after every action."""

from typing import NamedTuple

from engine.en_garde import Action, Match, Seat


class Review(NamedTuple):
    """The master's view of one action, in the place of who played it."""

    seat: Seat
    played: Action
    choice: Action
    """What the master would most likely have played."""
    odds: float
    """How likely."""
    before: float
    """The chance to win the round, 0 to 1, when it was played."""
    after: float
    """And just after it."""


def review(before: Match, after: Match) -> Review | None:
    """The master's view of the action that led from one state to the next; None where none did."""
    # Reading the master takes a while, and most matches are never watched again.
    from engine.en_garde.bots.master import chance, opinion

    seat = before.round.turn
    if seat is None or len(after.round.actions) != len(before.round.actions) + 1:
        return None
    view = before.view(seat).round
    thought = opinion(view)
    choice, odds = next(iter(thought.odds.items()))
    return Review(
        seat, after.round.actions[-1], choice, odds, thought.chance, chance(after.view(seat).round, seat)
    )


def chances(states: tuple[Match, ...], seat: Seat) -> tuple[float, ...]:
    """How likely `seat` is to win the round in each of its states, as far as it can see."""
    from engine.en_garde.bots.master import chance

    return tuple(chance(state.view(seat).round, seat) for state in states)
