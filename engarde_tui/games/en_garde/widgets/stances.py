"""How the fencers stand: the pose of each, and what its blade touches."""

from typing import NamedTuple

from engarde_tui.games.en_garde.widgets.figures import Pose
from engine.en_garde import Kind, Reason, RoundView, Seat


class Stance(NamedTuple):
    """How one fencer stands."""

    square: float
    """Square of the front foot, 1 to 23; between two of them while it steps."""
    pose: Pose
    is_thrusting: bool = False
    """Whether the point is at the opponent: before the body, or in it once the opponent is hit."""


Stances = tuple[Stance, Stance]
"""The stances of left and right."""


def stances(view: RoundView, *, is_new: bool = False) -> Stances:
    """Return how the fencers stand; `is_new`: they salute, as nothing has been played in the match."""
    left, right = (_stance(view, seat, is_new=is_new) for seat in Seat)
    return left, right


def _stance(view: RoundView, seat: Seat, *, is_new: bool) -> Stance:
    pose = _pose(view, seat, is_new=is_new)
    return Stance(view.positions[seat], pose, pose is Pose.LUNGE)


def _pose(view: RoundView, seat: Seat, *, is_new: bool) -> Pose:
    if view.result is not None and view.result.winner is not None:
        if view.result.winner is not seat:
            return Pose.HIT if view.result.reason is Reason.HIT else Pose.DEFEAT
        return Pose.LUNGE if view.result.reason is Reason.HIT else Pose.VICTORY
    if not view.plays:
        return Pose.SALUTE if is_new else Pose.GUARD
    last = view.plays[-1]
    if view.attack is not None:
        return Pose.LUNGE if last.seat is seat else Pose.GUARD
    match last.action.kind:
        case Kind.PARRY:
            return Pose.PARRY if last.seat is seat else Pose.LUNGE
        case Kind.EVADE if last.seat is seat:
            return Pose.EVADE
    return Pose.CLOSE if view.distance == 1 else Pose.GUARD
