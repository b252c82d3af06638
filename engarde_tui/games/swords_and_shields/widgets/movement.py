"""How a duel gets from one view to the next, frame by frame, and the base of the widgets that show it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engarde_tui.games.swords_and_shields.draft import places_of
from engarde_tui.games.swords_and_shields.widgets.board import DuelWidget
from engarde_tui.widgets.moving import Frame, MovingWidget
from engine.game import Seat
from engine.match import MatchView
from engine.swords_and_shields import DuelView, EventKind, Kind, Place, Play, Zone

_FLASH: Final = 0.16
_GAP: Final = 0.1
"""Seconds that cards flash, and that the place of a bought card is empty."""

_BEGUN: Final = 0.06
_WHOLE: Final = 0.12
"""Seconds of the first half of a cut or a crack, and of all of it."""

_STEP: Final = 0.03
_MOST_STEPS: Final = 4
"""Seconds of a step of the life points, and most steps in which they change."""

OpenPlace = tuple[Seat | None, int]
"""A place by its owner, None for the shop, and its number."""


@dataclass(frozen=True, slots=True)
class Moment:
    """How a duel looks for a moment."""

    round: DuelView
    lit: frozenset[OpenPlace] = frozenset()
    """The places of the cards that do something."""
    hurt: frozenset[Seat] = frozenset()
    """Whose life points fall."""
    broken: frozenset[OpenPlace] = frozenset()
    """The places of the shields that crack."""
    cut: frozenset[Seat] = frozenset()
    """Who is wounded."""
    is_begun: bool = False
    """Whether only the first half of the cracks and cuts is to be seen."""


def movement(before: DuelView, now: DuelView) -> list[Frame]:
    """Return the frames from `before` to `now`; empty if that is not the same round, played on.

    They are `now` with the open cards and the life points of before: all of it public.
    """
    known = len(before.plays)
    if len(now.plays) <= known or now.plays[:known] != before.plays:
        return []
    play = now.plays[-1]
    still = replace(now, legal=())
    frames = []
    if lit := _lit(before, play):
        shown = (
            still
            if play.action.kind is Kind.LAY
            else replace(still, displays=before.displays, shop=before.shop)
        )
        moment = Moment(replace(shown, life=before.life), lit)
        frames.append(Frame(moment, _FLASH))
        if broken := broken_by(play):
            frames += _in_two(replace(moment, broken=broken))
    if play.action.kind is Kind.BUY:
        shop = (*now.shop[: play.action.number - 1], None, *now.shop[play.action.number :])
        frames.append(Frame(Moment(replace(still, shop=shop)), _GAP))
    hurt = frozenset(seat for seat in Seat if now.life[seat] < before.life[seat])
    cut = hurt & {event.seat for event in play.events if event.kind is EventKind.WOUNDED}
    falling = [Moment(replace(still, life=life), hurt=hurt, cut=cut) for life in _steps(before, now)]
    if cut:
        frames += _in_two(Moment(replace(still, life=before.life), hurt=hurt, cut=cut))
    return [*frames, *(Frame(moment, _STEP) for moment in falling)]


def broken_by(play: Play) -> frozenset[OpenPlace]:
    """Return the places of the shields that an action broke."""
    numbers = play.action.numbers if play.action.kind is Kind.ATTACK else ()
    return frozenset((play.seat.other, number) for number in numbers)


def _in_two(moment: Moment) -> list[Frame]:
    """Return how a crack or a cut begins, and all of it."""
    return [Frame(replace(moment, is_begun=True), _BEGUN), Frame(moment, _WHOLE)]


def _lit(before: DuelView, play: Play) -> frozenset[OpenPlace]:
    """Return the places that an action was about, and those of the swords that struck back."""
    named = {(_owner(place, play.seat), place.number) for place in places_of(play.action) if place.number}
    counters = {event.card for event in play.events if event.kind is EventKind.COUNTERED}
    other = play.seat.other
    return frozenset(named).union(
        (other, number) for number, stack in enumerate(before.displays[other], 1) if stack.card in counters
    )


def _owner(place: Place, seat: Seat) -> Seat | None:
    return {Zone.SHOP: None, Zone.OWN: seat, Zone.OPPONENT: seat.other}[place.zone]


def _steps(before: DuelView, now: DuelView) -> list[tuple[int, int]]:
    """Return the life points on the way; empty if they are the same."""
    (left, right), (from_left, from_right) = now.life, before.life
    number = min(max(abs(left - from_left), abs(right - from_right)), _MOST_STEPS + 1)
    return [
        (
            from_left + round((left - from_left) * step / number),
            from_right + round((right - from_right) * step / number),
        )
        for step in range(1, number)
    ]


class MovingPart(MovingWidget, DuelWidget):
    """A part of the board on which an action is seen."""

    def movement(self, before: MatchView[DuelView], now: MatchView[DuelView]) -> Sequence[Frame]:
        """Return how the board gets from one view to the other."""
        return movement(before.round, now.round) if before.number == now.number else ()

    @property
    def round(self) -> DuelView | None:
        """The view to draw, or how it looks for a moment."""
        return super().round if self.picture is None else self.picture.round

    def is_lit(self, owner: Seat | None, number: int) -> bool:
        """Return whether the card at a place does something at the moment."""
        return self.picture is not None and (owner, number) in self.picture.lit

    def is_hurt(self, seat: Seat) -> bool:
        """Return whether the life points of a player are falling at the moment."""
        return self.picture is not None and seat in self.picture.hurt
