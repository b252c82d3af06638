"""How the fencers stand: the pose of each, and what its blade touches."""

from typing import NamedTuple

from engarde_tui.games.en_garde.widgets.figures import Pose
from engine.en_garde import Kind, Reason, RoundView, Seat


class Stance(NamedTuple):
    """How one fencer stands."""

    square: int
    """Square of the front foot, 1 to 23."""
    pose: Pose
    is_thrusting: bool = False
    """Whether the point is at the opponent: before the body, or in it once the opponent is hit."""


Stances = tuple[Stance, Stance]
"""The stances of left and right."""


def stances(round: RoundView, *, is_new: bool = False) -> Stances:
    """Return how the fencers stand; `is_new`: they salute, as nothing has been played in the match."""
    left, right = (_stance(round, seat, is_new=is_new) for seat in Seat)
    return left, right


def _stance(round: RoundView, seat: Seat, *, is_new: bool) -> Stance:
    pose = _pose(round, seat, is_new=is_new)
    return Stance(round.positions[seat], pose, pose is Pose.LUNGE)


def _pose(round: RoundView, seat: Seat, *, is_new: bool) -> Pose:
    if round.result is not None and round.result.winner is not None:
        if round.result.winner is not seat:
            return Pose.HIT if round.result.reason is Reason.HIT else Pose.GUARD
        return Pose.LUNGE if round.result.reason is Reason.HIT else Pose.VICTORY
    if not round.plays:
        return Pose.SALUTE if is_new else Pose.GUARD
    last = round.plays[-1]
    if round.attack is not None:
        return Pose.LUNGE if last.seat is seat else Pose.GUARD
    match last.action.kind:
        case Kind.PARRY:
            return Pose.PARRY if last.seat is seat else Pose.LUNGE
        case Kind.EVADE if last.seat is seat:
            return Pose.EVADE
    return Pose.CLOSE if round.distance == 1 else Pose.GUARD
