"""How the fencers get from one view of a round to the next, frame by frame."""

from typing import Final, NamedTuple

from engarde_tui.games.en_garde.widgets.figures import Pose
from engarde_tui.games.en_garde.widgets.stances import Stance, Stances, stances
from engarde_tui.widgets.moving import Frame
from engine.en_garde import Kind, Play, RoundView, Seat

_STEP: Final = 0.05
_STRIKE: Final = 0.09
_SPARK: Final = 0.15
_FLASH: Final = 0.15
"""Seconds of a step of one square, of a part of a lunge, of a parry and of a hit."""


class Moment(NamedTuple):
    """How the fencers stand for a moment."""

    stances: Stances
    has_spark: bool = False
    """Whether the blades strike sparks where they cross."""
    flash: Seat | None = None
    """The fencer who is being hit."""


def movement(before: RoundView, now: RoundView) -> list[Frame]:
    """Return the frames from `before` to `now`; empty if that is not the same round, played on.

    They tell only squares and kinds of actions, which are public.
    """
    known = len(before.plays)
    if now.plays[:known] != before.plays:
        return []
    frames: list[Frame] = []
    standing = stances(before)
    for play in now.plays[known:]:
        standing = _play(standing, play, frames)
    return frames


def _play(standing: Stances, play: Play, frames: list[Frame]) -> Stances:
    """Add the frames of one action; return how the fencers stand after it."""
    seat, action = play
    forward = 1 if seat is Seat.LEFT else -1
    pose = Pose.EVADE if action.kind is Kind.EVADE else Pose.ADVANCE
    direction = forward if action.step > 0 else -forward
    for number in range(1, abs(action.step) + 1):
        # Every other step with the feet apart.
        here = pose if number % 2 or pose is Pose.EVADE else Pose.GUARD
        standing = _moved(standing, seat, here, direction)
        frames.append(Frame(Moment(standing), _STEP))
    match action.kind:
        case Kind.ATTACK | Kind.ADVANCE_AND_ATTACK:
            standing = _with(standing, seat, Pose.LUNGE)
            frames.append(Frame(Moment(standing), _STRIKE))
            standing = _with(standing, seat, Pose.LUNGE, is_thrusting=True)
            frames.append(Frame(Moment(standing), _STRIKE))
        case Kind.PARRY:
            standing = _with(standing, seat, Pose.PARRY)
            frames.append(Frame(Moment(standing, has_spark=True), _SPARK))
        case Kind.TAKE_HIT:
            frames.append(Frame(Moment(standing, flash=seat), _FLASH))
            standing = _with(standing, seat, Pose.HIT)
    return standing


def _moved(standing: Stances, seat: Seat, pose: Pose, direction: int) -> Stances:
    return _with(standing, seat, pose, square=standing[seat].square + direction)


def _with(
    standing: Stances, seat: Seat, pose: Pose, *, square: int | None = None, is_thrusting: bool = False
) -> Stances:
    """Return the stances with another one of `seat`."""
    changed = Stance(standing[seat].square if square is None else square, pose, is_thrusting)
    other = standing[seat.other]
    if other.pose is Pose.CLOSE:
        other = other._replace(pose=Pose.GUARD)
    return (changed, other) if seat is Seat.LEFT else (other, changed)
