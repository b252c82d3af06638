"""How the fencers get from one view of a round to the next, frame by frame."""

from collections.abc import Iterator
from itertools import pairwise
from math import asin, sin
from typing import Final, NamedTuple

from engarde_tui.games.en_garde.widgets.figures import Pose
from engarde_tui.games.en_garde.widgets.stances import Stance, Stances, stances
from engarde_tui.widgets.moving import Frame
from engine.en_garde import Kind, Play, RoundView, Seat

_FIRST_STEP: Final = 0.25
_NEXT_STEP: Final = 0.03
"""Seconds of a step of one square, and of each square more."""

_COIL: Final = 0.08
_LUNGE: Final = 0.06
_LANDING: Final = 0.14
"""Seconds in which a lunge draws back, shoots forward and lands."""

_SPARKS: Final = 0.1
_FLASH: Final = 0.14
_RECOIL: Final = 0.08
"""Seconds of each picture of sparks, of the flash of a hit, and of each picture of the recoil after it."""

_BACK: Final = 1 / 3
"""Part of a square by which a lunge draws back."""

_RECOILS: Final = (2 / 3, 1 / 3)
"""Parts of a square by which a fencer who is hit is thrown back, one after the other."""


class Moment(NamedTuple):
    """How the fencers stand for a moment."""

    stances: Stances
    sparks: int = 0
    """How far sparks have flown from where the blades meet; 0 for none."""
    landing: Seat | None = None
    """The fencer whose blade arrives."""
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
    is_evading = action.kind is Kind.EVADE
    if standing[seat.other].is_thrusting and action.kind not in (Kind.PARRY, Kind.TAKE_HIT):
        # The point does not follow, and after a parry the attack is over.
        standing = _with(standing, seat.other, Pose.LUNGE if is_evading else Pose.GUARD)
    if action.step:
        start, walk = standing[seat].square, list(_walk(abs(action.step)))
        for number, (way, seconds) in enumerate(walk, 1):
            # One foot after the other: together first, apart at last.
            is_apart = number > 1 and (len(walk) - number) % 2 == 0
            pose = Pose.EVADE if is_evading else Pose.GUARD if is_apart else Pose.ADVANCE
            square = start + forward * way * (1 if action.step > 0 else -1)
            standing = _with(standing, seat, pose, square=square)
            frames.append(Frame(Moment(standing), seconds))
    square = standing[seat].square
    match action.kind:
        case Kind.ATTACK | Kind.ADVANCE_AND_ATTACK:
            coiled = _with(standing, seat, Pose.CLOSE, square=square - forward * _BACK)
            frames.append(Frame(Moment(coiled), _COIL))
            standing = _with(standing, seat, Pose.LUNGE)
            frames.append(Frame(Moment(standing), _LUNGE))
            standing = _with(standing, seat, Pose.LUNGE, is_thrusting=True)
            frames.append(Frame(Moment(standing, landing=seat), _LANDING))
        case Kind.PARRY:
            standing = _with(standing, seat, Pose.PARRY)
            frames += [Frame(Moment(standing, sparks=reach), _SPARKS) for reach in (1, 2, 3)]
        case Kind.TAKE_HIT:
            frames.append(Frame(Moment(standing, flash=seat), _FLASH))
            for part in _RECOILS:
                thrown = _with(standing, seat, Pose.HIT, square=square - forward * part)
                frames.append(Frame(Moment(thrown), _RECOIL))
            standing = _with(standing, seat, Pose.HIT)
    return standing


def _walk(squares: int) -> Iterator[tuple[float, float]]:
    """Yield how far a walk has come, in squares, and the seconds there: slow at first, and at last."""
    parts = (1 / 3, 2 / 3) if squares == 1 else (1 / 2, squares - 1 / 2)
    places = sorted({*range(squares + 1), *parts})
    seconds = _FIRST_STEP + _NEXT_STEP * (squares - 1)
    for before, here in pairwise(places):
        yield here, seconds * (_eased(here / squares) - _eased(before / squares))


def _eased(part: float) -> float:
    """Return after which part of the time a part of an eased way is behind: what smoothstep inverts."""
    return 0.5 - sin(asin(1 - 2 * part) / 3)


def _with(
    standing: Stances, seat: Seat, pose: Pose, *, square: float | None = None, is_thrusting: bool = False
) -> Stances:
    """Return the stances with another one of `seat`."""
    changed = Stance(standing[seat].square if square is None else square, pose, is_thrusting)
    other = standing[seat.other]
    if other.pose is Pose.CLOSE:
        other = other._replace(pose=Pose.GUARD)
    return (changed, other) if seat is Seat.LEFT else (other, changed)
